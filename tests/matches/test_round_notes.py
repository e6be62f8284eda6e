"""Notes on rounds: a sentence of the table, which stands wherever people look back, and never changes a score."""

from csv import DictReader
from io import StringIO

import pytest

from games.core.errors import Impossible
from games.core.schema import read
from games.core.scoresheet import dump, load
from scorekeeper.clubs.models import Club, Role
from scorekeeper.history.review import MatchReview
from scorekeeper.history.sharing import SharedMatch
from scorekeeper.matches import recording
from scorekeeper.matches.models import EntryMode, Line, Match
from scorekeeper.transfer.club_file import club_file, open_file
from scorekeeper.transfer.club_import import ClubImport
from scorekeeper.transfer.scoresheets import sheet_of
from scorekeeper.transfer.spreadsheets import TABLES, csv_chunks
from tests.devices import member
from tests.html_browser import Browser
from tests.matches.factory import entry, import_sheet, keep_draft, make_match, reload, six_rounds, snapshot, suits

pytestmark = pytest.mark.django_db

NOTE = "Ben dropped his cards"


def noted(match, number=2, note=NOTE):
    recording.note_round(match, number, note, entry(match))
    return reload(match)


def notes(match):
    return [row.note for row in reload(match).round_list]


def note_url(match, number=2):
    return f"/matches/{match.pk}/rounds/{number}/note/"


def text(url):
    return " ".join(Browser().open(url).text.split())


def test_a_note_is_written_changed_and_removed_on_its_page():
    match = make_match(3)
    page = Browser().open(note_url(match))
    assert "Note on hand 2" in page.text

    saved = page.press("Save the note", note="  Ben dropped\r\n his cards ")

    assert notes(match) == ["", NOTE, ""]
    assert "with a note" in saved.html
    page = Browser().open(note_url(match))
    assert NOTE in page.text
    page.press("Save the note", note="")
    assert notes(match) == ["", "", ""]
    assert [one.action for one in reload(match).entries.all()][:2] == ["note", "note"]


def test_a_note_that_stays_as_it_is_is_no_entry():
    match = noted(make_match(3))
    Browser().open(note_url(match)).press("Save the note", note=NOTE)
    assert reload(match).version == match.version


def test_a_note_leaves_points_and_drafts_as_they_are():
    match = six_rounds(3)
    keep_draft(match, {"suits-red": "0"}, EntryMode.CORRECT, 2)
    before, lines = snapshot(match), [*Line.objects.values_list("pk", flat=True)]
    after = snapshot(noted(match))
    assert after.pop("notes") == ["", NOTE, ""]
    del before["notes"]
    assert after == before
    assert [*Line.objects.values_list("pk", flat=True)] == lines, "the ledger is not written anew"
    assert [*match.answers.values_list("question", "text")] == [("suits-red", "0")]


def test_a_note_is_shown_with_the_reasons_and_wherever_people_look_back():
    match = noted(make_match(3))
    assert NOTE in text(f"/matches/{match.pk}/rounds/2/sides/0/")
    assert NOTE not in text(f"/matches/{match.pk}/rounds/1/sides/0/")
    assert NOTE in text(f"/matches/{match.pk}/review/")
    assert MatchReview(match).notes == [(2, NOTE)]
    assert f"Note: {NOTE}" in text(f"/matches/{match.pk}/history/")
    csv = "".join(csv_chunks(TABLES["rounds"], match.club)).removeprefix("\ufeff")
    rows = DictReader(StringIO(csv, newline=""))
    assert {row["round"]: row["note"] for row in rows} == {"1": "", "2": NOTE, "3": ""}


def test_each_page_leads_to_the_note():
    match = make_match(3)
    for page in ("rounds/2/", "rounds/2/sides/0/", "history/"):
        url = f"/matches/{match.pk}/{page}"
        assert note_url(match) in Browser().open(url).links
        assert note_url(match) not in member(role=Role.VIEWER).get(url).text


def test_what_others_enter_meanwhile_does_not_disturb_a_note():
    match = six_rounds(3)
    form = Browser().open(note_url(match))
    match = reload(match)
    recording.play(match, read(suits(0, 0, 0, 0, 0, 1), match.game.facts), entry(match))
    recording.insert(match, 1, match.round_facts[0], entry(match))
    saved = form.press("Save the note", note=NOTE)
    assert notes(match) == ["", "", NOTE, "", ""]
    assert saved.response.redirect_chain[-1][0].endswith("#round-3")


def test_a_note_on_a_round_that_is_gone_is_shown_and_written_nowhere_else():
    match = six_rounds(3)
    last = Browser().open(note_url(match, 3))
    recording.undo(reload(match), match.entries.get(number=3), entry(reload(match)))
    refused = last.press("Save the note", note=NOTE)
    assert (refused.status, notes(match)) == (409, ["", ""])
    assert f"This round is not there any more. Your note on it: {NOTE}" in refused.text
    assert Browser().open(note_url(match, 3)).status == 404


def test_a_note_refused_after_its_round_got_another_number_goes_to_that_round():
    match = six_rounds(3)
    form = Browser().open(note_url(match))
    match = noted(reload(match), note="Cleo laughed")
    recording.insert(match, 1, match.round_facts[0], entry(match))
    form.press("Save the note", note=NOTE).press("Save the note", note=NOTE)
    assert notes(match) == ["", "", NOTE, ""]


def test_a_note_that_somebody_wrote_meanwhile_is_not_lost():
    match = make_match(3)
    form = Browser().open(note_url(match))
    noted(reload(match), note="Cleo laughed")
    refused = form.press("Save the note", note=NOTE)
    assert refused.status == 409
    assert "Cleo laughed" in refused.text
    assert NOTE in refused.text
    assert notes(match) == ["", "Cleo laughed", ""]
    refused.press("Save the note", note=f"Cleo laughed. {NOTE}")
    assert notes(match) == ["", f"Cleo laughed. {NOTE}", ""]


def test_a_note_sent_twice_is_one_entry():
    match = make_match(3)
    form = Browser().open(note_url(match))
    for _ in range(2):
        assert form.press("Save the note", note=NOTE).status == 200
    assert reload(match).entries.filter(action="note").count() == 1


def test_undoing_a_correction_keeps_a_later_note_and_the_other_way_round():
    match = six_rounds(3)
    other = read(suits(2, 2, 2, 2, 2, 1), match.game.facts)
    corrected = recording.correct(match, 2, other, entry(match))
    recording.note_round(match, 2, NOTE, entry(match))
    written = match.entries.first()
    recording.undo(match, corrected, entry(match))
    assert notes(match) == ["", NOTE, ""]
    recording.correct(match, 2, other, entry(match))
    recording.undo(match, written, entry(match))
    assert notes(match) == ["", "", ""]
    assert reload(match).round_facts[1] == other


def test_a_note_goes_with_its_round_when_it_is_deleted_and_comes_back_with_it():
    match = noted(six_rounds(3))
    deleted = recording.delete_round(match, 2, entry(match))
    assert notes(match) == ["", ""]
    recording.undo(match, deleted, entry(match))
    assert notes(match) == ["", NOTE, ""]
    played = match.entries.get(number=2)
    undone = recording.undo(match, played, entry(match))
    recording.undo(match, undone, entry(match))
    assert notes(match) == ["", NOTE, ""]


def test_a_note_stays_with_a_last_hand_that_is_undone_and_played_again():
    match = noted(six_rounds(3), 3)
    facts = match.round_facts[2]
    recording.undo(match, match.entries.get(number=3), entry(match))
    recording.play(match, facts, entry(match))
    assert notes(match) == ["", "", NOTE]
    recording.play(match, facts, entry(match))
    assert notes(match) == ["", "", NOTE, ""]


def test_notes_stay_with_two_last_hands_that_are_undone_and_played_again():
    match = noted(noted(six_rounds(3), 2, "late"), 3)
    facts = match.round_facts[2]
    for number in (3, 2):
        recording.undo(match, match.entries.get(number=number), entry(match))
    recording.play(match, facts, entry(match))
    match = noted(match, 1, "early")
    recording.play(match, facts, entry(match))
    assert notes(match) == ["early", "late", NOTE]


def test_a_note_on_a_round_that_was_put_in_and_taken_out_again_is_not_on_the_next():
    match = six_rounds(2)
    inserted = recording.insert(match, 1, match.round_facts[0], entry(match))
    match = noted(match, 1)
    recording.undo(match, match.entries.get(pk=inserted.pk), entry(match))
    recording.play(match, match.round_facts[0], entry(match))
    assert notes(match) == ["", "", ""]


def test_notes_travel_beside_the_notes_of_the_match_and_may_say_anything():
    match = make_match(3)
    notes_of_match = "In the barn\nHand 1: Eve plays for Ada"
    Match.objects.filter(pk=match.pk).update(notes=notes_of_match)
    match = noted(noted(reload(match)), 3, "Eve plays for Ada")
    sheet = load(dump(sheet_of(match)))
    imported = import_sheet(Club.objects.create(name="Other"), sheet)
    assert (imported.notes, notes(imported)) == (notes_of_match, ["", NOTE, "Eve plays for Ada"])
    assert not any(imported.stand_ins.values())
    assert dump(sheet_of(reload(imported))) == dump(sheet)


def test_notes_survive_the_club_file():
    match = noted(make_match(3))
    other = Club.objects.create(name="Other")
    ClubImport(other, open_file("".join(club_file(match.club)).encode())).write()
    assert notes(other.matches.get()) == ["", NOTE, ""]


def test_too_long_notes_are_refused_in_words():
    match = six_rounds(3)
    with pytest.raises(Impossible, match="a note has at most 200 characters, and this one has 201"):
        recording.note_round(match, 1, "x" * 201, entry(match))
    assert notes(match) == ["", "", ""]


def test_the_history_says_that_a_note_was_undone_and_not_its_round():
    match = noted(make_match(3))
    recording.undo(match, match.entries.first(), entry(match))
    assert "Note on hand 2 undone" in text(f"/matches/{match.pk}/history/")


def test_a_visitor_with_a_shared_link_sees_no_note():
    match = noted(make_match(3))
    assert not any(row.has_note for row in SharedMatch(match).scoreboard.rows())
