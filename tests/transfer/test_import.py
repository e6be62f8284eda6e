"""A club's file comes in whole or not at all, and once; what the club has already is not doubled."""

import json
import uuid
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from games.core import scoresheet
from scorekeeper.clubs.models import Club, Player
from scorekeeper.history.models import NightNotes
from scorekeeper.matches.models import Match
from scorekeeper.statistics.cleanup import purge_deleted
from scorekeeper.transfer import club_import, scoresheets
from scorekeeper.transfer.models import BROKE_OFF, PendingImport
from tests.cases import cases
from tests.concurrency import finish_all, start_thread
from tests.html_browser import Page
from tests.matches.factory import six_rounds
from tests.transfer.club_files import client, export, import_file, make_file, make_sheet, upload, wipe
from tests.transfer.test_import_refused import TEXT, row_counts

pytestmark = pytest.mark.django_db


def address_of(page):
    """Where an upload is shown, and confirmed."""
    return page.response.redirect_chain[-1][0]


def confirm(browser, where):
    return Page(None, browser.post(where, follow=True))


# --- Whole, and once ---


def test_a_failure_in_the_last_match_leaves_nothing(monkeypatch):
    browser = client()
    starts = [f"2026-01-01T20:{number // 60:02}:{number % 60:02}+00:00" for number in range(150)]
    where = address_of(upload(make_file(*(make_sheet(started=started) for started in starts)), browser))
    before = export()
    for step in ("write_ledgers", "plain", "_seat_players"):
        original, calls = getattr(scoresheets, step), []

        def fail(*arguments, original=original, calls=calls):
            calls.append(arguments)
            if Match.everything.count() > 100:
                raise ZeroDivisionError
            return original(*arguments)

        monkeypatch.setattr(scoresheets, step, fail)
        with pytest.raises(ZeroDivisionError):
            browser.post(where)
        monkeypatch.setattr(scoresheets, step, original)

        assert calls, step
        assert row_counts()[:4] == [0, 0, 0, 0], step
        assert export() == before, step
    assert "150 new matches" in confirm(browser, where).text
    assert Match.objects.count() == 150


def test_an_upload_shows_what_will_be_imported_and_writes_none_of_it():
    page = upload(TEXT)

    assert "2 new matches" in page.text
    assert "3 new players" in page.text
    assert page.buttons() == ["Import"]
    assert row_counts() == [0, 0, 0, 0, 1]


def test_a_form_sent_twice_imports_once_and_the_file_is_no_longer_kept():
    browser, key = client(), str(uuid.uuid4())
    first, second = (address_of(upload(TEXT, browser, key=key)) for _ in range(2))
    assert first == second

    pages = [confirm(browser, first) for _ in range(2)]

    assert [page.status for page in pages] == [200, 200]
    assert pages[0].html == pages[1].html
    assert pages[0].buttons() == []
    assert Match.objects.count() == 2
    assert bytes(PendingImport.objects.get().packed) == b""


def test_matches_imported_between_upload_and_confirmation_are_not_doubled():
    browser = client()
    addresses = [address_of(upload(TEXT, browser)) for _ in range(2)]

    first, second = (confirm(browser, where) for where in addresses)

    assert "2 new matches" in first.text
    assert "0 new matches" in second.text
    assert Match.objects.count() == 2


def test_of_the_files_that_wait_the_newest_stay():
    browser = client()
    addresses = [address_of(upload(make_file(make_sheet(first_dealer=dealer)), browser)) for dealer in (0, 1, 2, 0)]

    assert PendingImport.objects.count() == club_import.PENDING_FILES == 3
    assert browser.get(addresses[0]).status_code == 404
    assert "1 new match" in confirm(browser, addresses[-1]).text


def test_while_one_file_is_looked_at_another_is_told_to_wait(monkeypatch):
    monkeypatch.setattr(club_import, "PATIENCE", 0)
    with club_import.one_at_a_time:
        assert "another file is being imported just now" in upload(TEXT).text.lower()
    assert "2 new matches" in upload(TEXT).text


# --- While it goes on ---


def test_until_all_is_there_nothing_is_and_the_page_says_how_far_it_is(monkeypatch):
    browser = client()
    starts = [f"2026-01-01T20:{number // 60:02}:{number % 60:02}+00:00" for number in range(150)]
    where = address_of(upload(make_file(*(make_sheet(started=started) for started in starts)), browser))
    other = address_of(upload(make_file(make_sheet(first_dealer=1)), browser))
    note, seen = PendingImport.note_progress, []

    def look(pending, done):
        note(pending, done)
        page = Page(None, browser.get(where))
        again, beside = browser.post(where), Page(None, browser.post(other))
        there = Match.objects.count(), Club.here().players.count()
        seen.append((page.text, *there, len(page.buttons()), again.status_code, beside.text))

    monkeypatch.setattr(PendingImport, "note_progress", look)
    pending = PendingImport.objects.earliest("pk")
    assert pending.begin()
    club_import.finish_import(pending, None)
    done = Page(None, browser.get(where))

    assert [one[1:5] for one in seen] == [(0, 0, 0, 302)] * 2
    for number, (text, *_, beside) in zip((100, 150), seen, strict=True):
        assert f"Importing: {number} of 150 matches" in text
        assert "another file is being imported just now" in beside
    assert "150 new matches" in done.text
    assert Match.objects.count() == 150
    assert Club.everything.count() == 1


def test_the_preview_of_a_large_file_says_how_far_it_is(monkeypatch):
    monkeypatch.setattr(club_import, "SOON_PREVIEWED", 1)
    browser, note, seen = client(), PendingImport.note_progress, []

    def look(pending, done):
        note(pending, done)
        where = f"/transfer/imports/{pending.key}/"
        page, again = Page(None, browser.get(where)), browser.post(where)
        seen.append((page.buttons(), again.status_code, "Looking at the file: 2 of 2 matches" in page.text))

    with monkeypatch.context() as patch:
        patch.setattr(PendingImport, "note_progress", look)
        pending = club_import.save_upload(Club.here(), uuid.uuid4(), TEXT)
        assert pending.begin()
        club_import.finish_preview(pending)
    key = str(uuid.uuid4())
    pages = [upload(TEXT, browser, key=key) for _ in range(2)]

    assert seen == [([], 302, True)]
    assert all("2 new matches" in page.text for page in pages)
    assert "2 new matches" in confirm(browser, address_of(pages[0])).text
    assert Match.objects.count() == 2

    refused = upload(make_file(make_sheet(), make_sheet(players=("Ada", "Ada", "Cleo"))), browser)
    assert (refused.status, refused.buttons()) == (422, [])
    assert "match 2: " in refused.text
    assert bytes(PendingImport.objects.latest("pk").packed) == b""


@pytest.mark.django_db(transaction=True)
def test_others_write_while_a_file_is_imported(monkeypatch):
    club, browser = Club.here(), client()
    where = address_of(upload(TEXT, browser))
    for step in ("_seat_players", "plain"):  # before the matches, and between them and their rounds
        original = getattr(scoresheets, step)

        def meanwhile(*given, original=original):
            if not connection.in_atomic_block:
                finish_all([start_thread(lambda: Club.objects.filter(pk=club.pk).update(zone="Europe/Rome"))])
                others.append(1)
            return original(*given)

        monkeypatch.setattr(scoresheets, step, meanwhile)
    others = []

    assert "2 new matches" in confirm(browser, where).text
    assert others
    assert Club.everything.count() == 1


def test_an_import_that_broke_off_can_be_made_again_and_leaves_nothing():
    browser = client()
    where = address_of(upload(TEXT, browser))
    with pytest.raises(ZeroDivisionError), club_import.staging_club() as staging:
        Player.objects.create(club=staging, name="Zoë")
        raise ZeroDivisionError
    assert Club.everything.count() == 1
    PendingImport.objects.update(active_at=timezone.now() - timedelta(minutes=2), done=1)
    left = club_import.staging_club()
    left.__enter__()  # as a process leaves it that is killed

    page = Page(None, browser.get(where))

    assert BROKE_OFF in page.text
    assert page.buttons() == ["Import"]
    assert "2 new matches" in confirm(browser, where).text
    assert Club.everything.count() == 2
    with time_machine.travel(timezone.now() + timedelta(minutes=61)):
        purge_deleted()
    assert Club.everything.count() == 1
    assert Match.objects.count() == 2


def test_a_player_who_joins_meanwhile_is_not_there_twice(monkeypatch):
    browser, note = client(), PendingImport.note_progress
    where = address_of(upload(TEXT, browser))

    def join(pending, done):
        note(pending, done)
        Player.objects.get_or_create(club=Club.here(), name="Ada")

    monkeypatch.setattr(PendingImport, "note_progress", join)

    assert "changed during the import" in confirm(browser, where).text
    assert Match.objects.count() == 0
    assert "2 new matches" in confirm(browser, where).text
    assert Player.objects.filter(name="Ada").count() == 1


def test_of_the_files_that_wait_only_so_many_bytes_stay(monkeypatch):
    monkeypatch.setattr(club_import, "PENDING_BYTES", 300)
    browser = client()
    addresses = [address_of(upload(make_file(make_sheet(first_dealer=dealer)), browser)) for dealer in (0, 1)]
    packed = [len(one.packed) for one in PendingImport.objects.all()]

    assert packed[-1] < 300 <= 2 * packed[-1]
    assert browser.get(addresses[0]).status_code == 404


# --- Into a club that has matches already ---


def test_a_match_of_the_club_is_read_once_however_many_of_the_file_are_like_it(monkeypatch):
    text = make_file(*(make_sheet(first_dealer=number % 3, rounds=number) for number in range(6)))
    import_file(text)
    keys, calls = club_import._keys, []
    monkeypatch.setattr(club_import, "BATCH", 2)
    monkeypatch.setattr(club_import, "_keys", lambda *given: calls.append(given) or keys(*given))

    page = upload(text)

    assert "0 new matches" in page.text
    assert "There is nothing to import." in page.text
    assert page.buttons() == []
    assert len(calls) == 6 + 6


@pytest.mark.postgresql
def test_the_same_players_start_and_facts_are_the_same_match():
    import_file(make_file(make_sheet(), make_sheet(started="2026-11-20T20:00:00+00:00")))
    Match.objects.update(notes="a note since")

    page = import_file(
        make_file(
            make_sheet(ended="2026-11-20T21:00:00+00:00", night="x"),
            make_sheet(started="2026-11-20T21:15:00+02:00"),  # the first one by another clock: the file holds it twice
            make_sheet(started="2026-11-20T20:00:01+00:00"),
        )
    )

    assert "2 new matches" in page.text
    assert Match.objects.count() == 4


@cases(
    "other",
    [
        {"players": ("Ben", "Ada", "Cleo")},
        {"started": "2026-11-20T19:15:01+00:00"},
        {"rounds": 2},
        {"rounds": 0},
        {"first_dealer": 1},
        {"house_rules": {"rounds": 7}},
    ],
)
def test_another_seat_start_round_dealer_or_house_rule_is_another_match(other):
    import_file(make_file(make_sheet()))

    page = upload(make_file(make_sheet(**other)))
    import_file(make_file(make_sheet(**other)))

    if other == {"rounds": 2}:
        assert "1 of the new ones is in this club with other rounds or house rules. Both stay." in page.text
    assert Match.objects.count() == 2


def test_a_sheet_without_a_start_is_not_doubled_either():
    for _ in range(2):
        import_file(make_sheet(started=None))
        import_file(make_file(make_sheet(started=None)))

    assert Match.objects.count() == 1


def test_a_club_that_holds_a_match_twice_is_carried_as_it_is():
    for _ in range(2):
        scoresheets.import_sheet(Club.here(), scoresheet.load(json.dumps(make_sheet())))
    before = export()

    import_file(before)
    assert export() == before
    wipe()
    import_file(before)

    assert export() == before
    assert Match.objects.count() == 2


def test_players_of_the_club_stay_as_they_are_and_get_the_matches_of_their_name():
    six_rounds(1)
    Player.objects.filter(name="Ada").update(mark=1)
    NightNotes.objects.create(club=Club.here(), night_date="2026-11-20", note="ours")
    zone = Club.here().zone

    page = import_file(
        make_file(
            make_sheet(players=(" Ada", "Zoe\u0308", "Cleo")),
            players=[{"name": "Ada", "mark": 2, "archived": True}],
            nights=[{"evening": "2026-11-20", "note": "theirs"}, {"evening": "2026-11-19", "note": "new"}],
        )
    )

    ada = Player.objects.get(name="Ada")
    assert (ada.mark, ada.archived, ada.seats.count()) == (1, False, 2)
    assert Player.objects.count() == 4
    assert [night.note for night in NightNotes.objects.order_by("night_date")] == ["new", "ours"]
    assert Club.here().zone == zone
    assert "1 new player" in page.text
    assert "Zo\u00eb" in page.text
    assert "1 new night with a note" in page.text


def test_a_match_under_a_merged_name_belongs_to_the_player_who_has_it():
    six_rounds(1)
    Player.objects.create(club=Club.here(), name="Addie", same_as=Player.objects.get(name="Ada"))

    page = upload(make_file(make_sheet(), make_sheet(players=("Ada", "Addie", "Cleo"))))
    assert page.status == 422
    assert "match 2: Ada sits at two places" in page.text

    import_file(make_file(make_sheet(players=("Addie", "Ben", "Cleo"))))
    import_file(make_file(make_sheet(players=("Ada", "Ben", "Cleo"))))
    assert Player.objects.get(name="Ada").seats.count() == 2
    assert Player.objects.get(name="Addie").seats.count() == 0


def test_a_player_was_last_seen_at_the_latest_of_their_matches():
    import_file(
        make_file(make_sheet(started="2026-01-02T20:00:00+00:00"), make_sheet(started="2026-01-01T20:00:00+00:00"))
    )

    assert {str(player.last_played.date()) for player in Player.objects.all()} == {"2026-01-02"}
