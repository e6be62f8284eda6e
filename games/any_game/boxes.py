"""A sheet that is filled box by box: each round every side fills one open box of its own, or strikes it with 0."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.any_game.columns import Numbers, added, has_needed, has_points, points_before, sum_in_words, terms
from games.core.definition import MatchState
from games.core.errors import Impossible, MissingFact, quoted
from games.core.score_columns import ScoreColumn, read_columns
from games.core.scorecard import ScoreLine, SheetRow, Status
from games.core.text import listed, minus

STRUCK = "✗"


def columns_by_box(rules: Any) -> list[ScoreColumn]:
    """Return the columns of a sheet that is filled box by box; none if each round fills the whole sheet."""
    columns = read_columns(rules.columns) if has_points(rules) else []
    return columns if any(column.box for column in columns) else []


def boxes_of(numbers: Numbers, columns: Sequence[ScoreColumn]) -> list[int]:
    """Return the places of the boxes that have a number."""
    return [at for at, column in enumerate(columns) if column.box and numbers[at] is not None]


def sheets(state: MatchState, columns: Sequence[ScoreColumn]) -> list[Numbers]:
    """Return what each side has on its sheet before a round."""
    filled: list[Numbers] = [(None,) * len(columns) for _ in state.totals]
    for scored in state.rounds:
        for side, row in enumerate(scored.facts.columns or ()):  # type: ignore[attr-defined]
            # What if asks for other columns than those that were played.
            if len(row) == len(columns):
                filled[side] = add(filled[side], row)
    return filled


def add(sheet: Numbers, row: Numbers) -> Numbers:
    """Return a sheet with the numbers of a round: those beside the boxes add up."""
    return tuple(
        before if number is None else (before or 0) + number for before, number in zip(sheet, row, strict=True)
    )


def check(rows: Sequence[Numbers], state: MatchState, columns: Sequence[ScoreColumn]) -> None:
    """Raise Impossible unless each side fills one box that is open. The numbers themselves are checked already."""
    for side, (sheet, row) in enumerate(zip(sheets(state, columns), rows, strict=True)):
        name, filled = state.side_names[side], boxes_of(row, columns)
        if not filled:
            raise MissingFact(f"{name}: fill a box, or strike one", f"columns[{side}]")
        names, (first, *more) = [quoted(columns[at].name) for at in filled], filled
        if more:
            raise Impossible(f"{name}: fill one box, not {listed(names)}", f"columns[{side}][{more[0]}]")
        if sheet[first] is not None:
            number = next(one.number for one in state.rounds if one.facts.columns[side][first] is not None)  # type: ignore[attr-defined]
            had = sheet[first] or 0
            how = f"was filled with {minus(had * columns[first].each)}" if had else "was struck"
            raise Impossible(
                f"{name}: {names[0]} {how} in {state.game.round_name} {number}", f"columns[{side}][{first}]"
            )
        for at, column in enumerate(columns):
            what = f"{name}: {quoted(column.name)}"
            if column.bonus and row[at] is not None:
                raise Impossible(f"{what} follows from the boxes before it: leave it out", f"columns[{side}][{at}]")
            if not column.box and row[at] and not has_needed(at, sheet, columns):
                needed = f"{quoted(columns[at - 1].name)} from an earlier {state.game.round_name}"
                raise Impossible(f"{what} needs {needed}", f"columns[{side}][{at}]")


def score(rows: Sequence[Numbers], state: MatchState, columns: Sequence[ScoreColumn], rule: str) -> Iterator[ScoreLine]:
    for side, (sheet, row) in enumerate(zip(sheets(state, columns), rows, strict=True)):
        after = add(sheet, row)
        entered = [
            term
            for number, term in zip(row, terms(row, columns), strict=True)
            if number or (number is not None and term[1].box)
        ]
        yield ScoreLine(side, rule, added(row, columns), sum_in_words(entered))
        for at, column in enumerate(columns):
            gained = column.bonus and has_needed(at, after, columns) - has_needed(at, sheet, columns)
            if gained:
                found = minus(points_before(at, after, columns))
                reason = f"{column.in_a_reason} {minus(column.each)}: {found} before it"
                if gained < 0:
                    reason = f"{column.in_a_reason} lost: {found} before it"
                yield ScoreLine(side, rule, gained * column.each, reason)


def notes(rows: Sequence[Numbers], columns: Sequence[ScoreColumn]) -> list[str]:
    """Return by side the box that a round filled, for the scoreboard."""
    return [
        " ".join(columns[at].name if row[at] else f"{columns[at].name} {STRUCK}" for at in boxes_of(row, columns))
        for row in rows
    ]


def status(state: MatchState) -> Iterator[Status]:
    """Yield how far each side is on its way to the first bonus that it has not reached."""
    columns = columns_by_box(state.rules)
    for side, sheet in enumerate(sheets(state, columns) if columns else ()):
        for at, column in enumerate(columns):
            if column.bonus and not has_needed(at, sheet, columns):
                yield Status(side, box_text(at, sheet, columns).replace("/", " of "))
                break


def sheet_rows(state: MatchState) -> list[SheetRow]:
    """Return the sheets of all sides, side by side: a row for each column, and the total."""
    columns = columns_by_box(state.rules)
    if not columns:
        return []
    filled = sheets(state, columns)
    rows = [
        SheetRow(column.title, tuple(box_text(at, sheet, columns) for sheet in filled))
        for at, column in enumerate(columns)
    ]
    return [*rows, SheetRow("total", tuple(map(minus, state.totals)), is_total=True)]


def box_text(at: int, sheet: Numbers, columns: Sequence[ScoreColumn]) -> str:
    """Return what a side has in a column: “12”, “✗” if it was struck, nothing while it is open."""
    column, number = columns[at], sheet[at]
    if column.bonus:
        so_far = f"{minus(points_before(at, sheet, columns))}/{column.needs}"
        return minus(column.each) if has_needed(at, sheet, columns) else so_far
    if number is None:
        return ""
    return minus(number * column.each) if number or not column.box else STRUCK
