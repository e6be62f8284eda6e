"""The ledger: bids, tricks and lines as rows, for SQL to count. Made from the facts; nothing reads it to score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Q

from scorekeeper.table.models.round import Round
from scorekeeper.table.models.seat import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from games.scorecard import Scorecard, ScoredRound
    from scorekeeper.table.models.match import Match

    Written = tuple[Match, int, ScoredRound]
    """A round that is written down: its match, its id, its scores."""


class Bid(models.Model):
    """One bid: how high, or which special bid; `made` is unknown until the round is played."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="bids")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="bids")
    level = models.SmallIntegerField(null=True)
    kind = models.CharField(max_length=20, default="")
    made = models.BooleanField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(level__isnull=False) | ~Q(kind=""), name="bid_says_something"),
        ]

    def __str__(self) -> str:
        return self.kind or str(self.level)


class Trick(models.Model):
    """What a side took in a round, by kind; no side where it went to nobody."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="tricks")
    side = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=20, default="")
    count = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.count} {self.kind}".strip()


class Line(models.Model):
    """Points of a side in a round, with their rule and their reason."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="lines")
    side = models.PositiveSmallIntegerField()
    rule = models.CharField(max_length=40)
    points = models.BigIntegerField()
    reason = models.TextField()

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(rule=""), name="line_has_a_rule")]
        indexes = [models.Index(fields=["rule", "round"], name="line_by_rule")]

    def __str__(self) -> str:
        return f"{self.points} {self.reason}"


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
    """Write each seat's total, place and win."""
    for seat in match.places:
        seat.total, seat.place = card.totals[seat.side], card.places[seat.side]
        seat.won = seat.side in card.winners
    # An upsert of rows that are all there: bulk_update would take a third of the time of a whole save.
    Seat.objects.bulk_create(
        match.places, update_conflicts=True, unique_fields=["id"], update_fields=["total", "place", "won"]
    )


def _bids(rounds: Sequence[Written]) -> list[Bid]:
    return [
        Bid(round_id=played, seat=match.places[bid.seat], level=bid.level, kind=bid.kind, made=bid.made)
        for match, played, scored in rounds
        for bid in scored.record.bids_made(scored.deal, match.table)
    ]


def _tricks(rounds: Sequence[Written]) -> list[Trick]:
    return [
        Trick(round_id=played, side=trick.side, kind=trick.kind, count=trick.count)
        for _, played, scored in rounds
        for trick in scored.record.tricks_taken()
    ]


def _lines(rounds: Sequence[Written]) -> list[Line]:
    return [Line(round_id=played, **line._asdict()) for _, played, scored in rounds for line in scored.lines]
