"""What if: a match scored again under another house rule. Nothing is saved."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from django.http import QueryDict
from msgspec import structs

from games.core.definition import Game, MatchState
from games.core.errors import Impossible, IrregularRound, MissingFact
from games.core.facts import RoundFacts, UnknownFact
from games.core.house_rules import Option
from games.core.scorecard import Scorecard, ScoredRound
from games.core.text import listed, plural
from scorekeeper.matches.models import Match, named_winners
from scorekeeper.matches.setup import OptionField, option_fields
from scorekeeper.rulebook.rules_page import RulesSection, read_rules
from scorekeeper.rulebook.wording import HouseRuleText, house_rule_texts, result_text


class AskedFact(NamedTuple):
    """A fact of a round that the other house rules ask for and nobody entered. `answer`: JSON, "" if missing."""

    number: int
    fact: UnknownFact
    answer: str

    @property
    def name(self) -> str:
        return f"fact-{self.number}-{self.fact.field}"

    @property
    def choices(self) -> list[tuple[str, str]]:
        return [(json.dumps(value), label) for value, label in self.fact.choices.items()]


class Recount(NamedTuple):
    """A match scored under other house rules, up to the first round that is impossible under them.

    `obstacles`: why a round cannot be scored, as a clause, by its number. `points_after`: the points of rounds after
    the first obstacle, by number, if nothing carries over. `unasked`: the rounds with facts left aside, since the other
    house rules do not ask for them. `asked`: the facts they ask for that nobody entered.
    """

    state: MatchState
    scorecard: Scorecard
    obstacles: Mapping[int, str]
    points_after: Mapping[int, tuple[int, ...]]
    unasked: Sequence[int]
    asked: Sequence[AskedFact]


def recount(match: Match, differing: Mapping[str, Any], answers: QueryDict) -> Recount:
    """Score a match again; Impossible if this table could not play by these house rules.

    An impossible round ends the recount: totals after it are unknown, but in a game without carry-over the points of
    later rounds are still known.
    """
    rules = {**match.initial_state.rules.in_force, **differing}
    state = match.game.table(match.names, match.first_dealer, rules, changes=match.changes)
    game = state.game  # these house rules may change which total wins
    asked = [
        AskedFact(real.number, fact, answers.get(f"fact-{real.number}-{fact.field}", ""))
        for real in match.state.rounds
        for fact in real.facts.unknown(match.table_before(real.number), state.rules)
    ]
    obstacles: dict[int, str] = {}
    points_after: dict[int, tuple[int, ...]] = {}
    unasked = []
    for real in match.state.rounds[: state.length]:
        if not obstacles and state.winners is not None:
            break
        before = replace(state, rounds_ahead=real.number - len(state.rounds) - 1) if obstacles else state
        try:
            facts = _facts_by_other_rules(match, real, before, asked)
        except Impossible as error:
            obstacles[real.number] = error.message
            if not game.rounds_are_independent(state.rules):
                break
            continue
        if facts != _with_answers(real.facts, real.number, asked):
            unasked.append(real.number)
        if not obstacles:
            state = game.play(state, facts)
        elif facts.is_complete:
            points_after[real.number] = before.points_of(facts)
    is_over = match.ended_by_table and not obstacles
    scorecard = state.scorecard(is_over, named_winners(match.decided, state.totals, state.playing))
    return Recount(state, scorecard, obstacles, points_after, unasked, asked)


def _facts_by_other_rules(
    match: Match, real: ScoredRound, before: MatchState, asked: Sequence[AskedFact]
) -> RoundFacts:
    """Return the facts of a round as the house rules of `before` ask for them; Impossible if they cannot be."""
    round_name = f"{match.game.round_name} {real.number}"
    missing = [fact.number for fact in asked if fact.answer not in dict(fact.choices)]
    if real.number in missing:
        rounds = _rounds(match.game, missing)
        raise Impossible(f"that rule asks for what nobody entered in {rounds}: enter it above")
    facts = _with_answers(real.facts.without_unasked(before.table), real.number, asked)
    try:
        facts.check(before.table)
        _check_doubts(match.table_before(real.number), real.facts, before.table, facts)
    except MissingFact as error:
        raise Impossible(f"{round_name} lacks what that rule asks for: {error.message}") from None
    except Impossible as error:
        raise Impossible(f"{round_name} could not have been played under that rule: {error.message}") from None
    return facts


def _with_answers(facts: RoundFacts, number: int, asked: Sequence[AskedFact]) -> RoundFacts:
    given = {each.fact.field: json.loads(each.answer) for each in asked if each.number == number}
    return structs.replace(facts, **given)


def _check_doubts(before: MatchState, played: RoundFacts, state: MatchState, facts: RoundFacts) -> None:
    """Raise IrregularRound for a doubt of the other house rules: the table confirmed only those of its own."""
    confirmed = {doubt.field for doubt in before.game.irregularities(played, before)}
    for doubt in state.game.irregularities(facts, state):
        if doubt.field not in confirmed:
            raise IrregularRound(*doubt)


def _rounds(game: Game, numbers: Sequence[int]) -> str:
    return f"{game.round_name}{'s' if len(numbers) > 1 else ''} {listed([*map(str, numbers)])}"


class ComparedCell(NamedTuple):
    """The points and the total of a side; `other_points` or `other_total` is None if that cannot be known."""

    mark: int
    name: str
    points: int
    total: int
    other_points: int | None
    other_total: int | None

    @property
    def scores_differently(self) -> bool:
        return self.points != self.other_points

    @property
    def difference(self) -> int | None:
        return None if self.other_total is None else self.other_total - self.total


class ComparedRow(NamedTuple):
    number: int
    sides: list[ComparedCell]

    @property
    def is_scored(self) -> bool:
        return self.sides[0].other_points is not None

    @property
    def differs(self) -> bool:
        return self.is_scored and any(side.scores_differently for side in self.sides)


@dataclass(frozen=True)
class Comparison:
    match: Match
    recount: Recount
    option: Option
    value: Any

    @cached_property
    def rows(self) -> list[ComparedRow]:
        """The rounds up to the last that is scored again; rounds before it may be impossible."""
        names, marks = self.match.state.side_names, self.match.state.marks
        rows, unknown = [], (None,) * len(names)
        totals = {other.number: other.totals for other in self.recount.state.rounds}
        points = {other.number: other.points for other in self.recount.state.rounds} | dict(self.recount.points_after)
        for real in self.match.state.rounds[: max(points, default=0)]:
            others = points.get(real.number, unknown), totals.get(real.number, unknown)
            sides = map(ComparedCell, marks, names, real.points, real.totals, *others)
            rows.append(ComparedRow(real.number, [*sides]))
        return rows

    @property
    def differences(self) -> list[int]:
        """How many points more each side has in the rounds that are scored again."""
        scored = [row.sides for row in self.rows if row.is_scored]
        return [sum((side.other_points or 0) - side.points for side in sides) for sides in zip(*scored, strict=True)]

    @property
    def real(self) -> str:
        return result_text(self.match.state, self.match.scorecard)

    @property
    def other(self) -> str:
        if self.recount.obstacles:
            return "cannot be known"
        return f"{self.scored_again}, by what was entered" if self.doubtful else self.scored_again

    @property
    def scored_again(self) -> str:
        return result_text(self.recount.state, self.recount.scorecard)

    @property
    def summary(self) -> str:
        """The outcome under the other house rule, how many rounds score differently, and facts left aside."""
        name, differing = self.match.game.round_name, sum(row.differs for row in self.rows)
        compared = sum(row.is_scored for row in self.rows)
        differ = f"{differing} of {plural(compared, name)} score{'s' if differing == 1 else ''} differently."
        unasked = f"What that rule does not ask for is left aside in {self._scored_rounds(self.recount.unasked)}."
        sentences = [
            self.outcome,
            differ if differing else "",
            unasked if self.recount.unasked and self.rows else "",
        ]
        return " ".join(filter(None, sentences))

    @property
    def outcome(self) -> str:
        """One sentence: it cannot be known, another end, another winner, other totals, or the same.

        If rounds could have gone differently, it gives the outcome by the facts, and says so.
        """
        name = self.match.game.round_name
        if self.recount.obstacles:
            return " ".join(["How it would have come out cannot be known.", *self._obstacles_in_words])
        if self.doubtful:
            could_differ = f"under that rule {self._scored_rounds(self.doubtful)} {self.option.difference_in_words}"
            return f"By what was entered {self._outcome_scored_again or 'nothing changes'}, but {could_differ}."
        same = f"no {name} scores differently: the totals are the same either way"
        return _sentence(self._outcome_scored_again or same)

    def _scored_rounds(self, numbers: Sequence[int]) -> str:
        """Return “every hand” or “hands 2 and 5” of those that are scored again."""
        every = len(numbers) == sum(row.is_scored for row in self.rows) > 1
        return f"every {self.match.game.round_name}" if every else _rounds(self.match.game, numbers)

    @property
    def _obstacles_in_words(self) -> Iterator[str]:
        name, number = self.match.game.round_name, len(self.recount.state.rounds)
        first = next(iter(self.recount.obstacles.values()))
        yield _sentence(first)
        if more := [other for other, message in self.recount.obstacles.items() if message != first]:
            yield _sentence(f"{_rounds(self.match.game, more)} cannot be scored either")
        if self.recount.points_after:
            none = "" if any(row.differs for row in self.rows) else ", and none scores differently"
            yield f"The other {name}s are compared one by one{none}."
        elif number:
            yield f"The scores are compared up to {name} {number}."

    @property
    def _outcome_scored_again(self) -> str:
        """The different outcome of the same rounds, as a clause; "" if nothing changes."""
        real, other = self.match.scorecard, self.recount.scorecard
        name, number = self.match.game.round_name, len(self.recount.state.rounds)
        if other.finished and not (real.finished and number == len(self.match.state.rounds)):
            return f"the game would have been over after {name} {number}: {self.scored_again}"
        if real.finished and not other.finished:
            return f"the game would not be over: {self.scored_again}"
        if other.winners != real.winners:
            return f"there is another winner: {self.scored_again}"
        if not real.finished and [place == 1 for place in other.places] != [place == 1 for place in real.places]:
            return f"the lead changes: {self.scored_again}"
        if other.totals != real.totals:
            return f"the totals change{', the winner stays' if real.finished else ''}"
        return "the totals come out the same" if any(row.differs for row in self.rows) else ""

    @property
    def doubtful(self) -> list[int]:
        """The compared rounds that could have gone differently, which their facts do not tell."""
        compared = self.match.state.rounds[: len(self.rows)]
        return [
            scored.number
            for scored in compared
            if self.option.could_differ(scored.facts, self.match.table_before(scored.number), self.value)
        ]


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?')) else '.'}"


@dataclass(frozen=True)
class WhatIf:
    match: Match
    field: OptionField
    # Facts that only the other house rule asks for, typed on its page: by name, as JSON.
    answers: QueryDict

    @property
    def played(self) -> HouseRuleText:
        option = self.field.option
        return HouseRuleText(option, self.match.initial_state.rules.in_force[option.name])

    @property
    def tried(self) -> HouseRuleText:
        return HouseRuleText(self.field.option, self.field.value)

    @property
    def is_another(self) -> bool:
        option = self.field.option
        return not self.field.error and option.normalize(self.field.value) != option.normalize(self.played.value)

    @property
    def comparison(self) -> Comparison | None:
        return self._result[0]

    @property
    def refused(self) -> str:
        """Why this table could not play by the other house rule, or ""."""
        return self._result[1]

    @property
    def asked(self) -> Sequence[AskedFact]:
        return self.comparison.recount.asked if self.is_another and self.comparison else ()

    @property
    def rule(self) -> RulesSection | None:
        return read_rules(self.match.game).section(self.field.option.rule)

    @property
    def questions(self) -> list[RulesSection]:
        rule, sections = self.rule, read_rules(self.match.game).open_questions(self.field.option.name)
        return [section for section in sections if section is not rule]

    # The match is scored again: 6 ms of 14.
    @cached_property
    def _result(self) -> tuple[Comparison | None, str]:
        try:
            recounted = recount(self.match, {self.field.option.name: self.field.value}, self.answers)
            return Comparison(self.match, recounted, self.field.option, self.field.value), ""
        except Impossible as error:
            return None, error.message


def comparable_rules(match: Match) -> list[HouseRuleText]:
    """Return the house rules to choose from: not those that only say how a round is entered."""
    texts = house_rule_texts(match.game, match.initial_state.rules, len(match.seats_at_table))
    return [text for text in texts if not text.option.is_about_entry]


def read_what_if(match: Match, query: QueryDict) -> WhatIf | None:
    """Read the house rule and its other value from a query; None before one is chosen."""
    option = next((option for option in match.game.house_rules if option.name == query.get("rule")), None)
    if option is None or option.is_about_entry:
        return None
    played = match.initial_state.rules.in_force[option.name]
    other = next((value for value in option.presets() if option.normalize(value) != option.normalize(played)), played)
    (field,) = option_fields([option], query)
    field = field if field.name in query else OptionField(option, other)
    return WhatIf(match, field, query)
