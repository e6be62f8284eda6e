"""The laws hold, and each is seen to fail where it is broken."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import architecture

ROOT = Path(__file__).parent.parent
TOY = Path(__file__).parent / "toy_games" / "lone_hand"

LAWS = [
    architecture.backward_imports,
    architecture.imported_views,
    architecture.refusals_caught_in_views,
    architecture.import_circles,
    architecture.names_used_twice,
    architecture.games_that_know_each_other,
    architecture.games_named_in_shared_code,
    architecture.files_out_of_place,
]


@pytest.mark.parametrize("law", LAWS, ids=[law.__name__ for law in LAWS])
def test_no_law_is_broken(law):
    assert list(law(ROOT)) == []


# --- Every law is broken on purpose in a small house of its own ---


@pytest.fixture
def house(tmp_path):
    """A house in good order: the eight things at the top, a game, the apps."""
    for name in architecture.TOP_LEVEL:
        path = tmp_path / name
        path.touch() if "." in name else path.mkdir()
    for name in architecture.GAME_FILES:
        write(tmp_path / "games" / "tea_party" / name)
    write(tmp_path / "games/tea_party/round_form.py", "from games.tea_party import facts")
    for app in [*architecture.APPS, *architecture.FOUNDATIONS]:
        write(tmp_path / "scorekeeper" / app / "models.py", "import django.db\nfrom games.core.cards import Card")
    return tmp_path


def write(path, text=""):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_a_house_in_good_order_breaks_no_law(house):
    assert [told for law in LAWS for told in law(house)] == []


CATCHES_BY_HAND = "def seats(request):\n    try: ...\n    except Impossible: ..."
BROKEN = [
    (architecture.backward_imports, "games/core/cards.py", "from scorekeeper.matches import models"),
    (architecture.backward_imports, "scorekeeper/clubs/deep/views.py", "from ...history import models"),
    (architecture.backward_imports, "scorekeeper/server/install.py", "import scorekeeper.matches.models"),
    (architecture.imported_views, "scorekeeper/matches/recording.py", "from scorekeeper.matches.views import rounds"),
    (architecture.refusals_caught_in_views, "scorekeeper/matches/views/seats.py", CATCHES_BY_HAND),
    (architecture.import_circles, "games/core/cards.py", "from games.tea_party import facts"),
    (architecture.names_used_twice, "scorekeeper/web/cards.py", ""),
    (architecture.games_that_know_each_other, "games/chess/referee.py", "from games.tea_party import referee"),
    (architecture.games_named_in_shared_code, "games/core/definition.py", 'if key == "tea-party":'),
    (architecture.games_named_in_shared_code, "templates/base.html", "<p>Shoot the moon</p>"),
]


@pytest.mark.parametrize(("law", "path", "text"), BROKEN)
def test_a_broken_law_is_found(house, law, path, text):
    write(house / "games/core/cards.py", "class Card: ...")
    write(house / "games/tea_party/facts.py", "from games.core import cards")
    write(house / path, text)

    assert any(path in told or "circle" in told for told in law(house))


@pytest.mark.parametrize(
    ("text", "named"), [("<p>spades and hearts</p>", False), ('{% if game.key == "spades" %}', True)]
)
def test_a_game_named_like_a_suit_is_found_where_code_compares_it(house, text, named):
    write(house / "games/spades/game.py")
    write(house / "templates/base.html", text)

    assert bool(list(architecture.games_named_in_shared_code(house))) == named


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


COMMAND = "import sys; from scorekeeper.management import sheet_commands; sys.exit(sheet_commands.run(sys.argv[1:]))"


def test_a_new_game_is_one_new_folder(tmp_path):
    for name in ("games", "scorekeeper", "templates", "static"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copytree(TOY, tmp_path / "games" / TOY.name)
    rounds = [{"soloist": seat, "suit": "sun", "made": True} for seat in (1, 1, 0, 1)]
    sheet = {"scoresheet": 1, "game": "lone-hand", "players": ["Ada", "Ben", "Cleo"], "rounds": rounds}
    command = [sys.executable, "-c", COMMAND, "score", "-", "--json"]

    ran = subprocess.run(command, cwd=tmp_path, input=json.dumps(sheet), capture_output=True, text=True, check=True)

    facts = json.loads(ran.stdout)
    assert (facts["totals"], facts["winners"]) == ([2, 6, 0], [1])
    assert list(architecture.games_named_in_shared_code(tmp_path)) == []
    assert list(architecture.games_that_know_each_other(tmp_path)) == []
