"""The ledger: bids, tricks and lines as rows, for SQL to count. Made from the facts; nothing reads it to score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.core.scorecard import Scorecard, ScoredRound
from scorekeeper.matches.models import Match
from scorekeeper.server.database import execute_many

INSERT = {
    "bids": "INSERT INTO matches_bid (round_id, seat_id, level, kind, made) VALUES (%s, %s, %s, %s, %s)",
    "tricks": "INSERT INTO matches_trick (round_id, side, kind, count) VALUES (%s, %s, %s, %s)",
    "lines": "INSERT INTO matches_line (round_id, side, rule, points, reason) VALUES (%s, %s, %s, %s, %s)",
}
"""Written out: putting them together would take Django longer than all else that a save does."""

DELETE = [
    f"DELETE FROM {table} WHERE round_id IN (SELECT id FROM matches_round WHERE match_id = %s AND number >= %s)"  # noqa: S608
    for table in ("matches_bid", "matches_trick", "matches_line")
]
STANDING = "UPDATE matches_seat SET total = %s, place = %s, won = %s WHERE id = %s"


class LedgerRows(NamedTuple):
    """What stands in the ledger for some rounds, by the id of the round; the names are those of INSERT."""

    bids: list[tuple[Any, ...]]
    tricks: list[tuple[Any, ...]]
    lines: list[tuple[Any, ...]]

    @classmethod
    def of(cls, match: Match, scored: ScoredRound, pk: int) -> LedgerRows:
        bids, tricks = scored.facts.bids_made(scored.deal, match.table), scored.facts.tricks_taken()
        seats = [seat.pk for seat in match.seat_list]
        return cls(
            [(pk, seats[bid.seat], bid.level, bid.kind, bid.made) for bid in bids],
            [(pk, trick.side, trick.kind, trick.count) for trick in tricks],
            [(pk, line.side, line.rule, line.points, line.reason) for line in scored.lines],
        )


def ledger_of(match: Match, card: Scorecard, ids: Mapping[int, int]) -> list[LedgerRows]:
    """Make the rows of some rounds, given by number with their ids."""
    return [LedgerRows.of(match, scored, ids[scored.number]) for scored in card.rounds if scored.number in ids]


def write_ledgers(rows: Sequence[LedgerRows]) -> None:
    """Write the rows of some rounds, all at once; inside the writing transaction."""
    execute_many(_inserts(rows))


def write_ledger(match: Match, card: Scorecard, ids: Mapping[int, int]) -> None:
    """Write the rows of some rounds of a match, and how it stands; inside the writing transaction."""
    execute_many(_inserts(ledger_of(match, card, ids)) | {STANDING: _changed_standing(match, card)})


def rewrite_ledger(match: Match, card: Scorecard, since: int) -> None:
    """Make the rows of all rounds from `since` anew, and how the match stands; inside the writing transaction."""
    execute_many({statement: [(match.pk, since)] for statement in DELETE})
    write_ledger(match, card, dict(match.rounds.filter(number__gte=since).values_list("number", "pk")))


def _inserts(rows: Sequence[LedgerRows]) -> dict[str, list[Any]]:
    return {statement: [row for one in rows for row in getattr(one, kind)] for kind, statement in INSERT.items()}


def _changed_standing(match: Match, card: Scorecard) -> list[tuple[Any, ...]]:
    changed = []
    for seat in match.seat_list:
        was = seat.total, seat.place, seat.won
        seat.total, seat.place = card.totals[seat.side], card.places[seat.side]
        seat.won = seat.side in card.winners
        if was != (now := (seat.total, seat.place, seat.won)):
            changed.append((*now, seat.pk))
    return changed
