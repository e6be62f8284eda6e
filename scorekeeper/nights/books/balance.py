"""To balance the books: bring them up to date, when somebody looks, with all that was played since."""

from __future__ import annotations

import logging
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from django.db import connection
from django.db.models import Min, Q

from games.registry import find
from scorekeeper.club.models import Club
from scorekeeper.database import CannotWrite, writing
from scorekeeper.nights.books.counted import count
from scorekeeper.nights.books.declared import declared
from scorekeeper.nights.books.leaf import Leaf
from scorekeeper.nights.books.rated import rate
from scorekeeper.nights.books.records import hold, merge
from scorekeeper.nights.books.summed import Branch, sum_up
from scorekeeper.nights.models import Best, Pair, Rating, Tally
from scorekeeper.nights.periods import ALL, Period
from scorekeeper.table.models import Bid, Line, Match, Round, Seat, Trick

if TYPE_CHECKING:
    from django.db.models import Model, QuerySet

    from games.game import Game

BOOKS: tuple[type[Model], ...] = (Tally, Pair, Best)

LEDGER: tuple[type[Model], ...] = (Match, Seat, Round, Bid, Trick, Line)

LAST_YEAR, MANY = 9999, 20
"""A year after the last; and how many matches at once change what the database should know of its tables."""

log = logging.getLogger(__name__)


def balance(club: Club) -> None:
    """Bring a club's books up to date; one indexed query where they are. On a full disk they stay as they were."""
    try:
        _bring_up_to_date(club)
    except CannotWrite:
        log.warning("The figures could not be brought up to date: the disk is full, or may not be written.")


def make_anew(club: Club) -> None:
    """Throw a club's books away and write them again: nothing changes, unless it was wrong."""
    throw_away(club)
    _bring_up_to_date(club)


def throw_away(club: Club) -> None:
    """Throw a club's books away. Whoever looks next has them written again."""
    with writing():
        _hold(club)
        Club.objects.filter(pk=club.pk).update(counted_by=declared())
        Rating.objects.filter(club=club).delete()
        for kind in BOOKS:
            kind._default_manager.filter(club=club).delete()
        Match.everything.filter(club=club).update(uncounted=True)


def _bring_up_to_date(club: Club) -> None:
    if club.counted_by != declared():
        _begin_anew(club)
    stale = sorted(set(_uncounted(club).values_list("game_key", "evening__year").distinct()))
    if stale and connection.vendor == "postgresql" and _uncounted(club).count() > MANY:
        _look_at_the_tables()
    for game_key, year in stale:
        with writing():
            _hold(club)
            _balance(club, find(game_key), year)


def _begin_anew(club: Club) -> None:
    """Throw the books away where another version wrote them, unless somebody who looked as well just did."""
    with writing():
        if _hold(club).counted_by != declared():
            throw_away(club)
    club.counted_by = declared()


def _look_at_the_tables() -> None:
    """Have PostgreSQL look at the ledger: what it remembers of it when it was empty would take it minutes to go by."""
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE {', '.join(kind._meta.db_table for kind in LEDGER)}")


def _uncounted(club: Club) -> QuerySet[Match]:
    # With those that were deleted since: their months are counted anew without them.
    return Match.everything.filter(club=club, uncounted=True)


def _hold(club: Club) -> Club:
    """Keep others from the books. SQLite has one writer by itself, PostgreSQL this row; who saves a round is let by."""
    return Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def _balance(club: Club, game: Game, year: int) -> None:
    """Make the stale months of a game's year anew, and what follows from them up to the next stale month."""
    matches = Match.everything.filter(club=club, game_key=game.key)
    in_year = matches.filter(evening__year=year, uncounted=True)
    stale = sorted({year * 100 + month for month in in_year.values_list("evening__month", flat=True).distinct()})
    if not stale:
        return
    months = [Period.node(month).days for month in stale]
    matches = matches.filter(reduce(or_, [Q(evening__range=days) for days in months]))
    # First: what is saved from here on is counted the next time, whether it was seen here or not.
    matches.filter(uncounted=True).update(uncounted=False)
    seated = _seated(club, game, stale)
    _make_leaves(club, game, stale, matches)
    if seated := seated | _seated(club, game, stale):
        _add_up(Branch(club, game.key, year, (year * 100 + 1, year * 100 + 12), _rows_of(seated)))
        _add_up(Branch(club, game.key, ALL, (1, LAST_YEAR), _rows_of(seated)))
    later = _uncounted(club).filter(game_key=game.key, evening__gt=months[-1][1]).aggregate(first=Min("evening"))
    rate(club, game.key, months[0][0], later["first"] and later["first"].replace(day=1))


def _make_leaves(club: Club, game: Game, stale: list[int], matches: QuerySet[Match]) -> None:
    for kind in BOOKS:
        kind._default_manager.filter(club=club, game_key=game.key, period__in=stale).delete()
    leaf = Leaf(club, game, stale, list(matches.filter(deleted=None).values_list("pk", flat=True)))
    if leaf.matches:
        count(leaf)
        hold(leaf)


def _seated(club: Club, game: Game, stale: list[int]) -> set[tuple[int, int]]:
    """Return who the months tell of, and at tables of how many."""
    rows = Tally.objects.filter(club=club, game_key=game.key, period__in=stale)
    return set(rows.values_list("seats", "player").distinct())


def _rows_of(seated: set[tuple[int, int]]) -> Q:
    """Return the rows that are theirs: nobody else's sums can have changed."""
    players = {seats: [player for at, player in seated if at == seats] for seats, _ in seated}
    return reduce(or_, [Q(seats=seats, player__in=them) for seats, them in players.items()])


def _add_up(branch: Branch) -> None:
    sum_up(branch)
    merge(branch)
