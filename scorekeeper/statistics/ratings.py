"""Ratings: the strength of a player in a game, updated per match by openskill (Weng and Lin, Plackett-Luce).

It takes any number of sides, partnerships and shared places. The scale starts at a mean of 25, give or take 25/3.
"""

import logging
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from itertools import groupby
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db import DatabaseError, transaction
from django.db.models import Count, Exists, F, Max, Min, OuterRef, QuerySet, Subquery
from openskill.models import PlackettLuce

from scorekeeper.clubs.models import Club, Player
from scorekeeper.matches.models import Seat
from scorekeeper.server.database import is_busy, is_full
from scorekeeper.statistics.figures import ranked
from scorekeeper.statistics.models import Rating
from scorekeeper.statistics.selection import Selection

MODEL = PlackettLuce()

log = logging.getLogger(__name__)


def update_ratings(club: Club, game_key: str) -> None:
    """Rate a game anew from the first match on that is new, deleted or came out otherwise than when it was rated."""
    name, years, ratings = f"rated-{club.pk}-{game_key}", Selection(club, game=game_key).years, _state(club, game_key)
    known_years, known_ratings = cache.get(name, ({}, None))
    changed = years.items() ^ known_years.items()
    if ratings == known_ratings and not changed:
        return
    # To compare all matches takes 40 ms in a club of 5,000, those of the last year 4.
    first_year = min(changed)[0] if ratings == known_ratings else 1
    try:
        with transaction.atomic():
            # Of two who look at the same time, one rates.
            Club.objects.select_for_update(no_key=True).get(pk=club.pk)
            since = _first_changed(club, game_key, date(first_year, 1, 1))
            if since is not None:
                _rate_since(club, game_key, since)
            ratings = _state(club, game_key)
    except DatabaseError as error:
        if not (is_full(error) or is_busy(error)):
            raise
        log.warning("The ratings could not be brought up to date: the record cannot be written just now.")
    else:
        cache.set(name, (years, ratings), None)


def _state(club: Club, game_key: str) -> dict[str, int | None]:
    """Return what changes with any rating of a game: no id is given twice."""
    return Rating.objects.filter(club=club, game_key=game_key).aggregate(n=Count("pk"), last=Max("pk"))


def _outcomes(club: Club, game_key: str) -> QuerySet[Seat]:
    return Seat.objects.filter(match__club=club, match__game_key=game_key, match__deleted=None, match__finished=True)


def _first_changed(club: Club, game_key: str, day: date) -> datetime | None:
    """Return when the first match from a day on began whose ratings are missing, or are not of how it came out."""
    rated = Rating.objects.filter(club=club, game_key=game_key, match__night_date__gte=day)
    same = {"match": OuterRef("match"), "player": OuterRef("player"), "place": OuterRef("place")}
    played = _outcomes(club, game_key).filter(match__night_date__gte=day)
    new = played.exclude(Exists(Rating.objects.filter(**same, started=OuterRef("match__started"))))
    gone = rated.exclude(Exists(Seat.objects.filter(**same, match__finished=True, match__deleted=None)))
    first = [new.aggregate(first=Min("match__started"))["first"], gone.aggregate(first=Min("started"))["first"]]
    return min(filter(None, first), default=None)


def _rate_since(club: Club, game_key: str, since: datetime) -> None:
    rated = Rating.objects.filter(club=club, game_key=game_key)
    rated.filter(started__gte=since).delete()
    played = _outcomes(club, game_key).filter(match__started__gte=since).select_related("match")
    found = _rate(_strengths(club, game_key), played.order_by("match__started", "match", "number"))
    Rating.objects.bulk_create(
        Rating(
            club=club, game_key=game_key, player_id=seat.player_id, match=seat.match, started=seat.match.started,
            place=seat.place, **strength._asdict(),
        )
        for seat, strength in found
    )  # fmt: skip


class Strength(NamedTuple):
    nth: int = 0
    mean: float = MODEL.mu
    spread: float = MODEL.sigma


def _last_ratings(club: Club, game_key: str, **which: object) -> QuerySet[Rating]:
    """Return the last rating of each player, of those that `which` finds."""
    found = Rating.objects.filter(club=club, game_key=game_key, player=OuterRef("pk"), **which)
    players = Player.objects.filter(club=club).annotate(last=Subquery(found.order_by("-nth").values("pk")[:1]))
    return Rating.objects.filter(pk__in=players.exclude(last=None).values("last"))


def _strengths(club: Club, game_key: str) -> dict[int, Strength]:
    return {
        rating.player_id: Strength(rating.nth, rating.mean, rating.spread) for rating in _last_ratings(club, game_key)
    }


def _rate(strengths: dict[int, Strength], played: Iterable[Seat]) -> Iterator[tuple[Seat, Strength]]:
    """Rate the matches one after the other, given their seats match by match."""
    for _, seats in groupby(played, key=lambda seat: seat.match_id):
        sides: dict[int, list[Seat]] = {}
        for seat in seats:
            sides.setdefault(seat.side, []).append(seat)
        before = [[strengths.get(seat.player_id, Strength()) for seat in side] for side in sides.values()]
        # Partners are rated together.
        teams = MODEL.rate(
            [[MODEL.rating(mu=one.mean, sigma=one.spread) for one in side] for side in before],
            ranks=[side[0].place for side in sides.values()],
        )
        for side, was, now in zip(sides.values(), before, teams, strict=True):
            for seat, strength, rating in zip(side, was, now, strict=True):
                strengths[seat.player_id] = Strength(strength.nth + 1, rating.mu, rating.sigma)
                yield seat, strengths[seat.player_id]


# A rating of fewer matches is not reliable.
MIN_PROVEN_MATCHES = 5


class RankedRating(NamedTuple):
    """Somebody's rating among everybody's: `rank` is shared by those who are equal; `rating.nth` matches made it."""

    rank: int
    player: Player
    rating: Rating

    @property
    def is_unproven(self) -> bool:
        return self.rating.nth < MIN_PROVEN_MATCHES


def ratings(selection: Selection, most: int | None = None) -> list[RankedRating]:
    """Return the last rating of each player, the best first."""
    until = selection.period.last
    before = {} if until == date.max else {"match__night_date__lte": until}
    found = _last_ratings(selection.club, selection.game, **before)
    # By what their points are worked out from: those that differ by less than a point share a rank.
    best = found.order_by(3 * F("spread") - F("mean")).select_related("player")[:most]
    now = sorted(best, key=lambda rating: (-rating.points, rating.player.name))
    ranks = ranked([-rating.points for rating in now])
    return [RankedRating(place, rating.player, rating) for place, rating in zip(ranks, now, strict=True)]


def rating_history(club: Club, game_key: str, player: Player, most: int = 60) -> list[Any]:
    """Return the ratings of a player, the first one first, each with the date of its `night`; thinned out to `most`."""
    rows = Rating.objects.filter(club=club, game_key=game_key, player=player)
    last = rows.order_by("-nth").values_list("nth", flat=True).first() or 0
    steps = {max(1, last * step // most) for step in range(1, most + 1)} if last > most else range(1, last + 1)
    return list(rows.filter(nth__in=steps).order_by("nth").annotate(night=F("match__night_date")))
