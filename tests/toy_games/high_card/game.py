"""The identity card of High Card, a toy: everybody turns up a card, the highest takes the round."""

from games.game import Game
from games.high_card import referee, scoring
from games.high_card.record import Record
from games.house_rules import Number

GAME = Game(
    key="high-card",
    name="High Card",
    summary="Everybody turns up a card; the highest takes the round.",
    seats=range(2, 5),
    house_rules=(
        Number(
            name="worth",
            default=1,
            low=1,
            high=10,
            unit="points",
            rule="taken",
            title="A round is worth",
            why="One is dull.",
        ),
    ),
    record=Record,
    score=scoring.score,
    deal=referee.deal,
    length=referee.length,
    questions=referee.QUESTIONS,
)
