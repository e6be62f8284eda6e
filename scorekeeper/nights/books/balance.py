"""To balance the books: bring them up to date, when somebody looks, with all that was played since."""

from __future__ import annotations

import logging
from datetime import date
from typing import TYPE_CHECKING

from games.registry import find
from scorekeeper.club.models import Club
from scorekeeper.database import CannotWrite, writing
from scorekeeper.nights.books.counted import count
from scorekeeper.nights.books.rated import rate
from scorekeeper.nights.books.records import hold, merge
from scorekeeper.nights.books.summed import sum_up
from scorekeeper.nights.models import Best, Pair, Tally
from scorekeeper.nights.periods import ALL
from scorekeeper.table.models import Match

if TYPE_CHECKING:
    from django.db.models import QuerySet

log = logging.getLogger(__name__)


def balance(club: Club) -> None:
    """Bring a club's books up to date; one indexed query where they are. On a full disk they stay as they were."""
    stale = sorted(set(_uncounted(club).values_list("game_key", "evening__year").distinct()))
    try:
        for game_key, year in stale:
            with writing():
                _balance(club, game_key, year)
    except CannotWrite:
        log.warning("The figures could not be brought up to date: the disk is full, or may not be written.")


def _uncounted(club: Club) -> QuerySet[Match]:
    return Match.objects.filter(club=club, uncounted=True)


def _balance(club: Club, game_key: str, year: int) -> None:
    """Make the stale months of a game's year anew, and what is summed from them."""
    # One at a time: SQLite sees to that by itself, PostgreSQL by this row. Saving a round needs no such lock.
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    stale = _uncounted(club).filter(game_key=game_key, evening__year=year)
    months = sorted(set(stale.values_list("evening__month", flat=True).distinct()))
    if not months:
        return
    of_the_months = Match.objects.filter(club=club, game_key=game_key, evening__year=year, evening__month__in=months)
    # First: what is saved from here on is counted the next time, whether it was seen here or not.
    of_the_months.filter(uncounted=True).update(uncounted=False)
    for kind in (Tally, Pair, Best):
        kind.objects.filter(club=club, game_key=game_key, period__in=[year * 100 + month for month in months]).delete()
    count(club, find(game_key), of_the_months)
    hold(club, find(game_key), of_the_months)
    for into, first, last in ((year, year * 100 + 1, year * 100 + 12), (ALL, 1, 9999)):
        sum_up(club, game_key, into, first, last)
        merge(club, game_key, into, first, last)
    rate(club, game_key, date(year, months[0], 1))
