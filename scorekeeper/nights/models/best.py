"""The records people hold: the most of something in one match or one round."""

from __future__ import annotations

from django.db import models

from scorekeeper.club.models import Club, Player
from scorekeeper.table.models import Match


class Best(models.Model):
    """One of a player's best few of a feat in a period: `value`, and in which match; `number` of the round (0: none).

    `weight` sorts: the more the better, whether the most counts or the least. Ties go to the earlier one.
    """

    club = models.ForeignKey(Club, models.CASCADE, db_index=False, related_name="+")
    game_key = models.CharField(max_length=40)
    seats = models.PositiveSmallIntegerField()
    period = models.PositiveIntegerField()
    player = models.ForeignKey(Player, models.CASCADE, db_index=False, related_name="+")
    feat = models.CharField(max_length=40)
    value = models.BigIntegerField()
    weight = models.BigIntegerField()
    match = models.ForeignKey(Match, models.CASCADE, related_name="+")
    started = models.DateTimeField()
    number = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "period", "game_key", "feat", "seats", "player", "match", "number"], name="best_once"
            )
        ]
        indexes = [models.Index(fields=["club", "period", "game_key", "feat", "-weight"], name="best_by_weight")]

    def __str__(self) -> str:
        return f"{self.feat}: {self.value}"
