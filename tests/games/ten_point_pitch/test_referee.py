from hypothesis import given
from hypothesis import strategies as st

from games.ten_point_pitch.referee import DECK, trumps
from tests.cases import cases
from tests.games.every_game import refusal
from tests.games.ten_point_pitch.rounds import ask

FIRST_PLAYED = {"jokers": "first-played"}
OTHER = {"S": "C", "C": "S", "H": "D", "D": "H"}

suits = st.sampled_from("SHDC")


@st.composite
def tricks(draw):
    """A trump suit and one to four different trumps in the order played."""
    trump = draw(suits)
    return trump, draw(st.lists(st.sampled_from(trumps(trump)), min_size=1, max_size=4, unique=True))


NOBODY = "Who won the last trick? Enter 3 at most"


@cases("trump", "SHDC")
def test_sixteen_cards_are_trump_in_this_order(trump):
    named = [f"{rank}{trump}" for rank in ("A", "K", "Q", "J")]
    numbers = [f"{rank}{trump}" for rank in range(10, 1, -1)]

    assert trumps(trump)[::-1] == [*named, f"J{OTHER[trump]}", "HJ", "LJ", *numbers]
    for place, card in enumerate(trumps(trump)[::-1], 1):
        answer = ask("is-trump", card=card, trump=trump)["answer"]
        assert (answer["trump"], answer["place"]) == (True, place), card


@given(tricks())
def test_the_highest_trump_takes_the_trick_and_a_house_rule_ranks_two_jokers(trick):
    trump, cards = trick
    best = max(cards, key=trumps(trump).index)
    first = next(card for card in cards if card in ("HJ", "LJ")) if best == "HJ" else best

    assert cards[ask("winner", cards=cards, trump=trump)["answer"]] == best
    assert cards[ask("winner", cards=cards, trump=trump, house_rules=FIRST_PLAYED)["answer"]] == first


@given(st.lists(st.sampled_from(sorted(DECK)), max_size=9, unique=True), suits, st.booleans(), st.booleans())
def test_the_trumps_of_a_hand_may_be_played_but_the_opening_lead_is_no_special_one(hand, trump, opening, free):
    house = {"opening_special": free}
    found = ask("legal", hand=hand, trump=trump, opening=opening, house_rules=house)["answer"]
    playable = [card for card in hand if card in trumps(trump)]
    plain = [card for card in playable if card not in ("HJ", "LJ", f"J{OTHER[trump]}")]

    assert found == (plain if opening and not free and plain else playable)


@cases(
    "kind, given_, message, field",
    [
        ("legal", {"hand": ["2H"], "led": "AS", "trump": "H"}, "A♠ is no trump, and only trumps are played", "led"),
        ("legal", {"hand": ["2H"], "led": "2H", "trump": "H"}, "2♥ is on the table, not in the hand", "hand"),
        ("lead", {"winner": 4, "holds_trump": [True] * 4}, NOBODY, "winner"),
        ("discards", {"bidder": 6, "partner": 6, "opponents": 6}, "18 trumps are 2 more than there are", "opponents"),
        ("won", {"reached": [True, True], "bidder": 0, "made": False}, "a side that missed its bid", "made"),
        ("owns", {"took": {"A": 2}}, "2 cannot stand here (“took”)", "took"),
    ],
)
def test_impossible_questions_are_refused(kind, given_, message, field):
    words, place = refusal(ask, kind, **given_)

    assert words.startswith(message)
    assert place.startswith(field)


@cases(
    "reached, bidder, made, house, winner, rule",
    [
        ((True, True), 1, True, {}, 1, "both-there"),
        ((True, False), 1, True, {}, 0, "target"),
        ((False, False), 1, True, {}, None, "target"),
        ((True, False), 1, True, {"must_bid_to_win": True}, None, "must-bid-to-win"),
        ((True, True), 1, False, {"must_bid_to_win": True}, None, "must-bid-to-win"),
        ((True, True), 1, True, {"must_bid_to_win": True}, 1, "both-there"),
    ],
)
def test_of_two_sides_at_the_target_the_one_that_bid_has_won(reached, bidder, made, house, winner, rule):
    ruling = ask("won", reached=list(reached), bidder=bidder, made=made, house_rules=house)

    assert (ruling["answer"], ruling["rule"]) == (winner, rule)
