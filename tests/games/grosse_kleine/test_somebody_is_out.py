"""A round ends when a hand is empty, or with a Big A trick that somebody's last card took."""

import pytest
from hypothesis import given

from games.grosse_kleine.game import GAME
from games.impossible import ImpossibleRound
from tests.cases import cases
from tests.games.grosse_kleine.rounds import Record, played, recorded, rounds_ended_with_the_big_a, table


def is_possible(*left, pile=None, **rules):
    """Say whether a round can be; where it cannot, that is because nobody is out."""
    record, told = recorded(*left, pile=pile), ("", "")
    try:
        GAME.play(table(len(left), **rules), record)
    except ImpossibleRound as refused:
        told = refused.message[:24], refused.field
    assert told in [("", ""), ("nobody is out of cards, ", "left")]
    return told == ("", "")


@cases("left", [("", "1", "2"), (0, "1", "2"), (" ", 3, "2"), ("", "", ""), (0, "", 0)])
@cases("end", ["finish-a-trick", "at-once"])
def test_one_empty_hand_is_enough_and_several_are_fine(left, end):
    assert is_possible(*left, end=end)


@cases("left", [("1", "1", "2"), (3, "1", "2"), (3, 4, 5), ("a", "A", "1")])
def test_a_round_in_which_everybody_holds_cards_is_refused(left):
    assert not is_possible(*left)


def test_the_refusal_says_what_to_look_for_under_each_house_rule():
    def told(**rules):
        with pytest.raises(ImpossibleRound) as refused:
            GAME.play(table(4, **rules), recorded("1", "2", "3", "4"))
        return refused.value.message

    out = "nobody is out of cards, but a round ends when a hand is empty: look whose it is"
    assert told() == out + " (or the last card took the Big A trick: then that hand is the Big A and 3 others)"
    assert told(end="at-once") == out


@given(rounds_ended_with_the_big_a())
def test_a_big_a_trick_taken_with_the_last_card_ends_the_round_only_where_it_is_finished(record: Record) -> None:
    played(record)
    assert not is_possible(*record.left, end="at-once")


@cases("hand", ["A 5 9 13", "13 J A J", 20 + 3, 20 + 42, 50])
def test_such_a_hand_is_the_big_a_and_one_card_from_each_of_the_others(hand):
    assert is_possible("6", hand, "6", "12")
    assert not is_possible("6", hand, "6", "12", end="at-once")


@cases("hand", ["A", "A 5", "A 5 9", "A 5 9 13 1", "5 9 13 J", 20, 20 + 2, 20 + 43, 819 - 24])
def test_no_other_hand_is_such_a_trick(hand):
    assert not is_possible("6", hand, "6", "12")


@cases("hand", ["A a 5 9", "A a 5 9 13"])
def test_the_little_a_is_never_played_to_the_big_a(hand):
    assert not is_possible("6", hand, "6", "12")


@cases("passing", ["a", " a ", 15])
@cases("hand, fits", [("A 5", 0), ("A 5 9", 1), ("A 5 9 13", 1), ("A 5 9 13 1", 0), (21, 0), (22, 1)])
def test_one_card_is_missing_where_somebody_with_only_the_little_a_had_to_pass(passing, hand, fits):
    assert is_possible(hand, "6", passing, "12") == bool(fits)
    assert is_possible("6", hand, "12", passing) == bool(fits)


@cases("other", ["a 1", "1 a", "J", 14, 16, 20])
def test_nobody_else_has_to_pass(other):
    assert not is_possible("A 5 9", "6", other, "12")


def test_the_hand_that_took_the_trick_did_not_pass():
    assert not is_possible(15, "A 6 7", "1", "12 a")


def test_a_counted_hand_is_not_the_little_a_where_that_lies_elsewhere():
    assert not is_possible("A 5 9", "6", 15, "12 a")
    assert not is_possible("A 5 9", "6", 15, "12", pile=(0, "1 2 3"))
    assert not is_possible("A 5 9", "6", 15, "12", pile=(0, 6))


def test_a_counted_hand_is_not_the_big_a_trick_where_the_big_a_lies_elsewhere():
    assert is_possible(50, "6", "7", "12")
    assert not is_possible(50, "6", "7 A", "12")


@cases("players, most", [(3, 28), (4, 42), (5, 56), (6, 69), (7, 82), (8, 95), (9, 108)])
def test_the_dearest_big_a_trick_holds_all_jokers_and_then_thirteens(players, most):
    others = ["1"] * (players - 1)

    assert is_possible(20 + most, *others)
    assert not is_possible(20 + most + 1, *others)
    assert is_possible(20 + players - 1, *others)
    assert not is_possible(20 + players - 2, *others)
