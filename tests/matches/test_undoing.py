"""Any entry can be taken back, and what was taken back can stand again."""

import pytest

from games.impossible import Impossible, ImpossibleRound
from games.typed import plain, read
from scorekeeper.table.models.history import taken_back
from tests.matches.factory import a_hand, a_match, again, entry, record_of, six_rounds, suits

pytestmark = pytest.mark.django_db


def another(match):
    return read(suits(2, 2, 2, 2, 2, 1), match.game.record)


CHANGES = {
    "played": lambda match: match.play(another(match), entry(match)),
    "inserted": lambda match: match.insert(2, another(match), entry(match)),
    "corrected": lambda match: match.correct(2, another(match), entry(match)),
    "deleted": lambda match: match.delete_round(2, entry(match)),
    "finished": lambda match: match.finish(entry(match)),
}


@pytest.mark.parametrize("verb", CHANGES)
def test_every_kind_of_entry_is_undone_and_redone(verb):
    match = six_rounds(4)
    before = record_of(match)
    done = CHANGES[verb](match)
    after = {**record_of(match), "match": record_of(match)["match"][:2]}

    undone = match.undo(done, entry(match))
    assert (undone.verb, undone.undoes) == ("undone", done)
    assert record_of(match) == before

    redone = match.undo(undone, entry(match))
    assert (redone.verb, redone.undoes) == ("redone", undone)
    assert {**record_of(match), "match": record_of(match)["match"][:2]} == after


def test_a_deleted_round_that_comes_back_is_still_the_same_round_to_its_history():
    match = six_rounds(3)
    corrected = match.correct(2, another(match), entry(match))
    deleted = match.delete_round(2, entry(match))
    match.undo(deleted, entry(match))

    match.undo(corrected, entry(match))

    assert [record.suits.red for record in again(match).records] == [1, 2, 0]


def test_an_entry_can_be_undone_a_second_time_after_it_was_redone():
    match = six_rounds(2)
    corrected = match.correct(1, another(match), entry(match))
    for _ in range(3):
        undone = match.undo(corrected, entry(match))
        match.undo(undone, entry(match))
    match.undo(corrected, entry(match))

    assert [record.suits.red for record in again(match).records] == [1, 2]
    assert match.entries.count() == 2 + 1 + 6 + 1


def test_what_was_taken_back_already_is_not_taken_back_again():
    match = six_rounds(2)
    corrected = match.correct(1, another(match), entry(match))
    undone = match.undo(corrected, entry(match))
    redone = match.undo(undone, entry(match))

    with pytest.raises(Impossible, match="taken back already"):
        match.undo(undone, entry(match))
    match.undo(redone, entry(match))
    with pytest.raises(Impossible, match="taken back already"):
        match.undo(corrected, entry(match))


def test_an_early_entry_is_undone_beneath_later_ones_of_other_rounds():
    match = six_rounds(4)
    first, *_ = match.entries.order_by("number")

    match.undo(first, entry(match))

    assert [record.suits.red for record in again(match).records] == [2, 0, 1]


def test_an_entry_beneath_a_later_one_of_the_same_round_waits_for_it():
    match = six_rounds(2)
    played = match.entries.get(number=1)
    corrected = match.correct(1, another(match), entry(match))

    with pytest.raises(Impossible, match="changed again since: take the later change back first"):
        match.undo(played, entry(match))
    match.undo(corrected, entry(match))
    match.undo(played, entry(match))

    assert len(again(match).records) == 1


def test_a_round_deleted_since_cannot_lose_its_correction():
    match = six_rounds(2)
    corrected = match.correct(1, another(match), entry(match))
    match.delete_round(1, entry(match))

    with pytest.raises(Impossible, match="changed again since"):
        match.undo(corrected, entry(match))


def test_calling_over_cannot_stand_again_where_somebody_called_it_over_anew():
    match = six_rounds(2)
    undone = match.undo(match.finish(entry(match)), entry(match))
    match.finish(entry(match))

    with pytest.raises(Impossible, match="changed again since"):
        match.undo(undone, entry(match))


def test_a_round_comes_back_at_the_end_where_its_place_is_gone():
    match = six_rounds(4)
    last = match.delete_round(4, entry(match))
    match.delete_round(1, entry(match))
    match.delete_round(1, entry(match))

    match.undo(last, entry(match))

    assert [record.suits.red for record in again(match).records] == [0, 1]


def test_a_round_that_does_not_fit_where_it_comes_back_is_refused_in_words():
    match = a_match(3)
    last = match.delete_round(3, entry(match))
    match.delete_round(2, entry(match))

    with pytest.raises(ImpossibleRound) as refused:
        match.undo(last, entry(match))

    assert refused.value.message == ("as hand 2 it does not fit any more: Ada took 3, but only 2 cards were dealt")
    assert plain(again(match).records) == [plain(a_hand(match, number=1))]


@pytest.mark.parametrize(
    ("entries", "back"),
    [
        ([], set()),
        ([(1, None)], set()),
        ([(2, 1), (1, None)], {1}),
        ([(3, 2), (2, 1), (1, None)], {2}),
        ([(4, 3), (3, 2), (2, 1), (1, None)], {1, 3}),
        ([(4, 1), (3, 2), (2, 1), (1, None)], {1, 2}),
        ([(5, 4), (4, 1), (3, 2), (2, 1), (1, None)], {2, 4}),
        ([(4, 2), (3, 1), (2, None), (1, None)], {1, 2}),
    ],
)
def test_an_entry_stands_unless_what_undid_it_stands(entries, back):
    assert taken_back(entries) == back
