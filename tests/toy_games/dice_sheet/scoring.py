"""What a roll is worth in its box."""

from collections.abc import Iterator

from games.core.definition import MatchState
from games.core.scorecard import ScoreLine
from games.dice_sheet.facts import Facts

COUNTED = {"fives": "5", "sixes": "6", "chance": "123456"}


def worth(roll: str, box: str) -> int:
    return sum(int(die) for die in roll if die in COUNTED[box])


def score(facts: Facts, _state: MatchState) -> Iterator[ScoreLine]:
    """Yield a line for each player, also for nothing: the box is filled."""
    for seat, (roll, box) in enumerate(zip(facts.rolls, facts.boxes, strict=True)):
        yield ScoreLine(seat, box, worth(roll, box), f"rolled {' '.join(roll)}")
