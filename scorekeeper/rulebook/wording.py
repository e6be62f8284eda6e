"""House rules as the rules pages tell them: what is played, what else could be, and whether it is the default."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from games.core.cards import SYMBOLS
from games.core.examples import EXAMPLE_NAMES
from games.core.house_rules import HouseRules, Option
from games.core.round_form import PickCards, form_class, open_form
from games.core.schema import plain
from games.core.text import listed, minus

if TYPE_CHECKING:
    from games.core.definition import Game, MatchState
    from games.core.facts import RoundFacts
    from games.core.keypad import EntryRow
    from games.core.referee import Question as Asks
    from games.core.referee import Ruling
    from games.core.round_form import FormQuestion
    from games.core.scorecard import Scorecard


@dataclass(frozen=True)
class HouseRuleText:
    """One house rule with the value in force."""

    option: Option
    value: Any

    @property
    def played(self) -> str:
        return self.option.label(self.value)

    @property
    def default(self) -> str:
        return self.option.label(self.option.default)

    @property
    def differs(self) -> bool:
        return bool(self.option.normal(self.value) != self.option.normal(self.option.default))

    @property
    def others(self) -> Sequence[str]:
        return self.option.alternatives()


def house_rule_texts(game: Game, in_force: HouseRules | None = None) -> list[HouseRuleText]:
    """Return all house rules of a game as they are in force at a table; without one, the defaults."""
    rules = in_force or HouseRules(game.house_rules, {})
    return [HouseRuleText(option, rules.in_force[option.name]) for option in game.house_rules]


# --- Facts in words: a round as its own form asks for it, and what only a file says as plain names and
# values.

CARD = re.compile(r"(10|[2-9JQKA])([SHDC])")


class FactText(NamedTuple):
    """Whose or what it is, and what was said of it."""

    label: str
    said: str


def facts_of(facts: RoundFacts, before: MatchState) -> list[FactText]:
    form = open_form(before, form_class(before.game).answers_of(facts, before))
    given = form.given()
    rows = [row for section in form.sections for row in section.rows if set(row.questions) & given.keys()]
    return [FactText(row.label, _row(row, form.fields, given)) for row in rows]


def plain_facts(
    facts: Mapping[str, Any], seats: Collection[str], names: Sequence[str] = EXAMPLE_NAMES
) -> list[FactText]:
    """Say facts as a file has them: “tricks: 2, 2, 2”; `seats` are the names of those that give a seat."""
    return [FactText(name.replace("_", " "), value_text(value, seats, name, names)) for name, value in facts.items()]


def value_text(value: Any, seats: Collection[str] = (), name: str = "", names: Sequence[str] = EXAMPLE_NAMES) -> str:
    """Say one plain value; under a name that gives a seat, who sits there."""
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "none"}[value]
    if isinstance(value, dict):
        return ", ".join(
            f"{key.replace('_', ' ')} {value_text(inner, seats, key, names)}" for key, inner in value.items()
        )
    if isinstance(value, (list, tuple)):
        return (" " if _are_cards(value) else ", ").join(
            value_text(inner, seats, name, names) for inner in value
        ) or "nothing"
    if name in seats and type(value) is int and 0 <= value < len(names):
        return names[value]
    return minus(_card(str(value))) if value != "" else "nothing"


def ruling_text(
    kind: type[Asks], given: Mapping[str, Any], ruling: Ruling, names: Sequence[str] = EXAMPLE_NAMES
) -> str:
    if ruling.short:
        return with_names(ruling.short, names)
    if kind.picks in given and type(ruling.answer) is int:
        return value_text(given[kind.picks][ruling.answer])
    whole = "answer" if kind.picks == "seats" else ""
    return value_text(plain(ruling.answer), (*kind.seat_answers, "answer"), whole, names)


def with_names(sentence: str, names: Sequence[str] = EXAMPLE_NAMES) -> str:
    """Name the seats in a sentence; as the examples do where nobody sits there: seat 1 is Ben."""
    return re.sub(
        r"\bseat (\d{1,2})\b", lambda seat: names[int(seat[1])] if int(seat[1]) < len(names) else seat[0], sentence
    )


def _row(row: EntryRow, questions: Mapping[str, FormQuestion], given: Mapping[str, str]) -> str:
    return ", ".join(_cells(row, questions, given))


def _cells(row: EntryRow, questions: Mapping[str, FormQuestion], given: Mapping[str, str]) -> Iterator[str]:
    for name in row.questions:
        if name in given:
            answer = _answer(questions[name], given[name])
            yield answer if len(row.questions) == 1 else f"{questions[name].short} {answer}"


def _answer(question: FormQuestion, answer: str) -> str:
    words = PickCards.said(question, answer) if isinstance(question, PickCards) else question.said(answer)
    return minus(words)


def _card(text: str) -> str:
    card = CARD.fullmatch(text)
    return f"{card[1]}{SYMBOLS[card[2]]}" if card else SYMBOLS.get(text, text)


def _are_cards(values: list[Any] | tuple[Any, ...]) -> bool:
    return all(isinstance(value, str) and not value.islower() for value in values)


# --- Sums as people write them: 30 + 3 − 100 = −67.


def sum_text(first: int, others: Sequence[int]) -> str:
    """Write a sum with its result; a number alone stays alone."""
    if not others:
        return minus(first)
    terms = "".join(f" − {-number}" if number < 0 else f" + {number}" for number in others)
    return f"{minus(first)}{terms} = {minus(first + sum(others))}"


# --- Who has won or leads, in a sentence.


def result_text(state: MatchState, card: Scorecard) -> str:
    if not card.rounds:
        return "nothing is counted yet"
    ahead = card.winners if card.finished else state.game.leaders(card.totals)
    names, total = listed([state.side_names[side] for side in ahead]), minus(card.totals[ahead[0]])
    if card.finished:
        return f"{names} share the win with {total}" if len(ahead) > 1 else f"{names} wins with {total}"
    return f"{names} are level with {total}" if len(ahead) > 1 else f"{names} leads with {total}"
