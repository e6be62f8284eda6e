"""Rounds won without points are counted apart: no figure, record or rating mixes them with points."""

import json

import pytest

from games.core.scoresheet import load
from scorekeeper.clubs.models import Club, Player
from scorekeeper.history.highlights import match_highlights
from scorekeeper.matches.models import Match
from scorekeeper.statistics.figures import player_statistics
from scorekeeper.statistics.ratings import rate_matches
from scorekeeper.statistics.records import records
from scorekeeper.statistics.selection import Selection
from tests.html_browser import Page
from tests.matches.factory import import_sheet

pytestmark = pytest.mark.django_db

ONCE = {"wins": "named", "ends": {"rounds": 1}}
GAME = "any-game:Codenames"


def play(*rounds, rules=ONCE, day=1):
    sheet = {"scoresheet": 1, "game": GAME, "players": ["Ada", "Ben", "Cleo"], "house_rules": rules, "rounds": rounds}
    sheet |= {"started": f"2026-01-0{day}T20:15:00+00:00", "ended": f"2026-01-0{day}T21:15:00+00:00"}
    return import_sheet(Club.get_default(), load(json.dumps(sheet)))


def won(*sides):
    return {"won": sides}


def test_figures_say_how_often_somebody_won_and_never_points(client):
    for day in (1, 2):
        play(won(0), won(1), won(0), rules={"wins": "named"}, day=day)
    play({"points": [40, 3, 0]}, rules={}, day=3)
    points, named = sorted(Selection(Club.get_default(), game=GAME).on_each_scale(), key=lambda one: not one.has_points)
    ada = Player.objects.get(name="Ada")

    counted = {one.statistic.key: (one.figure.total, one.figure.n) for one in player_statistics(named, ada)}
    assert counted == {"won": (2, 2), "place": (2, 2), "rounds": (6, 6)}
    assert [one.figure.total for one in player_statistics(points, ada) if one.statistic.key == "points"] == [40]
    assert (named.record_kinds, records(named, named.record_kinds)) == ((), [])
    assert [held[0].value for _, held in records(points, points.record_kinds)] == [40, 0, 40]
    for part in ("", "ratings", "records"):
        page = Page(None, client.get("/leaderboard/", {"game": GAME, "scale": named.scale_text, "part": part}))
        assert page.status == 200
        assert "no points, only who won" in page.text


def test_a_win_or_a_loss_of_all_together_says_nothing_of_their_strength():
    play(won(0, 1, 2), day=1)
    play(won(), day=2)
    assert rated() == {}
    play(won(1), day=3)
    assert rated() == {"Ada": 1, "Ben": 1, "Cleo": 1}


def rated():
    """The number of rated matches of each player."""
    histories = rate_matches(Selection(Club.get_default(), game=GAME).on_scale(""))
    return {Player.objects.get(pk=pk).name: len(history) for pk, history in histories.items()}


def test_nights_and_matches_say_who_won_how_often_and_no_round_is_the_biggest(client):
    match = play(won(0), won(1), won(0), rules={"wins": "named"})
    lost = play(won())

    night = Page(None, client.get(f"/nights/{match.night_date}/")).text
    for words in ("Ada won 2 Ben won 1 Cleo won 0", "nobody won Ada won 0"):
        assert words in night
    assert "in one round" not in night
    highlights = match_highlights(list(Match.objects.with_seats()))
    assert [one.title for one in highlights[match.pk]] == ["Won in the last round"]
    asked = {"rule": "ends", "rule-ends": "rounds", "rule-ends-number": "2"}
    what_if = Page(None, client.get(f"/matches/{match.pk}/what-if/", asked)).text
    for words in ("Ada wins with 2 rounds won", "over after round 2: Ada and Ben share the win with 1 round won"):
        assert words in what_if
    review = Page(None, client.get(f"/matches/{lost.pk}/review/")).text
    assert "Nobody won" in review
    for text in (review, Page(None, client.get(f"/matches/{match.pk}/review/")).text):
        assert "equal totals" not in text
        assert "for good" not in text
