"""The scoreboard: a column a side, a row a round."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.safestring import SafeString

from games.core.definition import MatchState
from games.core.round_form import open_form
from games.core.schema import read
from games.core.scorecard import Scorecard, ScoredRound, Status
from scorekeeper.matches.models import Match, undone_entries
from scorekeeper.matches.score_chart import ScoreChart
from scorekeeper.server.database import fetch_rows
from scorekeeper.web.page_cache import cached, draw, joined


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


ENTRIES = """
    SELECT id, undoes_id, verb, before FROM matches_entry
    WHERE match_id = %s AND verb <> 'played' ORDER BY number DESC
"""
"""Written out, as all that a page reads: putting it together takes Django ten times as long as asking it."""

RECENT = 3
NONE: frozenset[int] = frozenset()


@dataclass(frozen=True, eq=False)
class Scoreboard:
    """The scoreboard of one match. `changed`: remarks beside rounds, by number; `corrected`: sides whose answers were.

    `writes`: the viewer may score. `linked`: rounds lead to their reasons.
    """

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
        return cls(match, match.state, match.scorecard, dict.fromkeys(corrected, "cor\u00adrected"), writes, corrected)

    def columns(self) -> tuple[SideColumn, ...]:
        statuses = {one.side: one for one in self.state.statuses} if self.match.goes_on else {}
        dealer = self.card.next.dealer if self.card.next and self.match.game.deal else None
        deals = None if dealer is None else self.state.side_of(dealer)
        leads = bool(self.card.rounds) and len(set(self.card.totals)) > 1
        return tuple(
            SideColumn(side, self.state.marks[side], name, self.card.totals[side], self.card.places[side],
                   leads and self.card.places[side] == 1, side == deals, side in self.card.winners, statuses.get(side))
            for side, name in enumerate(self.state.side_names)
        )  # fmt: skip

    def heading(self) -> SafeString:
        drawn: SafeString = drawn_heading(self.columns(), self.match.game.round_name)
        return drawn

    def rows(self) -> SafeString:
        where = self.match.pk if self.linked else None, self.match.table, self.writes
        return joined(
            drawn_row(*where, scored, self.changed.get(scored.number, ""), self.corrected.get(scored.number, NONE))
            for scored in self.card.rounds
        )

    def recent(self) -> SafeString | str:
        """Draw the last rounds, the latest first, for whoever enters the next one."""
        latest = tuple(self.card.rounds[: -RECENT - 1 : -1])
        return drawn_recent(self.match.pk, self.match.table, self.writes, latest) if latest else ""

    def by_place(self) -> list[SideColumn]:
        return sorted(self.columns(), key=lambda column: column.place)

    @property
    def why_won(self) -> str:
        return self.match.game.why_won(self.state) if self.card.winners else ""

    def chart(self) -> SafeString | str:
        return drawn_chart(self.state) if len(self.state.rounds) > 1 else ""


def corrected_sides(match: Match) -> dict[int, frozenset[int]]:
    """Return by round number the sides whose answers a correction that stands has changed."""
    if match.version == len(match.round_facts):
        return {}  # nothing but rounds played
    entries = fetch_rows(ENTRIES, match.pk)
    back = undone_entries((pk, undoes) for pk, undoes, *_ in entries)
    if not any(verb == "corrected" and pk not in back for pk, _, verb, _ in entries):
        return {}
    numbers = dict(match.rounds.values_list("pk", "number"))
    found: dict[int, frozenset[int]] = {}
    left = {pk: match.round_facts[number - 1] for pk, number in numbers.items()}
    for pk, _, verb, stored in entries:
        before = json.loads(stored) if stored else {}
        if "round" not in before:
            continue
        here, old = before["round"], read(before["facts"], match.game.facts)
        if verb == "corrected" and pk not in back and here in numbers:
            number = numbers[here]
            deal, table = match.state.rounds[number - 1].deal, match.table
            notes = [facts.notes(deal, table) for facts in (old, left[here])]
            sides = {side for side, (was, now) in enumerate(zip(*notes, strict=True)) if was != now}
            found[number] = found.get(number, NONE) | sides
        left[here] = old  # what the change before this one left there
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


@cached(size=500)
def drawn_heading(columns: tuple[SideColumn, ...], round_name: str) -> SafeString:
    return draw("matches/_score_heading.html", columns=columns, round_name=round_name)


@cached(size=500)
def drawn_chart(state: MatchState) -> SafeString:
    """Draw the chart of a match, once for all who see it."""
    return draw("matches/_score_chart.html", chart=ScoreChart(state))


@cached(size=200)
def drawn_recent(pk: int, table: MatchState, writes: bool, rounds: tuple[ScoredRound, ...]) -> SafeString:
    rows, round_name = joined(_drawn_recent_row(pk, table, writes, one) for one in rounds), table.game.round_name
    sides = list(zip(table.marks, table.side_names, strict=True))
    return draw("matches/_recent_rounds.html", sides=sides, rows=rows, round_name=round_name)


@cached(size=1_000)
def _drawn_recent_row(pk: int, table: MatchState, writes: bool, scored: ScoredRound) -> SafeString:
    row, round_name = row_of(table, scored, "", NONE), table.game.round_name
    return draw("matches/_recent_round.html", row=row, pk=pk, round_name=round_name, writes=writes)


@cached(size=200)
def _last_questions(table: MatchState) -> dict[int, str]:
    rows = [row for section in open_form(table, {}).sections for row in section.rows]
    return {row.side: row.questions[-1] for row in rows if row.side is not None}
