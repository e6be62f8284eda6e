"""Players' pages: all players, one with all their figures, and the rounds behind a figure."""

import re
from array import array
from datetime import date
from random import Random

import pytest

from games.core.text import signed
from scorekeeper.clubs.models import Club, Player
from scorekeeper.matches import recording
from scorekeeper.matches.models import Match, Seat
from scorekeeper.statistics import ratings
from tests.cases import cases
from tests.devices import member
from tests.html_browser import Browser
from tests.matches.factory import entry, make_match, six_rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def client():
    return member()


def page_of(name):
    return f"/players/{Player.objects.get(name=name).pk}/"


def text(where):
    return Browser().open(where).text


def finished(match):
    match.finished or recording.finish(match, entry(match))
    return match


def test_player_pages_are_empty_before_the_first_match(client):
    assert "Nobody has played yet" in text("/players/")
    assert client.get("/players/1/").status_code == 404


def test_all_players_are_listed_with_their_wins_the_archived_last(monkeypatch):
    make_match(2, names=("Zoe", "Ben"))
    finished(six_rounds(6))
    Player.objects.filter(name="Ada").update(archived=True)

    page = text("/players/")

    assert "Ben 1 match, won 1" in page
    assert "Zoe no finished match" in page
    assert page.index("Ben") < page.index("Cleo") < page.index("Ada")
    monkeypatch.setattr("scorekeeper.statistics.views.MAX_PLAYERS", 2)
    assert "Ada 1 match" not in text("/players/")
    assert "More players" in text("/players/")
    assert "Ada 1 match" in text("/players/?page=2")


def test_a_players_page_shows_the_games_figures_with_definition_and_sample():
    make_match(4)
    Match.objects.update(finished=True)

    page = text(f"{page_of('Ada')}?game=big-little&part=figures")

    for text_part in ("Won", "The share of finished matches won", "0 of 1", "too few matches to judge"):
        assert text_part in page
    assert "Bids by hand size" in page


def test_head_to_head_and_partners_are_shown():
    match = make_match(game="maverick")
    Match.objects.filter(pk=match.pk).update(ended_by_table=True, finished=True)
    for seat, (place, won) in enumerate([(1, True), (2, False), (1, True), (2, False)]):
        Seat.objects.filter(match=match, number=seat).update(place=place, won=won)

    page = text(f"{page_of('Ada')}?part=pairs")

    assert "As partners Cleo won 1 of 1 100 %" in page
    assert "Ada & Cleo won 1 of 1, 100 % 1 win" in text("/leaderboard/?part=pairs")
    assert "Head to head Ben ahead 1 behind 0 1 met Dan ahead 1 behind 0 1 met" in page


def test_how_often_two_met_links_to_their_matches(client):
    finished(make_match(game="maverick"))
    for _ in range(3):
        last = finished(six_rounds(6))
    recording.delete_match(last, last.token)
    page = client.get(f"{page_of('Ada')}?part=pairs").text

    for other, how, count in (("Cleo", "with", 1), ("Cleo", "against", 2), ("Ben", "against", 3)):
        together = "together=1&amp;" if how == "with" else ""
        where = f"{page_of('Ada')}matches/?{together}other={Player.objects.get(name=other).pk}"
        assert re.search(rf'href="{re.escape(where)}"[^>]*>(?:(?!</a>).)*\b{count}\b', page, re.DOTALL), (other, how)
        where = where.replace("&amp;", "&")
        matches = "1 finished match" if count == 1 else f"{count} finished matches"
        score = "1 of 1 won" if together else "0 : 0"
        assert f"Ada {how} {other} {score} All time: {matches}" in text(where)
        assert client.get(where).content.count(b"/review/") == count


def test_head_to_head_refuses_oneself_and_other_clubs(client):
    finished(six_rounds(6))
    [them] = Club.objects.create(name="Them").players.get_or_create_named(["Ben"])
    ada = Player.objects.get(name="Ada")

    for query in ("", f"?other={ada.pk}"):
        assert client.get(f"{page_of('Ada')}matches/{query}").url == page_of("Ada")
    assert client.get(f"{page_of('Ada')}matches/?other={them.pk}").status_code == 404


def test_an_invalid_selection_gets_an_error_and_shows_everything(client):
    finished(six_rounds(6))
    invalid = ("period=soon", "period=2026-13", "game=chess", "from=x", "from=2026-05&to=2026-01")

    for query in (*invalid, "seats=many"):
        answer = client.get(f"{page_of('Ada')}?{query}")
        assert answer.status_code == 200, query
        assert ("Everything is shown" in answer.text) == (query in invalid), query


def test_a_run_of_months_can_be_chosen():
    finished(six_rounds(6))

    page = text("/leaderboard/?from=1990-03&to=1990-04")

    assert "March to April 1990" in page
    assert "No finished match in this selection" in page


# --- The rounds behind a figure ---


def test_a_figure_links_to_the_rounds_it_comes_from(client):
    match = make_match(4)
    Match.objects.update(finished=True)
    where = f"{page_of('Ada')}cases/?stat=bids-made&part=2&game=big-little"

    page = text(where)

    assert "Ada : Made, cards: 2 Big Little" in page
    assert "hand 2 yes" in page
    assert "hand 3" not in page
    assert f"/matches/{match.pk}/review/?round=2#round-2" in client.get(where).text


def test_a_figure_of_many_months_links_to_years_and_months():
    for evening in (date(2024, 3, 1), date(2024, 5, 1), date(2025, 5, 1)):
        match = finished(six_rounds(6))
        Match.objects.filter(pk=match.pk).update(night_date=evening)
    where = f"{page_of('Ada')}cases/?stat=won"

    assert "2025 of 1 100 % 2024 of 2 100 %" in text(where)
    for page in (f"{page_of('Ada')}?part=figures", where):
        assert '<rect class="done" width="100%"' in " ".join(Browser().open(page).html.split())
    assert "May 2024 of 1 100 % March 2024 of 1 100 %" in text(f"{where}&period=2024")
    for period, day in (("2024-03", "1 Mar"), ("2025", "1 May")):
        assert re.search(rf"{day}, \d\d:\d\d, Good Little Tricks yes", text(f"{where}&period={period}"))


@cases("matches", [1, 2, 4, 5, 6, 61, 400])
def test_a_change_of_the_rating_says_over_which_matches_and_begins_at_the_first(monkeypatch, matches):
    match, rng = finished(six_rounds(6)), Random(matches)
    points = [rng.randint(800, 1400) for _ in range(matches)]
    history = ratings.History(array("l", [match.night_date.toordinal()] * matches), array("l", points))
    monkeypatch.setattr(ratings, "rate_matches", lambda _selection: {match.seat_list[0].player_id: history})

    before = [1000, *points][max(0, matches - 5)]
    over = "the last match" if matches == 1 else f"the last {min(matches, 5)} matches"
    assert f" {points[-1]} {signed(points[-1] - before)} in {over} " in text(page_of("Ada"))
