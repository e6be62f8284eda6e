"""Ratings: the strength of a player in a game, updated per match by openskill (Weng and Lin, Plackett-Luce).

It takes any number of sides, partnerships and shared places. The scale starts at a mean of 25, give or take 25/3.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import F, OuterRef, Subquery
from openskill.models import PlackettLuce

from scorekeeper.clubs.models import Club, Player
from scorekeeper.matches.models import Match, Seat
from scorekeeper.server.database import snapshot, writing
from scorekeeper.statistics.figures import ranked
from scorekeeper.statistics.models import Rating, StaleRatings
from scorekeeper.statistics.selection import Selection

MODEL = PlackettLuce()
A_SLICE = 400
"""Matches from which the ratings of the next night are left to another slice."""


class Outcome(NamedTuple):
    """How a finished match came out for one who sat there."""

    player_id: int
    match_id: int
    started: datetime
    night_date: date
    place: int
    won: bool


class NewRating(NamedTuple):
    outcome: Outcome
    strength: Strength


NOTE = """
    INSERT INTO statistics_staleratings (club_id, game_key, since) VALUES (%s, %s, %s)
    ON CONFLICT (club_id, game_key) DO UPDATE SET since = excluded.since
    WHERE excluded.since < statistics_staleratings.since
"""
CHANGE = "UPDATE statistics_rating SET mean = %s, spread = %s, place = %s, won = %s WHERE id = %s"


def mark_changed(club: Club, game_key: str, days: tuple[date, date]) -> None:
    """Note from which night on ratings are to be worked out again, where a match of these days came out otherwise."""
    rated = Rating.objects.filter(club=club, game_key=game_key, night_date__range=days)
    changed = set(_outcomes(club, game_key, days).values_list(*PLAYED)) ^ set(rated.values_list(*Outcome._fields))
    if changed:
        since = connection.ops.adapt_datefield_value(min(night for _, _, _, night, _, _ in changed))
        with connection.cursor() as cursor:
            cursor.execute(NOTE, [club.pk, game_key, since])


def rate_slice(club: Club, game_key: str) -> None:
    """Work out some ratings from the first night on whose ratings are stale."""
    with snapshot():
        stale = StaleRatings.objects.filter(club=club, game_key=game_key).first()
        if stale is None:
            return
        until = _end_of_slice(club, game_key, stale.since)
        last = until - timedelta(days=1) if until else date.max
        played = _outcomes(club, game_key, (stale.since, last)).order_by("match__started", "match", "number")
        made = list(_rate(_strengths(club, game_key, stale.since), played.values_list(*PLAYED, "side")))
    with writing():
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        noted = StaleRatings.objects.filter(pk=stale.pk, since=stale.since)
        if not (noted.update(since=until) if until else noted.delete()[0]):
            return  # somebody was faster
        _replace(club, game_key, (stale.since, last), made)


PLAYED = ("player_id", "match_id", "match__started", "match__night_date", "place", "won")


def _outcomes(club: Club, game_key: str, days: tuple[date, date]) -> Any:
    return Seat.objects.filter(
        match__club=club, match__game_key=game_key, match__deleted=None, match__finished=True,
        match__night_date__range=days,
    )  # fmt: skip


def _end_of_slice(club: Club, game_key: str, since: date) -> date | None:
    """Return the night before which a slice ends; None where it goes on to the last one."""
    matches = Match.objects.filter(club=club, game_key=game_key, finished=True, night_date__gte=since)
    nights = matches.order_by("night_date").values_list("night_date", flat=True)
    end = nights[A_SLICE : A_SLICE + 1].first()
    # Of more matches than that in one night all are rated at once.
    return nights.filter(night_date__gt=since).first() if end == since else end


def _replace(club: Club, game_key: str, days: tuple[date, date], made: Sequence[NewRating]) -> None:
    """Write the ratings that changed; where the matches are others, drop all later ones too: each counts on."""
    later = Rating.objects.filter(club=club, game_key=game_key, night_date__gte=days[0])
    rows = later.filter(night_date__lte=days[1]).values_list("pk", "nth", "mean", "spread", *Outcome._fields)
    stored = {(nth, *outcome[:4]): (pk, mean, spread, *outcome[4:]) for pk, nth, mean, spread, *outcome in rows}
    new = {(one.nth, *outcome[:4]): (one.mean, one.spread, *outcome[4:]) for outcome, one in made}
    if stored.keys() == new.keys():
        changed = [(*facts, stored[key][0]) for key, facts in new.items() if facts != stored[key][1:]]
        if changed:
            with connection.cursor() as cursor:
                cursor.executemany(CHANGE, changed)
        return
    later.delete()
    Rating.objects.bulk_create(
        [Rating(club=club, game_key=game_key, **outcome._asdict(), **strength._asdict()) for outcome, strength in made],
        batch_size=2000,
    )


class Strength(NamedTuple):
    nth: int = 0
    mean: float = MODEL.mu
    spread: float = MODEL.sigma


def _strengths(club: Club, game_key: str, before: date) -> dict[int, Strength]:
    last = Rating.objects.filter(club=club, game_key=game_key, player=OuterRef("pk"), night_date__lt=before)
    ids = Player.objects.filter(club=club).annotate(last=Subquery(last.order_by("-nth").values("pk")[:1]))
    rows = Rating.objects.filter(pk__in=list(ids.exclude(last=None).values_list("last", flat=True)))
    return {rating.player_id: Strength(rating.nth, rating.mean, rating.spread) for rating in rows}


def _rate(strengths: dict[int, Strength], played: Iterable[tuple[Any, ...]]) -> Iterator[NewRating]:
    """Rate the matches one after the other; `played`: an outcome and a side for each seat, match by match."""
    for _, seats in groupby(played, key=itemgetter(1)):
        sides: dict[int, list[Outcome]] = {}
        for *facts, side in seats:
            sides.setdefault(side, []).append(Outcome(*facts))
        before = [[strengths.get(one.player_id, Strength()) for one in side] for side in sides.values()]
        # Partners are rated together.
        teams = MODEL.rate(
            [[MODEL.rating(mu=one.mean, sigma=one.spread) for one in side] for side in before],
            ranks=[side[0].place for side in sides.values()],
        )
        for side, was, now in zip(sides.values(), before, teams, strict=True):
            for outcome, strength, rating in zip(side, was, now, strict=True):
                strengths[outcome.player_id] = Strength(strength.nth + 1, rating.mu, rating.sigma)
                yield NewRating(outcome, strengths[outcome.player_id])


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


def ratings(selection: Selection, most: int | None = None) -> list[RankedRating]:
    """Return the last rating of each player, the best first."""
    found = Rating.objects.filter(club=selection.club, game_key=selection.game, player=OuterRef("pk"))
    last = found.filter(night_date__lte=selection.period.days[1]).order_by("-nth").values("pk")[:1]
    ids = Player.objects.filter(club=selection.club).annotate(last=Subquery(last)).exclude(last=None).values("last")
    # By what their points are worked out from: those that differ by less than a point share a rank.
    best = Rating.objects.filter(pk__in=ids).order_by(3 * F("spread") - F("mean")).select_related("player")[:most]
    now = sorted(best, key=lambda rating: (-rating.points, rating.player.name))
    ranks = ranked([-rating.points for rating in now])
    return [RankedRating(place, rating.player, rating) for place, rating in zip(ranks, now, strict=True)]


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
