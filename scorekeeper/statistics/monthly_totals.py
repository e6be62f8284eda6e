"""Bring totals, records and ratings up to date: what changed is counted again, in slices nobody waits for."""

import hashlib
import json
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict
from datetime import date
from functools import cache
from time import monotonic
from typing import Any

from django.db import connection
from django.db.models import Model

from games.core.definition import Game
from games.core.registry import find, games
from games.core.statistics import CountedThing
from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import Bid, Line, Match, Round, Seat, Trick
from scorekeeper.server.database import CannotWrite, fetch_rows, snapshot, writing
from scorekeeper.statistics import ratings, stored_totals
from scorekeeper.statistics.counting import Days, count, counted_matches
from scorekeeper.statistics.models import PairTotal, PlayerBest, PlayerTotal, Rating, StaleRatings
from scorekeeper.statistics.periods import Period

COUNTED: dict[type[Model], str] = {
    PlayerTotal: "figure__club", PairTotal: "figure__club", PlayerBest: "figure__club",
    Rating: "club", StaleRatings: "club",
}  # fmt: skip
"""All that is counted, and how it names its club."""

LEDGER: tuple[type[Model], ...] = (Match, Seat, Round, Bid, Trick, Line)

A_SLICE = 60
"""Changed matches from which the next month is left to another slice."""
MANY = 20
"""Changed matches from which PostgreSQL's planner needs new statistics of the ledger's tables."""
A_PAGE = 0.15
"""Seconds for which a page counts before it shows what there is."""

# Without matches: only the ratings are to be worked out again.
STALE = """
    SELECT game_key, night_date, COUNT(*) FROM matches_match WHERE club_id = %s AND needs_recount
    GROUP BY game_key, night_date
    UNION ALL SELECT game_key, since, 0 FROM statistics_staleratings WHERE club_id = %s
"""

log = logging.getLogger(__name__)


class ChangedMeanwhile(Exception):
    """A match was changed while it was counted; nothing was written."""


def update_totals(club: Club, patience: float | None = None) -> bool:
    """Bring the figures of a club up to date, for `patience` seconds at most; return whether they are.

    One indexed query if nothing changed. On a full disk the old figures stay.
    """
    until = None if patience is None else monotonic() + patience
    try:
        for _ in slices(club):
            if until is not None and monotonic() > until:
                return not _stale(club)
    except CannotWrite:
        log.warning("The figures could not be brought up to date: the disk is full, or may not be written.")
    return True


def count_everything(report: Callable[[int, int], None]) -> None:
    """Bring the figures of all clubs up to date; `report` is told how many matches are counted, and of how many."""
    for club in Club.objects.order_by("pk"):
        most = 0
        for left in slices(club):
            most = max(most, left)
            report(most - left, most)


def recount(club: Club) -> None:
    discard_totals(club)
    for _ in slices(club):
        pass


def discard_totals(club: Club) -> None:
    with writing():
        _hold(club)
        for kind, named in COUNTED.items():
            kind._default_manager.filter(**{named: club}).delete()
        _count_all_anew(club)


def slices(club: Club) -> Iterator[int]:
    """Bring the figures up to date, and yield now and then how many matches are still to be counted.

    Between two of these nobody waits long for their turn to write.
    """
    if club.counted_by != definitions_hash():
        with writing():
            if _hold(club).counted_by != definitions_hash():
                _count_all_anew(club)
        club.counted_by = definitions_hash()
    stale = _stale(club)
    if sum(stale.values()) > MANY:
        _analyze_ledger()
    while stale:
        if sum(stale.values()):
            try:
                _count_slice(club, stale)
            except ChangedMeanwhile:
                log.info("A match was changed while it was counted: it is counted again.")
        else:
            # All outcomes are known: ratings are made of them.
            ratings.rate_slice(club, next(iter(stale))[0])
        stale = _stale(club)
        yield sum(stale.values())


def _count_all_anew(club: Club) -> None:
    Club.objects.filter(pk=club.pk).update(counted_by=definitions_hash())
    Match.everything.filter(club=club, needs_recount=False).update(needs_recount=True)


def _stale(club: Club) -> Counter[tuple[str, date]]:
    """Return how many matches are to be counted, by game and month."""
    stale: Counter[tuple[str, date]] = Counter()
    for game_key, night, matches in fetch_rows(STALE, club.pk, club.pk):
        stale[game_key, date.fromisoformat(str(night)).replace(day=1)] += matches
    return stale


def _analyze_ledger() -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE {', '.join(kind._meta.db_table for kind in LEDGER)}")


def _hold(club: Club) -> Club:
    """Lock the totals of a club. SQLite has a single writer; PostgreSQL locks this row but lets rounds be saved."""
    return Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def _count_slice(club: Club, stale: Counter[tuple[str, date]]) -> None:
    """Count the first months that changed. Only to write what came out takes the turn of who saves."""
    game, days = _first_months(stale)
    with snapshot():
        matches = counted_matches(club, game, days)
        counted = count(club, game, days, matches)
    with writing():
        _hold(club)
        changed = Match.everything.filter(club=club, game_key=game.key, night_date__range=days, needs_recount=True)
        # Cleared before looking again: a match saved from here on is counted the next time.
        changed.update(needs_recount=False)
        if counted_matches(club, game, days) != matches:
            raise ChangedMeanwhile
        stored_totals.replace(club, game, days, counted)
        ratings.mark_changed(club, game.key, days)


def _first_months(stale: Counter[tuple[str, date]]) -> tuple[Game, Days]:
    """Return a game and the days from its first changed month to the last of that year that make up a slice."""
    game_key, first = min(month for month, matches in stale.items() if matches)
    last, matches = first, 0
    for one, month in sorted(stale):
        if one == game_key and month.year == first.year and stale[one, month] and matches < A_SLICE:
            last, matches = month, matches + stale[one, month]
    return find(game_key), (first, Period.month(last).days[1])


EDITION = 1
"""Increase it to recount everything when the counting changes but no definition does."""

DISPLAY_FIELDS = {"title", "definition", "heading", "labels", "group", "shown", "per"}


@cache
def definitions_hash() -> str:
    """Hash of what is counted: a change triggers a recount."""
    definitions = [
        (key, game.has_partners, [_what_is_counted(one) for one in (*game.all_statistics, *game.all_record_kinds)])
        for key, game in sorted(games().items())
    ]
    return hashlib.sha256(json.dumps([EDITION, definitions]).encode()).hexdigest()[:16]


def _what_is_counted(one: CountedThing) -> dict[str, Any]:
    return {name: value for name, value in asdict(one).items() if name not in DISPLAY_FIELDS}
