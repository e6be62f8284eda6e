"""The scoring of any game: the points that the table entered, or the rounds won."""

from collections.abc import Iterator, Sequence

from msgspec import UNSET

from games.any_game import boxes
from games.any_game.facts import Facts, added, factors, terms, worth
from games.core.definition import MatchState, after_the_last_round, at_target
from games.core.house_rules import HouseRules
from games.core.score_columns import ScoreColumn, read_columns
from games.core.scorecard import ScoreLine
from games.core.text import minus

POINTS, MARKERS, WON = "points", "markers", "won"


def score(facts: Facts, state: MatchState) -> Iterator[ScoreLine]:
    if facts.won is not UNSET:
        yield from (ScoreLine(side, WON, int(side in facts.won), words) for side, words in _won(facts.won, state))
        return
    columns, factor = read_columns(state.rules.columns), 1 if facts.factor is UNSET else facts.factor
    by_box = boxes.columns_by_box(state.rules)
    if by_box:
        yield from boxes.score(facts.columns or (), state, columns, POINTS)
    for side, row in enumerate(facts.rows):
        if not by_box:
            points = worth(side, facts.rows, columns) * factor
            yield ScoreLine(side, POINTS, points, reason(side, facts.rows, columns, factor))
        for number, column in zip(row, columns, strict=False):
            if column.is_marker and number:
                yield ScoreLine(
                    side, MARKERS, 0, column.in_a_reason + ("" if column.is_ticked else f" {minus(number)}")
                )


def _won(won: Sequence[int], state: MatchState) -> Iterator[tuple[int, str]]:
    together = " together" if len(state.teams) > 1 and len(won) in (0, len(state.teams)) else ""
    yield from ((side, f"{'won' if side in won else 'lost'}{together}") for side in range(len(state.teams)))


def reason(side: int, rows: Sequence[Sequence[int]], columns: Sequence[ScoreColumn], factor: int = 1) -> str:
    """Return “entered 45”, “red threes 4 × 100 + cards 385”, “(melds 120 − cards 45) × 2” or “nothing”."""
    row = rows[side]
    if columns and not any(points for points, _ in terms(row, columns)):
        return "nothing"
    multiplied = factors(side, rows, columns) if columns else []
    spared = [column for number, column in zip(row, columns, strict=False) if number and column.unless_fewest]
    text = _sum(row, columns) if columns else f"entered {minus(row[0])}"
    if multiplied or (columns and factor > 1):
        text = f"({text})"
    text += "".join(f" × {minus(each)}" for each in [*multiplied, *([factor] if factor > 1 else [])])
    if spared and not multiplied:
        why = "the fewest" if added(row, columns) > 0 else "not above 0"
        text += f", not × {minus(spared[0].each)}: {why}"
    return text


def _sum(row: Sequence[int], columns: Sequence[ScoreColumn]) -> str:
    (points, column), *others = [term for term in terms(row, columns) if term[0]]
    rest = "".join(f" {'−' if more < 0 else '+'} {_term(abs(more), what)}" for more, what in others)
    return f"{_term(points, column)}{rest}"


def _term(points: int, column: ScoreColumn) -> str:
    """Return “cards 385”, “red threes 4 × 100” or “went out 100”: a name of any number, in any language."""
    name = column.in_a_reason
    if column.is_ticked or abs(column.each) == 1:
        return f"{name} {minus(points)}"
    return f"{name} {minus(points // abs(column.each))} × {abs(column.each)}"


def is_lost(totals: Sequence[int], rules: HouseRules) -> bool:
    return rules.wins == "most" and rules.lost_at is not None and min(totals) <= rules.lost_at


def finish(state: MatchState) -> tuple[int, ...] | None:
    """Return the winners after the last round, at the target, or once a side has lost."""
    ends = {} if boxes.columns_by_box(state.rules) else state.rules.ends
    if is_lost(state.totals, state.rules):
        return state.game.leaders(state.totals)
    return at_target(state, ends["target"]) if "target" in ends else after_the_last_round(state)
