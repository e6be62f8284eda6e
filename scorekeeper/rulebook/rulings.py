"""Rulings as a rules page shows them: the question in words, and what the referee answers when it is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games import referee
from games.house_rules import HouseRules
from games.impossible import Impossible
from scorekeeper.rulebook.house_rules import HouseRule, house_rules
from scorekeeper.rulebook.in_words import Fact, plain_facts, told, with_names

if TYPE_CHECKING:
    from games.examples import Question
    from games.game import Game


@dataclass(frozen=True)
class Ruled:
    """A question with its answer, why, and the rule it stands beside; `refused`: why it cannot be asked."""

    question: Question
    asks: str
    facts: list[Fact]
    house_rules: list[HouseRule]
    rule: str
    answer: str = ""
    why: str = ""
    refused: str = ""


def ruled(game: Game, questions: Iterable[Question]) -> Iterator[Ruled]:
    """Answer all questions; a refused one stands beside the rule of the one before it that asks the same."""
    beside: dict[str, str] = {}
    for question in questions:
        answered = _ruled(game, question, beside)
        beside[question.question["ask"]] = answered.rule
        yield answered


def _ruled(game: Game, question: Question, beside: dict[str, str]) -> Ruled:
    given = {name: value for name, value in question.question.items() if name not in ("ask", "house_rules")}
    ask = question.question["ask"]
    differing = [HouseRule(rule.option, rule.value) for rule in _house_rules(game, question) if rule.differs]
    kind, facts = referee.questions(game)[ask], plain_facts(given)
    try:
        ruling = referee.ask(game, question.question)
    except Impossible as error:
        rule = question.rule or beside.get(ask, "")
        return Ruled(question, kind.title, facts, differing, rule, refused=with_names(error.message))
    words = told(kind, given, ruling)
    return Ruled(question, kind.title, facts, differing, ruling.rule, words, with_names(ruling.why))


def _house_rules(game: Game, question: Question) -> list[HouseRule]:
    try:
        return house_rules(game, HouseRules(game.house_rules, question.question.get("house_rules", {})))
    except Impossible:
        return []
