"""Worked examples and rulings on a rules page. Every number and answer comes from the game."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from games.core import referee, scoresheet
from games.core.definition import Game, MatchState
from games.core.errors import Impossible, ImpossibleRound
from games.core.examples import EXAMPLE_NAMES, WorkedExample, WorkedRuling, read_examples
from games.core.house_rules import HouseRules
from games.core.schema import read
from games.core.scorecard import ScoreLine
from games.core.text import plural
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
    """The last round of an example, or why it is refused.

    `differences`: what a table plays otherwise, so that the example does not come out like this there.
    """

    example: WorkedExample
    facts: list[FactText]
    sides: list[ExampleSide]
    house_rules: list[HouseRuleText]
    winners: list[str]
    refused: str = ""
    differences: Sequence[str] = ()

    @property
    def shows_totals(self) -> bool:
        return self.example.totals is not None or len(self.example.rounds) > 1


def score_example(game: Game, example: WorkedExample) -> ScoredExample:
    differing = _differing(game, example.house_rules)
    try:
        _, state, scorecard = scoresheet.play(example.sheet(game))
    except ImpossibleRound as error:
        # The round that is refused may be before the last.
        example = msgspec.structs.replace(example, rounds=example.rounds[: error.number])
        _, _, message = error.message.partition(f" {error.number}: ")
        return ScoredExample(example, _refused_facts(game, example), [], differing, [], message)
    except Impossible as error:
        return ScoredExample(example, _refused_facts(game, example), [], differing, [], error.message)
    before = _before(game, example)
    facts = facts_of(state.rounds[-1].facts, before)
    winners = [state.side_names[side] for side in scorecard.winners]
    return ScoredExample(example, facts, list(_sides(state, before)), differing, winners)


def score_examples_at_table(
    game: Game, examples: Iterable[WorkedExample], table: HouseRules
) -> Iterator[ScoredExample]:
    """Score examples by the house rules of a table; those that come out otherwise there by their own."""
    for example in examples:
        if differences := differences_at_table(game, example, table):
            yield replace(score_example(game, example), differences=differences)
        else:
            at_table = msgspec.structs.replace(example, house_rules=table.differing)
            yield replace(score_example(game, at_table), house_rules=[])


def differences_at_table(game: Game, example: WorkedExample, table: HouseRules) -> list[str]:
    """Return the house rules of a table that keep an example from coming out as its author wrote; [] if it does."""

    def outcome(in_force: Mapping[str, Any]) -> Any:
        """Return all that the text of an example may mention: points, reasons, totals and winners, or the refusal."""
        try:
            _, state, scorecard = scoresheet.play(msgspec.structs.replace(example, house_rules=in_force).sheet(game))
        except Impossible as error:
            return error.message
        # Statuses are mentioned too if the example illustrates the very house rule that differs.
        differs = any(
            in_force[name] != own.in_force[name] for name, option in own.options.items() if option.rule == example.rule
        )
        return [scored.lines for scored in state.rounds], state.totals, scorecard.winners, differs and state.statuses

    own = HouseRules(game.house_rules, example.house_rules)
    return _differences(example.house_rules, table, outcome)


def _differences(
    house_rules: Mapping[str, Any], table: HouseRules, outcome: Callable[[Mapping[str, Any]], Any]
) -> list[str]:
    """Return in words the house rules of a table that change an outcome, or that were written with another value.

    Each is tried alone; if only several together change the outcome, all that differ are returned.
    """
    own = HouseRules(table.options.values(), house_rules).in_force
    differing = {name: value for name, value in table.in_force.items() if value != own[name]}
    written = outcome(own)
    if not differing.keys() & house_rules.keys() and outcome(table.in_force) == written:
        return []
    alone = [name for name in differing if name in house_rules or outcome(own | {name: differing[name]}) != written]
    return [f"{table.options[name].title}: {table.options[name].label(differing[name])}" for name in alone or differing]


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
    """Return the facts of an impossible round; [] if the form cannot show them."""
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
    """`rule`: the anchor of the section it is shown in; `refused`: why the question is impossible.

    `differences`: what a table plays otherwise, so that the answer is another one there.
    """

    question: WorkedRuling
    title: str
    facts: list[FactText]
    house_rules: list[HouseRuleText]
    rule: str
    answer: str = ""
    cards: list[AnswerCard] = field(default_factory=list)
    why: str = ""
    refused: str = ""
    differences: Sequence[str] = ()


# Up to 50 ms of processor time, for each table's rules as well as the printed ones.
@lru_cache(maxsize=200)
def answer_questions(game: Game) -> tuple[AnsweredRuling, ...]:
    """Answer questions by their own house rules. A refused one is shown beside the last question of its kind."""
    last_rule: dict[str, str] = {}
    answered = []
    for question in read_examples(game).ruling:
        answered.append(_answer_question(game, question, last_rule.get(question.ask, "")))
        last_rule[question.ask] = answered[-1].rule
    return tuple(answered)


def answer_questions_at_table(game: Game, table: HouseRules, players: int | None = None) -> Iterator[AnsweredRuling]:
    """Answer questions by the house rules and the number of players of a table, or by their own if that differs."""
    for printed in answer_questions(game):
        question = printed.question.question

        def outcome(in_force: Mapping[str, Any], question: dict[str, Any] = question) -> Any:
            try:
                return referee.ask(game, question | {"house_rules": in_force})
            except Impossible as error:
                return error.message

        differences = _differences(printed.question.house_rules, table, outcome)
        if players and question.get("players", players) != players:
            differences.append(plural(players, "player"))
        yield replace(printed, differences=differences, house_rules=printed.house_rules if differences else [])


def _answer_question(game: Game, question: WorkedRuling, rule: str) -> AnsweredRuling:
    """Answer one of the examples; `rule`: shown with a refusal that names no rule."""
    given = {name: value for name, value in question.question.items() if name not in ("ask", "house_rules")}
    own = question.house_rules
    differing = _differing(game, own)
    kind = referee.questions(game)[question.ask]
    facts = _question_facts(game, kind, given, own)
    try:
        ruling = referee.ask(game, question.question)
    except Impossible as error:
        rule = question.rule or rule
        return AnsweredRuling(question, kind.title, facts, differing, rule, refused=with_names(error.message))
    cards = cards_of(game, HouseRules(game.house_rules, own))
    answer, why = ruling_text(kind, given, ruling, cards), with_names(ruling.why)
    picked = answer_cards(find_keys(given.get(kind.picks), cards), ruling.answer)
    return AnsweredRuling(question, kind.title, facts, differing, ruling.rule, answer, picked, why)


def _question_facts(
    game: Game, kind: type[referee.Question], given: Mapping[str, Any], house_rules: dict[str, Any]
) -> list[FactText]:
    """Return a question in the words of the referee's page; [] if that cannot show it."""
    try:
        return question_facts(game, kind, given, HouseRules(game.house_rules, house_rules))
    except (Impossible, LookupError, TypeError, ValueError):
        return []
