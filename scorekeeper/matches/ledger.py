"""The ledger: bids, tricks and lines as rows, for queries to count. Made from the facts; nothing reads it to score."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Model

from games.core.definition import MatchState
from games.core.facts import TricksTaken
from games.core.scorecard import Scorecard, ScoredRound
from scorekeeper.matches.models import Bid, Line, Match, Seat, Trick


class RoundRows(NamedTuple):
    """The rows of a round as tuples, in the order of `COLUMNS`, without the id of the round.

    A bid has the number of its seat instead of the id.
    """

    bids: list[tuple[Any, ...]]
    tricks: list[tuple[Any, ...]]
    lines: list[tuple[Any, ...]]

    @classmethod
    def of(cls, table: MatchState, scored: ScoredRound) -> RoundRows:
        taken = list(scored.facts.tricks_taken())
        return cls(
            _bids(table, scored, taken),
            [(one.side, one.kind, one.count) for one in taken],
            [(one.side, one.points, one.rule, one.reason) for one in scored.lines],
        )


# What is written of a row of each table; `round_id` and `seat_id` are known only inside the transaction.
COLUMNS: dict[type[Model], tuple[str, ...]] = {
    Bid: ("round_id", "seat_id", "level", "kind", "made", "hand", "taken"),
    Trick: ("round_id", "side", "kind", "count"),
    Line: ("round_id", "side", "points", "rule", "reason"),
}


def _bids(table: MatchState, scored: ScoredRound, taken: list[TricksTaken]) -> list[tuple[Any, ...]]:
    hand = sum(one.count for one in taken)
    by_side = [sum(one.count for one in taken if one.side == side) for side in range(len(table.teams))]
    return [
        (bid.seat, bid.level, bid.kind, bid.made, hand, by_side[table.side_of(bid.seat)])
        for bid in scored.facts.bids_made(scored.deal, table)
    ]


class Ledger(NamedTuple):
    """Rounds of a match by number, and how it stands. Made before the transaction in which it is written."""

    match: Match
    card: Scorecard
    rounds: dict[int, RoundRows]

    @classmethod
    def of(cls, match: Match, card: Scorecard, since: int | None = 1) -> Ledger:
        """Make the rows of all rounds from `since`; without it, of none."""
        rounds = enumerate(card.rounds[since - 1 :], since) if since else ()
        return cls(match, card, {number: RoundRows.of(match.initial_state, scored) for number, scored in rounds})

    def write(self, ids: Mapping[int, int]) -> None:
        """Write the rows of new rounds, given their ids by number, and how the match stands."""
        write_ledgers((ids[number], self.match, rows) for number, rows in self.rounds.items())
        for seat in self.match.seat_list:
            seat.total, seat.place = self.card.totals[seat.side], self.card.places[seat.side]
            seat.won = seat.side in self.card.winners
        # The seats are there: this updates them, in a quarter of the time of bulk_update.
        Seat.objects.bulk_create(
            self.match.seat_list,
            update_conflicts=True, unique_fields=["id"], update_fields=["total", "place", "won"],
        )  # fmt: skip

    def rewrite(self) -> None:
        """Write the rows of rounds that may have others."""
        since = min(self.rounds, default=len(self.card.rounds) + 1)
        rounds = self.match.rounds.filter(number__gte=since)
        for kind in (Bid, Trick, Line):
            kind.objects.filter(round__in=rounds).delete()
        self.write(dict(rounds.values_list("number", "pk")))


def write_ledgers(rounds: Iterable[tuple[int, Match, RoundRows]]) -> None:
    """Write the rows of new rounds of many matches, given with the rounds' ids."""
    rounds = list(rounds)
    _insert(Bid, ((pk, match.seat_list[seat].pk, *bid) for pk, match, rows in rounds for seat, *bid in rows.bids))
    _insert(Trick, ((pk, *trick) for pk, _, rows in rounds for trick in rows.tricks))
    _insert(Line, ((pk, *line) for pk, _, rows in rounds for line in rows.lines))


def _insert(kind: type[Model], rows: Iterable[tuple[Any, ...]]) -> None:
    # A match has hundreds of these rows. Those of 200 matches take 0.15 s like this, with bulk_create 1.9 s.
    columns = COLUMNS[kind]
    names, values = ", ".join(columns), ", ".join(["%s"] * len(columns))
    statement = f"INSERT INTO {kind._meta.db_table} ({names}) VALUES ({values})"  # noqa: S608 -- names from above
    with connection.cursor() as cursor:
        cursor.executemany(statement, list(rows))
