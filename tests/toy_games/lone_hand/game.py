"""The identity card of Lone Hand, a toy: one against the rest, another one each round."""

from games.core.definition import Game
from games.core.house_rules import NumberOption
from games.lone_hand import referee, scoring
from games.lone_hand.facts import Facts

GAME = Game(
    key="lone-hand",
    name="Lone Hand",
    summary="One plays alone against the others.",
    seats=range(3, 6),
    round_name="hand",
    house_rules=(
        NumberOption(
            name="rounds", default=4, low=1, high=20, unit="hands", rule="alone",
            title="Length of the game", why="Some play longer.",
        ),
    ),
    facts=Facts,
    score=scoring.score,
    stakes=scoring.stakes,
    deal=referee.deal,
    length=lambda _players, rules: int(rules.rounds),
    deck=referee.deck,
    questions=referee.QUESTIONS,
)  # fmt: skip
