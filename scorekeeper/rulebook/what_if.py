"""What if: a match scored again under another house rule. Nothing is saved."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from django.http import QueryDict

from games.core.definition import MatchState
from games.core.errors import Impossible
from games.core.house_rules import Option
from games.core.scorecard import Scorecard
from games.core.text import listed, plural
from scorekeeper.matches.models import Match
from scorekeeper.matches.setup import OptionField, option_fields
from scorekeeper.rulebook.rules_page import RulesSection, read_rules
from scorekeeper.rulebook.wording import HouseRuleText, result_text


class Recount(NamedTuple):
    """A match scored under other house rules; `stopped`: why not all its rounds could be scored."""

    state: MatchState
    card: Scorecard
    stopped: str = ""


def recount(match: Match, differing: Mapping[str, Any]) -> Recount:
    """Score a match again; Impossible where this table could not play by these house rules."""
    game, rules = match.game, {**match.table.rules.in_force, **differing}
    state, stopped = game.table(match.names, match.first_dealer, rules), ""
    for facts in match.round_facts:
        name, number = game.round_name, state.number
        if game.finish(state) is not None:
            stopped = f"The game would have been over after {name} {number - 1}. The scores are compared up to there."
            break
        try:
            state = game.play(state, facts)
        except Impossible as error:
            upto = f"The scores are compared up to {name} {number - 1}." if number > 1 else "Nothing can be compared."
            reason = error.message if error.message.endswith("?") else f"{error.message.rstrip('.')}."
            stopped = f"{name.capitalize()} {number} could not have been played like that: {reason} {upto}"
            break
    return Recount(state, game.scorecard(state, ended=match.ended_by_table and not stopped), stopped)


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
        both = zip(self.match.state.rounds, self.recount.state.rounds, strict=False)
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
        return result_text(self.recount.state, self.recount.card)

    @property
    def summary(self) -> str:
        """Say what differs, what is the same, and what the facts cannot tell."""
        name, differing, uncertain = self.match.game.round_name, sum(row.differs for row in self.rows), self.uncertain
        if not differing and not uncertain:
            return f"No {name} scores differently: the totals are the same either way."
        differ = f"{differing} of {plural(len(self.rows), name)} score{'s' if differing == 1 else ''} differently."
        return " ".join(filter(None, [differ if differing else "", uncertain]))

    @cached_property
    def uncertain(self) -> str:
        game, played = self.match.game, self.match.state.rounds
        could = [
            one.number
            for one in played
            if self.option.could_differ(one.facts, self.match.before(one.number), self.value)
        ]
        if not could:
            return ""
        some = f"{game.round_name}{'s' if len(could) > 1 else ''} {listed([*map(str, could)])}"
        rounds = f"every {game.round_name}" if len(could) == len(played) else some
        return f"What was entered does not say: {rounds} could have gone differently."


@dataclass(frozen=True)
class WhatIf:
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
        rule, found = self.rule, read_rules(self.match.game).open_questions(self.field.option.name)
        return [section for section in found if section is not rule]

    @cached_property
    def _result(self) -> tuple[Comparison | None, str]:
        try:
            recounted = recount(self.match, {self.field.option.name: self.field.value})
            return Comparison(self.match, recounted, self.field.option, self.field.value), ""
        except Impossible as error:
            return None, error.message


def read_what_if(match: Match, query: QueryDict) -> WhatIf | None:
    """Read the house rule and its other value from a query; None before one is chosen."""
    option = next((one for one in match.game.house_rules if one.name == query.get("rule")), None)
    if option is None:
        return None
    played = match.table.rules.in_force[option.name]
    other = next((one for one in option.presets() if option.normal(one) != option.normal(played)), played)
    (field,) = option_fields([option], query)
    return WhatIf(match, field if field.name in query else OptionField(option, other))
