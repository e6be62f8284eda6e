"""Update the monthly totals: recount the months that changed when somebody opens the statistics."""

import hashlib
import json
import logging
from dataclasses import asdict
from functools import cache, reduce
from operator import or_
from typing import Any

from django.db import connection
from django.db.models import Min, Model, Q, QuerySet

from games.core.definition import Game
from games.core.registry import find, games
from games.core.statistics import CountedThing
from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import Bid, Line, Match, Round, Seat, Trick
from scorekeeper.server.database import CannotWrite, writing
from scorekeeper.statistics.counting import Branch, CountedMonths, count, sum_up
from scorekeeper.statistics.models import PairTotal, PlayerBest, PlayerTotal, Rating
from scorekeeper.statistics.periods import ALL, Period
from scorekeeper.statistics.ratings import rate
from scorekeeper.statistics.records import count_records, merge_records

TOTALS: tuple[type[Model], ...] = (PlayerTotal, PairTotal, PlayerBest)
LEDGER: tuple[type[Model], ...] = (Match, Seat, Round, Bid, Trick, Line)

LAST_YEAR = 9999
MANY = 20
"""Changed matches from which PostgreSQL's planner needs new statistics of the ledger's tables."""

log = logging.getLogger(__name__)


def update_totals(club: Club) -> None:
    """Update the totals of a club; one indexed query if nothing changed. On a full disk the old totals stay."""
    try:
        _update(club)
    except CannotWrite:
        log.warning("The figures could not be brought up to date: the disk is full, or may not be written.")


def recount(club: Club) -> None:
    discard_totals(club)
    _update(club)


def discard_totals(club: Club) -> None:
    with writing():
        _hold(club)
        Club.objects.filter(pk=club.pk).update(counted_by=definitions_hash())
        Rating.objects.filter(club=club).delete()
        for kind in TOTALS:
            kind._default_manager.filter(club=club).delete()
        Match.everything.filter(club=club).update(needs_recount=True)


def _update(club: Club) -> None:
    if club.counted_by != definitions_hash():
        with writing():
            if _hold(club).counted_by != definitions_hash():
                discard_totals(club)
        club.counted_by = definitions_hash()
    stale = sorted(set(_changed_months(club).values_list("game_key", "night_date__year").distinct()))
    if stale and connection.vendor == "postgresql" and _changed_months(club).count() > MANY:
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE {', '.join(kind._meta.db_table for kind in LEDGER)}")
    for game_key, year in stale:
        with writing():
            _hold(club)
            _update_year(club, find(game_key), year)


def _changed_months(club: Club) -> QuerySet[Match]:
    # Deleted matches are included: their months are recounted without them.
    return Match.everything.filter(club=club, needs_recount=True)


def _hold(club: Club) -> Club:
    """Lock the totals of a club. SQLite has a single writer; PostgreSQL locks this row but lets rounds be saved."""
    return Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def _update_year(club: Club, game: Game, year: int) -> None:
    matches = Match.everything.filter(club=club, game_key=game.key)
    in_year = matches.filter(night_date__year=year, needs_recount=True)
    stale = sorted({year * 100 + month for month in in_year.values_list("night_date__month", flat=True).distinct()})
    if not stale:
        return
    months = [Period.node(month).days for month in stale]
    matches = matches.filter(reduce(or_, [Q(night_date__range=days) for days in months]))
    # Clear the flags before counting: a match saved from here on is counted again the next time.
    matches.filter(needs_recount=True).update(needs_recount=False)
    seated = _seated(club, game, stale)
    _count_months(club, game, stale, matches)
    if seated := seated | _seated(club, game, stale):
        for period, made_of in ((year, (year * 100 + 1, year * 100 + 12)), (ALL, (1, LAST_YEAR))):
            branch = Branch(club, game.key, period, made_of, _rows_of(seated))
            sum_up(branch)
            merge_records(branch)
    later = _changed_months(club).filter(game_key=game.key, night_date__gt=months[-1][1])
    following = later.aggregate(first=Min("night_date"))["first"]
    rate(club, game.key, months[0][0], following and following.replace(day=1))


def _count_months(club: Club, game: Game, stale: list[int], matches: QuerySet[Match]) -> None:
    for kind in TOTALS:
        kind._default_manager.filter(club=club, game_key=game.key, period__in=stale).delete()
    counted = CountedMonths(club, game, stale, list(matches.filter(deleted=None).values_list("pk", flat=True)))
    if counted.matches:
        count(counted)
        count_records(counted)


def _seated(club: Club, game: Game, stale: list[int]) -> set[tuple[int, int]]:
    rows = PlayerTotal.objects.filter(club=club, game_key=game.key, period__in=stale)
    return set(rows.values_list("seats", "player").distinct())


def _rows_of(seated: set[tuple[int, int]]) -> Q:
    players = {seats: [player for at, player in seated if at == seats] for seats, _ in seated}
    return reduce(or_, [Q(seats=seats, player__in=them) for seats, them in players.items()])


EDITION = 1
"""Increase it to recount everything when the counting changes but no definition does."""

DISPLAY_FIELDS = {"title", "definition", "heading", "labels", "group", "shown", "per"}


@cache
def definitions_hash() -> str:
    """Hash of what is counted: a change triggers a recount."""
    definitions = [
        (key, game.has_partners, [_counted(one) for one in (*game.all_statistics, *game.all_record_kinds)])
        for key, game in sorted(games().items())
    ]
    return hashlib.sha256(json.dumps([EDITION, definitions]).encode()).hexdigest()[:16]


def _counted(one: CountedThing) -> dict[str, Any]:
    return {name: value for name, value in asdict(one).items() if name not in DISPLAY_FIELDS}
