"""The ledger: bids, tricks and lines as rows, for SQL to count. Made from the facts; nothing reads it to score."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from games.core.scorecard import Scorecard, ScoredRound
from scorekeeper.matches.models import Match
from scorekeeper.server.database import execute, fetch_rows, write_rows

INSERT = {
    "bids": "INSERT INTO matches_bid (round_id, seat_id, level, kind, made) VALUES {rows}",
    "tricks": "INSERT INTO matches_trick (round_id, side, kind, count) VALUES {rows}",
    "reasons": """
        INSERT INTO matches_reason (rule, text) SELECT column1, column2 FROM (VALUES {rows}) said
        WHERE NOT EXISTS (SELECT 1 FROM matches_reason WHERE rule = column1 AND text = column2)
    """,
    "lines": """
        INSERT INTO matches_line (round_id, side, points, reason_id) SELECT column1, column2, column3,
            (SELECT MIN(id) FROM matches_reason WHERE rule = column4 AND text = column5)
        FROM (VALUES {rows}) scored
    """,
}
"""Written out: putting them together would take Django longer than all else that a save does."""

DELETE = [
    f"DELETE FROM {table} WHERE round_id IN (SELECT id FROM matches_round WHERE match_id = %s AND number >= %s)"  # noqa: S608
    for table in ("matches_bid", "matches_trick", "matches_line")
]
IDS = "SELECT number, id FROM matches_round WHERE match_id = %s AND number >= %s"
STANDING = """
    UPDATE matches_seat SET total = stands.column2, place = stands.column3, won = stands.column4
    FROM (VALUES {rows}) stands WHERE matches_seat.id = stands.column1
"""


class RoundRows(NamedTuple):
    """What stands in the ledger for a round, but for the id of the round; the names are those of INSERT."""

    bids: list[tuple[Any, ...]]
    tricks: list[tuple[Any, ...]]
    lines: list[tuple[Any, ...]]

    @property
    def reasons(self) -> list[tuple[Any, ...]]:
        return [line[-2:] for line in self.lines]

    @classmethod
    def of(cls, match: Match, scored: ScoredRound) -> RoundRows:
        bids, tricks = scored.facts.bids_made(scored.deal, match.table), scored.facts.tricks_taken()
        return cls(
            [(match.seat_list[bid.seat].pk, bid.level, bid.kind, bid.made) for bid in bids],
            [(trick.side, trick.kind, trick.count) for trick in tricks],
            [(line.side, line.points, line.rule, line.reason) for line in scored.lines],
        )


class Ledger(NamedTuple):
    """Rounds of a match by number, and how it stands. Made before the turn to write, in which it is written."""

    match: Match
    card: Scorecard
    rounds: dict[int, RoundRows]

    @classmethod
    def of(cls, match: Match, card: Scorecard, since: int | None = 1) -> Ledger:
        """Make the rows of all rounds from `since`; without it, of none."""
        rounds = enumerate(card.rounds[since - 1 :], since) if since else ()
        return cls(match, card, {number: RoundRows.of(match, scored) for number, scored in rounds})

    def write(self, ids: Mapping[int, int]) -> None:
        """Write the rows of new rounds, given their ids by number, and how the match stands."""
        write_rows(
            _inserts([(ids[number], rows) for number, rows in self.rounds.items()]) | {STANDING: self._settle_seats()}
        )

    def rewrite(self) -> None:
        """Write the rows of rounds that may have others."""
        since = min(self.rounds, default=len(self.card.rounds) + 1)
        for statement in DELETE:
            execute(statement, self.match.pk, since)
        self.write(dict(fetch_rows(IDS, self.match.pk, since)))

    def _settle_seats(self) -> list[tuple[Any, ...]]:
        for seat in self.match.seat_list:
            seat.total, seat.place = self.card.totals[seat.side], self.card.places[seat.side]
            seat.won = seat.side in self.card.winners
        return [(seat.pk, seat.total, seat.place, seat.won) for seat in self.match.seat_list]


def write_ledgers(rounds: Iterable[tuple[int, RoundRows]]) -> None:
    """Write the rows of new rounds of many matches, given with the rounds' ids."""
    write_rows(_inserts(list(rounds)))


def _inserts(rounds: Sequence[tuple[int, RoundRows]]) -> dict[str, list[Any]]:
    said = sorted({reason for _, rows in rounds for reason in rows.reasons})
    made = {kind: [(pk, *row) for pk, rows in rounds for row in getattr(rows, kind)] for kind in RoundRows._fields}
    return {statement: made.get(kind, said) for kind, statement in INSERT.items()}
