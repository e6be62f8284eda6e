"""The history of a match: what each entry changed; any of them can be undone, and redone."""

import re

import pytest

from games.core.errors import Impossible, ImpossibleRound
from games.core.registry import find
from games.core.schema import plain, read
from scorekeeper.clubs.models import Role
from scorekeeper.matches import recording
from scorekeeper.matches.entry_history import changes_of
from scorekeeper.matches.models import Round
from tests.cases import cases
from tests.devices import member
from tests.html_browser import Page
from tests.matches.factory import entry, make_hand, make_match, match_form, reload, six_rounds, snapshot, suits
from tests.matches.simulated import do_something, rng_of, simulate_match
from tests.matches.test_own_answers import ROUND_1, draft_of, table

pytestmark = pytest.mark.django_db


def another(match):
    return read(suits(2, 2, 2, 2, 2, 1), match.game.facts)


CHANGES = {
    "played": lambda match: recording.play(match, another(match), entry(match)),
    "inserted": lambda match: recording.insert(match, 2, another(match), entry(match)),
    "corrected": lambda match: recording.correct(match, 2, another(match), entry(match)),
    "deleted": lambda match: recording.delete_round(match, 2, entry(match)),
    "noted": lambda match: recording.note_round(match, 2, "Ben dropped his cards", entry(match)),
    "finished": lambda match: recording.finish(match, entry(match)),
}


@cases("verb", CHANGES)
def test_every_kind_of_entry_is_undone_and_redone(verb):
    match = six_rounds(4)
    before = snapshot(match)
    done = CHANGES[verb](match)
    after = without_end(snapshot(match))

    undone = recording.undo(match, done, entry(match))
    assert (undone.action, undone.undoes, changes_of(match)[0].verb) == ("undo", done, "undone")
    assert snapshot(match) == before

    redone = recording.undo(match, undone, entry(match))
    assert (redone.action, redone.undoes, changes_of(match)[0].verb) == ("undo", undone, "redone")
    assert without_end(snapshot(match)) == after

    recording.undo(match, redone, entry(match))
    assert changes_of(match)[0].verb == "undone"
    assert snapshot(match) == before


def without_end(facts):
    """The record of a match but for the time it ended, which is now where the end is redone."""
    return {**facts, "match": facts["match"][:2]}


def reds(match):
    return [facts.suits.red for facts in reload(match).round_facts]


def test_a_restored_round_is_still_the_same_round_to_its_history():
    match = six_rounds(3)
    corrected = recording.correct(match, 2, another(match), entry(match))
    recording.undo(match, recording.delete_round(match, 2, entry(match)), entry(match))

    recording.undo(match, corrected, entry(match))

    assert reds(match) == [1, 2, 0]


def test_an_entry_is_left_out_and_those_after_it_are_applied_again():
    match = six_rounds(2)
    played = match.entries.get(number=1)
    corrected = recording.correct(match, 1, another(match), entry(match))
    undone = recording.undo(match, played, entry(match))
    assert reds(match) == [2]
    recording.undo(match, undone, entry(match))
    assert reds(match) == [1, 2]
    recording.undo(match, corrected, entry(match))
    assert reds(match) == [1, 2]


def test_undoing_what_changes_nothing_any_more_is_refused():
    match = six_rounds(2)
    first = recording.correct(match, 1, another(match), entry(match))
    second = recording.correct(match, 1, read(suits(0, 0, 0, 0, 0, 2), match.game.facts), entry(match))
    with pytest.raises(Impossible, match="that would change nothing: it has been changed again since"):
        recording.undo(match, first, entry(match))
    deleted = recording.delete_round(match, 1, entry(match))
    with pytest.raises(Impossible, match="changed again since"):
        recording.undo(match, second, entry(match))
    recording.undo(match, deleted, entry(match))
    recording.undo(match, second, entry(match))
    with pytest.raises(Impossible, match="undone already"):
        recording.undo(match, second, entry(match))
    assert reds(match) == [1, 2]

    reopened = recording.undo(match, recording.finish(match, entry(match)), entry(match))
    recording.finish(match, entry(match))
    with pytest.raises(Impossible, match="changed again since"):
        recording.undo(match, reopened, entry(match))


def test_the_history_knows_the_facts_and_notes_that_each_entry_left():
    rng, left = rng_of(7), {}
    match = simulate_match(find("good-little-tricks"), rng, 3)

    def by_name(facts):
        # Entries before another order of the players are told in the order of now.
        return {suit: reload(match).names[seat] for suit, seat in facts["suits"].items()}

    for _ in range(40):
        do_something(match, rng)
        last = match.entries.first()
        row = Round.objects.filter(pk=last.round).first() if last else None
        if last and last.round:
            left.setdefault(last.number, row and (by_name(row.facts), row.note, row.number))

    changes = [change for change in changes_of(match) if change.number]
    told = {
        change.entry.number: change.after and (by_name(change.after.facts), change.after.note, change.number)
        for change in changes
    }

    assert len(left) > 10
    assert {number: told[number] for number in left} == left


def test_restoring_a_round_that_no_longer_fits_is_refused_in_words():
    match = make_match(3)
    last = recording.delete_round(match, 3, entry(match))
    recording.delete_round(match, 2, entry(match))

    with pytest.raises(ImpossibleRound) as refused:
        recording.undo(match, last, entry(match))

    assert refused.value.message == ("as hand 2 it does not fit any more: Ada took 3, but only 2 cards were dealt")
    assert plain(reload(match).round_facts) == [plain(make_hand(match, number=1))]


def test_a_corrected_answer_is_marked_until_the_correction_is_undone(client):
    match = make_match(2)
    recording.correct(match, 1, make_hand(match, bids=[1, 0, 0, 0], number=1), entry(match))
    page = f"/matches/{match.pk}/"
    html = client.get(page).content.decode()
    assert "Correct Ada in hand 1: 1/1, corrected before" in html
    assert html.count('class="corrected"') == 1
    assert "0 → 1" in client.get(f"{page}history/").content.decode()

    recording.undo(match, match.entries.first(), entry(match))
    assert 'class="corrected"' not in client.get(page).content.decode()


def test_every_phone_says_what_was_undone_and_where_and_redoes_it():
    match, (ada, ben, cleo) = table("big-little")
    ada.save(**ROUND_1)
    assert "Saved" in ada.page()
    undo = f"/matches/{match.pk}/history/1/undo/"
    whole_page = {"Sec-Fetch-Mode": "navigate"}
    assert ada.post(undo, match_form(reload(match)), headers=whole_page).url == f"/matches/{match.pk}/#saved"

    for phone, said, is_news in ((ada, "Undone: hand 1", False), (ben, "Undone on Ada’s phone: hand 1", True)):
        page = Page(None, phone.get(f"/matches/{match.pk}/"))
        assert said in page.text
        assert "Redo" in page.buttons()
        assert ("data-news" in page.html) == is_news
    viewer = Page(None, member(role=Role.VIEWER).get(f"/matches/{match.pk}/"))
    assert "Undone on Ada’s phone: hand 1" in viewer.text
    assert "Redo" not in viewer.buttons()

    cleo.undo(2)
    assert len(reload(match).round_facts) == 1
    assert "Redone on Cleo’s phone: hand 1" in ada.page()
    recording.finish(reload(match), entry(reload(match), device=ben.device))
    assert "Ended on Ben’s phone: the match" in ada.page()
    ada.undo(4)
    assert "Undone on Ada’s phone: end of the match" in ben.page()
    cleo.post(f"/matches/{match.pk}/rounds/1/deletion/", match_form(reload(match)))
    assert "Deleted on Cleo’s phone: hand 1" in ada.page()


def test_undo_and_redo_ask_where_something_was_entered_since():
    match, (ada, ben, _) = table("big-little")
    ada.save(**ROUND_1)
    ben.answer(number=2, bids_1="1")

    def ask(number, **more):
        form = match_form(reload(match), **more)
        return Page(None, ada.post(f"/matches/{match.pk}/history/{number}/undo/", form))

    asked = ask(1)
    assert (asked.status, "Hand 2, not saved yet: Ben bids 1." in asked.text) == (409, True)
    assert len(reload(match).round_facts) == 1
    assert ask(1, **dict(asked.fields("form 1"))).status == 302
    assert draft_of(match)["bids-1"] == ROUND_1["bids_1"], "what was undone, not what was bid for the next hand"

    ben.answer(bids_1="0")
    asked = ask(2)
    assert (asked.status, "Hand 1, not saved yet:" in asked.text) == (409, True)
    ben.answer(bids_1="1")
    assert ask(2).status == 302, "it is as it was"
    assert len(reload(match).round_facts) == 1
    assert ask(3).status == 302
    assert draft_of(match)["tricks-1"] == "1", "undone once more it can be entered again, too"


def test_consecutive_rounds_of_a_device_are_one_history_row_but_the_last(client):
    match = make_match(5)
    recording.correct(match, 1, make_hand(match, bids=[1, 0, 0, 0], number=1), entry(match))
    recording.play(match, make_hand(match), entry(match))
    recording.play(match, make_hand(match), entry(match))

    page = client.get(f"/matches/{match.pk}/history/").content.decode()

    heads = re.findall(r"Hands?\s+[\d–]+\s+\w+", page)
    assert [" ".join(head.split()) for head in heads[:4]] == [
        "Hand 7 played", "Hand 6 played", "Hand 1 corrected", "Hands 1–5 played",
    ]  # fmt: skip
    assert page.count("/undo/") == 8
