"""A club's file comes in whole or not at all, and once; what the club has already is not doubled."""

import json
import uuid
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.core.definition import play_round
from games.core.errors import Impossible
from scorekeeper.clubs.models import Club, Player
from scorekeeper.history.models import NightNotes
from scorekeeper.matches import recording
from scorekeeper.matches.models import Match
from scorekeeper.matches.players import merge_players
from scorekeeper.transfer import club_import, models, scoresheets
from scorekeeper.transfer.club_file import open_file
from scorekeeper.transfer.club_import import ClubImport
from scorekeeper.transfer.models import PendingImport
from scorekeeper.transfer.scoresheets import write_matches
from tests.cases import cases
from tests.concurrency import start_thread
from tests.devices import member
from tests.html_browser import Page
from tests.matches.factory import hand_form, make_match, match_form, reload, six_rounds
from tests.transfer.club_files import client, export, import_file, make_file, make_sheet, upload
from tests.transfer.test_import_refused import TEXT, row_counts

pytestmark = pytest.mark.django_db


def address_of(page):
    """The path of the preview, which also imports the file."""
    return page.response.redirect_chain[-1][0]


def confirm(browser, where):
    return Page(None, browser.post(where, follow=True))


def read(content):
    return ClubImport(Club.get_default(), open_file(content))


# --- Whole, and once ---


def test_a_failure_in_the_last_match_leaves_nothing(monkeypatch):
    browser = client()
    monkeypatch.setattr(club_import, "BATCH", 1)
    where, before = address_of(upload(TEXT, browser)), export()

    def fail(rounds):
        write_ledgers(rounds)
        if Match.objects.count() == 2:
            raise ZeroDivisionError

    write_ledgers = scoresheets.write_ledgers
    with monkeypatch.context() as patch, pytest.raises(ZeroDivisionError):
        patch.setattr(scoresheets, "write_ledgers", fail)
        browser.post(where)

    assert row_counts()[:4] == [0, 0, 0, 0]
    assert export() == before
    assert "2 new matches" in confirm(browser, where).text
    assert Match.objects.count() == 2


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
    assert bytes(PendingImport.objects.get().content) == b""


def test_matches_imported_between_upload_and_confirmation_are_not_doubled():
    browser = client()
    where = address_of(upload(TEXT, browser))
    read(TEXT).write()

    assert "No new matches" in confirm(browser, where).text
    assert Match.objects.count() == 2


def join():
    Player.objects.create(club=Club.get_default(), name="Ben")


def merge():
    Player.objects.filter(name="Eve").update(same_as=Player.objects.get(name="Ada"))


@cases("change", [join, merge, lambda: read(TEXT).write()])
def test_an_import_sees_changes_of_the_club_after_the_preview(change):
    import_file(make_file(make_sheet(started=None, players=("Ada", "Eve", "Dan"))))
    browser, other = client(), make_sheet(players=("Eve", "Ben", "Cleo"), started="2026-11-20T20:00:00+00:00")
    where = address_of(upload(make_file(other, make_sheet()), browser))
    change()

    assert confirm(browser, where).status == 200
    held = [(*match.names, match.started) for match in Match.objects.with_seats()]
    assert len(set(held)) == len(held) >= 3
    assert Player.objects.count() == 5
    assert not Player.objects.exclude(same_as=None).filter(seats__match__started=other["started"]).exists()


def test_a_player_who_joins_during_an_import_is_not_doubled():
    club_import = read(TEXT)
    join()
    before = row_counts()

    with pytest.raises(Impossible, match="changed during the import, and nothing was imported: try again"):
        club_import.write()
    assert row_counts() == before


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgresql
def test_a_save_or_merge_during_an_import_waits_and_loses_nothing(monkeypatch):
    match, phone, browser = make_match(1), member(), client()
    ada, eve = Player.objects.get(name="Ada"), Player.objects.create(club=match.club, name="Eve")
    where, form = address_of(upload(TEXT, browser)), match_form(match, hand_form(match))
    saved, merged, threads = [], [], []

    def save():
        return phone.post(f"/matches/{match.pk}/rounds/", form).status_code

    def write_while_others_do(club, rows):
        threads[:] = [start_thread(lambda: saved.append(save())), start_thread(lambda: merge_players(ada, eve))]
        for thread in threads:
            thread.join(timeout=1)
        merged.append(Player.objects.get(pk=eve.pk).same_as)
        return write_matches(club, rows)

    with monkeypatch.context() as patch:
        patch.setattr(club_import, "write_matches", write_while_others_do)
        assert confirm(browser, where).status == 200
    saved.append(save())

    for thread in threads:
        thread.join(timeout=60)
    assert saved == [302, 302]
    assert merged == [None]
    assert len(reload(match).round_facts) == 2
    assert Match.objects.count() == 3


# --- Scored once ---


def rounds_scored():
    return play_round.cache_info().misses


@cases("long_import, wait", [(6, False), (5, True)])
def test_a_file_is_scored_by_the_import_alone_and_the_preview_says_so(monkeypatch, long_import, wait):
    monkeypatch.setattr(models, "LONG_IMPORT_ROUNDS", long_import)
    rounds, browser = make_sheet(rounds=3)["rounds"], client()
    before = rounds_scored()

    page = upload(make_file(make_sheet(rounds=3), make_sheet(started=None, rounds=3)), browser)

    assert "2 new matches" in page.text
    assert "The import scores every round" in page.text
    assert ("Until then nobody can save" in page.text) == wait
    assert rounds_scored() == before
    assert "2 new matches" in confirm(browser, address_of(page)).text
    assert rounds_scored() == before + 2 * len(rounds)


def test_an_impossible_round_is_named_by_the_import_and_nothing_is_kept(monkeypatch):
    monkeypatch.setattr(club_import, "BATCH", 1)
    browser, before = client(), export()
    impossible = make_sheet(started=None) | {"rounds": [{"suits": {"red": 9}}]}
    where = address_of(upload(make_file(make_sheet(), impossible), browser))

    page = confirm(browser, where)

    assert page.status == 422
    assert "match 2: round 1: " in page.text
    assert export() == before
    assert row_counts() == [0, 0, 0, 0, 1]


def test_a_match_that_the_club_has_is_not_scored_again():
    sheets = make_sheet(rounds=2), make_sheet(started=None, rounds=3)
    import_file(make_file(*sheets))
    before = rounds_scored()

    upload(make_file(*sheets))

    assert rounds_scored() == before


def test_a_file_that_is_not_imported_makes_room_for_the_next_and_goes_after_a_day():
    browser = client()
    first, second = (address_of(upload(make_file(make_sheet(first_dealer=dealer)), browser)) for dealer in (0, 1))

    assert browser.get(first).status_code == 404
    assert "1 new match" in confirm(browser, second).text
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        upload(TEXT, browser)
    assert PendingImport.objects.count() == 1


# --- Into a club that has matches already ---


def test_a_file_whose_matches_the_club_has_brings_nothing_new(monkeypatch):
    text = make_file(*(make_sheet(first_dealer=number % 3, rounds=number) for number in range(6)))
    import_file(text)
    monkeypatch.setattr(club_import, "BATCH", 2)  # each of them is like matches of all batches

    page = upload(text)

    assert "No new matches" in page.text
    assert "There is nothing to import." in page.text
    assert page.buttons() == []


KEY = "6b1b36cb-bf30-4c1d-9a2c-0a4de1a4f3a5"


@pytest.mark.postgresql
def test_a_match_with_the_key_of_one_in_the_club_stays_as_it_is_whatever_its_file_says():
    import_file(make_file(make_sheet(key=KEY)))

    page = import_file(make_file(make_sheet(key=KEY, rounds=2), make_sheet(first_dealer=1), make_sheet(first_dealer=1)))

    assert "1 new match" in page.text
    assert "2 more are in this club already and stay as they are." in page.text
    assert [len(match.round_facts) for match in Match.objects.order_by("pk")] == [1, 1]


def test_a_file_without_keys_gets_them_from_its_content():
    sheet = make_sheet(key=None)
    import_file(make_file(sheet))
    Match.objects.update(notes="a note since")
    Player.objects.filter(name="Ben").update(name="Benjamin")

    again = make_sheet(key=None, started="2026-11-20T21:15:00+02:00", ended="2026-11-20T21:00:00+00:00", night="x")
    assert "No new matches" in upload(make_file(again)).text


def test_a_file_comes_into_two_clubs():
    content = json.dumps(make_file(make_sheet(key=KEY))).encode()
    import_file(content)

    ClubImport(Club.objects.create(name="Other"), open_file(content)).write()

    assert [str(match.key) for match in Match.objects.all()] == [KEY, KEY]


@pytest.mark.postgresql
def test_a_match_that_was_deleted_comes_in_as_a_new_one_once_and_can_be_restored_beside_it():
    content = make_file(make_sheet(key=KEY))
    import_file(content)
    deleted = Match.objects.get()
    recording.delete_match(deleted, deleted.token)

    for _ in range(2):
        import_file(content)

    assert str(Match.objects.get().key) == KEY
    recording.restore_match(deleted)
    assert Match.objects.count() == 2


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

    import_file(make_file(make_sheet(**other)))

    assert Match.objects.count() == 2


def test_a_sheet_without_a_start_is_not_doubled_either():
    for _ in range(2):
        import_file(make_sheet(started=None))
        import_file(make_file(make_sheet(started=None)))

    assert Match.objects.count() == 1


def test_players_of_the_club_stay_as_they_are_and_get_the_matches_of_their_name():
    six_rounds(1)
    Player.objects.filter(name="Ada").update(mark=1)
    NightNotes.objects.create(club=Club.get_default(), night_date="2026-11-20", note="ours")
    zone = Club.get_default().zone

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
    assert Club.get_default().zone == zone
    assert "1 new player" in page.text
    assert "Zo\u00eb" in page.text
    assert "1 new night with a note" in page.text


def test_a_match_under_a_merged_name_belongs_to_the_player_who_has_it():
    six_rounds(1)
    Player.objects.create(club=Club.get_default(), name="Addie", same_as=Player.objects.get(name="Ada"))

    page = upload(make_file(make_sheet(), make_sheet(players=("Ada", "Addie", "Cleo"))))
    assert page.status == 422
    assert "match 2: Ada sits at two places" in page.text

    import_file(make_file(make_sheet(key=KEY, players=("Addie", "Ben", "Cleo"))))
    import_file(make_file(make_sheet(key=KEY, players=("Ada", "Ben", "Cleo"))))
    assert Player.objects.get(name="Ada").seats.count() == 2
    assert Player.objects.get(name="Addie").seats.count() == 0


def test_a_player_last_played_in_the_latest_of_their_matches():
    import_file(
        make_file(make_sheet(started="2026-01-02T20:00:00+00:00"), make_sheet(started="2026-01-01T20:00:00+00:00"))
    )

    assert {str(player.last_played.date()) for player in Player.objects.all()} == {"2026-01-02"}
