import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.grosse_kleine.game import GAME
from games.impossible import Impossible
from games.record import Trick
from games.typed import plain, read
from tests.cases import cases
from tests.games.grosse_kleine.rounds import NAMES, Record, facts, played, recorded, rounds, table


@given(rounds())
def test_a_round_out_of_one_box_is_possible_and_is_read_as_it_was_written(record: Record) -> None:
    for end in ("finish-a-trick", "at-once"):
        played(record, end=end)

    assert read(plain(record), Record) == record


def test_a_pile_nobody_took_is_left_out_of_the_sheet():
    assert plain(recorded("", "1", "2")) == {"left": ["", "1", "2"]}


def test_who_took_the_little_a_stands_in_the_ledger():
    assert next(recorded("", "1", "2", pile=(2, 20)).tricks_taken()) == Trick(2, 1, "little-a")
    assert "little-a" not in [trick.kind for trick in recorded("", "1", "2").tricks_taken()]
    assert list(recorded("", "1", "2").bids_made(table(3).deal, table(3))) == []


def test_how_many_cards_were_held_stands_in_the_ledger_where_they_were_told():
    held = recorded("", "4 9 J", 0, 17).tricks_taken()

    assert list(held) == [Trick(0, 0, "still-held"), Trick(1, 3, "still-held"), Trick(2, 0, "still-held")]


def test_the_pad_notes_who_went_out_who_held_an_a_card_and_what_the_pile_added():
    assert noted("", "4 9", "J 2 A", 17, pile=(1, "12 13 J")) == ["out", "+26", "A", ""]
    assert noted(0, "a A", "1") == ["out", "a A", ""]
    assert noted("5", "", "1 A", pile=(1, 20)) == ["", "out +20", "A"]


def noted(*left, pile=None):
    so_far = table(len(left))
    return recorded(*left, pile=pile).notes(so_far.deal, so_far)


def test_a_round_has_no_half():
    assert recorded("", "1", "2").is_complete


@cases(
    "wrong",
    [
        {},
        {"left": None},
        {"left": "1 2 3"},
        {"left": ["", True, "1"]},
        {"left": ["", 1.5, "1"]},
        {"left": ["", None, "1"]},
        {"left": ["", ["1"], "1"]},
        {"left": ["", "1", "2"], "pile": {"seat": True, "cards": "1 2"}},
        {"left": ["", "1", "2"], "pile": {"seat": "0", "cards": "1 2"}},
        {"left": ["", "1", "2"], "pile": {"seat": 0, "cards": ["1", "2"]}},
        {"left": ["", "1", "2"], "pile": {"seat": 0, "cards": None}},
        {"left": ["", "1", "2"], "pile": {"seat": 0}},
        {"left": ["", "1", "2"], "pile": {"cards": "1 2"}},
        {"left": ["", "1", "2"], "pile": []},
        {"left": ["", "1", "2"], "pile": {"seat": 0, "cards": "1 2", "worth": 3}},
        {"left": ["", "1", "2"], "points": [0, 1, 2]},
    ],
)
def test_what_is_no_record_is_refused(wrong):
    with pytest.raises(Impossible):
        read(wrong, Record)


ANYTHING = st.one_of(
    st.integers(),
    st.text(),
    st.sampled_from(["", "A", "a", "J", "1 2 a", "13 13 A", "a a", "0", " ", 0, 15, 25, 819, 820]),
)


@given(st.lists(ANYTHING, max_size=5), st.none() | st.tuples(st.integers(-2, 5) | st.integers(), ANYTHING))
def test_whatever_is_written_it_is_a_round_or_impossible(left, pile):
    record = read(facts(*left, pile=pile), Record)
    for rules in ({}, {"end": "at-once"}):
        try:
            told = sum(GAME.play(GAME.table(NAMES[:4], 0, rules), record).rounds[-1].points)
        except Impossible as error:
            told = len(error.message)

        assert told >= 0
