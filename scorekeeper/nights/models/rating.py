"""How strong somebody plays a game, after each match played to its end."""

from __future__ import annotations

from django.db import models

from scorekeeper.club.models import Club, Player
from scorekeeper.table.models import Match

NOBODY_KNOWS, A_STEP = 1000, 40
"""What somebody is rated who never played; and how many points make one of the scale the ratings are worked out in."""


class Rating(models.Model):
    """A player's rating after their `nth` match of a game, as a normal distribution; and how that match came out."""

    club = models.ForeignKey(Club, models.CASCADE, db_index=False, related_name="+")
    game_key = models.CharField(max_length=40)
    player = models.ForeignKey(Player, models.CASCADE, related_name="ratings")
    match = models.ForeignKey(Match, models.CASCADE, related_name="ratings")
    started = models.DateTimeField()
    evening = models.DateField()
    nth = models.PositiveIntegerField()
    mean = models.FloatField()
    spread = models.FloatField()
    place = models.PositiveSmallIntegerField()
    won = models.BooleanField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "game_key", "player", "nth"], name="rating_once"),
            models.CheckConstraint(condition=models.Q(nth__gte=1), name="ratings_count_from_one"),
        ]
        indexes = [
            models.Index(fields=["player", "-started"], name="rating_recent"),
            models.Index(fields=["club", "game_key", "evening"], name="rating_by_evening"),
        ]

    def __str__(self) -> str:
        return str(self.points)

    @property
    def points(self) -> int:
        """The rating as people read it: what the player is worth at least, all but surely; 1000 for a beginner."""
        return points(self.mean, self.spread)


def points(mean: float, spread: float) -> int:
    """Return a rating as people read it."""
    return NOBODY_KNOWS + round(A_STEP * (mean - 3 * spread))
