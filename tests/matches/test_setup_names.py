"""Names where a match is set up: any text is one, once."""

import re

import pytest

from scorekeeper.club.models import Club, Player
from scorekeeper.table.models import Match
from tests.html_browser import Browser
from tests.matches.factory import a_match
from tests.matches.test_setup import NEW, opened, seated, the_match, with_players

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["Ada", "  Ada  ", "Ada\t"])
def test_the_same_player_twice_is_refused_in_words(name):
    page = with_players(opened(), "Ada", "Ben")

    page = page.press("Add", player=["Ada", "Ben", name])

    assert (page.status, seated(page)) == (422, ["Ada", "Ben"])
    assert "Ada sits at the table already" in page.text


def test_the_same_player_twice_cannot_begin_either():
    page = with_players(opened(), "Ada", "Ben").press("Start: Ada deals", player=["Ada", "Ben", "Ben"])

    assert page.status == 422
    assert "Ben sits at the table already" in page.text
    assert not Match.objects.exists()


def test_white_space_in_names_is_folded_and_letters_are_written_in_one_way():
    page = with_players(opened(), " Ada\u00a0  Lovelace ", "Zoe\u0308")

    assert seated(page) == ["Ada Lovelace", "Zo\u00eb"]


HARMLESS = [
    "<script>alert(1)</script>", "'\"`", "{{ 7 }}", "{% now %}", "&amp;", "Ada & Ben", "a/b?c#d%2F", "👩‍👩‍👧‍👦👍🏽",
    "محمد", "\u202eadA", "0", "None", "-", ".", "x" * 40, "é" * 40, "👍" * 40,
]  # fmt: skip


@pytest.mark.parametrize("name", HARMLESS)
def test_any_text_of_forty_characters_is_a_harmless_name_everywhere(name):
    page = with_players(opened("good-little-tricks"), name, "Ben")
    assert seated(page) == [name, "Ben"]
    page = page.press("Move Ben up").press(f"{name} does not play").press("Add", player=["Ben", name])
    page = with_players(page, "Cleo")
    page = page.press("Start: Ben deals", dealer="Ben")
    assert page.status == 200
    match = the_match()
    page = page.press(
        "Save round 1", {f"suits-{suit}": "1" for suit in ("orange", "purple", "green", "pink", "blue", "red")}
    )
    assert page.status == 200

    assert match.names == ["Ben", name, "Cleo"]
    for address in ("/", f"/matches/{match.pk}/", f"/matches/{match.pk}/rounds/1/", f"/matches/{match.pk}/history/",
                    f"/matches/{match.pk}/rounds/1/sides/1/", NEW.format("good-little-tricks")):  # fmt: skip
        page = Browser().open(address)
        assert page.status == 200
        assert "<script>alert" not in page.html
        assert not re.search(r'<script(?! src="/static/)', page.html)
    sheet = Browser().client.get(f"/matches/{match.pk}/scoresheet/").json()
    assert sheet["players"] == ["Ben", name, "Cleo"]


@pytest.mark.parametrize("name", ["x" * 41, "a\0b", "a\x1bb", "a\x7fb"])
def test_a_name_no_page_could_show_is_refused_and_stays_to_be_taken_away(name):
    page = with_players(opened(), "Ada", "Ben", name)
    assert "a player’s name" in page.text.replace("'", "’")

    page = page.browser.post("/games/big-little/matches/", page.said("setup"))

    assert page.status == 422
    assert not Player.objects.exists()


def test_new_players_are_written_down_once():
    a_match(names=("Ada", "Ben"))
    a_match(names=("Ben", "Ada", "Cleo"))

    assert sorted(Club.here().players.values_list("name", flat=True)) == ["Ada", "Ben", "Cleo"]
