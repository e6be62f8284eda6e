"""Ratings: the strength of a player in a game, updated per match by openskill (Weng and Lin, Plackett-Luce).

It takes any number of sides, partnerships and shared places. The scale starts at a mean of 25, give or take 25/3.
"""

from collections.abc import Iterable, Iterator
from datetime import date
from itertools import chain, groupby
from operator import attrgetter
from typing import NamedTuple

from django.db.models import OuterRef, QuerySet, Subquery
from openskill.models import PlackettLuce

from scorekeeper.clubs.models import Club, Player
from scorekeeper.matches.models import Seat
from scorekeeper.statistics.figures import rank
from scorekeeper.statistics.models import Rating
from scorekeeper.statistics.selection import Selection

MODEL = PlackettLuce()
COLUMNS = ("player_id", "match_id", "started", "night_date", "nth", "mean", "spread", "place", "won")


class Strength(NamedTuple):
    nth: int = 0
    mean: float = MODEL.mu
    spread: float = MODEL.sigma


def rate(club: Club, game_key: str, since: date, until: date | None) -> None:
    """Recompute the ratings of a game from the night `since` up to `until`; later months are still to be recounted.

    Write nothing if nothing changed.
    """
    until = until or date.max
    seats = Seat.objects.filter(match__club=club, match__game_key=game_key, match__deleted=None)
    seats = seats.filter(match__night_date__gte=since, match__night_date__lt=until)
    played = seats.filter(match__finished=True).select_related("match").order_by("match__started", "match", "number")
    made = list(_rated(_strengths(club, game_key, since), played))
    stored = Rating.objects.filter(club=club, game_key=game_key, night_date__gte=since)
    if set(stored.filter(night_date__lt=until).values_list(*COLUMNS)) != set(map(attrgetter(*COLUMNS), made)):
        # Delete the later ratings too: their `nth` is wrong now, and they are recomputed from `until` on.
        stored.delete()
        Rating.objects.bulk_create(made, batch_size=2000)


def _strengths(club: Club, game_key: str, before: date) -> dict[int, Strength]:
    last = Rating.objects.filter(club=club, game_key=game_key, player=OuterRef("pk"), night_date__lt=before)
    ids = Player.objects.filter(club=club).annotate(last=Subquery(last.order_by("-nth").values("pk")[:1]))
    rows = Rating.objects.filter(pk__in=list(ids.exclude(last=None).values_list("last", flat=True)))
    return {rating.player_id: Strength(rating.nth, rating.mean, rating.spread) for rating in rows}


def _rated(strengths: dict[int, Strength], seats: QuerySet[Seat]) -> Iterator[Rating]:
    for match, places in groupby(seats.iterator(), key=attrgetter("match")):
        table = list(places)
        after = _after([strengths.get(seat.player_id, Strength()) for seat in table], table)
        for seat, strength in zip(table, after, strict=True):
            strengths[seat.player_id] = strength
            yield Rating(
                club_id=match.club_id, game_key=match.game_key, player_id=seat.player_id, match=match,
                started=match.started, night_date=match.night_date, place=seat.place, won=seat.won,
                **strength._asdict(),
            )  # fmt: skip


def _after(before: Iterable[Strength], table: list[Seat]) -> list[Strength]:
    """Return how strong each seat is after a match that came out like this; partners are rated together."""
    sides: dict[int, list[int]] = {}
    for number, seat in enumerate(table):
        sides.setdefault(seat.side, []).append(number)
    was = list(before)
    teams = [[MODEL.rating(mu=was[seat].mean, sigma=was[seat].spread) for seat in seats] for seats in sides.values()]
    rated = MODEL.rate(teams, ranks=[table[seats[0]].place for seats in sides.values()])
    by_seat = dict(zip(chain.from_iterable(sides.values()), chain.from_iterable(rated), strict=True))
    return [Strength(one.nth + 1, by_seat[seat].mu, by_seat[seat].sigma) for seat, one in enumerate(was)]


UNPROVEN = 5
"""A rating of fewer matches is not reliable."""


class RankedRating(NamedTuple):
    """Somebody's rating among everybody's: `rank` is shared by those who are equal; `rating.nth` matches made it."""

    rank: int
    player: Player
    rating: Rating

    @property
    def is_unproven(self) -> bool:
        return self.rating.nth < UNPROVEN


def ratings(selection: Selection) -> list[RankedRating]:
    found = Rating.objects.filter(club=selection.club, game_key=selection.game, player=OuterRef("pk"))
    last = found.filter(night_date__lte=selection.period.days[1]).order_by("-nth").values("pk")[:1]
    ids = Player.objects.filter(club=selection.club).annotate(last=Subquery(last)).exclude(last=None)
    now = list(Rating.objects.filter(pk__in=list(ids.values_list("last", flat=True))).select_related("player"))
    keys = [-rating.points for rating in now]
    rated = [RankedRating(rank(-rating.points, keys), rating.player, rating) for rating in now]
    return sorted(rated, key=lambda one: (one.rank, one.player.name))


def rating_history(club: Club, game_key: str, player: Player, most: int = 60) -> list[Rating]:
    rows = Rating.objects.filter(club=club, game_key=game_key, player=player)
    last = rows.order_by("-nth").values_list("nth", flat=True).first() or 0
    steps = {max(1, last * step // most) for step in range(1, most + 1)} if last > most else range(1, last + 1)
    return list(rows.filter(nth__in=steps).order_by("nth"))


def form(player: Player, game_key: str = "", most: int = 10) -> list[Rating]:
    """Return how a player's last matches came out (`won`, `place`, `match_id`), the latest first. One query."""
    rows = player.ratings.filter(**({"club": player.club_id, "game_key": game_key} if game_key else {}))
    order = ("-nth",) if game_key else ("-started", "-match_id")
    return list(rows.order_by(*order)[:most])
