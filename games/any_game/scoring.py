"""What a round of any game is worth: what the table entered."""

from __future__ import annotations

from collections.abc import Iterator

from games.any_game.facts import Facts, column_titles, worth
from games.core.definition import MatchState, after_the_last_round, at_target
from games.core.house_rules import HouseRules
from games.core.scorecard import ScoreLine
from games.core.text import minus

POINTS = "points"


def score(facts: Facts, state: MatchState) -> Iterator[ScoreLine]:
    for side, row in enumerate(facts.rows):
        yield ScoreLine(side, POINTS, worth(row, state.rules), reason(row, state.rules))


def reason(row: tuple[int, ...], rules: HouseRules) -> str:
    """Say how the points add up: “entered 45”, “120 melds + 45 cards”, “(120 melds + 45 cards) × 2”."""
    titles = column_titles(rules)
    if not titles:
        return f"entered {minus(row[0])}"
    *terms, last = [f"{minus(number)} {title.lower()}" for number, title in zip(row, titles, strict=True)]
    if terms and rules.last_column == "multiplies":
        others = " + ".join(terms)
        return f"({others}) × {last}" if len(terms) > 1 else f"{others} × {last}"
    return " + ".join([*terms, last])


def finish(state: MatchState) -> tuple[int, ...] | None:
    """Name the winners: after the last round, or once somebody has reached the target."""
    ends = state.rules.ends
    return at_target(state, ends["target"]) if "target" in ends else after_the_last_round(state)
