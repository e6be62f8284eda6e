"""Ratings, the only figures that are stored: each follows from those before it."""

from django.db import models
from django.db.models import Q

from scorekeeper.clubs.models import Club, Player
from scorekeeper.matches.models import Match

# The rating of somebody who never played; displayed points for one unit of openskill's scale.
NEW_PLAYER, POINTS_PER_UNIT = 1000, 40


class Rating(models.Model):
    """A player's rating after their `nth` match of a game, as a normal distribution.

    `started` and `place` are those of the match when it was rated: where it has others now, it is rated anew.
    """

    club = models.ForeignKey(Club, models.CASCADE, db_index=False, related_name="+")
    game_key = models.CharField(max_length=60)
    player = models.ForeignKey(Player, models.CASCADE, db_index=False, related_name="ratings")
    match = models.ForeignKey(Match, models.CASCADE, db_index=False, related_name="ratings")
    started = models.DateTimeField()
    place = models.PositiveSmallIntegerField()
    nth = models.PositiveIntegerField()
    mean = models.FloatField()
    spread = models.FloatField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "game_key", "player", "nth"], name="rating_once"),
            models.UniqueConstraint(fields=["match", "player"], name="rated_once"),
            models.CheckConstraint(condition=Q(nth__gte=1), name="ratings_count_from_one"),
        ]

    def __str__(self) -> str:
        return str(self.points)

    @property
    def points(self) -> int:
        """The displayed rating: a lower bound of the strength; 1000 for a new player."""
        return NEW_PLAYER + round(POINTS_PER_UNIT * (self.mean - 3 * self.spread))
