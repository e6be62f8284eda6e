"""The questions of a sheet that is filled box by box: which box, and its number; their keys are the sheet."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.any_game import boxes
from games.any_game.columns import Numbers, has_needed
from games.core import keypad
from games.core.definition import MatchState
from games.core.keypad import EntryRow, EntrySection, Key
from games.core.points import ask_points, read_points
from games.core.round_form import Field, PickCards, PickOne
from games.core.score_columns import MAX_NEEDED, ScoreColumn, read_columns
from games.core.text import minus

STRIKE = Key("strike", "✗ strike", "strike a box", tone="wide")
# A box of at most so many is answered with one key: “4 ×”.
MAX_COUNT = 9


def ask(state: MatchState, answers: Mapping[str, str]) -> tuple[dict[str, Field], list[EntrySection]]:
    """Return the questions, and a row of each side with its box and what stands in it."""
    columns, fields, rows = read_columns(state.rules.columns), dict[str, Field](), []
    sheets = boxes.sheets(state, columns)
    for side, sheet in enumerate(sheets):
        own = _ask_side(side, state.side_names[side], sheet, columns)
        fields |= own
        box, *values, strike = own
        given = answers.get(box, "")
        value = next(
            (name for name in values if given in own[name].when.partition("=")[2].split("|")), [*values, strike][0]
        )
        shown = (strike, box) if given == STRIKE.value else (box, value)
        rows.append(EntryRow(state.side_names[side], shown, side=side))
    beside = _ask_beside(state, sheets, columns)
    fields |= {name: question for _, questions in beside for name, question in questions.items()}
    sections = [EntrySection(rows, columns=("box", "points"), words=True)]
    if beside:
        more = [EntryRow(title, tuple(questions)) for title, questions in beside]
        sections.append(EntrySection(more, grid=True, by_column=True))
    return fields, sections


def _ask_side(side: int, name: str, sheet: Numbers, columns: Sequence[ScoreColumn]) -> dict[str, Field]:
    box, keys = f"box-{side}", [_box_key(at, sheet, columns) for at, column in enumerate(columns) if column.box]
    fields: dict[str, Field] = {box: PickOne(f"{name} fills", [*keys, STRIKE], short="box")}
    numbers = [(at, column) for at, column in enumerate(columns) if column.box and not column.tick]
    for most in sorted({column.most for _, column in numbers if 0 < column.most <= MAX_COUNT}):
        counted = [str(at) for at, column in numbers if column.most == most]
        fields[f"count-{side}-{most}"] = PickOne(
            f"{name}: how many?",
            [Key(str(count), f"{count}×", f"{count} of them") for count in range(1, most + 1)],
            short="points",
            when=f"{box}={'|'.join(counted)}",
        )
    others = {str(at): column.most or MAX_NEEDED for at, column in numbers if not 0 < column.most <= MAX_COUNT}
    if others:
        fields[f"points-{side}"] = ask_points(
            f"{name} scores",
            most=len(str(max(others.values()))),
            below_zero=False,
            short="points",
            when=f"{box}={'|'.join(others)}",
        )
    fields[f"strike-{side}"] = PickOne(f"{name} strikes", keys, short="struck", when=f"{box}={STRIKE.value}")
    return fields


def _box_key(at: int, sheet: Numbers, columns: Sequence[ScoreColumn]) -> Key:
    column, text = columns[at], boxes.box_text(at, sheet, columns)
    spoken = f"{column.name}: {text.replace(boxes.STRUCK, 'struck')}" if text else ""
    return Key(str(at), column.name, spoken, taken=bool(text))


def _ask_beside(
    state: MatchState, sheets: Sequence[Numbers], columns: Sequence[ScoreColumn]
) -> list[tuple[str, dict[str, Field]]]:
    """Return title and questions of each column that some side may have beside its box."""
    asked: dict[str, Any] = {"required": False, "only_when_tapped": True}
    beside: list[tuple[str, dict[str, Field]]] = []
    keys = keypad.sides(state.side_names, state.marks)
    for at, column in enumerate(columns):
        able = [side for side, sheet in enumerate(sheets) if has_needed(at, sheet, columns)]
        if column.box or column.bonus or not able:
            continue
        if column.is_ticked:
            who = [keys[side] for side in able]
            most = 1 if column.one else len(able)
            label, copies = f"{column.name}: who?", {key.value: 1 for key in who}
            question: Field = PickCards(label, who, short=column.name, most=most, copies=copies, **asked)
            beside.append((column.name, {f"ticks-{at}": question}))
        else:
            numbers: dict[str, Field] = {
                f"columns-{side}-{at}": ask_points(
                    f"{state.side_names[side]}: {column.name}",
                    most=len(str(MAX_NEEDED)),
                    short=state.side_names[side],
                    below_zero=column.below_zero,
                    **asked,
                )
                for side in able
            }
            beside.append((column.title, numbers))
    return beside


def filled(state: MatchState) -> dict[str, dict[str, str]]:
    """Return what stands in the boxes that are filled, by question and key."""
    columns, barred = read_columns(state.rules.columns), dict[str, dict[str, str]]()
    for side, sheet in enumerate(boxes.sheets(state, columns)):
        texts = {str(at): boxes.box_text(at, sheet, columns) for at in boxes.boxes_of(sheet, columns)}
        barred |= {f"box-{side}": texts, f"strike-{side}": texts}
    return {name: texts for name, texts in barred.items() if texts}


def read_row(side: int, answers: Mapping[str, str], columns: Sequence[ScoreColumn]) -> list[int | None]:
    row: list[int | None] = [None] * len(columns)
    for at, column in enumerate(columns):
        beside = f"columns-{side}-{at}"
        if beside in answers:
            row[at] = read_points(answers[beside], beside)
        elif str(side) in answers.get(f"ticks-{at}", "").split():
            row[at] = 1
        elif column.box and answers[f"box-{side}"] == str(at):
            question = _question_of(side, column)
            row[at] = 1 if column.tick else read_points(answers[question], question)
        elif column.box and answers[f"box-{side}"] == STRIKE.value and answers[f"strike-{side}"] == str(at):
            row[at] = 0
    return row


def _question_of(side: int, column: ScoreColumn) -> str:
    """Return the question for the number of a box."""
    return f"count-{side}-{column.most}" if 0 < column.most <= MAX_COUNT else f"points-{side}"


def answers_of(rows: Sequence[Numbers], columns: Sequence[ScoreColumn]) -> dict[str, str]:
    answers: dict[str, str] = {}
    for side, row in enumerate(rows):
        for at, (number, column) in enumerate(zip(row, columns, strict=True)):
            if number is None or (not number and not column.box):
                continue
            if column.is_ticked and not column.box:
                answers[f"ticks-{at}"] = f"{answers.get(f'ticks-{at}', '')} {side}".strip()
            elif not column.box:
                answers[f"columns-{side}-{at}"] = minus(number)
            elif not number:
                answers |= {f"box-{side}": STRIKE.value, f"strike-{side}": str(at)}
            else:
                answers[f"box-{side}"] = str(at)
                answers |= {} if column.tick else {_question_of(side, column): str(number)}
    return answers


def questions_of(path: str, given: Mapping[str, str], state: MatchState) -> tuple[str, ...]:
    """Return the question to change for a fact: which box if that is full, else what was entered last for it."""
    _, side, at, *_ = [*path.replace("]", "").split("["), "", ""]
    for beside in (f"columns-{side}-{at}", f"ticks-{at}"):
        if beside in given:
            return (beside,)
    own, full = of_side(side, given), filled(state)
    return tuple(name for name in own if given[name] in full.get(name, ())) or own[-1:]


def of_side(side: int | str, names: Iterable[str]) -> tuple[str, ...]:
    """Return those of these questions that ask for the box of a side."""
    return tuple(name for name in names if re.fullmatch(rf"(box|count|points|strike)-{side}(-\d+)?", name))
