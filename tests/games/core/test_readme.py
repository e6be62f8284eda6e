"""The examples of games/README.md are one game: what a reader copies from there works."""

import re
import tomllib

from games.core import referee
from games.core.examples import GameExamples, with_nulls
from games.core.schema import read
from scorekeeper.settings import ROOT
from tests.games.every_game import NAMES

README = (ROOT / "games" / "README.md").read_text()


def code(language):
    return "\n\n".join(re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL))


def test_the_game_of_the_readme_is_entered_scored_and_judged():
    readme = {"__name__": "readme"}
    exec(code("python"), readme)
    game, form = readme["GAME"], readme["RoundForm"]
    examples = read(with_nulls(tomllib.loads(code("toml"))), GameExamples)

    (example,) = examples.example
    state = game.table(NAMES[: example.players], example.first_dealer, example.house_rules)
    for facts in example.rounds:
        answers = form.answers_of(read(facts, game.facts), state)
        entered = form(state, answers)
        assert entered.is_valid(), entered.errors
        assert entered.given() == answers
        state = game.play(state, entered.round_facts)
    assert [*state.rounds[-1].points] == example.points
    for ruling in examples.ruling:
        answer = referee.answer(game, ruling.question)
        assert (answer["answer"], answer["rule"]) == (ruling.answer, ruling.rule)
