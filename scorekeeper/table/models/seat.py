"""A place at the table of one match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import DEFAULT_DB_ALIAS, models
from django.db.models import Prefetch

from games.impossible import Impossible
from scorekeeper.club.models import Player

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorekeeper.table.models.match import Match


class Seat(models.Model):
    """A place at the table, clockwise from 0; `total`, `place` and `won` are its side's, worked out."""

    match = models.ForeignKey("table.Match", models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")
    total = models.BigIntegerField(default=0)
    place = models.PositiveSmallIntegerField(default=1)
    won = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_once"),
            models.UniqueConstraint(fields=["match", "player"], name="player_sits_once"),
            models.CheckConstraint(condition=models.Q(side__lte=models.F("number")), name="sides_are_of_seats"),
            models.CheckConstraint(condition=models.Q(place__gte=1), name="places_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"seat {self.number}"

    @classmethod
    def found(cls, match: Match, row: Any) -> Seat:
        """Return a seat of a match, with its player's name, as a row of a statement has it."""
        facts = row.seat, match.pk, row.number, row.side, row.player_id, row.total, row.place, row.won
        seat = cls.from_db(DEFAULT_DB_ALIAS, [field.attname for field in cls._meta.concrete_fields], facts)
        seat.match = match
        seat.player = Player.from_db(
            DEFAULT_DB_ALIAS, ["id", "club_id", "name"], [row.player_id, match.club_id, row.name]
        )
        return seat


SEATS = Prefetch("seats", Seat.objects.select_related("player").order_by("number"))
"""The seats of many matches with their players, in one statement for all of them."""


def seated(matches: Iterable[Match]) -> list[Match]:
    """Return matches that know their seats as they were fetched with them."""
    found = list(matches)
    for match in found:
        match.places = list(match.seats.all())
    return found


def check_apart(names: Sequence[str], players: Sequence[Player]) -> None:
    """Refuse a table at which two names turn out to be one player's."""
    sitting: dict[int, str] = {}
    for name, player in zip(names, players, strict=True):
        other = sitting.setdefault(player.pk, name)
        if other != name:
            raise Impossible(f"{other} and {name} are the same player", "players")
