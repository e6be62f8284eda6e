"""Setting up a match: house rules are kept where they differ, refused beside their field; any text is a name, once."""

import re
from urllib.parse import urlencode

import pytest

from scorekeeper.clubs.models import Club, Player
from scorekeeper.matches.models import Match
from tests.cases import cases
from tests.html_browser import Browser
from tests.matches.factory import NAMES, a_match, said
from tests.matches.test_setup import NEW, opened, seated, the_match, with_players

pytestmark = pytest.mark.django_db


def listed(value):
    return value if isinstance(value, list) else [value]


def seat(game, *names):
    """The page of setting up, with these players and no match before it."""
    Match.everything.all().delete()
    pairs = [("seated", "1"), *(("player", name) for name in names)]
    return Browser().open(f"{NEW.format(game)}?{urlencode(pairs)}")


def begun(page, typed):
    [start] = [label for label in page.buttons() if label.startswith("Start")]
    return page.press(start, typed)


@cases(
    "game, typed, rules",
    [
        ("big-little", {"rule-penalty_at": "9"}, {"penalty_at": 9}),
        ("big-little", {"rule-penalty_at": ""}, {"penalty_at": None}),
        ("big-little", {"rule-penalty_at": "11"}, {}),
        ("big-little", {"rule-hook": "true", "rule-bags_after": '"reset"'}, {"hook": True, "bags_after": "reset"}),
        ("maverick", {"rule-ends": "target"}, {"ends": {"target": 50}}),
        ("maverick", {"rule-ends": "target", "rule-ends-number": "30"}, {"ends": {"target": 30}}),
        ("maverick", {"rule-ends": "hands", "rule-ends-number": "8"}, {"ends": {"hands": 8}}),
        ("maverick", {"rule-ends": "open", "rule-ends-number": "8"}, {}),
        ("good-little-tricks", {"rule-deck": ["orange", "green", "pink", "blue", "red"]},
         {"deck": ["orange", "green", "pink", "blue", "red"]}),
        ("good-little-tricks", {"rule-rounds": "4", "rule-deck": ["red", "pink"]},
         {"rounds": 4, "deck": ["pink", "red"]}),
    ],
)  # fmt: skip
def test_house_rules_of_every_kind_are_kept_where_they_differ(game, typed, rules):
    names = {"big-little": NAMES, "maverick": NAMES, "good-little-tricks": NAMES[:2]}[game]

    page = begun(seat(game, *names), typed)

    assert page.status == 200, page.text
    assert the_match().house_rules == rules
    assert the_match().table.rules.differing == rules


def test_house_rules_stay_while_players_are_moved():
    said = {"rule-penalty_at": "9", "rule-hook": "true"}
    page = with_players(opened(), "Ada", "Ben").press("Move Ben up", said)

    form = dict(page.said("setup"))
    assert (form["rule-penalty_at"], form["rule-hook"]) == ("9", "true")
    assert "2 differ" in page.text
    page.press("Start: Ada deals")
    assert the_match().house_rules == {"penalty_at": 9, "hook": True}


@cases(
    "game, typed, reason, field",
    [
        ("big-little", {"rule-penalty_at": "100"}, "a whole number from 2 to 99, or nothing", "rule-penalty_at"),
        ("big-little", {"rule-penalty_at": "-5"}, "a whole number from 2 to 99, or nothing", "rule-penalty_at"),
        ("big-little", {"rule-zero_bid_bonus": ""}, "a whole number from 0 to 100", "rule-zero_bid_bonus"),
        ("big-little", {"rule-zero_bid_bonus": "9" * 99}, "a whole number from 0 to 100", "rule-zero_bid_bonus"),
        ("maverick", {"rule-ends": "target", "rule-ends-number": "0"}, "a whole number from", "rule-ends-number"),
        ("maverick", {"rule-ends": "target", "rule-ends-number": "ten"}, "a whole number from", "rule-ends-number"),
        ("good-little-tricks", {"rule-deck": [""]}, "choose at least one", None),
        ("good-little-tricks", {"rule-deck": ["blue", "red"]}, "do not divide evenly", None),
    ],
)
def test_an_impossible_house_rule_is_refused_beside_its_field(game, typed, reason, field):
    names = {"big-little": NAMES, "maverick": NAMES, "good-little-tricks": NAMES[:2]}[game]
    other = {
        "big-little": {"rule-hook": "true"},
        "maverick": {"rule-stack": "true"},
        "good-little-tricks": {"rule-rounds": "4"},
    }[game]

    page = begun(seat(game, *names), typed | other)

    assert page.status == 422
    assert reason in page.text
    assert not Match.objects.exists()
    assert seated(page) == list(names)
    assert other.items() <= dict(page.said("setup")).items()
    for name, value in typed.items():
        assert [one for key, one in page.said("setup") if key == name and one] == list(filter(None, listed(value)))
    if field:
        marked = [control.name for control in page.controls if control.attributes.get("aria-invalid")]
        assert marked == [field]
    wrong = [name for name in page.ids if name.startswith("wrong-rule-")]
    assert len(wrong) == 1


FORGED = [
    ("rule-hook", "[" * 5000), ("rule-hook", "NaN"), ("rule-hook", "1"), ("rule-deck", "gold"),
    ("rule-deck", ["red", "red"]), ("rule-ends", "never"), ("rule-penalty_at", "1e3"), ("rule-penalty_at", "٣"),
    ("rule-unheard-of", "1"), ("dealer", "Nobody"), ("up", "Nobody"), ("without", "\0"),
]  # fmt: skip


@cases("game", ["big-little", "maverick", "good-little-tricks"])
def test_a_forged_form_is_no_server_error(client, game):
    for name, value in FORGED:
        for address in (f"/games/{game}/matches/", NEW.format(game)):
            form = {"seated": "1", "player": NAMES, name: value}
            assert client.post(address, form, follow=True).status_code in (200, 422), (address, name, value)


# --- Names ---


@cases("name", ["Ada", "  Ada  ", "Ada\t"])
def test_the_same_player_twice_is_refused_in_words(name):
    page = seat("big-little", "Ada", "Ben").press("Add", player=["Ada", "Ben", name])

    assert (page.status, seated(page)) == (422, ["Ada", "Ben"])
    assert "Ada sits at the table already" in page.text


def test_the_same_player_twice_cannot_start():
    page = with_players(opened(), "Ada", "Ben").press("Start: Ada deals", player=["Ada", "Ben", "Ben"])

    assert page.status == 422
    assert "Ben sits at the table already" in page.text
    assert not Match.objects.exists()


def test_names_are_stripped_and_normalised():
    page = with_players(opened(), " Ada\u00a0  Lovelace ", "Zoe\u0308")

    assert seated(page) == ["Ada Lovelace", "Zo\u00eb"]


HARMLESS = [
    "<script>alert(1)</script>", "'\"`", "{{ 7 }}", "{% now %}", "&amp;", "Ada & Ben", "a/b?c#d%2F", "👩‍👩‍👧‍👦👍🏽",
    "محمد", "\u202eadA", "0", "None", "-", ".", "x" * 40, "é" * 40, "👍" * 40,
]  # fmt: skip


@cases("names", [HARMLESS[:9], HARMLESS[9:]])
def test_any_text_of_forty_characters_is_a_harmless_name(names):
    page = seat("big-little", "Ben")
    for name in names:
        page = page.press("Add", player=[*seated(page), name])
        page = page.press(f"Move {name} up").press(f"{name} does not play").press("Add", player=[*seated(page), name])
    assert seated(page) == ["Ben", *names]
    page = page.press("Start: Ben deals")
    match = the_match()
    page = page.press("Save hand 1", said(match))

    assert page.status == 200
    assert match.names == ["Ben", *names]
    for address in ("/", f"/matches/{match.pk}/", f"/matches/{match.pk}/rounds/1/", f"/matches/{match.pk}/history/",
                    f"/matches/{match.pk}/rounds/1/sides/1/", NEW.format("big-little")):  # fmt: skip
        page = Browser().open(address)
        assert page.status == 200
        assert "<script>alert" not in page.html
        assert not re.search(r'<script(?! src="/static/)', page.html)
    sheet = Browser().client.get(f"/matches/{match.pk}/scoresheet/").json()
    assert sheet["players"] == ["Ben", *names]


@cases("name", ["x" * 41, "a\0b", "a\x1bb", "a\x7fb"])
def test_an_impossible_name_is_refused_and_stays_to_be_removed(name):
    page = seat("big-little", "Ada", "Ben", name)
    assert "a player’s name" in page.text.replace("'", "’")

    page = page.browser.post("/games/big-little/matches/", page.said("setup"))

    assert page.status == 422
    assert not Player.objects.exists()


def test_new_players_are_saved_once():
    a_match(names=("Ada", "Ben"))
    a_match(names=("Ben", "Ada", "Cleo"))

    assert sorted(Club.here().players.values_list("name", flat=True)) == ["Ada", "Ben", "Cleo"]
