"""A match's facts counted again under other house rules, as far as they go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from games.core.errors import Impossible
from games.core.text import plural
from scorekeeper.matches.setup import OptionField, option_fields
from scorekeeper.rulebook.rules_page import RulesSection, read_rules
from scorekeeper.rulebook.wording import HouseRuleText, result_text

if TYPE_CHECKING:
    from django.http import QueryDict

    from games.core.definition import MatchState
    from games.core.house_rules import Option
    from games.core.scorecard import Scorecard
    from scorekeeper.matches.models import Match


class Recount(NamedTuple):
    """The match so far under other house rules, its scorecard, and why it goes no further than that."""

    state: MatchState
    card: Scorecard
    stopped: str = ""


def recounted(match: Match, differing: Mapping[str, Any]) -> Recount:
    """Count a match again; Impossible where this table could not play by these house rules."""
    game, rules = match.game, {**match.table.rules.in_force, **differing}
    state, stopped = game.table(match.names, match.first_dealer, rules), ""
    for facts in match.round_facts:
        stopped = _over(state)
        if stopped:
            break
        try:
            state = game.play(state, facts)
        except Impossible as error:
            stopped = _cannot_be(state, error)
            break
    return Recount(state, game.scorecard(state, ended=match.ended_by_table and not stopped), stopped)


def _over(state: MatchState) -> str:
    if state.game.finish(state) is None:
        return ""
    name, last = state.game.round_name, state.number - 1
    return f"The game would have been over after {name} {last}. It is compared up to there."


def _cannot_be(state: MatchState, error: Impossible) -> str:
    name, number = state.game.round_name, state.number
    upto = f"It is compared up to {name} {number - 1}." if number > 1 else "So nothing can be compared."
    return f"{name.capitalize()} {number} could not have been played like that: {error.message.rstrip('.')}. {upto}"


# --- A match beside the same match counted otherwise: round by round, and who wins.


class ComparedCell(NamedTuple):
    """A side's points in a round and total after it: as played, and otherwise."""

    side: int
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
    """A round, for all sides."""

    number: int
    sides: list[ComparedCell]

    @property
    def differs(self) -> bool:
        return any(side.scores_differently for side in self.sides)


@dataclass(frozen=True)
class Comparison:
    """A match, and how it was counted again."""

    match: Match
    recount: Recount

    @cached_property
    def rows(self) -> list[ComparedRow]:
        both = zip(self.match.state.rounds, self.recount.state.rounds, strict=False)
        return [
            ComparedRow(real.number, list(map(self._compared, range(len(real.totals)), real.points, real.totals,
                                      other.points, other.totals)))
            for real, other in both
        ]  # fmt: skip

    @property
    def real(self) -> str:
        return result_text(self.match.state, self.match.scorecard)

    @property
    def other(self) -> str:
        return result_text(self.recount.state, self.recount.card)

    @property
    def told(self) -> str:
        name, count, of = self.match.game.round_name, sum(row.differs for row in self.rows), len(self.rows)
        if not count:
            return f"No {name} scores differently: the totals are the same either way."
        return f"{count} of {plural(of, name)} score{'s' if count == 1 else ''} differently."

    def _compared(self, side: int, points: int, total: int, other_points: int, other_total: int) -> ComparedCell:
        return ComparedCell(side, self.match.state.side_names[side], points, total, other_points, other_total)


# --- The other reading: a match counted again as if one house rule had been another. Nothing is written.


@dataclass(frozen=True)
class WhatIf:
    """A match, and the house rule that is tried with another value."""

    match: Match
    field: OptionField

    @property
    def played(self) -> HouseRuleText:
        option = self.field.option
        return HouseRuleText(option, self.match.table.rules.in_force[option.name])

    @property
    def tried(self) -> HouseRuleText:
        return HouseRuleText(self.field.option, self.field.value)

    @property
    def is_another(self) -> bool:
        option = self.field.option
        return not self.field.wrong and option.normal(self.field.value) != option.normal(self.played.value)

    @property
    def comparison(self) -> Comparison | None:
        """The match beside itself; None where this table could not have sat down to play so."""
        return self._counted[0]

    @property
    def refused(self) -> str:
        """Why this table could not have sat down to play so; "" where it could."""
        return self._counted[1]

    @property
    def rule(self) -> RulesSection | None:
        return read_rules(self.match.game).section(self.field.option.rule)

    @property
    def questions(self) -> list[RulesSection]:
        rule, found = self.rule, read_rules(self.match.game).open_questions(self.field.option.name)
        return [section for section in found if section is not rule]

    @cached_property
    def _counted(self) -> tuple[Comparison | None, str]:
        try:
            return Comparison(self.match, recounted(self.match, {self.field.option.name: self.field.value})), ""
        except Impossible as error:
            return None, error.message


def read_what_if(match: Match, said: QueryDict) -> WhatIf | None:
    """Read from an address which house rule is to be which; None before one is chosen."""
    option = next((one for one in match.game.house_rules if one.name == said.get("rule")), None)
    if option is None:
        return None
    (field,) = option_fields([option], said)
    return WhatIf(match, field if field.name in said else OptionField(option, _another(option, match)))


def _another(option: Option, match: Match) -> Any:
    """Return the first value by name that is not played; the one that is played where there is no other."""
    played = match.table.rules.in_force[option.name]
    return next((one for one in option.presets() if option.normal(one) != option.normal(played)), played)
