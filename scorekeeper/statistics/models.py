"""Monthly totals, records and ratings. All are counted from the ledger and can be rebuilt."""

from django.db import models
from django.db.models import Q

from scorekeeper.clubs.models import Club, Player
from scorekeeper.matches.models import Match


class FigureKey(models.Model):
    """What is counted in a club: a statistic or a record (`stat`) of a game, where so many sit at the table.

    `bucket` names the part of the statistic ("": no parts). The rows of totals are many, and name it by its id.
    """

    club = models.ForeignKey(Club, models.CASCADE, db_index=False, related_name="+")
    game_key = models.CharField(max_length=40)
    seats = models.PositiveSmallIntegerField()
    stat = models.CharField(max_length=40)
    bucket = models.CharField(max_length=20, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "game_key", "seats", "stat", "bucket"], name="figure_key_once")
        ]

    def __str__(self) -> str:
        return f"{self.stat} {self.bucket}".strip()


class PlayerBest(models.Model):
    """One of a player's best values of a record in a period; `number`: the round (0: the whole match).

    `weight` sorts, the highest first, also for records of the lowest value. Ties go to the earlier match.
    """

    figure = models.ForeignKey(FigureKey, models.CASCADE, db_index=False, related_name="+")
    period = models.PositiveIntegerField()
    player = models.ForeignKey(Player, models.CASCADE, db_index=False, related_name="+")
    value = models.BigIntegerField()
    weight = models.BigIntegerField()
    # When matches go, all rows are gone through once, which costs less than an index kept up with each save.
    match = models.ForeignKey(Match, models.CASCADE, db_index=False, db_constraint=False, related_name="+")
    number = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["figure", "player", "period", "match", "number"], name="best_once")
        ]
        indexes = [models.Index(fields=["figure", "period", "-weight"], name="best_by_weight")]

    def __str__(self) -> str:
        return f"{self.value}"


NEW_PLAYER, POINTS_PER_UNIT = 1000, 40
"""The rating of somebody who never played; displayed points for one unit of openskill's scale."""


class Rating(models.Model):
    """A player's rating after their `nth` match of a game, as a normal distribution; and how that match came out."""

    club = models.ForeignKey(Club, models.CASCADE, db_index=False, related_name="+")
    game_key = models.CharField(max_length=40)
    player = models.ForeignKey(Player, models.CASCADE, db_index=False, related_name="ratings")
    match = models.ForeignKey(Match, models.CASCADE, related_name="ratings")
    started = models.DateTimeField()
    night_date = models.DateField()
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
            models.Index(fields=["club", "game_key", "night_date"], name="rating_by_night"),
        ]

    def __str__(self) -> str:
        return str(self.points)

    @property
    def points(self) -> int:
        """The displayed rating: a lower bound of the strength; 1000 for a new player."""
        return NEW_PLAYER + round(POINTS_PER_UNIT * (self.mean - 3 * self.spread))


class StaleRatings(models.Model):
    """The ratings of a game from the night `since` on are to be worked out again."""

    club = models.ForeignKey(Club, models.CASCADE, db_index=False, related_name="+")
    game_key = models.CharField(max_length=40)
    since = models.DateField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "game_key"], name="stale_once")]

    def __str__(self) -> str:
        return f"{self.game_key} since {self.since}"


class PeriodTotal(models.Model):
    """One figure of one period: `n` cases, which added up to `total`. A year is the sum of its months.

    `period` is 202611 for a month, 2026 for a year, 0 for all.
    """

    figure = models.ForeignKey(FigureKey, models.CASCADE, db_index=False, related_name="+")
    period = models.PositiveIntegerField()
    player = models.ForeignKey(Player, models.CASCADE, db_index=False, related_name="+")
    n = models.PositiveBigIntegerField()
    total = models.BigIntegerField()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.total} in {self.n}"


class PlayerTotal(PeriodTotal):
    """The total of a statistic of one player."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["figure", "period", "player"], name="tally_once")]


class PairTotal(PeriodTotal):
    """The total of two players: matches `with` each other as partners and their wins, or `against` each other.

    `against`: `total` counts the matches of `player` ahead of `other`, `behind` those behind; the rest were level.
    """

    AGAINST, WITH = "against", "with"

    other = models.ForeignKey(Player, models.CASCADE, db_index=False, related_name="+")
    behind = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["figure", "period", "player", "other"], name="pair_once"),
            models.CheckConstraint(condition=~Q(player=models.F("other")), name="pair_of_two"),
        ]
