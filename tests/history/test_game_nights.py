"""Evenings: matches group into nights by themselves; a night has its table, its words and its recap."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client

from scorekeeper.clubs.models import Club
from scorekeeper.history.models import NightNotes
from scorekeeper.history.recap import apart
from scorekeeper.matches import recording
from scorekeeper.matches.models import Match, Seat
from tests.cases import cases
from tests.html_browser import Browser
from tests.matches.factory import a_match, entry, six_rounds

pytestmark = pytest.mark.django_db

FIRST = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def club():
    return Club.objects.create(name="Us", zone="UTC")


def played(moment=FIRST, match=None):
    """A finished match, begun at that moment; Ada wins."""
    match = match or six_rounds(6)
    match.finished or recording.finish(match, entry(match))
    Match.objects.filter(pk=match.pk).update(started=moment, evening=match.club.evening_of(moment))
    return match


def page(where="/nights/"):
    return Browser().open(where)


def test_matches_group_into_evenings_the_newest_first():
    for hours in (0, 3, 6, 24):
        played(FIRST + timedelta(hours=hours))

    links = [link for link in page().links if link.startswith("/nights/2")]

    assert links == ["/nights/2026-11-22/", "/nights/2026-11-21/"]
    assert "Good Little Tricks ×3" in page().text


def test_before_the_first_evening_there_is_nothing():
    assert "No evenings yet" in page().text


def test_earlier_evenings_are_a_page_away():
    for days in range(25):
        played(FIRST - timedelta(days=days), a_match())

    shown = [link for link in page().links if link.startswith("/nights/2")]
    more = next(link for link in page().links if "before" in link)
    earlier = [link for link in page(f"/nights/{more}").links if link.startswith("/nights/2")]

    assert (len(shown), len(earlier)) == (20, 5)
    assert not set(shown) & set(earlier)


@cases("before", ["", "soon", "2026-02-31", "9999-99-99", "%00", "0001-01-01"])
def test_an_address_nobody_would_write_shows_a_page_all_the_same(before):
    played()

    assert Client(headers={"host": "localhost"}).get(f"/nights/?before={before}").status_code == 200


def test_a_night_shows_its_matches_in_the_order_they_began():
    second, first = played(FIRST + timedelta(hours=1)), played(FIRST)

    links = [link for link in page("/nights/2026-11-21/").links if link.startswith("/matches/")]

    assert list(dict.fromkeys(link.split("/")[2] for link in links)) == [str(first.pk), str(second.pk)]


def test_the_evenings_table_counts_wins_and_places_over_all_games_and_leaves_out_what_is_not_over():
    for match in (played(), played()):
        for seat, (place, won) in enumerate([(2, False), (1, True), (2, False)]):
            Seat.objects.filter(match=match, number=seat).update(place=place, won=won)
    running = a_match(1)
    Match.objects.filter(pk=running.pk).update(started=FIRST, evening=date(2026, 11, 21))

    text = " ".join(page("/nights/2026-11-21/").text.split())

    assert "1 Ben 2 2 1.0" in text
    assert "2 Ada 0 2 2.0" in text
    assert "2 Cleo 0 2 2.0" in text


def test_a_nights_table_leads_to_everybodys_page():
    match = played()

    links = page("/nights/2026-11-21/").links

    assert {f"/players/{seat.player_id}/" for seat in match.places} <= set(links)


def test_a_night_is_given_a_name_a_place_and_a_note(client):
    played()
    where = "/nights/2026-11-21/"

    answer = client.post(where, {"name": " Ada’s  fortieth ", "place": "the barn", "note": "Dan\r\nbrought cake"})

    assert answer.url == where
    night = NightNotes.objects.get()
    assert (night.name, night.place) == ("Ada’s fortieth", "the barn")
    assert "Ada’s fortieth" in page().text
    assert "brought cake" in page(where).text


def test_writing_it_down_again_changes_the_same_night(client):
    played()
    for name in ("one", "two"):
        client.post("/nights/2026-11-21/", {"name": name})

    assert [night.name for night in NightNotes.objects.all()] == ["two"]


def test_what_is_too_long_is_refused_and_not_lost(client):
    played()

    answer = client.post("/nights/2026-11-21/", {"name": "x" * 41, "note": "kept"})

    assert answer.status_code == 422
    assert b"at most 40 characters" in answer.content
    assert b"kept" in answer.content
    assert not NightNotes.objects.exists()


@cases("field", ["name", "place"])
def test_what_becomes_longer_than_there_is_room_for_as_it_is_kept_is_refused(client, field):
    played()

    answer = client.post("/nights/2026-11-21/", {field: "\ufb2c" * 40})  # three letters each, as names are kept

    assert answer.status_code == 422
    assert "at most 40 characters" in answer.text
    assert not NightNotes.objects.exists()


def test_the_recap_tells_the_games_the_winners_and_the_note():
    played()
    NightNotes.objects.create(club=Club.here(), evening=date(2026, 11, 21), name="Ada’s fortieth", place="the barn")

    answer = Client(headers={"host": "localhost"}).get("/nights/2026-11-21/recap.txt")

    lines = answer.content.decode().splitlines()
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert lines[0] == "Ada’s fortieth, Saturday, 21 November 2026, the barn"
    assert lines[1].startswith("Good Little Tricks: ")
    assert lines[2].startswith("The evening: ")


def test_what_is_worth_telling_is_told_once_of_each_kind_the_rarest_first():
    for _ in range(2):
        played(match=six_rounds(6))
    a_match(3)
    Match.objects.update(started=FIRST, evening=date(2026, 11, 21))

    text = " ".join(page("/nights/2026-11-21/").text.split())

    told = text[text.index("Worth telling") : text.index("The games")]
    assert "Biggest hand , Big Little Ada : +3" in told
    assert told.count("Dearest round") == 1
    assert "and 1 more" in told
    assert told.index("Biggest hand") < told.index("Dearest round")
    assert "Biggest hand: Ada, +3" in text[text.index("To send round") :]


def test_a_match_that_goes_on_is_said_to():
    running = a_match(1)
    Match.objects.filter(pk=running.pk).update(started=FIRST, evening=date(2026, 11, 21))

    assert "not played to its end" in page("/nights/2026-11-21/").text


@cases("matches", [1, 12])
def test_a_night_takes_as_many_statements_however_much_was_played(matches, django_assert_max_num_queries):
    for _ in range(matches):
        played()

    with django_assert_max_num_queries(8):
        assert Client(headers={"host": "localhost"}).get("/nights/2026-11-21/").status_code == 200
    with django_assert_max_num_queries(6):
        assert Client(headers={"host": "localhost"}).get("/nights/").status_code == 200


@cases("name", ["Ada", "x" * 40, "<script>&amp;", "עדה", "🂡 🎉", "a\x08b\x7f"])
def test_the_recap_is_drawn_as_a_picture_whatever_people_are_called(name):
    played(match=six_rounds(6))
    NightNotes.objects.create(club=Club.here(), evening=date(2026, 11, 21), name=name, place=name)

    answer = Client(headers={"host": "localhost"}).get("/nights/2026-11-21/recap.png")

    assert answer["Content-Type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")
    assert len(answer.content) > 5000


@pytest.mark.parametrize(("name", "squeezed"), [("Zoë mit dem roten Hut", False), ("W" * 40, True)])
def test_only_a_name_too_long_for_a_line_is_squeezed_into_it(monkeypatch, name, squeezed):
    drawn = []
    monkeypatch.setattr("resvg_py.svg_to_bytes", lambda svg_string, **_: drawn.append(svg_string) or b"")
    played(match=a_match(2, names=(name, "Wilma Wimmer", "Mimi", "Moritz")))

    Client(headers={"host": "localhost"}).get("/nights/2026-11-21/recap.png")

    assert ("textLength" in drawn[0]) == squeezed


def test_a_longer_evening_is_a_taller_picture():
    def height():
        content = Client(headers={"host": "localhost"}).get("/nights/2026-11-21/recap.png").content
        return int.from_bytes(content[20:24], "big")

    played()
    short = height()
    played()

    assert height() > short


def test_a_name_from_right_to_left_leaves_the_numbers_beside_it_where_they_are():
    assert apart("עדה") == "\u2068עדה\u2069"
    assert apart("Ada") == "Ada"
