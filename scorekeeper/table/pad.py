"""The score pad: a column a side, a row a round, and how the totals moved."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.table.once import drawn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.utils.safestring import SafeString

    from games.scorecard import Carried, Scorecard, ScoredRound
    from games.so_far import SoFar
    from scorekeeper.table.models import Match


class PadCell(NamedTuple):
    """What a side did in a round (and the question that asked for it), its points and its total after it."""

    side: int
    asked: str
    note: str
    points: int
    total: int


class PadRow(NamedTuple):
    """A round: its number, what is worth knowing about it, a cell for each side, and what was changed about it."""

    number: int
    note: str
    dealer: int
    cells: tuple[PadCell, ...]
    changed: str = ""


class Column(NamedTuple):
    """A side: its name, total and place, whether it leads, deals next or won, and what it carries."""

    side: int
    name: str
    total: int
    place: int
    leads: bool
    deals: bool
    won: bool
    carried: Carried | None


class Curve(NamedTuple):
    """A side's totals as the points of an SVG line, and how high its name stands beside them."""

    side: int
    name: str
    points: str
    label: int


WIDTH, HEIGHT, LABEL = 320, 195, 15


@dataclass(frozen=True, eq=False)
class Pad:
    """The pad of one match. `changed`: what is to be said beside a round, by its number."""

    width, height = WIDTH, HEIGHT

    match: Match
    so_far: SoFar
    card: Scorecard
    changed: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, match: Match) -> Pad:
        """Work the match out."""
        return cls(match, match.so_far, match.scorecard)

    @cached_property
    def drawn(self) -> SafeString:
        """The pad as it stands on the page, drawn the first time it is shown."""
        return drawn("table/_pad.html", pad=self)

    def columns(self) -> list[Column]:
        """Return the sides, in their order at the table."""
        carried = {one.side: one for one in self.match.game.carried(self.so_far)}
        dealer = self.card.next.dealer if self.card.next else None
        deals = None if dealer is None else self.so_far.side_of(dealer)
        leads = bool(self.card.rounds) and len(set(self.card.totals)) > 1
        return [
            Column(side, name, self.card.totals[side], self.card.places[side],
                   leads and self.card.places[side] == 1, side == deals, side in self.card.winners, carried.get(side))
            for side, name in enumerate(self.so_far.side_names)
        ]  # fmt: skip

    def rows(self) -> list[PadRow]:
        """Return the rounds, oldest first."""
        return [self._row(scored) for scored in self.card.rounds]

    def _row(self, scored: ScoredRound) -> PadRow:
        notes = scored.record.notes(scored.deal, self.so_far)
        cells = tuple(
            PadCell(side, self._asked.get(side, ""), notes[side], points, total)
            for side, (points, total) in enumerate(zip(scored.points, scored.totals, strict=True))
        )
        note, changed = scored.record.heading(scored.deal, self.so_far), self.changed.get(scored.number, "")
        return PadRow(scored.number, note, scored.deal.dealer, cells, changed)

    @cached_property
    def _asked(self) -> dict[int, str]:
        """The last question of each side's row in the form: the one a correction mostly is about."""
        form = self.match.game.form(self.match.table, {})
        rows = [row for section in form.sections for row in section.rows]
        return {row.side: row.questions[-1] for row in rows if row.side is not None}

    def by_place(self) -> list[Column]:
        """Return the sides as they are placed."""
        return sorted(self.columns(), key=lambda column: column.place)

    def curves(self) -> list[Curve]:
        """Return each side's line through the rounds, from zero, in a picture of WIDTH × HEIGHT."""
        history = [(0,) * len(self.card.totals), *(scored.totals for scored in self.card.rounds)]
        step = WIDTH / max(len(history) - 1, 1)
        across = [f"{round(number * step)}," for number in range(len(history))]
        heights = [[self._height(total) for total in totals] for totals in zip(*history, strict=True)]
        labels = _apart([side[-1] for side in heights])
        return [
            Curve(side, name, " ".join(map("{}{}".format, across, heights[side])), labels[side])
            for side, name in enumerate(self.so_far.side_names)
        ]

    def zero(self) -> int:
        """Return the height of zero in the picture."""
        return self._height(0)

    def _height(self, total: int) -> int:
        high, scale = self._scale
        return round((high - total) * scale)

    @cached_property
    def _scale(self) -> tuple[int, float]:
        """The highest total, which is at the top, and how far down a point is."""
        totals = [0, *(total for scored in self.card.rounds for total in scored.totals)]
        return max(totals), HEIGHT / max(max(totals) - min(totals), 1)


def _apart(heights: list[int]) -> list[int]:
    """Return heights for labels, so far apart that none covers another."""
    labels = list(heights)
    for above, below in pairwise(sorted(range(len(labels)), key=lambda side: heights[side])):
        labels[below] = max(labels[below], labels[above] + LABEL)
    return [label - max(0, max(labels) - HEIGHT) for label in labels]
