"""What a round of Four Square is worth: what was counted."""

from collections.abc import Iterator

from games.core.definition import MatchState
from games.core.scorecard import ScoreLine
from games.core.text import plural
from games.four_square.facts import Facts


def score(facts: Facts, _state: MatchState) -> Iterator[ScoreLine]:
    for side, points in enumerate(facts.points):
        if points:
            yield ScoreLine(side, "counted", points, f"counted {plural(points, 'point')}")


def finish(state: MatchState) -> tuple[int, ...] | None:
    """Thirty points win."""
    return state.game.leaders(state.totals) if max(state.totals) >= 30 else None
