"""The ledger: bids, tricks and lines as rows, for SQL to count. Made from the facts; nothing reads it to score."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from games.core.scorecard import Scorecard, ScoredRound
from scorekeeper.matches.models import Bid, Line, Match, Seat, Trick

Written = tuple["Match", int, "ScoredRound"]
"""A stored round: its match, its id, its scores."""


def write_ledger(match: Match, card: Scorecard, ids: Mapping[int, int]) -> None:
    """Write the rows of some rounds, given by number with their ids; inside the writing transaction."""
    write_ledgers([(match, card, ids)])


def write_ledgers(of_matches: Iterable[tuple[Match, Scorecard, Mapping[int, int]]]) -> None:
    """Write the rows of some rounds of several matches, all at once; inside the writing transaction."""
    rounds = [
        (match, ids[scored.number], scored)
        for match, card, ids in of_matches
        for scored in card.rounds
        if scored.number in ids
    ]
    Bid.objects.bulk_create(_bids(rounds))
    Trick.objects.bulk_create(_tricks(rounds))
    Line.objects.bulk_create(_lines(rounds))


def rewrite_ledger(match: Match, card: Scorecard, since: int) -> None:
    """Make the rows of all rounds from `since` anew; inside the writing transaction."""
    for kind in (Bid, Trick, Line):
        kind.objects.filter(round__match=match, round__number__gte=since).delete()
    write_ledger(match, card, dict(match.rounds.filter(number__gte=since).values_list("number", "pk")))


def write_standing(match: Match, card: Scorecard) -> None:
    for seat in match.seat_list:
        seat.total, seat.place = card.totals[seat.side], card.places[seat.side]
        seat.won = seat.side in card.winners
    # An upsert of rows that are all there: bulk_update would take a third of the time of a whole save.
    Seat.objects.bulk_create(
        match.seat_list, update_conflicts=True, unique_fields=["id"], update_fields=["total", "place", "won"]
    )


def _bids(rounds: Sequence[Written]) -> list[Bid]:
    return [
        Bid(round_id=played, seat=match.seat_list[bid.seat], level=bid.level, kind=bid.kind, made=bid.made)
        for match, played, scored in rounds
        for bid in scored.facts.bids_made(scored.deal, match.table)
    ]


def _tricks(rounds: Sequence[Written]) -> list[Trick]:
    return [
        Trick(round_id=played, side=trick.side, kind=trick.kind, count=trick.count)
        for _, played, scored in rounds
        for trick in scored.facts.tricks_taken()
    ]


def _lines(rounds: Sequence[Written]) -> list[Line]:
    return [Line(round_id=played, **line._asdict()) for _, played, scored in rounds for line in scored.lines]
