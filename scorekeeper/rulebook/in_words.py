"""Facts in words: a round as its own form asks for it, and what only a file says as plain names and values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from games.cards import SYMBOLS
from games.examples import NAMES
from games.form import Cards
from games.typed import plain

if TYPE_CHECKING:
    from games.form import Question
    from games.keypad import Row
    from games.record import Record
    from games.referee import Question as Asks
    from games.referee import Ruling
    from games.so_far import SoFar

CARD = re.compile(r"(10|[2-9JQKA])([SHDC])")
SEATS = {"dealer", "first_dealer", "first", "bidder", "winner", "seat"}
"""Names under which files and referees give a seat."""


class Fact(NamedTuple):
    """Whose or what it is, and what was said of it."""

    label: str
    said: str


def facts_of(record: Record, before: SoFar) -> list[Fact]:
    """Say the facts of a round as the score pad asks for them, row by row."""
    form = before.game.form(before, before.game.form.answers_of(record, before))
    given = form.given()
    rows = [row for section in form.sections for row in section.rows if set(row.questions) & given.keys()]
    return [Fact(row.label, _row(row, form.fields, given)) for row in rows]


def plain_facts(facts: Mapping[str, Any]) -> list[Fact]:
    """Say facts as a file has them: “tricks: 2, 2, 2”."""
    return [Fact(name.replace("_", " "), said(value, name)) for name, value in facts.items()]


def said(value: Any, name: str = "", names: Sequence[str] = NAMES) -> str:
    """Say one plain value; a seat by the name of who sits there."""
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "none"}[value]
    if isinstance(value, dict):
        return ", ".join(f"{key.replace('_', ' ')} {said(inner, key, names)}" for key, inner in value.items())
    if isinstance(value, (list, tuple)):
        return (" " if _are_cards(value) else ", ").join(said(inner, name, names) for inner in value) or "nothing"
    if name in SEATS and type(value) is int and 0 <= value < len(names):
        return names[value]
    return _card(str(value)).replace("-", "−") if value != "" else "nothing"


def told(kind: type[Asks], given: Mapping[str, Any], ruling: Ruling, names: Sequence[str] = NAMES) -> str:
    """Say a referee's answer: one of the cards of the question by that card, a seat by who sits there."""
    if ruling.short:
        return with_names(ruling.short, names)
    if kind.picks in given and type(ruling.answer) is int:
        return said(given[kind.picks][ruling.answer])
    return said(plain(ruling.answer), "seat" if kind.picks == "seats" else "", names)


def with_names(sentence: str, names: Sequence[str] = NAMES) -> str:
    """Name the seats in a sentence; as the examples do where nobody sits there: seat 1 is Ben."""
    return re.sub(
        r"\bseat (\d{1,2})\b", lambda seat: names[int(seat[1])] if int(seat[1]) < len(names) else seat[0], sentence
    )


def _row(row: Row, questions: Mapping[str, Question], given: Mapping[str, str]) -> str:
    return ", ".join(_cells(row, questions, given))


def _cells(row: Row, questions: Mapping[str, Question], given: Mapping[str, str]) -> Iterator[str]:
    for name in row.questions:
        if name in given:
            answer = _answer(questions[name], given[name])
            yield answer if len(row.questions) == 1 else f"{questions[name].short} {answer}"


def _answer(question: Question, answer: str) -> str:
    """Say an answer in full, where the score pad may only count its cards."""
    words = Cards.said(question, answer) if isinstance(question, Cards) else question.said(answer)
    return re.sub(r"(?<!\w)-(?=\d)", "−", words)


def _card(text: str) -> str:
    card = CARD.fullmatch(text)
    return f"{card[1]}{SYMBOLS[card[2]]}" if card else SYMBOLS.get(text, text)


def _are_cards(values: list[Any] | tuple[Any, ...]) -> bool:
    return all(isinstance(value, str) and not value.islower() for value in values)
