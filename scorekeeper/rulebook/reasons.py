"""Why a side has these points in a round: its lines, the running sum, what it carries, and the rules themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.functional import cached_property

from games.scorecard import Line, signed
from scorekeeper.rulebook.arithmetic import added
from scorekeeper.rulebook.house_rules import HouseRule, house_rules
from scorekeeper.rulebook.pages import Section, rules_page
from scorekeeper.rulebook.worked import carried_by

if TYPE_CHECKING:
    from games.scorecard import ScoredRound
    from games.so_far import SoFar
    from scorekeeper.table.models import Match


@dataclass(frozen=True)
class Reason:
    """The lines of one rule, the rule's own text, and the house rules that change it."""

    lines: list[Line]
    section: Section | None
    house_rules: list[HouseRule]
    address: str

    @property
    def text(self) -> str:
        """The rule's text; what it links to is on the page of this match's rules."""
        return self.section.linked_from(self.address) if self.section else ""


@dataclass(frozen=True)
class Reasons:
    """The points of one side in one round (from 1) of a match."""

    match: Match
    number: int
    side: int

    @property
    def name(self) -> str:
        """The side's name."""
        return self.match.so_far.side_names[self.side]

    @property
    def points(self) -> str:
        """The points of the round, with their sign."""
        return signed(self._scored.points[self.side])

    @cached_property
    def lines(self) -> list[Line]:
        """The side's lines."""
        return [line for line in self._scored.lines if line.side == self.side]

    def by_rule(self) -> list[Reason]:
        """Return the lines rule by rule, in their order."""
        page, agreed = rules_page(self.match.game), house_rules(self.match.game, self.match.table.rules)
        return [
            Reason(
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
        """The total before, the points of the round, the total after, as a sum."""
        total, points = self._scored.totals[self.side], self._scored.points[self.side]
        return added(total - points, [points])

    @property
    def carried(self) -> str:
        """What the side carries, before and after the round: “3 to go → 1 to go”."""
        before = carried_by(self.match.before(self.number), self.side)
        after = carried_by(self._after, self.side)
        return after if before == after else f"{before or '–'} → {after or '–'}"

    @property
    def _scored(self) -> ScoredRound:
        return self.match.so_far.rounds[self.number - 1]

    @property
    def _after(self) -> SoFar:
        return self.match.before(self.number + 1)


def _summed(points: Sequence[int]) -> str:
    return added(points[0], points[1:]) if len(points) > 1 else ""
