import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.good_little_tricks.game import GAME
from games.good_little_tricks.record import SIZES, Record, in_words
from games.impossible import Impossible, ImpossibleRound
from games.typed import plain, read
from tests.cases import cases

THREE = ("Ada", "Ben", "Cleo")
EVEN = {"orange": 0, "purple": 1, "green": 2, "pink": 2, "blue": 1, "red": 0}
WITHOUT_PURPLE = [suit for suit in SIZES if suit != "purple"]


def refusal(suits, names=THREE, **rules):
    with pytest.raises(ImpossibleRound) as refused:
        GAME.play(GAME.table(names, 0, rules), read({"suits": suits}, Record))
    return refused.value


def test_a_suit_without_an_owner_is_refused_with_its_cards():
    error = refusal({suit: seat for suit, seat in EVEN.items() if suit != "red"})

    assert error.field == "suits.red"
    assert error.message == (
        "red has no owner: 7 of 27 cards are missing, look at who won the trick that completed the suit"
    )


def test_several_suits_without_an_owner_are_all_named():
    error = refusal({"orange": 0, "green": 1, "pink": 2})

    assert error.message.startswith("purple, blue and red have no owner: 16 of 27 cards are missing")
    assert error.field == "suits.purple"


def test_a_round_of_no_suits_is_refused():
    assert "27 of 27 cards are missing" in refusal({}).message


@cases("seat", [3, -1, 10**4000])
def test_a_seat_nobody_sits_at_is_refused_with_those_there_are(seat):
    error = refusal({**EVEN, "blue": seat})

    assert error.message == "blue went to a seat nobody sits at; the seats are 0 (Ada), 1 (Ben), 2 (Cleo)"
    assert error.field == "suits.blue"


def test_the_last_seat_of_each_table_is_one():
    suits = dict.fromkeys(WITHOUT_PURPLE, 3)
    so_far = GAME.table((*THREE, "Dan"), 0, {"deck": WITHOUT_PURPLE})

    assert GAME.play(so_far, read({"suits": suits}, Record)).totals == (24, 24, 24, 0)


def test_a_suit_the_house_deck_leaves_out_is_refused():
    error = refusal({**EVEN, "purple": 0}, (*THREE, "Dan"), deck=WITHOUT_PURPLE)

    assert error.field == "suits.purple"
    assert error.message == (
        "purple was collected, but by your house rule it is not in the deck; "
        "this table plays with orange, green, pink, blue and red"
    )


def test_a_missing_suit_of_a_house_deck_is_counted_against_that_deck():
    error = refusal({"orange": 0, "green": 0, "pink": 1, "blue": 1}, ("Ada", "Ben"), deck=WITHOUT_PURPLE)

    assert "red has no owner: 7 of 24 cards are missing" in error.message


@cases("owner", [None, True, 1.5, "0", [0, 1], {"seat": 0}])
def test_an_owner_is_one_seat_and_the_refusal_names_the_suit(owner):
    with pytest.raises(Impossible) as refused:
        read({"suits": {**EVEN, "pink": owner}}, Record)

    assert refused.value.field == "suits.pink"


@given(st.permutations(list(EVEN.items())))
def test_the_order_in_which_suits_are_written_says_nothing(suits):
    record = read({"suits": dict(suits)}, Record)

    assert record == read({"suits": EVEN}, Record)
    assert list(record.owners.items()) == list(EVEN.items())
    assert plain(record) == {"suits": EVEN}


def test_suits_are_listed_as_people_say_them():
    assert in_words(["red"]) == "red"
    assert in_words(["blue", "red"]) == "blue and red"
    assert in_words(["pink", "blue", "red"]) == "pink, blue and red"
