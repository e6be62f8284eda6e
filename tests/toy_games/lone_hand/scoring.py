"""Points of a round of Lone Hand."""

from collections.abc import Iterator

from games.core.definition import MatchState
from games.core.scorecard import ScoreLine, Stake
from games.lone_hand.facts import Facts


def score(facts: Facts, state: MatchState) -> Iterator[ScoreLine]:
    """The soloist wins a point from each of the others, or all of them win one."""
    if facts.made:
        yield ScoreLine(facts.soloist, "alone", state.players - 1, f"made alone against {state.players - 1}")
        return
    for seat in range(state.players):
        if seat != facts.soloist:
            yield ScoreLine(seat, "together", 1, "together against the one who played alone")


def stakes(facts: Facts, state: MatchState) -> Iterator[Stake]:
    """Show what the one who plays alone can win."""
    yield Stake(facts.soloist, f"+{state.players - 1} or 0")
