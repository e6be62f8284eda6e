"""The identity card of High Card, a toy: everybody turns up a card, the highest takes the round."""

from games.core.definition import Game
from games.core.house_rules import NumberOption
from games.high_card import referee, scoring
from games.high_card.facts import Facts

GAME = Game(
    key="high-card",
    name="High Card",
    summary="Everybody turns up a card; the highest takes the round.",
    seats=range(2, 5),
    house_rules=(
        NumberOption(
            name="worth", default=1, low=1, high=10, unit="points", rule="taken",
            title="A round is worth", why="One is dull.",
        ),
    ),
    facts=Facts,
    score=scoring.score,
    deal=referee.deal,
    length=lambda _players, _rules: 3,
    questions=referee.QUESTIONS,
)  # fmt: skip
