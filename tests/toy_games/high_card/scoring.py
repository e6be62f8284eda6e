"""What a round of High Card is worth."""

from collections.abc import Iterator

from games.core.definition import MatchState
from games.core.scorecard import ScoreLine
from games.high_card.facts import Facts


def score(facts: Facts, state: MatchState) -> Iterator[ScoreLine]:
    """Yield the one line there is."""
    yield ScoreLine(facts.taker, "taken", state.rules.worth, "the highest card")
