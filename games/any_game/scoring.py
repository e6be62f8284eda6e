"""The scoring of any game: the points that the table entered."""

from collections.abc import Iterator, Sequence

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
    """Return “entered 45”, “120 melds − 45 cards” or “(120 melds − 45 cards) × 2”."""
    terms = list(zip(row, column_titles(rules), strict=False))
    if not terms:
        return f"entered {minus(row[0])}"
    if len(terms) > 1 and rules.last_column == "multiplies":
        return f"({_sum(terms[:-1])}) × {minus(row[-1])}"
    return _sum(terms)


def _sum(terms: Sequence[tuple[int, str]]) -> str:
    (number, title), *others = [term for term in terms if term[0]] or terms[:1]
    rest = "".join(f" {'−' if more < 0 else '+'} {abs(more)} {what.lower()}" for more, what in others)
    return f"{minus(number)} {title.lower()}{rest}"


def finish(state: MatchState) -> tuple[int, ...] | None:
    """Return the winners after the last round or at the target."""
    ends = state.rules.ends
    return at_target(state, ends["target"]) if "target" in ends else after_the_last_round(state)
