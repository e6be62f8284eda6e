"""What if: a match scored again under another house rule. Nothing is saved."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from django.http import QueryDict

from games.core.definition import Game, MatchState
from games.core.errors import Impossible
from games.core.house_rules import Option
from games.core.scorecard import Scorecard, ScoredRound
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
    """Score a match again; Impossible where this table could not play by these house rules.

    A round that cannot be by them counts as it was played.
    """
    game, rules = match.game, {**match.initial_state.rules.in_force, **differing}
    state, left_out, reason = game.table(match.names, match.first_dealer, rules), list[int](), ""
    for real in match.state.rounds:
        if game.finish(state) is not None:
            over = f"The game would have been over after {game.round_name} {state.number - 1}."
            return Recount(state, game.scorecard(state), f"{over} The scores are compared up to there.")
        try:
            state = game.play(state, real.facts)
        except Impossible as error:
            left_out.append(real.number)
            reason = reason or error.message
            state = _as_played(state, real)
    told = _impossible(game, left_out, reason) if left_out else ""
    return Recount(state, game.scorecard(state, ended=match.ended_by_table), told)


def _as_played(state: MatchState, real: ScoredRound) -> MatchState:
    """Go on behind a round that counts as it was played, with its points and what it carries over."""
    totals = tuple(map(int.__add__, state.totals, real.points))
    lines = tuple((*old, *(one for one in real.lines if one.side == side)) for side, old in enumerate(state.lines))
    return replace(state, rounds_ahead=state.rounds_ahead + 1, totals=totals, lines=lines)


def _impossible(game: Game, numbers: Sequence[int], reason: str) -> str:
    """Say which rounds could not have been played by the other rule, and why the first of them could not."""
    rounds = f"{game.round_name}{'s' if len(numbers) > 1 else ''} {listed([*map(str, numbers)])}"
    sentence = reason if reason.endswith("?") else f"{reason.rstrip('.')}."
    left_out = f"could not have been played under that rule and {'is' if len(numbers) == 1 else 'are'} left out below"
    return f"{rounds[:1].upper()}{rounds[1:]} {left_out}. In {game.round_name} {numbers[0]}, {sentence}"


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
        game, compared = self.match.game, {row.number for row in self.rows}
        played = [one for one in self.match.state.rounds if one.number in compared]
        could = [
            one.number
            for one in played
            if self.option.could_differ(one.facts, self.match.state_before(one.number), self.value)
        ]
        if not could:
            return ""
        some = f"{game.round_name}{'s' if len(could) > 1 else ''} {listed([*map(str, could)])}"
        rounds = f"every {game.round_name}" if len(could) == len(played) else some
        return f"The score sheet cannot tell: {rounds} could have gone differently."


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
    played = match.initial_state.rules.in_force[option.name]
    other = next((one for one in option.presets() if option.normalize(one) != option.normalize(played)), played)
    (field,) = option_fields([option], query)
    return WhatIf(match, field if field.name in query else OptionField(option, other))
