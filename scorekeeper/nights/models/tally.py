"""The books: what was counted, of one player or of two. Made from the ledger; nothing is counted anywhere else."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from scorekeeper.club.models import Club, Player


class Leaf(models.Model):
    """One figure of one period: `n` cases, which added up to `total`. A year is the sum of its months.

    `period` is 202611 for a month, 2026 for a year, 0 for all; `seats` how many sat at the table.
    """

    club = models.ForeignKey(Club, models.CASCADE, db_index=False, related_name="+")
    game_key = models.CharField(max_length=40)
    seats = models.PositiveSmallIntegerField()
    period = models.PositiveIntegerField()
    player = models.ForeignKey(Player, models.CASCADE, db_index=False, related_name="+")
    stat = models.CharField(max_length=40)
    n = models.PositiveBigIntegerField()
    total = models.BigIntegerField()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.stat}: {self.total} in {self.n}"


class Tally(Leaf):
    """What was counted of one player: a statistic of the game, in the part of it that `bucket` names (none: whole)."""

    bucket = models.CharField(max_length=20, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "period", "player", "game_key", "seats", "stat", "bucket"], name="tally_once"
            ),
        ]
        indexes = [models.Index(fields=["club", "period", "stat", "game_key"], name="tally_by_stat")]


class Pair(Leaf):
    """What was counted of two: matches `with` each other as partners, and how often they won; or `against` each other.

    There `total` is how often `player` came out ahead of `other`, and `behind` how often behind; else they were level.
    """

    AGAINST, WITH = "against", "with"

    other = models.ForeignKey(Player, models.CASCADE, db_index=False, related_name="+")
    behind = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "period", "player", "game_key", "seats", "stat", "other"], name="pair_once"
            ),
            models.CheckConstraint(condition=~Q(player=models.F("other")), name="pair_of_two"),
        ]
        indexes = [models.Index(fields=["club", "period", "stat", "game_key"], name="pair_by_stat")]
