"""Where an import is made until all of it is there: a club that nobody is in, and whose matches count as deleted."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import TypeVar

from django.db.models import Model
from django.utils import timezone

from scorekeeper.clubs.models import GRACE_PERIOD, Club, Player
from scorekeeper.history.models import NightNotes
from scorekeeper.matches.models import HouseRulePreset, Match
from scorekeeper.server.database import writing
from scorekeeper.statistics.cleanup import remove_matches
from scorekeeper.transfer.scoresheets import PlayedSheet, PlayersNamed, write_matches

T = TypeVar("T")

AT_ONCE = 300
"""Rows written in one turn, for which others wait."""
LONGEST = timedelta(hours=1)
"""No import takes as long; what a crash leaves of one is purged from then on."""
MOVED: tuple[type[Model], ...] = (Player, NightNotes, HouseRulePreset)


@contextmanager
def staging_club() -> Iterator[Club]:
    """Give a club to write into; in the end what is still there is removed with it."""
    with writing():
        staging = Club.objects.create(name="Import", deleted=timezone.now() - GRACE_PERIOD + LONGEST)
    try:
        yield staging
    finally:
        remove_matches(Match.everything.filter(club=staging))
        with writing():
            staging.delete()


def stage(staging: Club, rows: Sequence[Model]) -> None:
    for some in slices(rows):
        for row in some:
            row.club = staging  # type: ignore[attr-defined]
        with writing():
            type(some[0])._base_manager.bulk_create(some)


def update_staged(rows: Sequence[Model], fields: Sequence[str]) -> None:
    for some in slices(rows):
        with writing():
            type(some[0])._base_manager.bulk_update(some, fields)


def stage_matches(staging: Club, named: PlayersNamed, played: Sequence[PlayedSheet]) -> None:
    for one in played:
        one.match.club, one.match.deleted = staging, staging.deleted
    write_matches(named, played)


def move_in(staging: Club, club: Club) -> None:
    """Make all of it the club’s, in one transaction."""
    for kind in MOVED:
        kind._base_manager.filter(club=staging).update(club=club)
    Match.everything.filter(club=staging).update(club=club, deleted=None)


def slices(rows: Sequence[T], size: int = AT_ONCE) -> Iterator[Sequence[T]]:
    return (rows[start : start + size] for start in range(0, len(rows), size))
