"""The leaderboard: wins for any period, ratings, records."""

import re
from datetime import date
from urllib.parse import urlencode

import pytest
from django.http import QueryDict

from games.core.registry import games
from games.core.schema import read
from scorekeeper.clubs.models import Club, Player
from scorekeeper.demo.fill import fill
from scorekeeper.history.recap import leaderboard_picture
from scorekeeper.matches import recording
from scorekeeper.matches.models import Match, Seat
from scorekeeper.statistics.leaderboard import Leaderboard
from scorekeeper.statistics.selection import ChosenSelection
from tests.cases import cases
from tests.html_browser import Browser
from tests.matches.factory import entry, make_match, six_rounds

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def full(lasting):
    """A club that played all games."""
    fill(Club.get_default(), 30, date(2026, 11, 14), seed=3)


def text(where="/leaderboard/"):
    return Browser().open(where).text


def text_of_parts(where):
    """The texts of all parts of a page, each reached by its link."""
    browser = Browser()
    page = browser.open(where)
    path = page.response.request["PATH_INFO"]
    others = [link for link in page.links if re.search(r"[?&]part=\w+$", link)]
    return " ".join([page.text, *(browser.open(path + link).text for link in others)])


def play(*places):
    for each in places:
        match = six_rounds(6)
        for seat, place in enumerate(each):
            Seat.objects.filter(match=match, number=seat).update(place=place, won=place == 1)


def test_the_leaderboard_is_empty_before_the_first_match():
    page = Browser().open("/leaderboard/")
    assert "No finished match" in page.text
    assert "<select" not in page.html
    make_match(1)
    player = Browser().open(f"/players/{Player.objects.first().pk}/").text
    assert "No finished match yet" in player
    assert "won 0 of 0" not in player


def test_equal_players_share_a_place_and_the_next_is_skipped(monkeypatch):
    play((1, 2, 2), (2, 1, 3))

    page = text()

    assert "1 Ada 1 2 50 %" in page
    assert "1 Ben 1 2 50 %" in page
    assert "3 Cleo 0 2 0 %" in page
    monkeypatch.setattr("scorekeeper.statistics.leaderboard.MAX_PLAYERS", 2)
    assert "These are the first 2 players." in text()
    assert "Cleo 0 2" not in text()


def test_the_leaderboard_can_be_sorted_by_place():
    play((1, 2, 3), (3, 1, 2), (3, 1, 2), (1, 2, 3))

    page = text("/leaderboard/?order=place")

    assert page.index("1 Ben 2 4") < page.index("2 Ada 2 4")


@cases("order, best_first", [("wins", -1), ("share", -1), ("place", 1)])
def test_the_leaderboard_is_sorted_by_the_figure_that_it_shows_largest(order, best_first):
    play((1, 2, 3), (3, 1, 2), (3, 1, 2), (1, 3, 2))

    html = Browser().open(f"/leaderboard/?order={order}").html

    figures = [float(text) for text in re.findall(r'class="list-figure[^"]*"\s*>\s*([\d.]+)', html)]
    assert len(figures) == 3
    assert figures == sorted(figures, key=lambda figure: best_first * figure)


def test_the_first_three_stand_on_steps_and_only_the_others_in_the_list():
    play((1, 2, 3), (1, 2, 3), (2, 1, 3))
    assert rank_of_steps() == ["1", "2", "3"]
    assert 'class="list standing-list"' not in Browser().open("/leaderboard/").html
    make_match(1, names=("Ada", "Ben", "Cleo", "Dan"))
    play((1, 1, 2, 4))
    assert len(rank_of_steps()) == 3


def rank_of_steps():
    return re.findall(r'<li data-rank="(\d)">', Browser().open("/leaderboard/").html)


@cases("order, figures", [("wins", ["2 wins", "1 win", "0 wins"]), ("place", ["1.33", "1.67", "3.00"])])
def test_the_picture_of_the_leaderboard_shows_what_the_page_shows(order, figures):
    play((1, 2, 3), (1, 2, 3), (2, 1, 3))
    chosen = ChosenSelection.from_query(Club.get_default(), QueryDict())

    svg = leaderboard_picture(Club.get_default(), Leaderboard(chosen, order))

    assert re.findall(r'font-weight="700"[^>]*>([^<]+)<', svg) == figures
    assert [name for name in ("Ada", "Ben", "Cleo") if f">{name}<" in svg] == ["Ada", "Ben", "Cleo"]
    assert f"/leaderboard/picture.png?order={order}" in Browser().open(f"/leaderboard/?order={order}").links


def test_players_who_share_a_place_stand_on_the_step_of_that_place():
    def heights():
        chosen = ChosenSelection.from_query(Club.get_default(), QueryDict())
        svg = leaderboard_picture(Club.get_default(), Leaderboard(chosen, "wins"))
        return [int(height) for height in re.findall(r'width="292" height="(\d+)"', svg)]

    play((1, 2, 3), (1, 2, 3), (1, 2, 3), (2, 1, 3))
    first, second, third = heights()
    assert first > second > third
    play((2, 3, 1))
    assert heights() == [first, second, second]


def play_oh_hell(scoring, tricks, **more):
    rules = {"hands": "same", "same_hands": 1, "hook": False, "scoring": scoring, **more}
    match = make_match(names=("Ada", "Ben"), game="oh-hell", **rules)
    recording.play(match, read({"bids": tricks, "tricks": tricks}, match.game.facts), entry(match))


def test_points_of_different_scales_are_never_mixed():
    for tricks in ([10, 0], [10, 0]):
        play_oh_hell("ten-and-tricks", tricks)
    for tricks in ([0, 10], [0, 10], [10, 0]):
        play_oh_hell("wizard", tricks)

    most_played = text_of_parts("/leaderboard/?game=oh-hell")
    other = text_of_parts("/leaderboard/?game=oh-hell&" + urlencode({"scale": '{"scoring": "ten-and-tricks"}'}))
    ada = text_of_parts(f"/players/{Player.objects.get(name='Ada').pk}/?game=oh-hell")
    every_game = text(f"/players/{Player.objects.get(name='Ada').pk}/")

    wizard = "Oh Hell, Bonus of an exact bid: 20 points, Each trick of an exact bid: 10 points, A missed bid: "
    assert f"Rating in {wizard}" in every_game
    assert wizard in most_played
    assert (
        "Ben 3 matches" in most_played,
        "Highest total 120 Ben" in most_played,
        "Points a match" in ada and "53.3 in 3 matches" in ada,
    ) == (True,) * 3
    assert "Oh Hell, usual rules" in other
    assert ("Ada 2 matches" in other, "Highest total 20 Ada" in other, "won 2 of 2" in other) == (True,) * 3


def test_a_scale_is_called_by_what_differs_from_the_usual_rules():
    for bonus in (None, None, 5):
        play_oh_hell("ten-and-tricks", [10, 0], missed_points=bonus)

    page = text("/leaderboard/?game=oh-hell")

    assert "Oh Hell, usual rules, all time" in page
    assert "A missed bid loses: 5 points" in page
    assert "A missed bid loses: nothing" not in page
    assert "Bonus of an exact bid: " not in page


def test_scales_whose_matches_have_equal_sums_are_cached_apart():
    # As many matches on each, with as many versions and equal sums of their ids.
    for scoring in ("ten-and-tricks", "wizard", "wizard", "ten-and-tricks"):
        play_oh_hell(scoring, [10, 0] if scoring == "wizard" else [0, 10])

    for scoring, highest in (("ten-and-tricks", "Highest total 20 Ben"), ("wizard", "Highest total 120 Ada")):
        scale = urlencode({"scale": f'{{"scoring": "{scoring}"}}'})
        assert highest in text(f"/leaderboard/?game=oh-hell&{scale}&part=records")


def test_a_link_that_names_a_part_of_a_scale_leads_to_its_most_played_one():
    for bonus in (5, 5, 20):
        play_oh_hell("exact-only", [10, 0], exact_points=bonus)
    play_oh_hell("ten-and-tricks", [10, 0])

    for scale, highest in (('{"scoring": "exact-only"}', 5), ('{"exact_points": 20}', 20), ("[", 5), ('{"a": []}', 5)):
        page = text(f"/leaderboard/?game=oh-hell&{urlencode({'scale': scale})}&part=records")
        assert f"Highest total {highest} " in page, scale


# --- With game nights of all games ---


def test_each_game_has_its_ratings_and_records(full):
    played = set(Match.objects.filter(finished=True).values_list("game_key", flat=True))
    assert len(played) > 3
    for game in (game for game in games().values() if game.key in played):
        page = text_of_parts(f"/leaderboard/?game={game.key}")

        for part in (f"Ratings in {game.name}", "Highest total", "Everybody starts at 1000"):
            assert part in page, (game.key, part)
        assert re.search(r"Highest total .*?\d \w{3} 20\d\d", page), game.key


def test_the_parts_of_a_page_keep_what_was_chosen_and_are_none_of_another_page(full):
    page = Browser().open("/leaderboard/?game=maverick&period=2026&order=share&part=records")
    assert "?game=maverick&period=2026&order=share&part=ratings" in page.links
    assert "?game=maverick&period=2026&order=share" in page.links
    assert ("part", "records") in page.fields("form 1")

    everything = Browser().open("/leaderboard/?part=records")

    assert "?part=ratings" not in everything.links
    assert "Choose a game to see its ratings and records" in everything.text


def test_the_choice_goes_along_to_a_players_page(full):
    links = Browser().open("/leaderboard/?game=maverick&period=2026").links

    assert any(link.endswith("?period=2026&game=maverick") for link in links if link.startswith("/players/"))
