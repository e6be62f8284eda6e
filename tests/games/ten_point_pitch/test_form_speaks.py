from tests.cases import cases
from tests.games.ten_point_pitch.answers import BID, CARDS, form, saved
from tests.games.ten_point_pitch.hands import hand


@cases(
    "answers, sentence",
    [
        ({}, ""),
        ({"bidder": "3"}, ""),
        (BID, "Dan plays for 6"),
        ({"bids": "5 pass 6 pass"}, "Dan plays for 6"),
        ({"bids": "pass pass pass pass"}, "Ada plays for 4"),
        (BID | {"taken-3": "1", "taken-A": "lost"}, "Dan plays for 6: took 3, 6 to come, 3 more to take"),
        (BID | {"taken-3": "0", "taken-A": "0", "taken-J": "0"}, "Dan plays for 6: took 0, 5 to come, set"),
        (BID | {"taken-3": "0", "taken-A": "0"}, "Dan plays for 6: took 0, 6 to come, 6 more to take"),
        (BID | {"took": "6"}, "Dan plays for 6: took 6, made"),
        (BID | {"took": "5", "lost": "1"}, "Dan plays for 6: took 5, set"),
        (BID | CARDS, "Dan plays for 6: took 3, set"),
        ({"bidder": "x", "bid": "y"}, ""),
        (BID | {"trump": "X"}, ""),
    ],
)
def test_the_arithmetic_is_said_in_a_sentence(answers, sentence):
    asked = form(answers)

    assert asked.sentence(asked.given()) == sentence


@cases("trump, seen", [("H", "♥ J♦"), ("D", "♦ J♥"), ("S", "♠ J♣"), ("C", "♣ J♠"), ("X", "")])
def test_trump_and_its_off_jack_are_seen_in_large(trump, seen):
    assert " ".join(key.label for key in form().notes({"trump": trump})) == seen


def test_trump_is_not_seen_before_it_is_known():
    assert form().notes({}) == []
    assert [key.tone for key in form().notes({"trump": "H"})] == ["suit-H", "suit-D"]


def test_everybody_passed_is_one_tap_where_the_dealer_then_plays():
    (passed,) = form(first_dealer=2).shortcuts({})

    assert saved(passed.answers | {"took": "7"}, first_dealer=2) == hand(
        bids=[None] * 4, bidder=2, bid=4, points=[7, 3]
    )
    assert form(all_pass="redeal").shortcuts({}) == []
    assert form().shortcuts({"bidder": "0"}) == []


def test_the_other_cards_go_to_one_side_in_one_tap():
    given = BID | {"taken-A": "0", "taken-2": "lost"}
    to_0, to_1 = form().shortcuts(given)

    assert saved(given | to_0.answers).counted == {0: 9, 1: 0, "lost": 1}
    assert saved(given | to_1.answers).counted == {0: 1, 1: 8, "lost": 1}
    assert (to_0.label, to_1.label) == ("All else: Ada & Cleo", "All else: Ben & Dan")
    assert form().shortcuts(BID | CARDS) == form().shortcuts(BID | {"took": "5"}) == []
