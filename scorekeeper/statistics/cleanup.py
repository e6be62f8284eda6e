"""Removing for good what was deleted so long ago that it cannot be brought back."""

from django.db.models import QuerySet

from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import Match
from scorekeeper.server.database import writing
from scorekeeper.statistics.monthly_totals import update_totals

AT_ONCE = 100
"""Matches removed in one transaction: who saves a round meanwhile waits no longer than for these."""


def purge_deleted() -> None:
    gone = Match.everything.gone()
    for club in Club.objects.filter(pk__in=gone.values("club")):
        update_totals(club)
    # One that is still counted stays: the months it was counted in are found by it.
    remove_matches(gone.filter(needs_recount=False))
    for club in Club.everything.gone():
        remove_matches(Match.everything.filter(club=club))
        with writing():
            club.delete()


def remove_matches(matches: QuerySet[Match]) -> None:
    while some := list(matches.order_by("pk").values_list("pk", flat=True)[:AT_ONCE]):
        with writing():
            Match.everything.filter(pk__in=some).delete()
