"""The example of games/README.md works in the game that `manage.py new-game` writes."""

import re
import tomllib
from dataclasses import replace

from games.core import referee
from games.core.deal import partners_across
from games.core.examples import WorkedRuling
from games.core.registry import find
from games.core.schema import read
from scorekeeper.settings import ROOT
from tests.games.every_game import NAMES

README = (ROOT / "games" / "README.md").read_text()


def code(language):
    return "\n\n".join(re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL))


def test_the_pack_of_the_readme_and_its_partners_fit_the_new_game():
    readme = {"__name__": "readme"}
    exec(code("python"), readme)
    game = replace(
        find("small-game"),
        seats=range(2, 5, 2), teams=partners_across, deck=readme["deck"], questions=readme["QUESTIONS"],
    )  # fmt: skip

    table = game.table(NAMES[:4], 0, {})
    (row, *_) = game.deck(table.rules).rows
    assert [key.label for key in row] == ["A♠", "3♠", "K♠", "Q♠", "J♠", "7♠", "6♠"]
    assert game.play(table, game.facts(taken=(61, 59))).totals == (61, 59)
    for ruling in read(tomllib.loads(code("toml"))["ruling"], list[WorkedRuling]):
        answer = referee.answer(game, ruling.question)
        assert (answer["answer"], answer["rule"]) == (ruling.answer, ruling.rule)
