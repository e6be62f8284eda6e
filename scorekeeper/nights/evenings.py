"""Evenings: the matches begun in one night, who played, and how they came out over all of its games."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Count
from django.utils.functional import cached_property

from scorekeeper.nights.highlights import Highlight, highlights
from scorekeeper.nights.models import Night
from scorekeeper.table.models import Match
from scorekeeper.table.models.seat import SEATS, seated

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from scorekeeper.club.models import Club, Player

SHOWN = 20


class Placed(NamedTuple):
    """One side in the outcome of a match."""

    side: int
    name: str
    total: int
    place: int
    won: bool


@dataclass
class Guest:
    """Somebody's evening: how many matches were played to their end, won, and which places they brought."""

    player: Player
    rank: int = 0
    wins: int = 0
    places: list[int] = field(default_factory=list)

    @property
    def average(self) -> float | None:
        """The average place; None before anything was over."""
        return sum(self.places) / len(self.places) if self.places else None

    @property
    def order(self) -> tuple[int, float]:
        """The more wins the better, then the better the places."""
        return -self.wins, self.average or 99


@dataclass
class Evening:
    """One night: its date, its matches in the order they began, and what was written down about it."""

    date: date
    matches: list[Match]
    night: Night

    def __str__(self) -> str:
        return str(self.night)

    @property
    def games(self) -> dict[str, int]:
        """The games by name, each with how often it was played."""
        return dict(Counter(match.game.name for match in self.matches))

    @property
    def finished(self) -> bool:
        """Say whether any match was played to its end."""
        return any(not match.is_open for match in self.matches)

    @cached_property
    def highlights(self) -> list[Highlight]:
        """What is worth telling of it."""
        return highlights(self.matches)

    @cached_property
    def guests(self) -> list[Guest]:
        """Who was there, the best evening first; equal ones share a rank."""
        guests: dict[int, Guest] = {}
        for match in self.matches:
            for seat in match.places:
                guest = guests.setdefault(seat.player_id, Guest(seat.player))
                if not match.is_open:
                    guest.wins += seat.won
                    guest.places.append(seat.place)
        ranked = sorted(guests.values(), key=lambda guest: guest.order)
        for guest in ranked:
            guest.rank = 1 + sum(other.order < guest.order for other in ranked)
        return ranked


def outcome(match: Match) -> list[Placed]:
    """Return the sides of a match, the best place first, from its seats."""
    names = match.game.side_names(match.names)
    by_side = {
        seat.side: Placed(seat.side, names[seat.side], seat.total, seat.place, seat.won) for seat in match.places
    }
    return sorted(by_side.values(), key=lambda placed: (placed.place, placed.side))


def evenings(club: Club, before: date | None = None) -> list[Evening]:
    """Return the last evenings, or the last before one, the newest first: a page of them and the first of the next."""
    matches = Match.objects.filter(club=club)
    if before:
        matches = matches.filter(evening__lt=before)
    dates = matches.values("evening").annotate(Count("pk")).order_by("-evening").values_list("evening", flat=True)
    return _evenings(club, list(dates[: SHOWN + 1]))


def evening(club: Club, at: date) -> Evening | None:
    """Return one evening; None where nobody played."""
    return next(iter(_evenings(club, [at])), None)


def _evenings(club: Club, dates: Sequence[date]) -> list[Evening]:
    told = {night.evening: night for night in Night.objects.filter(club=club, evening__in=dates)}
    found = Match.objects.filter(club=club, evening__in=dates).prefetch_related(SEATS)
    by_date = groupby(seated(found.order_by("-evening", "started", "pk")), key=lambda match: match.evening)
    return [Evening(at, list(played), told.get(at) or Night(club=club, evening=at)) for at, played in by_date]
