"""Worked examples as a rules page shows them: facts in words, and every number from the engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from games.core import referee, scoresheet
from games.core.errors import Impossible
from games.core.examples import EXAMPLE_NAMES, WorkedExample
from games.core.house_rules import HouseRules
from games.core.question_fields import seat_fields
from games.core.schema import read
from scorekeeper.rulebook.wording import (
    FactText,
    HouseRuleText,
    facts_of,
    house_rule_texts,
    plain_facts,
    ruling_text,
    sum_text,
    with_names,
)

if TYPE_CHECKING:
    from games.core.definition import Game, MatchState
    from games.core.examples import WorkedQuestion
    from games.core.scorecard import Scorecard, ScoreLine


class SideWorked(NamedTuple):
    """What an example comes to for one side: its lines, its total before and after, and what it carries."""

    name: str
    lines: tuple[ScoreLine, ...]
    before: int
    points: int
    total: int
    carried: str

    @property
    def running(self) -> str:
        return sum_text(self.before, [self.points])


@dataclass(frozen=True)
class WorkedOut:
    """One example, worked out: its last round, or the words in which it is refused."""

    example: WorkedExample
    facts: list[FactText]
    sides: list[SideWorked]
    house_rules: list[HouseRuleText]
    winners: list[str]
    refused: str = ""

    @property
    def shows_totals(self) -> bool:
        return self.example.totals is not None or len(self.example.rounds) > 1


def work_out(game: Game, example: WorkedExample) -> WorkedOut:
    differing = _differing(game, example)
    try:
        _, state, card = scoresheet.play(example.sheet(game))
    except Impossible as error:
        return WorkedOut(example, _refused_facts(game, example), [], differing, [], error.message)
    before = _before(game, example)
    facts = facts_of(state.rounds[-1].facts, before)
    return WorkedOut(example, facts, list(_sides(state, before)), differing, _winners(state, card))


def carried_by(state: MatchState, side: int) -> str:
    """Say what a side carries into the next round; "" for nothing."""
    return ", ".join(one.text for one in state.game.carried(state) if one.side == side)


def _sides(state: MatchState, before: MatchState) -> Iterator[SideWorked]:
    scored = state.rounds[-1]
    for side, name in enumerate(state.side_names):
        lines = tuple(line for line in scored.lines if line.side == side)
        total = scored.totals[side]
        yield SideWorked(name, lines, before.totals[side], scored.points[side], total, carried_by(state, side))


def _winners(state: MatchState, card: Scorecard) -> list[str]:
    return [state.side_names[side] for side in card.winners]


def _before(game: Game, example: WorkedExample) -> MatchState:
    table = game.table(EXAMPLE_NAMES[: example.players], example.first_dealer, example.house_rules)
    return game.fold(table, [read(facts, game.facts) for facts in example.rounds[:-1]])


def _refused_facts(game: Game, example: WorkedExample) -> list[FactText]:
    """Say the facts of a round that cannot be; where no form could ask for them, as they stand in the file."""
    try:
        return facts_of(read(example.rounds[-1], game.facts), _before(game, example))
    except (Impossible, LookupError, TypeError, ValueError):
        facts = example.rounds[-1] if example.rounds else {"players": example.players}
        return plain_facts(facts, game.facts.seat_facts)


def _differing(game: Game, example: WorkedExample) -> list[HouseRuleText]:
    try:
        return [
            rule for rule in house_rule_texts(game, HouseRules(game.house_rules, example.house_rules)) if rule.differs
        ]
    except Impossible:
        return []


# --- Rulings as a rules page shows them: the question in words, and what the referee answers when it is
# drawn.


@dataclass(frozen=True)
class AnsweredQuestion:
    """A question with its answer, why, and the rule it stands beside; `refused`: why it cannot be asked."""

    question: WorkedQuestion
    asks: str
    facts: list[FactText]
    house_rules: list[HouseRuleText]
    rule: str
    answer: str = ""
    why: str = ""
    refused: str = ""


def answer_questions(game: Game, questions: Iterable[WorkedQuestion]) -> Iterator[AnsweredQuestion]:
    """Answer all questions; a refused one stands beside the rule of the one before it that asks the same."""
    beside: dict[str, str] = {}
    for question in questions:
        answered = _answer_question(game, question, beside)
        beside[question.question["ask"]] = answered.rule
        yield answered


def _answer_question(game: Game, question: WorkedQuestion, beside: dict[str, str]) -> AnsweredQuestion:
    given = {name: value for name, value in question.question.items() if name not in ("ask", "house_rules")}
    ask = question.question["ask"]
    differing = [HouseRuleText(rule.option, rule.value) for rule in _house_rules(game, question) if rule.differs]
    kind = referee.questions(game)[ask]
    facts = plain_facts(given, seat_fields(kind))
    try:
        ruling = referee.ask(game, question.question)
    except Impossible as error:
        rule = question.rule or beside.get(ask, "")
        return AnsweredQuestion(question, kind.title, facts, differing, rule, refused=with_names(error.message))
    words = ruling_text(kind, given, ruling)
    return AnsweredQuestion(question, kind.title, facts, differing, ruling.rule, words, with_names(ruling.why))


def _house_rules(game: Game, question: WorkedQuestion) -> list[HouseRuleText]:
    try:
        return house_rule_texts(game, HouseRules(game.house_rules, question.question.get("house_rules", {})))
    except Impossible:
        return []
