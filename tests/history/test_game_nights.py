"""Game nights: matches grouped by evening; each night has its standings, a name and a note, and a recap."""

import re
import time
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from games.core.schema import read
from scorekeeper.clubs.models import Club, Role
from scorekeeper.history import game_nights, recap
from scorekeeper.history.game_nights import find_night, last_nights
from scorekeeper.history.models import NightNotes
from scorekeeper.history.recap import night_picture
from scorekeeper.matches import recording
from scorekeeper.matches.models import Match, Seat
from tests.cases import cases
from tests.concurrency import finish_all, start_thread
from tests.devices import member
from tests.html_browser import Browser
from tests.matches.factory import NAMES, entry, make_match, six_rounds
from tests.matches.test_stand_ins import hand, seated

pytestmark = pytest.mark.django_db

FIRST = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
WHERE = "/nights/2026-11-21/"


@pytest.fixture(autouse=True)
def club():
    return Club.objects.create(name="Us", zone="UTC")


def played(moment=FIRST, match=None):
    """A finished match, begun at that moment; Ada wins."""
    match = match or six_rounds(6)
    match.finished or recording.finish(match, entry(match))
    Match.objects.filter(pk=match.pk).update(started=moment, night_date=match.club.night_date_of(moment))
    return match


def place_seats(match, *places):
    for seat, place in enumerate(places):
        Seat.objects.filter(match=match, number=seat).update(place=place, won=place == 1)


def page(url="/nights/"):
    return Browser().open(url)


def nights(url="/nights/"):
    return [link for link in page(url).links if link.startswith("/nights/2")]


def text(url=WHERE):
    return " ".join(page(url).text.split())


def test_of_a_night_with_very_many_matches_only_the_first_are_read(monkeypatch):
    monkeypatch.setattr(game_nights, "MAX_MATCHES_OF_NIGHT", 2)
    for minute in range(3):
        played(FIRST + timedelta(minutes=minute))

    assert "These are the first 2 of 3 matches." in text()
    assert "won 2 of 2 matches" in text()
    assert "3 matches" in text("/nights/")
    monkeypatch.setattr(game_nights, "MAX_MATCHES_OF_NIGHT", 3)
    assert "won 3 of 3" in text("/nights/")
    monkeypatch.setattr(game_nights, "MAX_MATCHES_OF_LIST", 2)
    assert "won" not in text("/nights/")


def test_matches_are_grouped_by_night_the_newest_first():
    for hours in (0, 3, 6, 24):
        played(FIRST + timedelta(hours=hours))

    assert nights() == ["/nights/2026-11-22/", WHERE]
    assert "won 3 of 3" in page().text


def test_earlier_nights_are_a_page_away():
    for days in range(25):
        played(FIRST - timedelta(days=days), make_match())

    more = next(link for link in page().links if "before" in link)

    assert (len(nights()), len(nights(f"/nights/{more}"))) == (20, 5)
    assert not set(nights()) & set(nights(f"/nights/{more}"))


def test_a_night_shows_its_matches_in_order_and_links_to_its_players():
    second, first = played(FIRST + timedelta(hours=1)), played(FIRST)

    links = page(WHERE).links

    reviews = [link for link in links if link.endswith("/review/")]
    assert reviews == [f"/matches/{match.pk}/review/" for match in (first, second)]
    assert {f"/players/{seat.player_id}/" for seat in first.seat_list} <= set(links)


def test_the_standings_count_wins_and_places_of_finished_matches_of_all_games():
    for match in (played(), played()):
        place_seats(match, 2, 1, 2)
    running = make_match(1)
    Match.objects.filter(pk=running.pk).update(started=FIRST, night_date=date(2026, 11, 21))

    for row in (
        "Ben won 2 of 2 matches",
        "Ben 1 won 1 won 2 place 1.0",
        "Ada 2 2 0 place 2.0",
        "Cleo 2 2 0 place 2.0",
        "not finished",
    ):
        assert row in text()


def test_a_list_of_nights_shows_the_emblems_of_the_first_games_played():
    others = [make_match(names=NAMES[:3], game=game) for game in ("oh-hell", "hearts", "wizard")]
    for minute, match in enumerate([make_match(1), *others]):
        played(FIRST + timedelta(minutes=minute), match)
    [night] = last_nights(Club.get_default())

    assert [game.key for game in night.games] == ["big-little", "oh-hell", "hearts", "wizard"]
    emblems = Browser().open("/nights/").html.count('class="emblem"')
    assert emblems == 3


def test_players_with_equal_wins_are_all_named_whatever_their_places():
    for places in ((1, 1, 3), (2, 3, 1), (1, 1, 3)):
        place_seats(played(), *places)

    assert "Ada and Ben each won 2 of 3" in text("/nights/")
    assert "Ada and Ben each won 2 of 3 matches" in text()


def test_a_night_is_given_a_name_a_place_and_a_note(client):
    played()
    client.post(WHERE, {"name": "one"})

    answer = client.post(WHERE, {"name": " Ada’s  fortieth ", "place": "the barn", "note": "Dan\r\nbrought cake"})

    assert answer.url == WHERE
    assert NightNotes.objects.values_list("name", "place").get() == ("Ada’s fortieth", "the barn")
    assert "Ada’s fortieth" in page().text
    assert "brought cake" in text()


def test_a_name_that_is_too_long_as_stored_is_refused_and_the_note_not_lost(client):
    played()
    for form in ({"name": "x" * 41}, {"place": "\ufb2c" * 40}):  # U+FB2C is three letters when stored
        answer = client.post(WHERE, {**form, "note": "kept"})
        assert answer.status_code == 422, form
        assert "at most 40 characters" in answer.text, form
        assert "kept" in answer.text, form


def test_each_kind_of_highlight_is_shown_once_the_rarest_first():
    cost = 20
    for _ in range(2):
        played(match=six_rounds(6))
    make_match(3)
    Match.objects.update(started=FIRST, night_date=date(2026, 11, 21))

    shown = text().partition("Matches")[0]

    assert shown.count(f"took {cost} in one round") == 1
    assert "and 1 more" in shown
    assert "Ada scored 3 in one hand Big Little, hand 3" in shown


def test_what_no_earlier_match_of_the_game_had_is_told_first(monkeypatch):
    """A hundred lost to sandbags is rare in Big Little; three points in a hand are not."""
    for days in range(1, 4):
        played(FIRST - timedelta(days=days), make_match(3))
    make_match(5)
    Match.objects.filter(night_date__gt=date(2026, 11, 21)).update(started=FIRST, night_date=date(2026, 11, 21))

    told = [
        night_highlight.highlight.title
        for night_highlight in find_night(Club.get_default(), date(2026, 11, 21)).highlights
    ]

    assert told.index("Sandbag penalty") < told.index("Biggest round")


def test_the_biggest_of_a_second_game_comes_after_the_deed_of_a_third():
    """One game is played in hands, the others in rounds: that makes no second kind of highlight."""
    for game, bids, tricks, options in (
        ("oh-hell", [3, 3, 0, 2], [3, 3, 0, 1], {"hands": "same", "largest": 7}),
        ("skull-king", [2, 2, 0, 0], [2, 2, 0, 1], {"hands": "skirmish"}),
        ("wizard", [5, 2, 0, 1], [5, 2, 0, 0], {"hands": "same", "largest": 7}),
    ):
        match = make_match(game=game, **options)
        recording.play(match, read({"bids": bids, "tricks": tricks}, match.game.facts), entry(match))
        Match.objects.filter(pk=match.pk).update(started=FIRST, night_date=date(2026, 11, 21))

    told = [
        (night_highlight.match.game_key, night_highlight.highlight.title)
        for night_highlight in find_night(Club.get_default(), date(2026, 11, 21)).highlights
    ]

    assert told == [("skull-king", "Biggest round"), ("wizard", "Most of the tricks"), ("oh-hell", "Biggest round")]


def test_a_table_shows_each_players_place_in_each_match():
    for places in ((1, 2, 3), (2, 1, 3), (3, 1, 1)):
        place_seats(played(), *places)
    night = find_night(Club.get_default(), date(2026, 11, 21))

    results = {
        attendee.player.name: [(seat.place, seat.won) for seat in seats if seat] for attendee, seats in night.results
    }

    assert results == {
        "Ben": [(2, False), (1, True), (1, True)],
        "Ada": [(1, True), (2, False), (3, False)],
        "Cleo": [(3, False), (3, False), (1, True)],
    }
    assert "Ben 2 1 won 1 won 2 place 1.3" in text()


def test_who_joined_later_has_no_place_before_and_the_picture_is_drawn_of_any_number_of_matches():
    place_seats(played(match=six_rounds(6, ("Ada", "Ben", "Cleo"))), 1, 2, 2)
    place_seats(played(match=six_rounds(6, ("Ada", "Zoë", "Cleo"))), 2, 1, 2)
    night = find_night(Club.get_default(), date(2026, 11, 21))
    assert [seats[0] is None for attendee, seats in night.results if attendee.player.name == "Zoë"] == [True]
    for matches in (2, 40):
        picture = night_picture(replace(night, matches=night.matches * (matches // 2)))
        assert picture.count('class="emblem"') == matches


def test_who_came_and_only_played_for_others_is_named_below_the_places():
    played()
    assert "stood in" not in text()
    match = seated(make_match(), Ada="Eve", Ben="Fred", Cleo="Gus")
    played(match=hand(hand(match, 0, 0, 0, 0), 0, 0, 0, 0))
    played(match=six_rounds(6, ("Gus", "Ben", "Cleo")))
    assert "Eve and Fred stood in." in text()


def test_the_query_count_of_a_night_does_not_grow_with_its_matches(django_assert_max_num_queries):
    browser = member()
    for matches in (1, 11):
        for _ in range(matches):
            played()
        # A night asks once for each game how rare its highlights are.
        for url, most in ((WHERE, 18), ("/nights/", 8)):
            with django_assert_max_num_queries(most):
                assert browser.get(url).status_code == 200


def test_the_query_count_of_a_list_of_nights_does_not_grow(django_assert_max_num_queries):
    browser = member()
    for nights in (1, 9):
        for number in range(nights):
            match = six_rounds(6, (f"Winner {nights}.{number}", "Ben", "Cleo"))
            place_seats(played(FIRST - timedelta(days=number), match), 1, 2, 3)
        for url, most in (("/nights/", 7), ("/", 9)):
            with django_assert_max_num_queries(most):
                assert f"Winner {nights}.0" in browser.get(url).text


def test_no_winner_is_shown_before_a_match_is_finished():
    running = make_match(1)
    url = f"/nights/{running.night_date}/"

    tonight = page(url)

    assert "1 match, not finished" in tonight.text
    assert "/games/" in tonight.links
    assert 'class="mark huge"' not in tonight.html
    assert "/games/" not in re.findall('href="([^"]*)"', member(role=Role.VIEWER).get(url).text)
    recording.finish(running, entry(running))
    assert "1 match, not finished" in page(url).text, "it was stopped: nobody won"
    played(running.started)
    assert "won the only finished match" in page(url).text


def test_the_recap_contains_the_games_the_winners_and_the_note():
    played()
    words = {"name": "Ada’s fortieth", "place": "the barn", "note": "Dan brought cake"}
    NightNotes.objects.create(club=Club.get_default(), night_date=date(2026, 11, 21), **words)

    lines = member().get(f"{WHERE}recap.txt").text.splitlines()

    assert lines[0] == "Ada’s fortieth, Saturday, 21 November 2026, the barn"
    assert lines[1].startswith("Good Little Tricks: ")
    assert lines[2].startswith("The game night: ")
    assert lines[-1] == "Dan brought cake"


@cases("name", ["<script>&amp; a\x08b\x7f", "עדה 🂡 🎉" + "x" * 30])
def test_the_recap_is_a_picture_whatever_the_night_is_called(drawn_pictures, name):
    played()
    NightNotes.objects.create(club=Club.get_default(), night_date=date(2026, 11, 21), name=name, place=name)

    answer = member().get(f"{WHERE}recap.png")

    assert answer["Content-Type"] == "image/png"
    assert answer.getvalue().startswith(b"\x89PNG")


def test_a_picture_is_drawn_once_for_simultaneous_and_later_requests(monkeypatch):
    drawn = []
    monkeypatch.setattr(recap, "render_png", lambda svg: time.sleep(0.05) or drawn.append(svg) or b"png")
    finish_all([start_thread(lambda: recap.draw_picture("key", lambda: "svg")) for _ in range(3)])
    assert drawn == ["svg"]

    played()
    first = member().get(f"{WHERE}recap.png")
    again = member().get(f"{WHERE}recap.png", headers={"If-None-Match": first["ETag"]})
    assert (first.getvalue(), again.status_code, again.content) == (b"png", 304, b"")
