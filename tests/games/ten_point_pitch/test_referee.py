from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from games.ten_point_pitch.facts import ALL_POINTS, POINTS
from games.ten_point_pitch.referee import DECK, PointCard, point_card, trumps
from tests.cases import cases
from tests.games.every_game import refusal
from tests.games.ten_point_pitch.rounds import ask, hand

FIRST_PLAYED = {"jokers": "first-played"}
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
    for place, card in enumerate(trumps(trump)[::-1], 1):
        answer = ask("is-trump", card=card, trump=trump)["answer"]
        assert (answer["trump"], answer["place"]) == (True, place), card


@given(tricks())
def test_the_highest_trump_takes_the_trick_wherever_it_is_played(trick):
    trump, cards = trick

    assert cards[ask("winner", cards=cards, trump=trump)["answer"]] == max(cards, key=trumps(trump).index)


@given(tricks())
def test_only_two_jokers_in_one_trick_feel_the_house_rule(trick):
    trump, cards = trick
    place = ask("winner", cards=cards, trump=trump, house_rules=FIRST_PLAYED)["answer"]
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
        (["LJ", "HJ"], FIRST_PLAYED, 0, "LJ is the highest; of two jokers that is the one played first", "jokers"),
        (["LJ", "HJ", "JH"], FIRST_PLAYED, 2, "J♥ is the highest trump", "trick"),
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
            {"hand": ["HJ", "4H"], "opening": True}, ["4H"],
            "a joker or the off-jack opens only where there is no other", "opening-lead",
        ),
    ],
)  # fmt: skip
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


ALL_PASS = {"bids": [None] * 4, "dealer": 3}


@cases(
    "kind, question, why, rule",
    [
        (
            "lead", {"winner": 1, "holds_trump": [True, False, False, True]},
            "from the winner, seat 1, leftwards: seat 3 is the first with a trump", "lead",
        ),
        ("lead", {"winner": 1, "holds_trump": [False] * 4}, "nobody holds a trump: the hand is over", "lead"),
        ("auction", {"bids": [None, 5, None, 6], "dealer": 3}, "seat 3 plays for 6: nobody bid more", "bidding"),
        ("auction", ALL_PASS, "seat 3 plays for 4: everybody passed", "all-pass"),
        (
            "auction", ALL_PASS | {"house_rules": {"all_pass": "redeal"}},
            "everybody passed: by your house rule the same dealer deals again", "all-pass",
        ),
    ],
)  # fmt: skip
def test_lead_and_auction_are_explained(kind, question, why, rule):
    ruled = ask(kind, **question)

    assert (ruled["why"], ruled["rule"]) == (why, rule)


@given(st.integers(0, 6), st.integers(0, 6), st.integers(0, 4))
def test_a_trump_stays_in_the_discards_only_where_the_bidding_side_is_full(bidder, partner, opponents):
    ruled = ask("discards", bidder=bidder, partner=partner, opponents=opponents)

    assert ruled["answer"] == (bidder == partner == 6 and opponents < 4)
    assert ruled["rule"] == "discards"


@cases("hand", [1, 2, 5, 40])
def test_nine_cards_each_and_the_deal_moves_left(hand):
    deal = {"dealer": (hand + 1) % 4, "cards": [9, 9, 9, 9], "left": 18, "first": (hand + 2) % 4}

    assert ask("deal", players=4, round=hand, first_dealer=2)["answer"] == deal


ALL_BUT_THE_TWO = st.fixed_dictionaries({card: st.sampled_from([0, 1, "lost"]) for card in POINTS if card != "2"})


# --- Is this card trump? ---


@cases(
    "card, points, why",
    [
        ("AH", 1, "A♥ is number 1 of the 16 trumps from the top and counts 1"),
        ("JD", 1, "J♦, the off-jack, is number 5 of the 16 trumps from the top and counts 1"),
        ("3H", 3, "3♥ is number 15 of the 16 trumps from the top and counts 3"),
        ("9H", 0, "9♥ is number 9 of the 16 trumps from the top and counts nothing"),
        ("JS", 0, "J♠ is no trump: trump are ♥, J♦ and the jokers"),
        ("AD", 0, "A♦ is no trump: trump are ♥, J♦ and the jokers"),
    ],
)
def test_a_card_is_told_with_its_place_and_what_it_counts(card, points, why):
    ruled = ask("is-trump", card=card, trump="H")

    assert (ruled["answer"]["points"], ruled["why"], ruled["rule"]) == (points, why, "trumps")


def test_where_jokers_are_not_marked_the_one_played_first_is_the_higher():
    ruled = ask("is-trump", card="LJ", trump="H", house_rules=FIRST_PLAYED)

    assert ruled["why"].endswith("of two jokers in one trick the one played first is the higher")
    assert ruled["rule"] == ask("is-trump", card="LJ", trump="H")["rule"] == "jokers"


@given(suits)
def test_the_point_cards_of_a_trump_are_worth_ten_and_nothing_else_is(trump):
    found = [point_card(code, trump) for code in DECK]

    assert sorted(filter(None, found)) == sorted(POINTS)
    assert sum(ask("is-trump", card=code, trump=trump)["answer"]["points"] for code in DECK) == ALL_POINTS
    assert sum(ask("is-trump", card=code, trump=trump)["answer"]["trump"] for code in DECK) == len(trumps(trump))


# --- Who owns which point? ---


def test_a_point_belongs_to_its_taker_and_the_two_to_its_player():
    assert ask("owns", took={"2": 0, "A": 0, "J": 0, "3": 0, "10": "lost"}, two_from=1) == {
        "answer": {"owners": {"A": 0, "J": 0, "10": "lost", "3": 0, "2": 1}, "points": [5, 1], "lost": 1},
        "why": "seat 0 and seat 2 have 5: ace, jack, three; seat 1 and seat 3 have 1: two; the discards keep 1: ten; "
        "the two stays with the side that played it; 3 of the 10 points not named yet",
        "rule": "the-two",
    }


def test_the_two_goes_with_its_trick_by_house_rule_and_may_be_lost():
    ruled = ask("owns", took={"2": 0}, two_from=1, house_rules={"two": "taker"})

    assert ruled["answer"] == {"owners": {"2": 0}, "points": [1, 0], "lost": 0}
    assert ruled["why"] == "seat 0 and seat 2 have 1: two; 9 of the 10 points not named yet"
    assert ask("owns", two_from=1)["answer"]["points"] == [0, 1]
    assert ask("owns", took={"2": "lost"})["answer"] == {"owners": {"2": "lost"}, "points": [0, 0], "lost": 1}


def test_points_not_named_yet_are_counted():
    assert ask("owns")["answer"] == {"owners": {}, "points": [0, 0], "lost": 0}
    assert ask("owns")["why"] == "10 of the 10 points not named yet"
    assert "not named yet" not in ask("owns", took=dict.fromkeys(POINTS, 0), two_from=1)["why"]
    assert ask("owns", took={"HJ": 1})["rule"] == "point-cards"


@given(ALL_BUT_THE_TWO, st.sampled_from([0, 1]))
def test_the_referee_and_the_score_agree_on_every_hand(took, two):
    answer = ask("owns", took=took, two_from=two)["answer"]
    facts = hand(bidder=0, bid=5, taken=answer["owners"])

    assert facts.counted == {0: answer["points"][0], 1: answer["points"][1], "lost": answer["lost"]}


def test_every_point_card_can_be_named():
    assert get_args(PointCard) == tuple(POINTS)


@cases(
    "kind, given_, message, field",
    [
        ("winner", {"cards": ["10H", "JS"], "trump": "H"}, "J♠ is no trump, and only trumps are played", "cards"),
        ("winner", {"cards": [], "trump": "H"}, "cards: should have 1 or more", "cards"),
        ("winner", {"cards": ["2H", "3H", "4H", "5H", "6H"], "trump": "H"}, "cards: should have 4 or less", "cards"),
        ("winner", {"cards": ["2H", "2H"], "trump": "H"}, "", ""),
        ("legal", {"hand": ["2H"], "led": "AS", "trump": "H"}, "A♠ is no trump, and only trumps are played", "led"),
        ("legal", {"hand": ["2H"], "led": "2H", "trump": "H"}, "2♥ is on the table, not in the hand", "hand"),
        ("legal", {"hand": ["2H", "BJ"], "trump": "H"}, "", ""),
        ("legal", {"hand": ["2H"], "led": "", "trump": "H"}, "", ""),
        ("lead", {"winner": 4, "holds_trump": [True] * 4}, "winner: nobody sits there: seats are 0 to 3", "winner"),
        ("lead", {"winner": -1, "holds_trump": [True] * 4}, "winner: nobody sits there: seats are 0 to 3", "winner"),
        ("lead", {"winner": 0, "holds_trump": [True] * 3}, "", "holds_trump"),
        ("auction", {"bids": [5, 5, None, None], "dealer": 3}, "seat 1 bid 5: 1 too low, it takes 6, or a pass", None),
        ("auction", {"bids": [5, None, None], "dealer": 3}, "", "bids"),
        ("auction", {"bids": [5, None, None, None], "dealer": 4}, "", "dealer"),
        ("auction", {"bids": [10**5000, None, None, None], "dealer": 3}, "", "bids[0]"),
        ("discards", {"bidder": 6, "partner": 6, "opponents": 6}, "18 trumps are 2 more than there are", "opponents"),
        ("discards", {"bidder": 7, "partner": 6, "opponents": 0}, "", "bidder"),
        ("discards", {"bidder": 6, "partner": -1, "opponents": 0}, "", "partner"),
        ("is-trump", {"card": "BJ", "trump": "H"}, "there is no card “BJ” in this deck", ""),
        ("is-trump", {"card": "2H", "trump": "X"}, "trump: “X” is not one of “C”, “D”, “H”, “S”", "trump"),
        ("owns", {"took": {"2": 1}}, "the two stays with the side that played it: say which side that was", "two_from"),
        ("owns", {"took": {"2": "lost"}, "two_from": 1}, "the two stayed in the discards, so nobody", "two_from"),
        ("owns", {"took": {"A": 2}}, "took: 2 is not one of 0, 1, “lost”", "took"),
        ("owns", {"took": {"Q": 1}}, "", "took"),
        ("owns", {"took": {"A": 1}, "two_from": 2}, "", "two_from"),
    ],
)
def test_questions_about_what_cannot_be_are_refused(kind, given_, message, field):
    words, place = refusal(ask, kind, **given_)

    assert words.startswith(message)
    assert field in (None, place)
