"""What if: a match scored again under another house rule. Nothing is saved."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from django.http import QueryDict

from games.core.definition import MatchState
from games.core.errors import Impossible, MissingFact
from games.core.house_rules import Option
from games.core.scorecard import Scorecard
from games.core.text import listed, plural
from scorekeeper.matches.models import Match
from scorekeeper.matches.setup import OptionField, option_fields
from scorekeeper.rulebook.rules_page import RulesSection, read_rules
from scorekeeper.rulebook.wording import HouseRuleText, result_text


class Recount(NamedTuple):
    """A match scored under other house rules, up to the first round that cannot be.

    `obstacle`: why that round cannot be scored, "" if all could. `unasked`: the rounds with facts left aside, since
    the other house rules do not ask for them.
    """

    state: MatchState
    card: Scorecard
    obstacle: str = ""
    unasked: Sequence[int] = ()


def recount(match: Match, differing: Mapping[str, Any]) -> Recount:
    """Score a match again; Impossible if this table could not play by these house rules.

    A round that cannot be ends it: what a round scores can depend on all before it, and the end on all totals.
    """
    rules = {**match.initial_state.rules.in_force, **differing}
    state, obstacle, unasked = match.game.table(match.names, match.first_dealer, rules), "", []
    game = state.game  # these house rules may change which total wins
    for real in match.state.rounds:
        if game.finish(state) is not None:
            break
        facts = real.facts.without_unasked(state)
        if facts != real.facts:
            unasked.append(real.number)
        try:
            facts.check(state)
            state = game.play(state, facts)
        except MissingFact as error:
            obstacle = f"{game.round_name} {real.number} lacks what that rule asks for: {error.message}"
            break
        except Impossible as error:
            obstacle = f"{game.round_name} {real.number} could not have been played under that rule: {error.message}"
            break
    return Recount(state, game.scorecard(state, ended=match.ended_by_table and not obstacle), obstacle, unasked)


class ComparedCell(NamedTuple):
    mark: int
    name: str
    points: int
    total: int
    other_points: int
    other_total: int

    @property
    def scores_differently(self) -> bool:
        return self.points != self.other_points

    @property
    def difference(self) -> int:
        return self.other_total - self.total


class ComparedRow(NamedTuple):
    number: int
    sides: list[ComparedCell]

    @property
    def differs(self) -> bool:
        return any(side.scores_differently for side in self.sides)


@dataclass(frozen=True)
class Comparison:
    match: Match
    recount: Recount
    option: Option
    value: Any

    @cached_property
    def rows(self) -> list[ComparedRow]:
        names, marks = self.match.state.side_names, self.match.state.marks
        real_rounds = {real.number: real for real in self.match.state.rounds}
        both = [(real_rounds[other.number], other) for other in self.recount.state.rounds]
        return [
            ComparedRow(real.number, list(map(ComparedCell, marks, names, real.points, real.totals,
                                              other.points, other.totals)))
            for real, other in both
        ]  # fmt: skip

    @property
    def real(self) -> str:
        return result_text(self.match.state, self.match.scorecard)

    @property
    def other(self) -> str:
        return "cannot be known" if self.recount.obstacle else result_text(self.recount.state, self.recount.card)

    @property
    def summary(self) -> str:
        """What comes of the other house rule, how many rounds score differently, and what the facts cannot tell."""
        name, differing = self.match.game.round_name, sum(row.differs for row in self.rows)
        differ = f"{differing} of {plural(len(self.rows), name)} score{'s' if differing == 1 else ''} differently."
        unasked = f"What that rule does not ask for is left aside in {self._rounds(self.recount.unasked)}."
        sentences = [
            self.outcome,
            differ if differing else "",
            self.uncertain,
            unasked if self.recount.unasked and self.rows else "",
        ]
        return " ".join(filter(None, sentences))

    @property
    def outcome(self) -> str:
        """One sentence: it cannot be known, another end, another winner, other totals, or the same."""
        recounted, real, other = self.recount, self.match.scorecard, self.recount.card
        name, number = self.match.game.round_name, len(self.recount.state.rounds)
        if recounted.obstacle:
            compared = f" The scores are compared up to {name} {number}." if number else ""
            return f"How it would have come out cannot be known. {_sentence(recounted.obstacle)}{compared}"
        if other.finished and not (real.finished and number == len(self.match.state.rounds)):
            return f"The game would have been over after {name} {number}: {self.other}."
        if real.finished and not other.finished:
            return f"The game would not be over: {self.other}."
        if other.winners != real.winners:
            return f"Another winner: {self.other}."
        if other.totals != real.totals:
            return "Other totals, the same winner." if real.finished else "Other totals."
        if any(row.differs for row in self.rows):
            return "The totals come out the same."
        return "" if self.uncertain else f"No {name} scores differently: the totals are the same either way."

    @cached_property
    def uncertain(self) -> str:
        game, compared = self.match.game, {row.number for row in self.rows}
        played = [scored for scored in self.match.state.rounds if scored.number in compared]
        doubtful = [
            scored.number
            for scored in played
            if self.option.could_differ(scored.facts, self.match.state_before(scored.number), self.value)
        ]
        if not doubtful:
            return ""
        rounds = f"every {game.round_name}" if len(doubtful) == len(played) else self._rounds(doubtful)
        return f"The score sheet cannot tell: {rounds} could have gone differently."

    def _rounds(self, numbers: Sequence[int]) -> str:
        return f"{self.match.game.round_name}{'s' if len(numbers) > 1 else ''} {listed([*map(str, numbers)])}"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?')) else '.'}"


@dataclass(frozen=True)
class WhatIf:
    match: Match
    field: OptionField

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
    def rule(self) -> RulesSection | None:
        return read_rules(self.match.game).section(self.field.option.rule)

    @property
    def questions(self) -> list[RulesSection]:
        rule, sections = self.rule, read_rules(self.match.game).open_questions(self.field.option.name)
        return [section for section in sections if section is not rule]

    @cached_property
    def _result(self) -> tuple[Comparison | None, str]:
        try:
            recounted = recount(self.match, {self.field.option.name: self.field.value})
            return Comparison(self.match, recounted, self.field.option, self.field.value), ""
        except Impossible as error:
            return None, error.message


def read_what_if(match: Match, query: QueryDict) -> WhatIf | None:
    """Read the house rule and its other value from a query; None before one is chosen."""
    option = next((option for option in match.game.house_rules if option.name == query.get("rule")), None)
    if option is None:
        return None
    played = match.initial_state.rules.in_force[option.name]
    other = next((value for value in option.presets() if option.normalize(value) != option.normalize(played)), played)
    (field,) = option_fields([option], query)
    return WhatIf(match, field if field.name in query else OptionField(option, other))
