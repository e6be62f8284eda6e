"""The ledger: bids, tricks and lines as rows, for SQL to count. Made from the facts; nothing reads it to score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.scorecard import Scorecard, ScoredRound
    from scorekeeper.table.models.match import Match, Seat


class Bid(models.Model):
    """One bid: how high, or which special bid; `made` is unknown until the round is played."""

    round = models.ForeignKey("table.Round", models.CASCADE, related_name="bids")
    seat = models.ForeignKey("table.Seat", models.CASCADE, related_name="bids")
    level = models.SmallIntegerField(null=True)
    kind = models.CharField(max_length=20, default="")
    made = models.BooleanField(null=True)

    def __str__(self) -> str:
        return self.kind or str(self.level)


class Trick(models.Model):
    """What a side took in a round, by kind; no side where it went to nobody."""

    round = models.ForeignKey("table.Round", models.CASCADE, related_name="tricks")
    side = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=20, default="")
    count = models.PositiveSmallIntegerField()

    def __str__(self) -> str:
        return f"{self.count} {self.kind}".strip()


class Line(models.Model):
    """Points of a side in a round, with their rule and their reason."""

    round = models.ForeignKey("table.Round", models.CASCADE, related_name="lines")
    side = models.PositiveSmallIntegerField()
    rule = models.CharField(max_length=40)
    points = models.IntegerField()
    reason = models.CharField(max_length=200)

    class Meta:
        indexes = [models.Index(fields=["rule", "round"], name="line_by_rule")]

    def __str__(self) -> str:
        return f"{self.points} {self.reason}"


def write_ledger(match: Match, card: Scorecard, since: int, appended: int | None = None) -> None:
    """Make the rows of all rounds from `since` anew, and each seat's standing; inside the writing transaction.

    `appended` is the id of a round just added at the end: it has no rows yet, and no other round is touched.
    """
    if appended is None:
        rounds = dict(match.rounds.filter(number__gte=since).values_list("number", "pk"))
        for kind in (Bid, Trick, Line):
            kind.objects.filter(round__match=match, round__number__gte=since).delete()
    else:
        rounds = {since: appended}
    later = [(rounds[scored.number], scored) for scored in card.rounds[since - 1 :]]
    Bid.objects.bulk_create(_bids(match.places, later))
    Trick.objects.bulk_create(_tricks(later))
    Line.objects.bulk_create(_lines(later))
    write_standing(match, card)


def write_standing(match: Match, card: Scorecard) -> None:
    """Write each seat's total, place and win."""
    for seat in match.places:
        seat.total, seat.place = card.totals[seat.side], card.places[seat.side]
        seat.won = seat.side in card.winners
    match.seats.bulk_update(match.places, ["total", "place", "won"])


def _bids(seats: Sequence[Seat], rounds: Sequence[tuple[int, ScoredRound]]) -> list[Bid]:
    return [
        Bid(round_id=played, seat=seats[bid.seat], level=bid.level, kind=bid.kind, made=bid.made)
        for played, scored in rounds
        for bid in scored.record.bids_made()
    ]


def _tricks(rounds: Sequence[tuple[int, ScoredRound]]) -> list[Trick]:
    return [
        Trick(round_id=played, side=trick.side, kind=trick.kind, count=trick.count)
        for played, scored in rounds
        for trick in scored.record.tricks_taken()
    ]


def _lines(rounds: Sequence[tuple[int, ScoredRound]]) -> list[Line]:
    return [Line(round_id=played, **line._asdict()) for played, scored in rounds for line in scored.lines]
