"""Points of a hand of Small Game."""

from collections.abc import Iterator

from games.core.definition import MatchState, at_target
from games.core.scorecard import ScoreLine
from games.small_game.facts import ALL_POINTS, Facts


def score(facts: Facts, _state: MatchState) -> Iterator[ScoreLine]:
    """Every side scores the points in its cards."""
    for side, points in enumerate(facts.taken):
        yield ScoreLine(side, "taken", points, f"{points} of {ALL_POINTS} points in cards")


def finish(state: MatchState) -> tuple[int, ...] | None:
    return at_target(state, state.rules.target)
