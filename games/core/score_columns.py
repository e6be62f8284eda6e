"""The columns of a score sheet that a table draws itself: their names, and points per unit."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from games.core.errors import Impossible, quoted
from games.core.house_rules import Option
from games.core.schema import read
from games.core.text import listed, minus, ordinal

MAX_COLUMNS = 24
MAX_COLUMN_NAME_LENGTH = 24
# Points per unit of a column.
LOWEST_EACH, HIGHEST_EACH = -999, 9_999
# The number that a column needs before it, or that a box can have.
MAX_NEEDED = 99_999
NEEDS_ERROR = f"{{}}: it needs a whole number from 1 to {MAX_NEEDED:,} before it"
MOST_ERROR = f"{{}}: the most it can have is a whole number from 1 to {MAX_NEEDED:,}"
EACH_ERROR = f"{{}}: one counts a whole number from {minus(LOWEST_EACH)} to {HIGHEST_EACH:,}"

# Answers of a side in a column, by the value of its field in a form.
KINDS: Mapping[str, tuple[str, Mapping[str, bool]]] = {
    "number": ("a number", {}),
    "tick": ("a tick", {"tick": True}),
    "one": ("a tick, one side only", {"one": True}),
    "times": ("multiplies the rest", {"times": True}),
    "tick-times": ("a tick that multiplies", {"tick": True, "times": True}),
    "one-times": ("one side’s tick multiplies", {"one": True, "times": True}),
    "one-times-fewest": (
        "one side’s tick multiplies, but not the fewest",
        {"one": True, "times": True, "unless_fewest": True},
    ),
    "bonus": ("a bonus for the sum above", {"bonus": True}),
    "box": ("a box: a number, once a match", {"box": True}),
    "box-tick": ("a box: made or struck, once a match", {"box": True, "tick": True}),
    "number-end": ("a number, paid at the end", {"at_end": True}),
    "tick-end": ("a tick, paid at the end", {"tick": True, "at_end": True}),
    "one-end": ("one side’s tick, paid at the end", {"one": True, "at_end": True}),
    "bonus-end": ("a bonus for the sum above, paid at the end", {"bonus": True, "at_end": True}),
}
# Those whose third field in a form is the highest number instead of the one that they need.
BOXES = ("box", "box-tick")


class ScoreColumn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A column of a score sheet.

    `each`: the points for one; a marker has 0, it is kept and counted and scores nothing. `tick`: a side has it or not.
    `one`: a tick that one side can have in a round.
    `times`: multiplies the sum of the others, by its number or, if ticked, by `each`. `unless_fewest`: not a sum of 0
    or less, nor the fewest of all. `needs`: a tick is possible only with that number in the column before it.
    `bonus`: it is not entered: a side has it once its columns before it make `needs` points.
    `box`: a side fills it once in the match; on a sheet with boxes, each round every side fills one, and its other
    columns are entered beside it. `most`: the highest number of a box; 0 for any.
    `at_end`: what is entered in all rounds is paid once, after the last.
    """

    name: str
    each: int = 1
    tick: bool = False
    one: bool = False
    times: bool = False
    unless_fewest: bool = False
    needs: int = 0
    bonus: bool = False
    box: bool = False
    most: int = 0
    at_end: bool = False

    @property
    def is_ticked(self) -> bool:
        return self.tick or self.one or self.bonus

    @property
    def below_zero(self) -> bool:
        """Whether its number may be below zero: not if it is subtracted already, or multiplies, nor in a box."""
        return not self.is_ticked and not self.times and not self.box and self.each >= 0

    @property
    def in_a_reason(self) -> str:
        """Return its name inside a sentence: “red threes”, “VP”."""
        return " ".join(word if word[1:].isupper() else word.lower() for word in self.name.split())

    @property
    def is_marker(self) -> bool:
        return not self.each

    @property
    def title(self) -> str:
        """Return “Red threes × 100”, “Went out: 50”, “Factor”."""
        if self.is_marker:
            return self.name
        end = " at the end" if self.at_end else ""
        if self.is_ticked:
            return f"{self.name}: {'×' if self.times else ''}{minus(self.each)}{end}"
        return f"{self.name}{end}" if self.each == 1 else f"{self.name} × {minus(self.each)}{end}"

    @property
    def kind(self) -> str:
        """Return the kind of answer: “a number”."""
        label, _ = KINDS[_kind(msgspec.structs.asdict(self))]
        return label

    @property
    def each_text(self) -> str:
        """Return the points per unit, for a table: “100”, “× 2”, “nothing”."""
        if self.is_marker:
            return "nothing"
        if not self.times:
            return minus(self.each)
        return f"× {minus(self.each)}" if self.is_ticked else "×"

    @property
    def rule(self) -> str:
        """Return its points, as the end of a sentence: “each counts 100 points”."""
        if self.is_marker:
            return "counts no points"
        if self.times:
            by = minus(self.each) if self.is_ticked else "its number"
            rule = f"{'its tick' if self.is_ticked else 'this column'} multiplies the sum of the others by {by}"
            spared = ", but not a sum of 0 or less, nor the fewest points of all"
            return rule + (spared if self.unless_fewest else "")
        if self.at_end:
            return f"{msgspec.structs.replace(self, at_end=False).rule}, all paid after the last round"
        points = f"{minus(self.each)} {'point' if abs(self.each) == 1 else 'points'}"
        if self.bonus:
            return f"counts {points} if the columns before it make {minus(self.needs)} or more"
        if self.is_ticked:
            needed = f", which needs {self.needs} in the column before it" if self.needs else ""
            return f"counts {points} for {'the one side' if self.one else 'each side'} that has it{needed}{self._once}"
        counts = "counts as many points as are entered" if self.each == 1 else f"each counts {points}"
        return counts + (f", at most {minus(self.most)}" if self.most else "") + self._once

    @property
    def _once(self) -> str:
        return ", once a match" if self.box else ""


class ColumnRow(NamedTuple):
    """A column as the fields of a form. `limit`: the number that it needs before it, of a box the most it can have."""

    name: str
    each: str
    limit: str
    kind: str


@dataclass(frozen=True, kw_only=True)
class ColumnsOption(Option):
    """The columns of a score sheet, as plain values: `[{"name": "Red threes", "each": 100}]`.

    `none`: the label of no columns. Earlier files have a text, “Melds, Cards”.
    """

    none: str
    examples: Sequence[Sequence[Mapping[str, Any]]] = ()
    kind = "columns"
    kinds = {kind: label for kind, (label, _) in KINDS.items()}
    max_name_length = MAX_COLUMN_NAME_LENGTH

    def presets(self) -> Sequence[Any]:
        return (self.default, *self.examples)

    def accepts(self, value: Any) -> bool:
        return not self.hint(value)

    def expected(self) -> str:
        return f'up to {MAX_COLUMNS} columns such as {{"name": "Red threes", "each": 100}}'

    def hint(self, value: Any) -> str:
        """Return the error of the columns; "" if nothing is."""
        try:
            columns = read(_from_text(value) if isinstance(value, str) else value, list[ScoreColumn])
            _check(columns)
        except Impossible as error:
            # Form values may be raw text.
            if (place := re.match(r"\[(\d+)\]\.(each|needs|most)", error.field)) and isinstance(value, list):
                wrong = {"each": EACH_ERROR, "needs": NEEDS_ERROR, "most": MOST_ERROR}[place[2]]
                return wrong.format(quoted(str(value[int(place[1])].get("name", ""))))
            return error.message
        return ""

    def refusal(self, value: Any) -> str:
        return self.hint(value)

    def normalize(self, value: Any) -> Any:
        if not self.accepts(value):
            return value
        columns = read(_from_text(value) if isinstance(value, str) else value, list[ScoreColumn])
        # “Only one side” is a tick already.
        return [
            msgspec.to_builtins(
                msgspec.structs.replace(column, name=" ".join(column.name.split()), tick=column.tick and not column.one)
            )
            for column in columns
        ]

    def label(self, value: Any) -> str:
        return listed([column.title for column in read_columns(self.normalize(value))]) or self.none

    def alternatives(self) -> Sequence[str]:
        return [f"up to {MAX_COLUMNS} columns"]

    def rows(self, value: Any) -> list[ColumnRow]:
        """Return the columns as fields of a form, with an empty one to fill in while there is room."""
        texts = [text for _, text in self.to_form(value)]
        size = len(ColumnRow._fields)
        rows = [ColumnRow(*texts[at : at + size]) for at in range(0, len(texts) - size + 1, size)]
        return [*rows, ColumnRow("", "", "", "number")][:MAX_COLUMNS]

    def to_form(self, value: Any) -> list[tuple[str, str]]:
        """Return the texts of a ColumnRow for each column."""
        columns = self.normalize(value)
        if not isinstance(columns, list) or not columns:
            return [("", value if isinstance(value, str) else "")]
        texts = []
        for column in columns:
            each, kind = "" if column.get("each", 1) == 1 else str(column["each"]), _kind(column)
            texts += [str(column.get("name", "")), each, str(column.get(_limit(kind), "")), kind]
        return [("", text) for text in texts]

    def from_form(self, texts: Sequence[str], number: str) -> Any:
        """Return the columns of the texts in a form; those without a name are left out."""
        if len(texts) == 1:
            return texts[0].strip()
        # Links from before had no number that a column needs.
        is_older = len(texts) % 3 == 0 and all(kind in KINDS for kind in texts[2::3])
        texts = (
            [each for at in range(0, len(texts), 3) for each in (*texts[at : at + 2], "", texts[at + 2])]
            if is_older
            else texts
        )
        columns, size = [], len(ColumnRow._fields)
        for name, each, limit, kind in zip(*(texts[at::size] for at in range(size)), strict=False):
            if name.strip():
                _, flags = KINDS.get(kind, KINDS["number"])
                numbers = _number("each", each.strip()) | _number(_limit(kind), limit.strip())
                columns.append({"name": name.strip(), **numbers, **flags})
        return columns


def read_columns(value: Sequence[Mapping[str, Any]]) -> list[ScoreColumn]:
    """Return the columns of a house rule that is in force."""
    return msgspec.convert(value, list[ScoreColumn])


def _kind(column: Mapping[str, Any]) -> str:
    """Return the value of the field in a form: “one-times”. “Only one side” is a tick already."""
    flags = {
        name: True for name in ("one", "tick", "times", "unless_fewest", "bonus", "box", "at_end") if column.get(name)
    }
    if "one" in flags:
        flags.pop("tick", None)
    return next((kind for kind, (_, of_kind) in KINDS.items() if of_kind == flags), "number")


def _limit(kind: str) -> str:
    return "most" if kind in BOXES else "needs"


def _check(columns: Sequence[ScoreColumn]) -> None:
    if len(columns) > MAX_COLUMNS:
        raise Impossible(f"a sheet has at most {MAX_COLUMNS} columns, not {len(columns)}")
    names: list[str] = []
    for place, column in enumerate(columns, 1):
        name = " ".join(column.name.split())
        if not 0 < len(name) <= MAX_COLUMN_NAME_LENGTH or not name.isprintable():
            which = f"the column {quoted(name)}" if name else f"the {ordinal(place)} column"
            raise Impossible(f"{which} needs a name of 1 to {MAX_COLUMN_NAME_LENGTH} characters that can be shown")
        if name.casefold() in names:
            raise Impossible(f"two columns are called {quoted(name)}: give each its own name")
        names.append(name.casefold())
        errors = _box_error(name, column), _each_error(name, column), _needs_error(name, column, is_first=place == 1)
        if error := next(filter(None, errors), ""):
            raise Impossible(error)
    _check_multiplying(columns)


def _check_multiplying(columns: Sequence[ScoreColumn]) -> None:
    multiplying = [quoted(column.name) for column in columns if column.times]
    if len(multiplying) > 1:
        raise Impossible(f"only one column can multiply the others, not {listed(multiplying)}")
    if multiplying and any(column.box for column in columns):
        raise Impossible(f"a sheet that is filled box by box is added up: {multiplying[0]} cannot multiply it")
    paid = [quoted(column.name) for column in columns if column.at_end]
    if paid and any(column.box for column in columns):
        raise Impossible(f"a sheet that is filled box by box is added up as it is filled: {paid[0]} cannot wait")
    scoring = [column for column in columns if not (column.is_marker or column.at_end)]
    if scoring and all(column.times for column in scoring):
        raise Impossible("a column that multiplies needs another column beside it")


def _box_error(name: str, column: ScoreColumn) -> str:
    if column.box and (column.one or column.times or column.bonus or column.needs):
        return f"{quoted(name)}: a box is a number or a tick, and needs nothing before it"
    if column.most and (not column.box or column.tick):
        return f"{quoted(name)}: only the number of a box has a highest one"
    return "" if 0 <= column.most <= MAX_NEEDED else MOST_ERROR.format(quoted(name))


def _each_error(name: str, column: ScoreColumn) -> str:
    if not LOWEST_EACH <= column.each <= HIGHEST_EACH:
        return EACH_ERROR.format(quoted(name))
    if column.times and not column.is_ticked and column.each != 1:
        return f"{quoted(name)} multiplies by the number entered: leave empty what one counts"
    if column.times and column.is_ticked and column.each in (0, 1):
        return f"{quoted(name)}: enter by how much its tick multiplies, such as 2"
    return ""


def _needs_error(name: str, column: ScoreColumn, *, is_first: bool) -> str:
    if column.bonus and (column.tick or column.one or column.times):
        return f"{quoted(name)}: a bonus follows from the columns before it and is not ticked"
    if column.at_end and (column.times or column.is_marker):
        return f"{quoted(name)}: what is paid at the end counts points and multiplies nothing"
    if column.unless_fewest and not (column.one and column.times):
        return f"{quoted(name)}: only the tick of one side that multiplies can spare the fewest points"
    if not 0 <= column.needs <= MAX_NEEDED or (column.bonus and not column.needs):
        return NEEDS_ERROR.format(quoted(name))
    if column.needs and is_first:
        return f"{quoted(name)} needs another column before it"
    if column.needs and (column.times or not column.is_ticked):
        return f"{quoted(name)}: only a tick or a bonus needs a number before it: leave that field empty"
    return ""


def _from_text(text: str) -> list[dict[str, str]]:
    names: list[str] = []
    for part in text.split(","):
        name = " ".join(part.split())[:MAX_COLUMN_NAME_LENGTH].strip()
        if name:
            taken = [other.casefold() for other in names]
            again = (f"{name[: MAX_COLUMN_NAME_LENGTH - 3]} {count}" for count in range(2, MAX_COLUMNS + 9))
            names.append(name if name.casefold() not in taken else next(n for n in again if n.casefold() not in taken))
    return [{"name": name} for name in names]


def _number(name: str, text: str) -> dict[str, Any]:
    if not text:
        return {}
    return {name: int(text.replace("−", "-")) if re.fullmatch(r"[-−+]?\d{1,9}", text) else text}
