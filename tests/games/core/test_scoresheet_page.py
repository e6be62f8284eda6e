"""games/SCORESHEET.md, for those who write a program: its examples are read and scored, and it names every fact."""

import json
import re
from contextlib import suppress
from random import Random

import pytest

from games.core import scoresheet
from games.core.errors import Impossible
from games.core.schema import plain
from scorekeeper.settings import ROOT
from tests.cases import cases
from tests.games.every_game import NAMES, REAL_GAMES, next_round

PAGE = (ROOT / "games" / "SCORESHEET.md").read_text()
# Maverick’s example shows four of thirteen tricks; the rest has the other nine adders.
REST_OF_THIRTEEN = ', {"side": 1, "kind": "adders", "adders": 1}' * 9
LARGEST_EXAMPLE_ROUND = 8


def rows(title):
    """The cells of each row of the table under a title, by the game in its first cell."""
    section = PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]
    cells = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| `")]
    return {first.strip("`"): others for first, *others in cells}


FACTS, HOUSE_RULES = rows("The facts of a round, game by game"), rows("House rules")
# A game may be new, and stand there once others write files of it.
DESCRIBED = [game for game in REAL_GAMES if game.key in FACTS]
DEFAULT = re.compile(r"`(\w+)`: (?:`(.+?)`|(\S+))")


def facts_of(game):
    text = re.fullmatch(r"`(.*)`", FACTS[game.key][0])[1]
    # No total before it makes the blind bid of the example a usual one.
    return json.loads(text.replace(", …13 of them", REST_OF_THIRTEEN)) | {"irregular": True}


def scored_after_others(game, facts):
    """Score the facts as the first round they fit, of the first table: bids may be those of a hand of five cards."""
    for players in game.seats:
        rng, before = Random(1), []
        for _ in range(LARGEST_EXAMPLE_ROUND):
            sheet = scoresheet.Scoresheet(
                scoresheet=1, game=game.key, players=list(NAMES[:players]), rounds=[*map(plain, before), facts]
            )
            with suppress(Impossible):
                return scoresheet.report(scoresheet.load(scoresheet.dump(sheet)))
            with suppress(Impossible):  # fewer players than this deck has hands for
                state = game.replay(game.table(NAMES[:players], 0, {}), before)
                before.append(next_round(state, rng))
    pytest.fail(f"{game.name}: the example fits no round")


@cases("game", DESCRIBED)
def test_the_example_of_each_game_is_scored(game):
    played = scored_after_others(game, facts_of(game))["rounds"][-1]

    assert played["lines"]
    points = [0] * len(played["points"])
    for line in played["lines"]:
        points[line["side"]] += line["points"]
    assert points == played["points"]


@cases("game", DESCRIBED)
def test_the_page_names_every_fact_and_house_rule(game):
    named = " ".join(FACTS[game.key])
    # Spades and Skull King never have another trump.
    assert {name for name in game.facts.__struct_fields__ if name not in named} <= {"irregular", "trump"}
    (options,) = HOUSE_RULES[game.key]
    defaults = {name: code or text for name, code, text in DEFAULT.findall(options)}
    for option in game.house_rules:
        assert option.name in defaults, option.name
        if not (game.key == "good-little-tricks" and option.name == "deck"):  # “all six suits”
            assert json.loads(defaults[option.name]) == option.default, option.name
    for name in re.findall(r"`(\w+)`:", options):
        assert name in {option.name for option in game.house_rules}, name


def test_the_page_has_no_game_that_is_not_here():
    assert {game.key for game in DESCRIBED} == set(FACTS) == set(HOUSE_RULES)


def test_the_sheet_of_the_page_gives_the_answer_of_the_page():
    blocks = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    sheet = json.loads(blocks[0].replace("...", '{"bids": [1, 0, 0, 1], "tricks": [1, 0, 0, 0]}'))
    shown = json.loads(blocks[1])

    told = scoresheet.report(scoresheet.load(json.dumps(sheet)))

    (played,), (shown_round,) = told.pop("rounds"), shown.pop("rounds")
    assert told == shown
    lines, shown_lines = played.pop("lines"), shown_round.pop("lines")
    assert played == shown_round
    assert all(line in lines for line in shown_lines)
    assert all(not line["points"] for line in lines if line not in shown_lines)
