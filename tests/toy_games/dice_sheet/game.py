"""The identity card of Dice Sheet, a toy: no cards, no dealer, and a sheet of boxes."""

from games.core.definition import Game
from games.dice_sheet import referee, scoring
from games.dice_sheet.facts import BOXES, Facts
from games.dice_sheet.simulation import simulate

GAME = Game(
    key="dice-sheet",
    name="Dice Sheet",
    summary="Everybody rolls five dice and fills one box of the sheet.",
    seats=range(2, 6),
    facts=Facts,
    score=scoring.score,
    length=lambda _players, _rules: len(BOXES),
    questions=referee.QUESTIONS,
    simulate=simulate,
)
