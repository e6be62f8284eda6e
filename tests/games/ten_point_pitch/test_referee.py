from hypothesis import given
from hypothesis import strategies as st

from games.ten_point_pitch.referee import DECK, trumps
from tests.cases import cases
from tests.games.ten_point_pitch.hands import ask

OTHER = {"S": "C", "C": "S", "H": "D", "D": "H"}

suits = st.sampled_from("SHDC")


@st.composite
def tricks(draw):
    """A trump suit and one to four different trumps in the order played."""
    trump = draw(suits)
    return trump, draw(st.lists(st.sampled_from(trumps(trump)), min_size=1, max_size=4, unique=True))


@cases("trump", "SHDC")
def test_sixteen_cards_are_trump_in_this_order(trump):
    named = [f"{rank}{trump}" for rank in ("A", "K", "Q", "J")]
    numbers = [f"{rank}{trump}" for rank in range(10, 1, -1)]

    assert trumps(trump)[::-1] == [*named, f"J{OTHER[trump]}", "HJ", "LJ", *numbers]


@given(tricks())
def test_the_highest_trump_takes_the_trick_wherever_it_is_played(trick):
    trump, cards = trick

    assert cards[ask("winner", cards=cards, trump=trump)["answer"]] == max(cards, key=trumps(trump).index)


@given(tricks())
def test_only_two_jokers_in_one_trick_feel_the_house_rule(trick):
    trump, cards = trick
    house = {"jokers": "first-played"}
    place = ask("winner", cards=cards, trump=trump, house_rules=house)["answer"]
    best = max(cards, key=trumps(trump).index)

    if best == "HJ" and "LJ" in cards:
        assert cards[place] == next(card for card in cards if card in ("HJ", "LJ"))
    else:
        assert cards[place] == best


@cases(
    "cards, rules, place, why, rule",
    [
        (["10H", "HJ", "JD", "QH"], {}, 3, "Q♥ is the highest trump", "trick"),
        (["10H", "HJ", "JD"], {}, 2, "J♦, the off-jack, is the highest trump", "trick"),
        (["LJ", "HJ"], {}, 1, "HJ is the highest trump", "trick"),
        (
            ["LJ", "HJ"],
            {"jokers": "first-played"},
            0,
            "LJ is the highest; of two jokers that is the one played first",
            "jokers",
        ),
        (["LJ", "HJ", "JH"], {"jokers": "first-played"}, 2, "J♥ is the highest trump", "trick"),
        (["2H"], {}, 0, "2♥ is the highest trump", "trick"),
    ],
)
def test_who_takes_the_trick_and_why(cards, rules, place, why, rule):
    assert ask("winner", cards=cards, trump="H", house_rules=rules) == {"answer": place, "why": why, "rule": rule}


@given(st.lists(st.sampled_from(sorted(DECK)), max_size=9, unique=True), suits, st.booleans(), st.booleans())
def test_the_trumps_of_a_hand_may_be_played_but_the_opening_lead_is_no_special_one(hand, trump, opening, free):
    house = {"opening_special": free}
    found = ask("legal", hand=hand, trump=trump, opening=opening, house_rules=house)["answer"]
    playable = [card for card in hand if card in trumps(trump)]
    plain = [card for card in playable if card not in ("HJ", "LJ", f"J{OTHER[trump]}")]

    assert found == (plain if opening and not free and plain else playable)


@cases(
    "given_, cards, why, rule",
    [
        ({"hand": ["AS", "4H", "JD"]}, ["4H", "JD"], "any of them will do", "only-trumps"),
        ({"hand": ["HJ", "4H"], "led": "2H", "opening": True}, ["HJ", "4H"], "any of them will do", "only-trumps"),
        ({"hand": ["JS", "JC"]}, [], "there is none in the hand, so it is thrown in", "only-trumps"),
        ({"hand": []}, [], "there is none in the hand, so it is thrown in", "only-trumps"),
        (
            {"hand": ["HJ", "4H"], "opening": True},
            ["4H"],
            "a joker or the off-jack opens only where there is no other",
            "opening-lead",
        ),
    ],
)
def test_what_may_be_played_and_why(given_, cards, why, rule):
    assert ask("legal", trump="H", **given_) == {
        "answer": cards,
        "why": f"trump are ♥, J♦ and the jokers: {why}",
        "rule": rule,
    }


@given(st.integers(0, 3), st.tuples(*[st.booleans()] * 4))
def test_the_lead_goes_to_the_left_until_somebody_has_a_trump(winner, holds_trump):
    seat = ask("lead", winner=winner, holds_trump=list(holds_trump))["answer"]

    if seat is None:
        assert not any(holds_trump)
    else:
        passed = [(winner + step) % 4 for step in range((seat - winner) % 4)]
        assert holds_trump[seat]
        assert not any(holds_trump[one] for one in passed)


def test_the_lead_is_explained():
    left = "from the winner, seat 1, leftwards: seat 3 is the first with a trump"

    assert ask("lead", winner=1, holds_trump=[True, False, False, True])["why"] == left
    assert ask("lead", winner=1, holds_trump=[False] * 4) == {
        "answer": None,
        "why": "nobody holds a trump: the hand is over",
        "rule": "lead",
    }


def test_the_auction_is_explained():
    bid = ask("auction", bids=[None, 5, None, 6], dealer=3)
    forced = ask("auction", bids=[None] * 4, dealer=3)
    again = ask("auction", bids=[None] * 4, dealer=3, house_rules={"all_pass": "redeal"})

    assert (bid["why"], bid["rule"]) == ("seat 3 plays for 6: nobody bid more", "bidding")
    assert (forced["why"], forced["rule"]) == ("seat 3 plays for 4: everybody passed", "all-pass")
    assert again == {
        "answer": "redeal",
        "why": "everybody passed: by your house rule the same dealer deals again",
        "rule": "all-pass",
    }


@given(st.integers(0, 6), st.integers(0, 6), st.integers(0, 4))
def test_a_trump_stays_in_the_discards_only_where_the_bidding_side_is_full(bidder, partner, opponents):
    told = ask("discards", bidder=bidder, partner=partner, opponents=opponents)

    assert told["answer"] == (bidder == partner == 6 and opponents < 4)
    assert told["rule"] == "discards"


@cases("hand", [1, 2, 5, 40])
def test_nine_cards_each_and_the_deal_moves_left(hand):
    told = ask("deal", players=4, round=hand, first_dealer=2)["answer"]

    assert told == {"dealer": (hand + 1) % 4, "cards": [9, 9, 9, 9], "left": 18, "first": (hand + 2) % 4}
