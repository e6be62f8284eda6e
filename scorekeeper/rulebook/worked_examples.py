"""Worked examples and rulings on a rules page. Every number and answer comes from the game."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, NamedTuple

import msgspec

from games.core import referee, scoresheet
from games.core.definition import Game, MatchState
from games.core.errors import Impossible, ImpossibleRound
from games.core.examples import EXAMPLE_NAMES, WorkedExample, WorkedRuling
from games.core.house_rules import HouseRules
from games.core.schema import plain, read
from games.core.scorecard import ScoreLine, Status
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

# Matches, and rounds of each, that are made up at most in search of an example.
MADE_UP_MATCHES, MADE_UP_ROUNDS = 6, 20


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
    """The last round of an example, or why it is refused. `is_as_written`: with the words of its author."""

    example: WorkedExample
    facts: list[FactText]
    sides: list[ExampleSide]
    house_rules: list[HouseRuleText]
    winners: list[str]
    refused: str = ""
    is_as_written: bool = True

    @property
    def shows_totals(self) -> bool:
        return self.example.totals is not None or len(self.example.rounds) > 1


def score_example(game: Game, example: WorkedExample) -> ScoredExample:
    differing = _differing(game, example.house_rules)
    try:
        _, state, scorecard = scoresheet.play(example.sheet(game))
    except Impossible as error:
        return ScoredExample(example, _refused_facts(game, example), [], differing, [], error.message)
    before = _before(game, example)
    facts = facts_of(state.rounds[-1].facts, before)
    winners = [state.side_names[side] for side in scorecard.winners]
    return ScoredExample(example, facts, list(_sides(state, before)), differing, winners)


def score_at_table(game: Game, example: WorkedExample, table: HouseRules) -> ScoredExample:
    """Score an example by the house rules of a table.

    What its author wrote is shown where it is true there. Elsewhere its facts are scored anew, under a title that fits
    any outcome; its last rounds, or a made-up round, take the place of what the table rules out.
    """
    at_table = msgspec.structs.replace(example, house_rules=table.differing)
    is_true = is_true_at_table(game, example, table)
    if not is_true:
        at_table = _without_words(at_table, f"This {game.round_name} by your house rules")
    scored = score_example(game, at_table)
    if scored.refused and not example.refused:
        nearest = _playable_rounds(game, at_table) or _made_up_example(game, example, table)
        if nearest:
            scored = score_example(game, nearest)
        else:
            at_table = _without_words(at_table, "Not possible by your house rules")
            scored = replace(scored, example=at_table)
    if scored.refused and not is_true:
        scored = _up_to_refusal(game, scored)
    return replace(scored, house_rules=[], is_as_written=is_true)


def _up_to_refusal(game: Game, scored: ScoredExample) -> ScoredExample:
    """Return a refused example with the facts of the round that is refused, which may be before its last."""
    try:
        scoresheet.play(scored.example.sheet(game))
    except ImpossibleRound as error:
        rounds = scored.example.rounds[: error.number]
        example = msgspec.structs.replace(scored.example, rounds=rounds)
        refused = error.message.removeprefix(f"{game.round_name} {error.number}: ")
        return replace(scored, example=example, facts=_refused_facts(game, example), refused=refused)
    except Impossible:
        pass
    return scored


def is_true_at_table(game: Game, example: WorkedExample, table: HouseRules) -> bool:
    """Return whether an example comes out at a table as its author wrote."""
    at_table = msgspec.structs.replace(example, house_rules=table.differing)
    if not _agrees(example.house_rules, table) or _outcome(game, example) != _outcome(game, at_table):
        return False
    # Where a house rule changes the rule of an example, its words may speak of a limit that only the status shows.
    is_about_differing = any(table.options[name].rule == example.rule for name in table.differing)
    return not is_about_differing or _statuses(game, example) == _statuses(game, at_table)


def _statuses(game: Game, example: WorkedExample) -> tuple[Status, ...]:
    with suppress(Impossible):
        _, state, _ = scoresheet.play(example.sheet(game))
        return state.statuses
    return ()


def _without_words(example: WorkedExample, title: str) -> WorkedExample:
    return msgspec.structs.replace(example, title=title, why="")


def _playable_rounds(game: Game, example: WorkedExample) -> WorkedExample | None:
    """Return an example without facts that are not asked for, and without first rounds that would end the match."""
    for start in range(len(example.rounds)):
        with suppress(Impossible):
            state = game.table(EXAMPLE_NAMES[: example.players], example.first_dealer, example.house_rules)
            for facts in example.rounds[start:]:
                state = game.play(state, read(facts, game.facts).without_unasked(state))
            return msgspec.structs.replace(example, rounds=[plain(scored.facts) for scored in state.rounds])
    return None


def _made_up_example(game: Game, example: WorkedExample, table: HouseRules) -> WorkedExample | None:
    """Return a round made up at a table that scores by the rule of an example; None if none turns up."""
    players = _players_at(game, example.players, table)
    if game.simulate is None or not players:
        return None
    for seed in range(MADE_UP_MATCHES):
        rng = Random(f"{example.id} {seed}")  # noqa: S311  # the same example each time
        state = game.table(EXAMPLE_NAMES[:players], example.first_dealer % players, table.differing)
        for _ in range(MADE_UP_ROUNDS):
            if game.finish(state) is not None:
                break
            state = game.play(state, game.simulate(rng, state))
            if any(line.rule == example.rule for line in state.rounds[-1].lines):
                return msgspec.structs.replace(
                    _without_words(example, f"A made-up {game.round_name} by your house rules"),
                    players=players, first_dealer=state.first_dealer, house_rules=table.differing, ended=False,
                    rounds=[plain(scored.facts) for scored in state.rounds],
                )  # fmt: skip
    return None


def _players_at(game: Game, wanted: int, table: HouseRules) -> int:
    """Return the number of players nearest to the wanted one that can play by these house rules; 0 if none can."""
    for players in sorted(game.seats, key=lambda players: abs(players - wanted)):
        with suppress(Impossible):
            game.table(EXAMPLE_NAMES[:players], 0, table.differing)
            return players
    return 0


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
        _, state, scorecard = scoresheet.play(example.sheet(game))
    except Impossible as error:
        return error.message
    return [scored.lines for scored in state.rounds], state.totals, scorecard.winners


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
    """Answer questions by their own house rules, or by those of a table, there without words that are not true.

    A refused one is shown in the section of the last question of its kind.
    """
    last_rule: dict[str, str] = {}
    for question in questions:
        answered = _answer_question(game, question, last_rule)
        last_rule[question.question["ask"]] = answered.rule
        if table is not None:
            own = question.question.get("house_rules", {})
            asked = msgspec.structs.replace(question, question=question.question | {"house_rules": table.differing})
            at_table = replace(_answer_question(game, asked, last_rule), house_rules=[])
            is_same = (at_table.answer, at_table.why, at_table.refused) == (
                answered.answer, answered.why, answered.refused,
            )  # fmt: skip
            if not is_same or not _agrees(own, table):
                asked = msgspec.structs.replace(asked, title="By your house rules")
                at_table = replace(at_table, question=asked)
            if at_table.refused and not answered.refused:
                at_table = _in_own_cards(game, at_table, answered)
            answered = at_table
        yield answered


def _in_own_cards(game: Game, refused: AnsweredRuling, printed: AnsweredRuling) -> AnsweredRuling:
    """Return a refused question with its cards drawn and called as in the deck it was written for."""
    message = refused.refused
    for code, key in cards_of(
        game, HouseRules(game.house_rules, printed.question.question.get("house_rules", {}))
    ).items():
        message = message.replace(f"“{code}”", f"“{key.spoken or key.label}”")
    return replace(refused, facts=printed.facts, refused=message)


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
