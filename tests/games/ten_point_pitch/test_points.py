from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from games.ten_point_pitch.points import PointCard, point_card
from games.ten_point_pitch.referee import DECK, trumps
from games.ten_point_pitch.scoring import ALL_POINTS, POINTS
from tests.cases import cases
from tests.games.ten_point_pitch.hands import ask, hand, refused

HEARTS = "AH KH QH JH JD HJ LJ 10H 9H 8H 7H 6H 5H 4H 3H 2H"
SUITS = st.sampled_from("SHDC")
ALL_BUT_THE_TWO = st.fixed_dictionaries({card: st.sampled_from([0, 1, "lost"]) for card in POINTS if card != "2"})


# --- Is this card trump? ---


@cases("place, card", list(enumerate(HEARTS.split(), 1)))
def test_sixteen_cards_are_trump_from_the_ace_down(place, card):
    told = ask("is-trump", card=card, trump="H")["answer"]

    assert (told["trump"], told["place"]) == (True, place)


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
    told = ask("is-trump", card=card, trump="H")

    assert (told["answer"]["points"], told["why"], told["rule"]) == (points, why, "trumps")


def test_where_jokers_are_not_marked_the_one_played_first_is_the_higher():
    told = ask("is-trump", card="LJ", trump="H", house_rules={"jokers": "first-played"})

    assert told["why"].endswith("of two jokers in one trick the one played first is the higher")
    assert told["rule"] == ask("is-trump", card="LJ", trump="H")["rule"] == "jokers"


@given(SUITS)
def test_the_point_cards_of_a_trump_are_worth_ten_and_nothing_else_is(trump):
    found = [point_card(code, trump) for code in DECK]

    assert sorted(filter(None, found)) == sorted(POINTS)
    assert sum(ask("is-trump", card=code, trump=trump)["answer"]["points"] for code in DECK) == ALL_POINTS
    assert sum(ask("is-trump", card=code, trump=trump)["answer"]["trump"] for code in DECK) == len(trumps(trump))


# --- Who owns which point? ---


def test_a_point_belongs_to_the_side_that_took_the_trick_and_the_two_to_who_played_it():
    assert ask("owns", took={"2": 0, "A": 0, "J": 0, "3": 0, "10": "lost"}, two_from=1) == {
        "answer": {"owners": {"A": 0, "J": 0, "10": "lost", "3": 0, "2": 1}, "points": [5, 1], "lost": 1},
        "why": "seat 0 and seat 2 have 5: ace, jack, three; seat 1 and seat 3 have 1: two; the discards keep 1: ten; "
        "the two stays with the side that played it; 3 of the 10 points not named yet",
        "rule": "the-two",
    }


def test_by_house_rule_the_two_goes_with_its_trick():
    told = ask("owns", took={"2": 0}, two_from=1, house_rules={"two": "taker"})

    assert told["answer"] == {"owners": {"2": 0}, "points": [1, 0], "lost": 0}
    assert told["why"] == "seat 0 and seat 2 have 1: two; 9 of the 10 points not named yet"


def test_the_two_may_be_told_alone_and_may_be_lost():
    assert ask("owns", two_from=1)["answer"]["points"] == [0, 1]
    assert ask("owns", took={"2": "lost"})["answer"] == {"owners": {"2": "lost"}, "points": [0, 0], "lost": 1}


def test_what_is_not_named_yet_is_counted():
    assert ask("owns")["answer"] == {"owners": {}, "points": [0, 0], "lost": 0}
    assert ask("owns")["why"] == "10 of the 10 points not named yet"
    assert "not named yet" not in ask("owns", took=dict.fromkeys(POINTS, 0), two_from=1)["why"]


def test_without_the_two_it_is_a_matter_of_the_tricks():
    assert ask("owns", took={"HJ": 1})["rule"] == "point-cards"


@given(ALL_BUT_THE_TWO, st.sampled_from([0, 1]))
def test_the_referee_and_the_score_agree_on_every_hand(took, two):
    told = ask("owns", took=took, two_from=two)["answer"]
    record = hand(bidder=0, bid=5, taken=told["owners"])

    assert record.counted == {0: told["points"][0], 1: told["points"][1], "lost": told["lost"]}


def test_every_point_card_can_be_named():
    assert get_args(PointCard) == tuple(POINTS)


@cases(
    "kind, given_, message, field",
    [
        ("is-trump", {"card": "XX", "trump": "H"}, "there is no card “XX” in this deck", ""),
        ("is-trump", {"card": "BJ", "trump": "H"}, "there is no card “BJ” in this deck", ""),
        ("is-trump", {"card": "2H"}, "“trump” is missing", ""),
        ("is-trump", {"card": "2H", "trump": "X"}, "trump: “X” is not one of “C”, “D”, “H”, “S”", "trump"),
        ("owns", {"took": {"2": 1}}, "the two stays with the side that played it: say which side that was", "two_from"),
        (
            "owns",
            {"took": {"2": "lost"}, "two_from": 1},
            "the two stayed in the discards, so nobody played it",
            "two_from",
        ),
        ("owns", {"took": {"A": 2}}, "took: 2 is not one of 0, 1, “lost”", "took"),
        ("owns", {"took": {"Q": 1}}, None, "took"),
        ("owns", {"took": {"A": 1}, "two_from": 2}, None, "two_from"),
    ],
)
def test_questions_about_points_that_cannot_be_are_refused(kind, given_, message, field):
    told, where = refused(kind, **given_)

    assert message in (None, told)
    assert where == field
