"""The parts of a form: keys to tap, and rows and sections that show the answers."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from games.core.cards import RANKS, SUITS, SYMBOLS
from games.core.text import minus, plural

# The shapes of players and sides, by number, so that colour is not the only difference.
MARKS = "●▲■◆★✚⬟⬢▼◖◗✖♥"
MARK_NAMES = (
    "disc", "triangle", "square", "diamond", "star", "cross", "pentagon", "hexagon", "triangle upside down",
    "left half", "right half", "saltire", "heart",
)  # fmt: skip


class Key(NamedTuple):
    """A key. `value`: its answer. `label`: the text on it. `spoken`: for screen readers.

    `tone`: its look, such as `suit-H`, `side-` with the number of a mark, or `wide`. `alone`: it is a whole answer,
    while other keys of the field are parts of one (“went out”). `taken`: it only keeps its place, and is not tapped.
    """

    value: str
    label: str
    spoken: str = ""
    tone: str = ""
    alone: bool = False
    taken: bool = False

    @property
    def accessible_name(self) -> str:
        return name_with(self.label, self.spoken) if self.spoken else self.label


def name_with(label: str, spoken: str) -> str:
    """Return `spoken`, after the label if that has other letters: by voice people say what they read."""
    letters = "".join(filter(str.isalnum, label.casefold()))
    is_contained = letters in "".join(filter(str.isalnum, spoken.casefold()))
    return spoken if is_contained else f"{label}, {spoken}"


class KeyGroup(NamedTuple):
    """Keys that stand together. `label`: their heading. Groups with the tone of a side stand side by side."""

    keys: Sequence[Key]
    label: str = ""
    tone: str = ""


class EntryRow(NamedTuple):
    """A row of the form with its questions. `side`: the side whose total it shows.

    `seat`: the player it is about, if sides have several.
    """

    label: str
    questions: tuple[str, ...]
    side: int | None = None
    tone: str = ""
    seat: int | None = None


@dataclass(frozen=True)
class EntrySection:
    """Rows under column headings, or with `grid` a grid of cells.

    `by_column`: each row of a grid is a column of the score sheet, with a cell for each side. `words`: the first answer
    of each row is a word.
    """

    rows: Sequence[EntryRow]
    columns: tuple[str, ...] = ()
    title: str = ""
    grid: bool = False
    by_column: bool = False
    words: bool = False
    when: str = ""


class Shortcut(NamedTuple):
    """A key that answers several questions.

    `rest`: answers only questions that are open when it is tapped; by then the page may have more answers.
    """

    name: str
    label: str
    answers: dict[str, str]
    rest: bool = False


class FixedSum(NamedTuple):
    """Questions whose answers add up to a total, so that the last one need not be asked.

    `what`: what is counted, in the singular. `signed`: answers may be below zero.
    """

    questions: tuple[str, ...]
    total: int
    what: str
    signed: bool = False

    def derived_answers(self, answers: Mapping[str, str]) -> dict[str, str]:
        """Return the missing answers that follow from the others: the last one, or 0 for all if nothing is left."""
        missing, rest = [name for name in self.questions if not answers.get(name)], self.rest(answers)
        if rest is None or (len(missing) > 1 and (rest or self.signed)):
            return {}
        return dict.fromkeys(missing, _answer(rest))

    def barred(self, answers: Mapping[str, str], keys: Mapping[str, Sequence[Key]]) -> dict[str, dict[str, str]]:
        """Return by open question the keys greater than the remainder; the text of the first says how much is left."""
        rest = self.rest(answers)
        if rest is None or self.signed or rest == self.total:
            return {}
        barred = {}
        for name in self.questions:
            above = [key.value for key in keys[name] if key.value.isdecimal() and int(key.value) > rest]
            if above and not answers.get(name):
                barred[name] = {value: "" if place else f"{max(rest, 0)} left" for place, value in enumerate(above)}
        return barred

    def is_wrong(self, answers: Mapping[str, str]) -> bool:
        """Return whether the answers cannot add up to the total, whatever the missing ones are."""
        rest = self.rest(answers)
        if not rest:
            return False
        return all(answers.get(name) for name in self.questions) or (rest < 0 and not self.signed)

    def changes(self, answers: Mapping[str, str]) -> dict[str, str]:
        """Return by question the answer with which the sum would be right."""
        rest = self.rest(answers) or 0
        return {name: _answer(_number(answers[name]) + rest) for name in self.questions if answers.get(name)}

    def error_message(self, answers: Mapping[str, str]) -> str:
        """Return by how much the sum is off: “15 of 13 hearts: 2 too many”."""
        rest = self.rest(answers) or 0
        way = f"{rest} missing" if rest > 0 else f"{-rest} too many"
        return f"{minus(self.total - rest)} of {plural(self.total, self.what)}: {way}"

    def rest(self, answers: Mapping[str, str]) -> int | None:
        """Return the total less the answers; None if one of them is not a number."""
        given = [answers[name] for name in self.questions if answers.get(name)]
        if not all(re.fullmatch(r"−?\d{1,5}" if self.signed else r"\d{1,3}", number, re.ASCII) for number in given):
            return None
        return self.total - sum(map(_number, given))


def _answer(number: int) -> str:
    return str(number).replace("-", "−")


def _number(answer: str) -> int:
    return int(answer.replace("−", "-"))


def numbers(low: int, high: int, spoken: str = "") -> tuple[Key, ...]:
    return tuple(Key(str(n), minus(n), f"{n} {spoken}".strip()) for n in range(low, high + 1))


def suits() -> list[Key]:
    return [Key(code, SYMBOLS[code], name, tone=f"suit-{code}") for code, name in SUITS.items()]


def sides(names: Sequence[str], marks: Sequence[int] = ()) -> list[Key]:
    """Return a key for each name with the tone of its mark; in the order of the names if there are no marks."""
    marked = zip(names, marks or range(len(names)), strict=True)
    return [Key(str(side), name, tone=f"side-{mark}") for side, (name, mark) in enumerate(marked)]


# --- The marks of players: each number is a shape and a colour.


def rarest_first(given: Iterable[int]) -> Iterator[int]:
    """Yield marks for new players: each time the first of those used least."""
    has = Counter(mark % len(MARKS) for mark in given)
    while True:
        mark = min(range(len(MARKS)), key=lambda mark: (has[mark], mark))
        has[mark] += 1
        yield mark


def different_marks(wanted: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return a mark for each side: the first free mark of its players, else one that nobody has.

    They differ if there are enough marks. `wanted`: the marks of the players of each side.
    """
    wishes = [sorted({mark % len(MARKS) for mark in marks}) for marks in wanted]
    spare = sorted(range(len(MARKS)), key=lambda mark: any(mark in marks for marks in wishes))
    taken: list[int] = []
    for marks in wishes:
        taken.append(next((mark for mark in (*marks, *spare) if mark not in taken), marks[0]))
    return tuple(taken)


# --- The cards of a game as keys.


class CardKeys(NamedTuple):
    """The cards of a game as keys. `copies`: by value, if there are several."""

    rows: Sequence[Sequence[Key]]
    copies: Mapping[str, int] = MappingProxyType({})


def french_card_keys(
    jokers: Mapping[str, str] = MappingProxyType({}),
    *,
    lowest: str = "2",
    copies: int = 1,
    order: Sequence[str] = (),
) -> CardKeys:
    """Return the keys of a french_deck, from the ace down, in one or two rows a suit.

    `jokers`: names by code; they stand at the end of the first suits. `copies`: number of packs. `order`: the ranks of
    a pack that has an order of its own, the highest first.
    """
    spoken = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}
    initials = {code: "".join(word[0] for word in name.split()).upper() for code, name in jokers.items()}
    joker_keys = [Key(code, initials[code], name, "joker") for code, name in jokers.items()]
    ranks = order or [rank for rank in reversed(RANKS) if RANKS[rank] >= RANKS[lowest]]
    rows: list[list[Key]] = []
    for at, (suit, name) in enumerate(SUITS.items()):
        keys = [Key(rank + suit, rank + SYMBOLS[suit], f"{spoken.get(rank, rank)} of {name}", f"suit-{suit}")
                for rank in ranks]  # fmt: skip
        keys += joker_keys[at : at + 1]
        rows += [keys[:7], keys[7:]] if keys[7:] else [keys]
    return CardKeys(rows, {key.value: copies for row in rows for key in row} if copies > 1 else {})
