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
from scorekeeper.nights.models import Best, Pair, Rating, Tally
from scorekeeper.nights.periods import ALL
from scorekeeper.table.models import Match

if TYPE_CHECKING:
    from django.db.models import Model, QuerySet

    from games.game import Game

BOOKS: tuple[type[Model], ...] = (Tally, Pair, Best)

log = logging.getLogger(__name__)


def balance(club: Club) -> None:
    """Bring a club's books up to date; one indexed query where they are. On a full disk they stay as they were."""
    try:
        _bring_up_to_date(club)
    except CannotWrite:
        log.warning("The figures could not be brought up to date: the disk is full, or may not be written.")


def make_anew(club: Club) -> None:
    """Throw a club's books away and write them again: nothing changes, unless it was wrong."""
    with writing():
        _hold(club)
        Rating.objects.filter(club=club).delete()
        for kind in BOOKS:
            kind._default_manager.filter(club=club).delete()
        Match.objects.filter(club=club).update(uncounted=True)
    _bring_up_to_date(club)


def _bring_up_to_date(club: Club) -> None:
    for game_key, year in sorted(set(_uncounted(club).values_list("game_key", "evening__year").distinct())):
        with writing():
            _hold(club)
            _balance(club, find(game_key), year)


def _uncounted(club: Club) -> QuerySet[Match]:
    return Match.objects.filter(club=club, uncounted=True)


def _hold(club: Club) -> None:
    """Keep others from the books. SQLite has one writer by itself, PostgreSQL this row; who saves a round is let by."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def _balance(club: Club, game: Game, year: int) -> None:
    """Make the stale months of a game's year anew, and what is summed from them."""
    matches = Match.objects.filter(club=club, game_key=game.key, evening__year=year)
    stale = sorted(set(matches.filter(uncounted=True).values_list("evening__month", flat=True).distinct()))
    if not stale:
        return
    matches = matches.filter(evening__month__in=stale)
    # First: what is saved from here on is counted the next time, whether it was seen here or not.
    matches.filter(uncounted=True).update(uncounted=False)
    for kind in BOOKS:
        leaves = [year * 100 + month for month in stale]
        kind._default_manager.filter(club=club, game_key=game.key, period__in=leaves).delete()
    count(club, game, matches)
    hold(club, game, matches)
    for into, first, last in ((year, year * 100 + 1, year * 100 + 12), (ALL, 1, 9999)):
        sum_up(club, game.key, into, first, last)
        merge(club, game.key, into, first, last)
    rate(club, game.key, date(year, stale[0], 1))
