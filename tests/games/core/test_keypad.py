"""Keys, the marks of players and sides, and sums of which the last answer follows."""

from itertools import islice

from games.core.keypad import (
    MARKS,
    FixedSum,
    Key,
    different_marks,
    french_card_keys,
    numbers,
    rarest_first,
)
from tests.cases import cases


def test_new_players_get_the_marks_that_the_fewest_have():
    everyone = range(len(MARKS))

    assert list(islice(rarest_first([]), 3)) == [0, 1, 2]
    assert list(islice(rarest_first([0, 2, 2, len(MARKS) + 1]), 3)) == [3, 4, 5]
    assert list(islice(rarest_first([*everyone, *everyone, 0, 1]), 15)) == [*everyone[2:], 0, 1, 2, 3]
    assert list(islice(rarest_first([0, 0, 0]), 14)) == [*everyone[1:], 1, 2]


@cases("wanted, given", [
    ([[3], [0], [7]], (3, 0, 7)),
    ([[3], [3], [0]], (3, 1, 0)),
    ([[5, 2], [2, 8]], (2, 8)),
    ([[14], [1]], (1, 0)),
    ([[0]] * 14, (*range(13), 0)),
])  # fmt: skip
def test_the_sides_of_a_table_have_different_marks(wanted, given):
    assert different_marks(wanted) == given


THREE = FixedSum(("a", "b", "c"), 5, "trick")


@cases("answers, barred", [
    ({}, {}),
    ({"a": "3"}, {"b": {"3": "2 left", "4": ""}, "c": {"3": "2 left", "4": ""}}),
    ({"a": "3", "b": "4"}, {"c": {"0": "0 left", "1": "", "2": "", "3": "", "4": ""}}),
    ({"a": "3", "b": "4", "c": "1"}, {}),
    ({"a": "x"}, {}),
])  # fmt: skip
def test_keys_above_what_is_left_are_barred(answers, barred):
    keys = [Key("nobody", "nobody"), *numbers(0, 4)]

    assert THREE.barred(answers, dict.fromkeys("abcd", keys)) == barred


@cases("answers, told", [
    ({"a": "3"}, ""),
    ({"a": "3", "b": "1", "c": "1"}, ""),
    ({"a": "3", "b": "4"}, "7 of 5 tricks: 2 too many"),
    ({"a": "3", "b": "4", "c": "0"}, "7 of 5 tricks: 2 too many"),
    ({"a": "3", "b": "0", "c": "1"}, "4 of 5 tricks: 1 missing"),
    ({"a": "x", "b": "9"}, ""),
])  # fmt: skip
def test_a_wrong_sum_names_the_difference(answers, told):
    assert THREE.is_wrong(answers) == bool(told)
    assert not told or THREE.error_message(answers) == told


def test_numbers_below_zero_may_still_make_up_for_too_much():
    signed = FixedSum(("a", "b"), 0, "point", signed=True)

    assert [signed.is_wrong(answers) for answers in ({"a": "5"}, {"a": "5", "b": "−5"}, {"a": "5", "b": "5"})] == [
        False, False, True,
    ]  # fmt: skip
    assert signed.changes({"a": "5", "b": "5"}) == {"a": "−5", "b": "−5"}


def test_the_cards_of_a_suit_stand_together_and_jokers_fill_up_the_first_rows():
    cards = french_card_keys({"BJ": "big joker", "LJ": "little joker"}, lowest="9", copies=2)

    assert [[key.label for key in row] for row in cards.rows] == [
        ["A♠", "K♠", "Q♠", "J♠", "10♠", "9♠", "BJ"],
        ["A♥", "K♥", "Q♥", "J♥", "10♥", "9♥", "LJ"],
        ["A♦", "K♦", "Q♦", "J♦", "10♦", "9♦"],
        ["A♣", "K♣", "Q♣", "J♣", "10♣", "9♣"],
    ]
    assert cards.rows[0][-1] == Key("BJ", "BJ", "big joker", "joker")
    assert (len(cards.copies), {*cards.copies.values()}) == (26, {2})
    assert french_card_keys().copies == {}
    assert [key.spoken for key in french_card_keys(lowest="10").rows[2]] == [
        f"{rank} of diamonds" for rank in ("ace", "king", "queen", "jack", "10")
    ]
    assert [len(row) for row in french_card_keys(lowest="8").rows] == [7, 7, 7, 7]
    assert [len(row) for row in french_card_keys(lowest="7").rows] == [7, 1, 7, 1, 7, 1, 7, 1]


def test_the_name_of_a_key_contains_what_is_read_on_it():
    for label, spoken, name in (
        ("K♥", "king of hearts", "king of hearts"),
        ("♠♠♠", "three trumps", "three trumps"),
        ("none", "no trumps", "none, no trumps"),
        ("BJ", "Big joker", "BJ, Big joker"),
    ):
        assert Key("x", label, spoken).accessible_name == name
