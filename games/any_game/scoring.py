"""The scoring of any game: the points that the table entered, or the rounds won."""

from collections.abc import Iterator, Sequence

from msgspec import UNSET

from games.any_game import boxes
from games.any_game.columns import added, factors, has_points, sum_in_words, terms, worth
from games.any_game.facts import Facts
from games.core.definition import MatchState
from games.core.house_rules import HouseRules
from games.core.score_columns import ScoreColumn, read_columns
from games.core.scorecard import ScoreLine, Status, sums
from games.core.text import minus

POINTS, MARKERS, WON, PAID = "points", "markers", "won", "last-round"


def score(facts: Facts, state: MatchState) -> Iterator[ScoreLine]:
    if facts.won is not UNSET:
        yield from (ScoreLine(side, WON, int(side in facts.won), words) for side, words in _won(facts.won, state))
        return
    lines = [*_lines(facts, state)]
    yield from lines
    totals = tuple(map(int.__add__, state.totals, sums(lines, len(state.totals))))
    if pays_at_the_end(state.rules) and _is_over(totals, len(state.rounds) + 1, state):
        yield from _payments([*(scored.facts for scored in state.rounds), facts], totals, state)  # type: ignore[list-item]


def _lines(facts: Facts, state: MatchState) -> Iterator[ScoreLine]:
    columns, factor = read_columns(state.rules.columns), 1 if facts.factor is UNSET else facts.factor
    by_box = boxes.columns_by_box(state.rules)
    if by_box:
        yield from boxes.score(facts.columns or (), state, columns, POINTS)
    for side, row in enumerate(facts.rows):
        if not by_box:
            points = worth(side, facts.rows, columns) * factor
            yield ScoreLine(side, POINTS, points, reason(side, facts.rows, columns, factor))
        for number, column in zip(row, columns, strict=False):
            if not number or not (column.is_marker or column.at_end):
                continue
            entered = column.in_a_reason + ("" if column.is_ticked else f" {minus(number)}")
            rule, later = (PAID, ", paid at the end") if column.at_end else (MARKERS, "")
            yield ScoreLine(side, rule, 0, entered + later)


def status(state: MatchState) -> Iterator[Status]:
    """Yield how often each side has a tick that scores nothing: “phase made 2”; and how far a sheet of boxes is."""
    yield from boxes.status(state)
    if boxes.columns_by_box(state.rules):
        return
    for column in read_columns(state.rules.columns):
        # Of those who came later a round has no row; the lines of a side are its own.
        for side, lines in enumerate(state.lines if column.is_marker and column.is_ticked else ()):
            if count := sum(line.rule == MARKERS and line.reason == column.in_a_reason for line in lines):
                yield Status(side, f"{column.in_a_reason} {minus(count)}")


def pays_at_the_end(rules: HouseRules) -> bool:
    return has_points(rules) and (bool(rules.end_bonus) or any(one.at_end for one in read_columns(rules.columns)))


def _payments(rounds: Sequence[Facts], totals: Sequence[int], state: MatchState) -> Iterator[ScoreLine]:
    """Yield what is paid once, after the last round. `totals`: before it."""
    columns = [(at, column) for at, column in enumerate(read_columns(state.rules.columns)) if column.at_end]
    for side in range(len(totals)):
        counts = ((sum(facts.rows[side][at] or 0 for facts in rounds), column) for at, column in columns)
        paid = [(count, column) for count, column in counts if count]
        if paid:
            sum_ = " + ".join(f"{column.in_a_reason} {minus(count)} × {minus(column.each)}" for count, column in paid)
            yield ScoreLine(side, PAID, sum(count * column.each for count, column in paid), sum_)
    for side in state.game.leaders(totals) if state.rules.end_bonus else ():
        words = f"ahead with {minus(totals[side])} after the last {state.game.round_name}"
        yield ScoreLine(side, PAID, state.rules.end_bonus, words)


def _won(won: Sequence[int], state: MatchState) -> Iterator[tuple[int, str]]:
    together = " together" if len(state.teams) > 1 and len(won) in (0, len(state.teams)) else ""
    yield from ((side, f"{'won' if side in won else 'lost'}{together}") for side in range(len(state.teams)))


def reason(side: int, rows: Sequence[Sequence[int]], columns: Sequence[ScoreColumn], factor: int = 1) -> str:
    """Return “entered 45”, “red threes 4 × 100 + cards 385”, “(melds 120 − cards 45) × 2” or “nothing”."""
    row = rows[side]
    entered = [term for term in terms(row, columns) if term[0]] if columns else []
    if columns and not entered:
        return "nothing"
    multiplied = factors(side, rows, columns) if columns else []
    spared = [column for number, column in zip(row, columns, strict=False) if number and column.unless_fewest]
    text = sum_in_words(entered) if columns else f"entered {minus(row[0])}"
    if multiplied or (columns and factor > 1):
        text = f"({text})"
    text += "".join(f" × {minus(each)}" for each in [*multiplied, *([factor] if factor > 1 else [])])
    if spared and not multiplied:
        why = "the fewest" if added(row, columns) > 0 else "not above 0"
        text += f", not × {minus(spared[0].each)}: {why}"
    return text


def has_end(rules: HouseRules) -> bool:
    """Return whether the rules, and not the table, say which round is the last."""
    is_by_points = rules.wins == "most" and rules.lost_at is not None
    return is_by_points or (has_points(rules) and (rules.ends != "open" or bool(boxes.columns_by_box(rules))))


def is_lost(totals: Sequence[int], rules: HouseRules) -> bool:
    return rules.wins == "most" and rules.lost_at is not None and min(totals) <= rules.lost_at


def finish(state: MatchState) -> tuple[int, ...] | None:
    """Return the winners after the last round, at the target, or once a side has lost."""
    totals = state.totals
    if pays_at_the_end(state.rules):
        # A payment after the last round does not decide whether it was the last.
        paid = sums((line for lines in state.lines for line in lines if line.rule == PAID), len(totals))
        totals = tuple(map(int.__sub__, totals, paid))
    return state.game.winners(state.totals) if _is_over(totals, len(state.rounds), state) else None


def _is_over(totals: Sequence[int], rounds: int, state: MatchState) -> bool:
    ends, length = {} if boxes.columns_by_box(state.rules) else state.rules.ends, state.length
    is_at_target = "target" in ends and max(totals) >= ends["target"]
    return is_at_target or is_lost(totals, state.rules) or (length is not None and rounds >= length)
