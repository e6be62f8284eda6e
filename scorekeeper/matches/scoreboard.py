"""The scoreboard: a column a side, a row a round."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from games.core.definition import MatchState
from games.core.round_form import open_form
from games.core.schema import whole_number
from games.core.scorecard import Scorecard, ScoredRound, SheetRow, Status, verb_of_winning
from scorekeeper.charts import ScoreChart, Series
from scorekeeper.clubs.permissions import AnyRequest, ClubRequest
from scorekeeper.matches.entry_history import corrected_sides
from scorekeeper.matches.models import Match
from scorekeeper.matches.progress import MatchProgress, TurningPoint, find_turning_point

# Rounds shown beside the form of the next one.
RECENT_ROUNDS = 3
# A word of more letters in a note has no room beside the points of a narrow column.
MAX_NOTE_LETTERS = 4
# Maximum number of rounds on a scoreboard, unless earlier ones are asked for. A page with 500 rounds has 850 kB.
ROUNDS_SHOWN = 50


class ScoreCell(NamedTuple):
    """A side in a round: the question that corrects it, what the side did, its points and its total after it.

    `played`: it was there; the others joined later or have left.
    """

    side: int
    name: str
    question: str
    note: str
    points: int
    total: int
    corrected: bool = False
    played: bool = True

    @property
    def has_words(self) -> bool:
        """Whether the note needs a line alone where columns are narrow."""
        return any(len(word) > MAX_NOTE_LETTERS for word in self.note.split())


class ScoreRow(NamedTuple):
    """A round: its number, its heading, a cell for each side, and a remark if it was changed.

    `irregular`: impossible by correct play, but confirmed by the players. `has_note`: the table wrote something about
    it, which stands beside the reasons.
    """

    number: int
    heading: str
    cells: list[ScoreCell]
    changed: str = ""
    irregular: bool = False
    has_note: bool = False


class SideColumn(NamedTuple):
    """A side: its mark, name, total and place, whether it leads, deals next or won, and its status.

    `is_away`: it does not play the next round. If it `has_played`, it left; else it joins later.
    """

    side: int
    mark: int
    emoji: str
    name: str
    total: int
    total_text: str
    place: int
    leads: bool
    deals: bool
    won: bool
    status: Status | None
    is_away: bool = False
    has_played: bool = True


@dataclass(frozen=True, eq=False)
class Scoreboard:
    """The scoreboard of one match. `changed`: remarks beside rounds, by number; `corrected`: sides whose answers were.

    `writes`: the viewer may score. `linked`: rounds lead to their reasons. `asked_round`: shown with all that follow.
    """

    match: Match
    state: MatchState
    scorecard: Scorecard
    changed: Mapping[int, str] = field(default_factory=dict)
    writes: bool = True
    corrected: Mapping[int, Collection[int]] = field(default_factory=dict)
    linked: bool = True
    asked_round: int | None = None

    @classmethod
    def of(
        cls, match: Match, *, writes: bool = True, linked: bool = True, asked_round: int | None = None
    ) -> Scoreboard:
        scorecard = match.scorecard
        return cls(match, match.state, scorecard, writes=writes and linked, linked=linked, asked_round=asked_round)

    @classmethod
    def with_corrections(cls, match: Match, *, writes: bool, asked_round: int | None = None) -> Scoreboard:
        corrected = corrected_sides(match)
        changed = dict.fromkeys(corrected, "cor\u00adrected")
        return cls(match, match.state, match.scorecard, changed, writes, corrected, asked_round=asked_round)

    @cached_property
    def round_name(self) -> str:
        return self.match.game.round_name

    @cached_property
    def sheet(self) -> Sequence[SheetRow]:
        return self.match.game.sheet(self.state)

    def columns(self) -> tuple[SideColumn, ...]:
        # Statuses and the next dealer mean nothing once the table has ended the match.
        is_ended = self.match.ended_by_table
        statuses = {} if is_ended else {status.side: status for status in self.state.statuses}
        next_deal = None if is_ended or not self.match.game.deal else self.scorecard.next
        dealer = next_deal.dealer if next_deal else None
        deals = None if dealer is None else self.state.side_of(dealer)
        # Equal best totals are level: nobody leads.
        playing = self.scorecard.playing
        leads = bool(self.scorecard.rounds) and self.scorecard.places.count(1) == 1 < len(playing)
        played = {side for scored in self.scorecard.rounds for side in scored.sides}
        return tuple(
            SideColumn(side, self.state.marks[side], self.match.side_emojis[side], name,
                    self.scorecard.totals[side], self.state.game.total_text(self.scorecard.totals[side]),
                    self.scorecard.places[side], leads and self.scorecard.places[side] == 1,
                    side == deals, side in self.scorecard.winners, statuses.get(side),
                    side not in playing, side in played)
            for side, name in enumerate(self.state.side_names)
        )  # fmt: skip

    @property
    def earlier_rounds(self) -> int:
        return earlier_rounds(len(self.scorecard.rounds), self.asked_round)

    def rows(self) -> list[ScoreRow]:
        return [self._row(scored) for scored in self.scorecard.rounds[self.earlier_rounds :]]

    def address_of(self, number: int) -> str:
        """Return the address of a round on this page, also of one that is not shown."""
        return f"?round={number}#round-{number}" if number <= self.earlier_rounds else f"#round-{number}"

    def recent(self) -> list[ScoreRow]:
        """Return the last rounds, the latest first."""
        return [self._row(scored) for scored in self.scorecard.rounds[: -RECENT_ROUNDS - 1 : -1]]

    def _row(self, scored: ScoredRound) -> ScoreRow:
        state, corrected = self.match.initial_state, self.corrected.get(scored.number, ())
        notes, questions = state.notes_of(scored), self._last_questions(scored)
        cells = [
            ScoreCell(
                side,
                state.side_names[side],
                questions.get(side, ""),
                notes[side],
                points,
                total,
                side in corrected,
                side in scored.sides,
            )
            for side, (points, total) in enumerate(zip(scored.points, scored.totals, strict=True))
        ]
        heading, changed = state.heading_of(scored), self.changed.get(scored.number, "")
        has_note = self.linked and bool(self.match.round_list[scored.number - 1].note)
        return ScoreRow(scored.number, heading, cells, changed, scored.irregular, has_note)

    @cached_property
    def _questions(self) -> dict[tuple[int, ...], dict[int, str]]:
        """The last questions by the sides that play."""
        return {}

    def _last_questions(self, scored: ScoredRound) -> dict[int, str]:
        """Return the name of the last question about each side, preferably one that is always asked."""
        if (known := self._questions.get(scored.sides)) is not None:
            return known
        form, last = open_form(self.match.initial_state.table_at(scored.number), {}), {}
        for row in (row for section in form.sections for row in section.rows):
            always = [name for name in row.questions if not form.fields[name].when]
            asked = [name for name in always or row.questions if not form.fields[name].only_when_tapped]
            if row.side is not None:
                last[scored.sides[row.side]] = (asked or row.questions)[-1]
        self._questions[scored.sides] = last
        return last

    def by_place(self) -> list[SideColumn]:
        """Return the sides by their place, without those who join later."""
        there = (column for column in self.columns() if column.has_played or not column.is_away)
        return sorted(there, key=lambda column: (column.is_away, column.place))

    @property
    def winners(self) -> list[SideColumn]:
        return [column for column in self.columns() if column.won]

    @property
    def winner_names(self) -> list[str]:
        return [self.state.side_names[side] for side in self.scorecard.winners] or ["Nobody"]

    @property
    def is_level(self) -> bool:
        """Whether the rules leave several winners, and the table has named none."""
        return len(self.scorecard.winners) > 1 and self.match.decision is None

    @property
    def verb_of_winning(self) -> str:
        """The rest of a sentence that begins with the names of the winners."""
        return verb_of_winning(self.scorecard, has_points=self.state.game.has_points)

    @property
    def why_won(self) -> str:
        decision = self.match.decision
        if decision:
            return f"decided by hand{decision.why and ': '}{decision.why}"
        return self.state.why_won if self.scorecard.winners else ""

    @property
    def joined(self) -> list[str]:
        """Who joined and left before the next round, in words."""
        number = self.state.number
        return [
            said
            for change, said in zip(self.match.changes, self.match.changes_in_words, strict=True)
            if change.round <= number
        ]

    @property
    def turn(self) -> TurningPoint | None:
        points = [scored.points for scored in self.scorecard.rounds]
        return find_turning_point(self.match, MatchProgress.of(self.match, points))

    def chart(self) -> ScoreChart | None:
        """A chart of the totals after each round; None before the second."""
        if len(self.state.rounds) < 2:
            return None
        lines = list(map(Series, self.state.side_names, totals_by_side(self.state), self.state.marks))
        title = f"The totals after each {self.round_name}"
        return ScoreChart(title, list(map(str, range(len(self.state.rounds) + 1))), lines, self.round_name)


def totals_by_side(state: MatchState) -> list[tuple[int | None, ...]]:
    """Return by side the total before the first round and after each; None while the side does not play."""
    if not state.rounds:
        return [(total,) for total in state.totals]
    first = state.rounds[0]
    totals = [tuple(map(int.__sub__, first.totals, first.points)), *(scored.totals for scored in state.rounds)]
    playing = [first.sides, *(scored.sides for scored in state.rounds)]
    # A line begins at the total with which a player joined, before their first round.
    pairs = list(zip(totals, playing, [*playing[1:], playing[-1]], strict=True))
    return [
        tuple(row[side] if side in before or side in after else None for row, before, after in pairs)
        for side in range(len(first.totals))
    ]


def earlier_rounds(rounds: int, asked_round: int | None) -> int:
    """Return how many rounds come before those that are shown: the last fifty, or from the one on that is asked for."""
    return max(0, min(rounds - ROUNDS_SHOWN, (asked_round or rounds) - 1))


def asked_round(request: AnyRequest | ClubRequest) -> int | None:
    """Return the round that `?round=` of a page asks for; polls say it again."""
    return whole_number(request.GET.get("round", ""))
