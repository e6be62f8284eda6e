"""The identity card of Four Square, a toy: partners only where four play, or six by house rule."""

from games.core.definition import Game
from games.core.house_rules import NamedChoice
from games.four_square import referee, scoring
from games.four_square.facts import Facts

GAME = Game(
    key="four-square",
    name="Four Square",
    summary="Count your points; four play two against two.",
    seats=referee.SEATS,
    house_rules=(
        NamedChoice(
            name="six", default="alone", rule="sides",
            labels={"alone": "everybody for themselves", "teams": "three against three"},
            title="Six players", why="Three against three is louder.",
        ),
    ),
    facts=Facts,
    score=scoring.score,
    finish=scoring.finish,
    deal=referee.deal,
    teams=referee.teams,
    deck=referee.deck,
    questions=referee.QUESTIONS,
)  # fmt: skip
