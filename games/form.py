"""The vocabulary of the questions asked at the table. With the games' own form.py, all that knows Django here.

A game's RoundForm asks *questions* in the order they are answered. A question is answered with keys: `Pick` with
one, `Cards` with several in a row. Names of questions are the paths of the facts (`bids-2` for `bids[2]`), so a
refused fact finds its question. Layout is `Section`s of `Row`s of question names; nothing here draws anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django import forms

from games.cards import SUITS, SYMBOLS
from games.impossible import Impossible
from games.record import Record
from games.so_far import SoFar
from games.typed import read


class Key(NamedTuple):
    """One key of the pad: the answer it gives, what stands on it, how it is read out, and its look.

    `tone` names a look (a suit, `side-1`, `wide`); `why_not` says why it cannot be tapped now; `alone` is a key
    that is the whole answer of a Cards question ("went out").
    """

    value: str
    label: str
    spoken: str = ""
    tone: str = ""
    why_not: str = ""
    alone: bool = False


class Row(NamedTuple):
    """One row of the ledger: whose or what it is, the side whose points it shows, and its questions."""

    label: str
    questions: tuple[str, ...]
    side: int | None = None
    tone: str = ""


@dataclass(frozen=True)
class Section:
    """Rows that belong together: drawn as rows under column headings, or (`grid`) as a grid of cells."""

    rows: Sequence[Row]
    columns: tuple[str, ...] = ()
    title: str = ""
    grid: bool = False
    when: str = ""


class Shortcut(NamedTuple):
    """One key that answers several questions: its name, what stands on it, and the answers."""

    name: str
    label: str
    answers: dict[str, str]


class Question(forms.CharField):
    """What all questions have in common.

    `when`: asked only while another has one of these answers ("way=cards|live"). `unless`: not asked once one of these
    (space-separated) is answered. `beside`: shown on the pad together with that question. `passed_over`: only asked
    when tapped. `short`: what its cell is called in the ledger.
    """

    def __init__(
        self,
        label: str,
        keys: Iterable[Key],
        *,
        short: str = "",
        required: bool = True,
        when: str = "",
        unless: str = "",
        beside: str = "",
        passed_over: bool = False,
    ) -> None:
        super().__init__(label=label, required=False, max_length=400, strip=True)
        self.keys = tuple(keys)
        self.short = short or label
        self.needed = required
        self.when, self.unless, self.beside = when, unless, beside
        self.passed_over = passed_over

    def said(self, answer: str) -> str:
        """Say an answer as the ledger shows it."""
        return next((key.label for key in self.keys if key.value == answer), answer)


class Pick(Question):
    """A question answered with one key. `outline` names a question whose answer is outlined on these keys."""

    many = False

    def __init__(self, label: str, keys: Iterable[Key], *, outline: str = "", **asked: Any) -> None:
        super().__init__(label, keys, **asked)
        self.outline = outline

    def validate(self, value: str) -> None:
        """Refuse what is on no key, and what cannot be tapped now with its reason."""
        super().validate(value)
        key = next((key for key in self.keys if key.value == value), None)
        if value and key is None:
            raise forms.ValidationError(f"“{value[:20]}” is not on the keys")
        if key and key.why_not:
            raise forms.ValidationError(key.why_not)


class Cards(Question):
    """A question answered with several keys in a row; the answer is their values with a space between.

    `most`: how many at the most (then the next question comes by itself). `deck` and `stock`: questions of one deck
    share `stock` of each key ({"7": 8, "J": 4}). `joined`: no spaces, as for the digits of a number.
    """

    many = True

    def __init__(
        self,
        label: str,
        keys: Iterable[Key],
        *,
        most: int = 0,
        deck: str = "",
        stock: Mapping[str, int] | None = None,
        joined: bool = False,
        **asked: Any,
    ) -> None:
        super().__init__(label, keys, **asked)
        self.most, self.deck, self.stock, self.joined = most, deck, stock or {}, joined

    def stocked(self) -> list[tuple[Key, int]]:
        """Return the keys with how many there are of each (0: no limit)."""
        return [(key, self.stock.get(key.value, 0)) for key in self.keys]

    def to_python(self, value: Any) -> str:
        """Fold the white space people type."""
        return ("" if self.joined else " ").join(str(super().to_python(value)).split())

    def said(self, answer: str) -> str:
        if self.joined:
            return answer
        labels = {key.value: key.label for key in self.keys}
        return " ".join(labels.get(token, token) for token in answer.split())


def numbers(low: int, high: int, spoken: str = "") -> list[Key]:
    """Return keys for the whole numbers from low to high."""
    return [Key(str(n), str(n).replace("-", "−"), f"{n} {spoken}".strip()) for n in range(low, high + 1)]


def digits() -> list[Key]:
    """Return keys for the digits of a number counted at the table."""
    return numbers(0, 9)


def suits() -> list[Key]:
    """Return keys for the four suits."""
    return [Key(code, SYMBOLS[code], name, tone=f"suit-{code}") for code, name in SUITS.items()]


class RoundForm(forms.Form):
    """The questions of one round, and the record their answers make."""

    fields: dict[str, Question]  # type: ignore[assignment]  # every field of it is a question

    def __init__(self, so_far: SoFar, answers: Mapping[str, str]) -> None:
        """Ask about the round after `so_far`, with the answers there are.

        “derived” among the answers names, with spaces between, those that were filled in and not typed.
        """
        super().__init__(data={})
        self.so_far = so_far
        self.sections: list[Section] = []
        self.sums: dict[str, tuple[tuple[str, ...], int]] = {}
        self.missing = ""
        self.record: Record | None = None
        self.ask()
        filled_in = answers.get("derived", "").split()
        asked = [name for name in self.fields if name in answers and name not in filled_in]
        self.answers = {name: answers[name].strip() for name in asked}
        self.derived = self._derive()
        self.answers |= self.derived
        self.data = self.answers

    # --- What a game writes ------------------------------------------------------------------------

    def ask(self) -> None:
        """Put the questions (self.fields[name] = Pick(...)) and lay them out (self.sections)."""
        raise NotImplementedError

    def facts(self, answers: dict[str, str]) -> dict[str, Any]:
        """Return the facts of the record, as plain JSON values, from the answers given ("" and unasked left out)."""
        raise NotImplementedError

    @classmethod
    def answers_of(cls, record: Any, so_far: SoFar) -> dict[str, str]:
        """Return the answers that make this record: facts and answers are each other's inverse."""
        raise NotImplementedError

    def sentence(self, given: dict[str, str]) -> str:
        """Say the arithmetic of the answers so far in one sentence; it is shown above the keys."""
        return ""

    def notes(self, given: dict[str, str]) -> list[Key]:
        """Return what the table should see in large all the time (trump), as keys that cannot be tapped."""
        return []

    def shortcuts(self, given: dict[str, str]) -> list[Shortcut]:
        """Return the shortcuts open with the answers so far ("everybody made it")."""
        return []

    # --- What every game has -------------------------------------------------------------------------

    def adds_up(self, group: str, names: Sequence[str], total: int) -> None:
        """Say that the answers of some questions add up: the last one is filled in by itself."""
        self.sums[group] = (tuple(names), total)

    def given(self) -> dict[str, str]:
        """Return the answers given so far to questions that are asked, without the empty ones."""
        return {name: answer for name, answer in self.answers.items() if answer and self.is_asked(name)}

    def is_asked(self, name: str) -> bool:
        """Say whether a question is asked, given the other answers."""
        question = self.fields[name]
        if question.when:
            other, _, wanted = question.when.partition("=")
            if self.answers.get(other, "") not in wanted.split("|"):
                return False
        return not any(self.answers.get(other) for other in question.unless.split())

    def clean(self) -> dict[str, Any]:
        """Miss what is missing, and make the record."""
        if not self.errors:
            self._miss()
        if not self.errors:
            self._make()
        return self.cleaned_data

    def _derive(self) -> dict[str, str]:
        """Return the answers that follow because others add up: the last one of each sum."""
        derived = {}
        for names, total in self.sums.values():
            missing = [name for name in names if not self.answers.get(name)]
            said = [self.answers[name] for name in names if self.answers.get(name)]
            if len(missing) == 1 and all(number.isdecimal() and len(number) < 4 for number in said):
                rest = total - sum(map(int, said))
                if rest >= 0:
                    derived[missing[0]] = str(rest)
        return derived

    def _miss(self) -> None:
        given = self.given()
        for name, question in self.fields.items():
            if question.needed and name not in given and self.is_asked(name):
                self.missing = name
                self.add_error(name, f"{question.label}: not entered yet")
                return

    def _make(self) -> None:
        try:
            record = read(self.facts(self.given()), self.so_far.game.record)
            self.so_far.game.play(self.so_far, record)
        except Impossible as error:
            self.add_error(self._question_of(error.field), error.message)
        else:
            self.record = record

    def _question_of(self, path: str) -> str | None:
        """Find the question a fact comes from; of facts that are wrong together, the first."""
        name = re.sub(r"[\[\].]+", "-", path).strip("-")
        return next((one for one in self.fields if name and (one == name or one.startswith(f"{name}-"))), None)

    def unfinished(self) -> Record | None:
        """Return the record of what is known so far, where that is already one (bids without tricks)."""
        try:
            record = read(self.facts(self.given()), self.so_far.game.record)
            self.so_far.game.play(self.so_far, record)
        except (Impossible, KeyError, ValueError):
            return None
        return record
