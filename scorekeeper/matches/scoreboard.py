"""The scoreboard: a column a side, a row a round, and how the totals moved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from django.utils.safestring import SafeString

from games.core.definition import MatchState
from games.core.round_form import open_form
from games.core.schema import read
from games.core.scorecard import Scorecard, ScoredRound, Status
from scorekeeper.matches.axis import Tick, compact, nice_step, ticks
from scorekeeper.matches.models import Match, undone_entries
from scorekeeper.web.page_cache import cached, draw


class ScoreCell(NamedTuple):
    """What a side did in a round (and the question that asked for it), its points and its total after it."""

    side: int
    name: str
    asked: str
    note: str
    points: int
    total: int
    corrected: bool = False


class ScoreRow(NamedTuple):
    """A round: its number, what is worth knowing about it, a cell for each side, and what was changed about it.

    `irregular`: correct play cannot bring it, but the table insisted.
    """

    number: int
    note: str
    cells: tuple[ScoreCell, ...]
    changed: str = ""
    irregular: bool = False


class SideColumn(NamedTuple):
    """A side: its mark, name, total and place, whether it leads, deals next or won, and what it carries."""

    side: int
    mark: int
    name: str
    total: int
    place: int
    leads: bool
    deals: bool
    won: bool
    status: Status | None


class Curve(NamedTuple):
    """A side's totals as the points of an SVG line, and how high its name stands beside them."""

    mark: int
    name: str
    points: str
    label: int


RECENT = 3
NONE: frozenset[int] = frozenset()
WIDTH, HEIGHT, LABEL, LETTERS, NUMBERS = 290, 195, 15, 10, 6
"""Of the score chart: pixels, the longest name, and about how many rounds are numbered."""


@dataclass(frozen=True, eq=False)
class Scoreboard:
    """The scoreboard of one match. `changed`: remarks beside rounds, by number; `corrected`: sides whose answers were.

    `writes`: the viewer may score. `linked`: rounds lead to their reasons.
    """

    width, height = WIDTH, HEIGHT

    match: Match
    state: MatchState
    card: Scorecard
    changed: Mapping[int, str] = field(default_factory=dict)
    writes: bool = True
    corrected: Mapping[int, frozenset[int]] = field(default_factory=dict)
    linked: bool = True

    @classmethod
    def of(cls, match: Match, *, writes: bool = True, linked: bool = True) -> Scoreboard:
        return cls(match, match.state, match.scorecard, writes=writes, linked=linked)

    @classmethod
    def with_corrections(cls, match: Match, *, writes: bool) -> Scoreboard:
        corrected = corrected_sides(match)
        return cls(match, match.state, match.scorecard, dict.fromkeys(corrected, "corrected"), writes, corrected)

    def columns(self) -> list[SideColumn]:
        statuses = {one.side: one for one in self.match.game.status(self.state)}
        dealer = self.card.next.dealer if self.card.next and self.match.game.deal else None
        deals = None if dealer is None else self.state.side_of(dealer)
        leads = bool(self.card.rounds) and len(set(self.card.totals)) > 1
        return [
            SideColumn(side, self.state.marks[side], name, self.card.totals[side], self.card.places[side],
                   leads and self.card.places[side] == 1, side == deals, side in self.card.winners, statuses.get(side))
            for side, name in enumerate(self.state.side_names)
        ]  # fmt: skip

    def rows(self) -> list[SafeString]:
        where = self.match.pk if self.linked else None, self.match.table, self.writes
        return [
            drawn_row(*where, scored, self.changed.get(scored.number, ""), self.corrected.get(scored.number, NONE))
            for scored in self.card.rounds
        ]

    def recent(self) -> list[SafeString]:
        """Return the last rounds, the latest first, for whoever enters the next one."""
        where = self.match.pk, self.match.table, self.writes
        return [drawn_recent(*where, scored) for scored in self.card.rounds[: -RECENT - 1 : -1]]

    def by_place(self) -> list[SideColumn]:
        return sorted(self.columns(), key=lambda column: column.place)

    def curves(self) -> list[Curve]:
        across = [f"{self._across(number)}," for number in range(len(self.history))]
        heights = [self._heights(totals) for totals in zip(*self.history, strict=True)]
        labels = _spread_labels([side[-1] for side in heights])
        return [
            Curve(
                self.state.marks[side],
                _shorten(name),
                " ".join(map("{}{}".format, across, heights[side])),
                labels[side],
            )
            for side, name in enumerate(self.state.side_names)
        ]

    def zero(self) -> int:
        return self._heights((0,))[0]

    def beside(self) -> list[Tick]:
        return [Tick(self._heights((total,))[0], compact(total)) for total in self._ticks]

    def below(self) -> list[Tick]:
        step = nice_step(len(self.card.rounds) / NUMBERS)
        return [Tick(self._across(number), str(number)) for number in range(step, len(self.history), step)]

    @cached_property
    def history(self) -> list[tuple[int, ...]]:
        return [(0,) * len(self.card.totals), *(scored.totals for scored in self.card.rounds)]

    @cached_property
    def _ticks(self) -> list[int]:
        return ticks([total for totals in self.history for total in totals])

    def _across(self, number: int) -> int:
        return round(number * WIDTH / max(len(self.history) - 1, 1))

    def _heights(self, totals: Iterable[int]) -> list[int]:
        low, high = self._ticks[0], self._ticks[-1]
        return [round((high - total) * HEIGHT / (high - low)) for total in totals]


def corrected_sides(match: Match) -> dict[int, frozenset[int]]:
    """Return by round number the sides whose answers a correction that stands has changed."""
    if match.version == len(match.round_facts):
        return {}  # nothing but rounds played
    entries = list(match.entries.exclude(verb="played"))
    back = undone_entries((entry.pk, entry.undoes_id) for entry in entries)
    numbers = dict(match.rounds.values_list("pk", "number"))
    found: dict[int, frozenset[int]] = {}
    for entry in entries:
        spot, before = entry.after or {}, entry.before or {}
        number = numbers.get(spot.get("round", 0))
        if entry.verb == "corrected" and entry.pk not in back and number:
            deal, table = match.state.rounds[number - 1].deal, match.table
            notes = [read(one["facts"], match.game.facts).notes(deal, table) for one in (before, spot)]
            sides = {side for side, (old, new) in enumerate(zip(*notes, strict=True)) if old != new}
            found[number] = found.get(number, NONE) | sides
    return found


def row_of(table: MatchState, scored: ScoredRound, changed: str, corrected: frozenset[int]) -> ScoreRow:
    asked, notes = _last_questions(table), scored.facts.notes(scored.deal, table)
    cells = tuple(
        ScoreCell(side, table.side_names[side], asked.get(side, ""), notes[side], points, total, side in corrected)
        for side, (points, total) in enumerate(zip(scored.points, scored.totals, strict=True))
    )
    return ScoreRow(scored.number, scored.facts.heading(scored.deal, table), cells, changed, scored.irregular)


@cached(size=5_000)
def drawn_row(
    pk: int | None, table: MatchState, writes: bool, scored: ScoredRound, changed: str, corrected: frozenset[int]
) -> SafeString:
    """Draw a round as a row of the scoreboard: once for its table and scores; without a `pk` it leads nowhere."""
    row, round_name = row_of(table, scored, changed, corrected), table.game.round_name
    return draw("matches/_scoreboard_row.html", row=row, pk=pk, round_name=round_name, writes=writes)


@cached(size=1_000)
def drawn_recent(pk: int, table: MatchState, writes: bool, scored: ScoredRound) -> SafeString:
    row, round_name = row_of(table, scored, "", NONE), table.game.round_name
    return draw("matches/_recent_round.html", row=row, pk=pk, round_name=round_name, writes=writes)


@cached(size=200)
def _last_questions(table: MatchState) -> dict[int, str]:
    rows = [row for section in open_form(table, {}).sections for row in section.rows]
    return {row.side: row.questions[-1] for row in rows if row.side is not None}


def _shorten(name: str) -> str:
    return name if len(name) <= LETTERS else f"{name[: LETTERS - 1]}…"


def _spread_labels(heights: list[int]) -> list[int]:
    labels = list(heights)
    for above, below in pairwise(sorted(range(len(labels)), key=lambda side: heights[side])):
        labels[below] = max(labels[below], labels[above] + LABEL)
    return [label - max(0, max(labels) - HEIGHT) for label in labels]
