"""Why a side has these points in a round: its lines, the running sum, what it carries, and the rules themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.functional import cached_property

from games.core.scorecard import ScoreLine
from games.core.text import signed
from scorekeeper.rulebook.rules_page import RulesSection, read_rules
from scorekeeper.rulebook.wording import HouseRuleText, house_rule_texts, sum_text
from scorekeeper.rulebook.worked_examples import carried_by

if TYPE_CHECKING:
    from games.core.definition import MatchState
    from games.core.scorecard import ScoredRound
    from scorekeeper.matches.models import Match


@dataclass(frozen=True)
class RuleReason:
    """The lines of one rule, the rule's own text, and the house rules that change it."""

    lines: list[ScoreLine]
    section: RulesSection | None
    house_rules: list[HouseRuleText]
    address: str

    @property
    def text(self) -> str:
        """The rule's text; what it links to is on the page of this match's rules."""
        return self.section.linked_from(self.address) if self.section else ""


@dataclass(frozen=True)
class RoundReasons:
    """The points of one side in one round (from 1) of a match."""

    match: Match
    number: int
    side: int

    @property
    def name(self) -> str:
        return self.match.state.side_names[self.side]

    @property
    def points(self) -> str:
        return signed(self._scored.points[self.side])

    @cached_property
    def lines(self) -> list[ScoreLine]:
        return [line for line in self._scored.lines if line.side == self.side]

    def by_rule(self) -> list[RuleReason]:
        page, agreed = read_rules(self.match.game), house_rule_texts(self.match.game, self.match.table.rules)
        return [
            RuleReason(
                [line for line in self.lines if line.rule == rule],
                page.section(rule),
                [one for one in agreed if one.option.rule == rule],
                reverse("match-rules", args=[self.match.pk]),
            )
            for rule in dict.fromkeys(line.rule for line in self.lines)
        ]

    @property
    def sum(self) -> str:
        """The lines as a sum; "" where there is nothing to add."""
        return _summed([line.points for line in self.lines if line.points])

    @property
    def running(self) -> str:
        total, points = self._scored.totals[self.side], self._scored.points[self.side]
        return sum_text(total - points, [points])

    @property
    def carried(self) -> str:
        """What the side carries, before and after the round: “3 to go → 1 to go”."""
        before = carried_by(self.match.before(self.number), self.side)
        after = carried_by(self._after, self.side)
        return after if before == after else f"{before or '–'} → {after or '–'}"

    @property
    def _scored(self) -> ScoredRound:
        return self.match.state.rounds[self.number - 1]

    @property
    def _after(self) -> MatchState:
        return self.match.before(self.number + 1)


def _summed(points: Sequence[int]) -> str:
    return sum_text(points[0], points[1:]) if len(points) > 1 else ""
