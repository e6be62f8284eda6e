"""The three laws hold, and each is seen to fail where it is broken."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import architecture
from tests.cases import cases

ROOT = Path(__file__).parent.parent
TOY = Path(__file__).parent / "toy_games" / "high_card"

LAWS = [
    architecture.arrows_that_point_back,
    architecture.games_that_know_each_other,
    architecture.games_named_in_shared_code,
    architecture.files_out_of_place,
    architecture.files_too_long,
]


@cases("law", LAWS)
def test_no_law_is_broken(law):
    assert list(law(ROOT)) == []


# --- Every law is broken on purpose in a small house of its own ---


@pytest.fixture
def house(tmp_path):
    """A house in good order: the eight things at the top, a game, four rooms."""
    for name in architecture.TOP_LEVEL:
        path = tmp_path / name
        path.touch() if "." in name else path.mkdir()
    for part in architecture.PARTS:
        write(tmp_path / "games" / "tea_party" / part)
    write(tmp_path / "games" / "tea_party" / "form.py", "from django import forms\nfrom games.tea_party import record")
    for room in architecture.ARROWS:
        write(tmp_path / "scorekeeper" / room / "models.py", "import scorekeeper.database\nfrom games.game import Game")
    write(tmp_path / "templates" / "games" / "tea_party" / "entry.html", "Tea Party")
    return tmp_path


def write(path, text=""):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.mark.parametrize("law", LAWS, ids=[law.__name__ for law in LAWS])
def test_a_house_in_good_order_breaks_no_law(law, house):
    assert list(law(house)) == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("games/game.py", "import scorekeeper"),
        ("games/game.py", "from scorekeeper.table import models"),
        ("games/tea_party/scoring.py", "def late():\n    from scorekeeper.club.models import Player"),
        ("games/game.py", "from django.db import models"),
        ("games/tea_party/record.py", "import django"),
        ("games/tea_party/record.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import django.forms"),
        ("games/game.py", "import requests"),
        ("games/tea_party/form.py", "from scorekeeper.table.models import Match"),
        ("scorekeeper/club/views.py", "from scorekeeper.table.models import Match"),
        ("scorekeeper/club/views.py", "from scorekeeper import table"),
        ("scorekeeper/club/views.py", "from ..table import models"),
        ("scorekeeper/club/deep/views.py", "from ...nights import models"),
        ("scorekeeper/table/views.py", "import scorekeeper.nights.views"),
        ("scorekeeper/table/views.py", "from scorekeeper.rulebook.pages import rules_page"),
        ("scorekeeper/nights/views.py", "from scorekeeper.rulebook import pages"),
        ("scorekeeper/rulebook/views.py", "from scorekeeper.nights import models"),
    ],
)
def test_an_arrow_that_points_back_is_found(house, path, text):
    write(house / path, text)

    assert [told.split(" ")[0] for told in architecture.arrows_that_point_back(house)] == [path]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("games/game.py", "from games.form import RoundForm"),
        ("games/form.py", "from django import forms"),
        ("scorekeeper/urls.py", "from scorekeeper.nights import views"),
        ("scorekeeper/table/views.py", "from scorekeeper.club.models import Player\nfrom . import models"),
        ("scorekeeper/nights/views.py", "from scorekeeper.table.models import Match\nfrom ..club import models"),
        ("scorekeeper/rulebook/views.py", "from scorekeeper.table import models"),
        ("scorekeeper/club/views.py", "from scorekeeper.database import queue"),
    ],
)
def test_an_arrow_that_points_the_right_way_is_left_alone(house, path, text):
    write(house / path, text)

    assert list(architecture.arrows_that_point_back(house)) == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("games/registry.py", "from games.tea_party.game import GAME"),
        ("games/registry.py", "import games.tea_party"),
        ("games/chess/referee.py", "from games.tea_party import referee"),
        ("scorekeeper/table/views.py", "from games import tea_party"),
    ],
)
def test_code_that_knows_one_game_is_found(house, path, text):
    write(house / path, text)

    assert [told.split(" ")[0] for told in architecture.games_that_know_each_other(house)] == [path]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("games/game.py", 'if key == "tea-party":'),
        ("games/form.py", "# as in Tea Party"),
        ("scorekeeper/table/views.py", "TEA_PARTY = 1"),
        ("scorekeeper/management/commands/score.py", "def sandbags(): ..."),
        ("templates/table/score.html", "{% if game.key == 'tea_party' %}"),
        ("templates/base.html", "<p>Shoot the moon</p>"),
        ("static/js/pad.js", "teaparty"),
        ("static/css/pad.css", ".off-jack {}"),
    ],
)
def test_a_game_named_in_shared_code_is_found(house, path, text):
    write(house / path, f"\n{text}\n")

    assert [told.split(" ")[0] for told in architecture.games_named_in_shared_code(house)] == [f"{path}:2"]


@pytest.mark.parametrize("text", ["hook", "moonlight", "bagpipes", "pitcher", "party", "tea", "a big answer"])
def test_words_that_merely_look_alike_are_left_alone(house, text):
    write(house / "games" / "game.py", text)

    assert list(architecture.games_named_in_shared_code(house)) == []


def test_a_thing_too_many_or_too_few_is_found(house):
    write(house / "PLAN.md")
    (house / "README.md").unlink()
    (house / "games" / "tea_party" / "rules.md").unlink()
    write(house / "games" / "tea_party" / "__init__.py", "GAME = None")
    write(house / ".gitignore")

    assert list(architecture.files_out_of_place(house)) == [
        "PLAN.md is not one of the eight at the top",
        "README.md is missing at the top",
        "games/tea_party has no rules.md",
        "games/tea_party/__init__.py is not empty",
    ]


def test_a_file_that_has_to_be_split_is_found(house):
    for name, lines in (("game.py", 200), ("cards.py", 201)):
        write(house / "games" / name, "\n" * lines)
    write(house / "scorekeeper" / "table" / "migrations" / "0001_initial.py", "\n" * 500)
    write(house / "static" / "css" / "pad.css", "\n" * 201)

    assert list(architecture.files_too_long(house)) == [
        "games/cards.py has 201 lines",
        "static/css/pad.css has 201 lines",
    ]


# --- The third law: a new game is one new folder ---


@pytest.fixture(scope="module")
def with_toy(tmp_path_factory):
    """A copy of the house with a sixth game dropped in: one folder, nothing else."""
    copy = tmp_path_factory.mktemp("house")
    for name in architecture.TOP_LEVEL:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, copy / name)
    shutil.copytree(TOY, copy / "games" / TOY.name)
    return copy


def run(house, *command, given=""):
    """Run Python in a house, and return what it printed."""
    ran = subprocess.run(
        [sys.executable, *command], cwd=house, input=given, capture_output=True, text=True, check=False, timeout=120
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


COMMAND = """
import os, sys
from django.core.management import execute_from_command_line

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
execute_from_command_line(sys.argv)
"""


def test_a_game_dropped_in_is_listed(with_toy):
    listed = run(with_toy, "-c", "from games.registry import games; print(*games())").split()

    assert "high-card" in listed
    assert len(listed) == len(architecture.game_folders(ROOT)) + 1


def test_a_game_dropped_in_is_scored(with_toy):
    rounds = [{"taker": 1}, {"taker": 1}, {"taker": 0}]
    sheet = {"scoresheet": 1, "game": "high-card", "players": ["Ada", "Ben"], "rounds": rounds}
    facts = json.loads(run(with_toy, "-c", COMMAND, "score", "-", "--json", given=json.dumps(sheet)))

    assert (facts["totals"], facts["winners"]) == ([1, 2], [1])
    assert "Ben won." in run(with_toy, "-c", COMMAND, "score", "-", given=json.dumps(sheet))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ({"ask": "winner", "cards": ["2S", "AH"]}, 1),
        ({"ask": "deal", "players": 3, "round": 2}, {"dealer": 1, "cards": [1, 1, 1], "left": 51, "first": 2}),
    ],
)
def test_a_game_dropped_in_is_refereed(with_toy, question, answer):
    told = json.loads(run(with_toy, "-c", COMMAND, "referee", "high-card", "-", given=json.dumps(question)))

    assert told["answer"] == answer


def test_a_game_dropped_in_keeps_the_contract_of_every_game(with_toy):
    told = run(with_toy, "-m", "pytest", "-q", "tests/games/core/test_contract.py", "-k", "HC or high-card")

    assert " passed" in told


@pytest.mark.parametrize("law", LAWS, ids=[law.__name__ for law in LAWS])
def test_a_game_dropped_in_breaks_no_law(law, with_toy):
    assert list(law(with_toy)) == []
