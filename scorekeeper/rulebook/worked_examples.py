"""Worked examples and rulings on a rules page. Every number and answer comes from the game."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import msgspec

from games.core import referee, scoresheet
from games.core.definition import Game, MatchState
from games.core.errors import Impossible
from games.core.examples import EXAMPLE_NAMES, WorkedExample, WorkedRuling
from games.core.house_rules import HouseRules
from games.core.schema import read
from games.core.scorecard import ScoreLine
from scorekeeper.rulebook.wording import (
    AnswerCard,
    FactText,
    HouseRuleText,
    answer_cards,
    cards_of,
    facts_of,
    find_keys,
    house_rule_texts,
    question_facts,
    ruling_text,
    sum_text,
    with_names,
)


class ExampleSide(NamedTuple):
    name: str
    lines: tuple[ScoreLine, ...]
    before: int
    points: int
    total: int
    status: str

    @property
    def running(self) -> str:
        return sum_text(self.before, [self.points])


@dataclass(frozen=True)
class ScoredExample:
    """The last round of an example, or why it is refused."""

    example: WorkedExample
    facts: list[FactText]
    sides: list[ExampleSide]
    house_rules: list[HouseRuleText]
    winners: list[str]
    refused: str = ""

    @property
    def shows_totals(self) -> bool:
        return self.example.totals is not None or len(self.example.rounds) > 1


def score_example(game: Game, example: WorkedExample) -> ScoredExample:
    differing = _differing(game, example.house_rules)
    try:
        _, state, card = scoresheet.play(example.sheet(game))
    except Impossible as error:
        return ScoredExample(example, _refused_facts(game, example), [], differing, [], error.message)
    before = _before(game, example)
    facts = facts_of(state.rounds[-1].facts, before)
    winners = [state.side_names[side] for side in card.winners]
    return ScoredExample(example, facts, list(_sides(state, before)), differing, winners)


def score_at_table(game: Game, example: WorkedExample, table: HouseRules) -> ScoredExample | None:
    """Score an example by the house rules of a table; None where what is said of it is not true there."""
    there = msgspec.structs.replace(example, house_rules=table.differing)
    if not _agrees(example.house_rules, table) or _outcome(game, example) != _outcome(game, there):
        return None
    return replace(score_example(game, there), house_rules=[])


def _agrees(house_rules: Mapping[str, Any], table: HouseRules) -> bool:
    """Whether a table plays by the house rules that an example is about."""
    options = table.options
    return all(
        name in options and options[name].accepts(value) and options[name].normalize(value) == table.in_force[name]
        for name, value in house_rules.items()
    )


def _outcome(game: Game, example: WorkedExample) -> Any:
    """Return what the words of an example may speak of: points, reasons, totals and winners, or the refusal."""
    try:
        _, state, card = scoresheet.play(example.sheet(game))
    except Impossible as error:
        return error.message
    return [scored.lines for scored in state.rounds], state.totals, card.winners


def status_text(state: MatchState, side: int) -> str:
    return ", ".join(one.text for one in state.statuses if one.side == side)


def _sides(state: MatchState, before: MatchState) -> Iterator[ExampleSide]:
    scored = state.rounds[-1]
    for side, name in enumerate(state.side_names):
        lines = tuple(line for line in scored.lines if line.side == side)
        total = scored.totals[side]
        yield ExampleSide(name, lines, before.totals[side], scored.points[side], total, status_text(state, side))


def _before(game: Game, example: WorkedExample) -> MatchState:
    table = game.table(EXAMPLE_NAMES[: example.players], example.first_dealer, example.house_rules)
    return game.replay(table, [read(facts, game.facts) for facts in example.rounds[:-1]])


def _refused_facts(game: Game, example: WorkedExample) -> list[FactText]:
    """Return the facts of an impossible round; nothing where the form cannot show them."""
    try:
        return facts_of(read(example.rounds[-1], game.facts), _before(game, example))
    except (Impossible, LookupError, TypeError, ValueError):
        return []


def _differing(game: Game, house_rules: Mapping[str, Any]) -> list[HouseRuleText]:
    try:
        return [rule for rule in house_rule_texts(game, HouseRules(game.house_rules, house_rules)) if rule.differs]
    except Impossible:
        return []


@dataclass(frozen=True)
class AnsweredRuling:
    """`rule`: the anchor of the section it is shown in; `refused`: why the question is impossible."""

    question: WorkedRuling
    title: str
    facts: list[FactText]
    house_rules: list[HouseRuleText]
    rule: str
    answer: str = ""
    cards: list[AnswerCard] = field(default_factory=list)
    why: str = ""
    refused: str = ""


def answer_questions(
    game: Game, questions: Iterable[WorkedRuling], table: HouseRules | None = None
) -> Iterator[AnsweredRuling]:
    """Answer questions by their own house rules; of a table, those whose answer is the same there.

    A refused one is shown in the section of the last question of its kind.
    """
    last_rule: dict[str, str] = {}
    for question in questions:
        answered = _answer_question(game, question, last_rule)
        last_rule[question.question["ask"]] = answered.rule
        if table is not None:
            own = question.question.get("house_rules", {})
            asked = msgspec.structs.replace(question, question=question.question | {"house_rules": table.differing})
            there = replace(_answer_question(game, asked, last_rule), house_rules=[])
            same = (there.answer, there.why, there.refused) == (answered.answer, answered.why, answered.refused)
            if not same or not _agrees(own, table):
                continue
            answered = there
        yield answered


def _answer_question(game: Game, question: WorkedRuling, last_rule: dict[str, str]) -> AnsweredRuling:
    given = {name: value for name, value in question.question.items() if name not in ("ask", "house_rules")}
    ask, own = question.question["ask"], question.question.get("house_rules", {})
    differing = _differing(game, own)
    kind = referee.questions(game)[ask]
    facts = _question_facts(game, kind, given, own)
    try:
        ruling = referee.ask(game, question.question)
    except Impossible as error:
        rule = question.rule or last_rule.get(ask, "")
        return AnsweredRuling(question, kind.title, facts, differing, rule, refused=with_names(error.message))
    cards = cards_of(game, HouseRules(game.house_rules, own))
    answer, why = ruling_text(kind, given, ruling, cards), with_names(ruling.why)
    picked = answer_cards(find_keys(given.get(kind.picks), cards), ruling.answer)
    return AnsweredRuling(question, kind.title, facts, differing, ruling.rule, answer, picked, why)


def _question_facts(
    game: Game, kind: type[referee.Question], given: Mapping[str, Any], house_rules: dict[str, Any]
) -> list[FactText]:
    """Return what is asked in the words of the referee's page; nothing where that cannot show it."""
    try:
        return question_facts(game, kind, given, HouseRules(game.house_rules, house_rules))
    except (Impossible, LookupError, TypeError, ValueError):
        return []
