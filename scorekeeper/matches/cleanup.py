"""Removing for good what was deleted so long ago that it cannot be brought back."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.matches.match import Match

# Matches removed in one transaction: whoever saves a round meanwhile waits no longer than for these.
MATCHES_AT_ONCE = 100


def purge_deleted() -> None:
    """Remove what can no longer be restored; delete, so that it can be, what was begun by mistake."""
    Match.objects.unplayed().update(deleted=timezone.now())
    remove_matches(Match.everything.expired())
    for club in Club.everything.expired():
        remove_matches(Match.everything.filter(club=club))
        with transaction.atomic():
            club.delete()


def remove_matches(matches: QuerySet[Match]) -> None:
    while some := list(matches.order_by("pk").values_list("pk", flat=True)[:MATCHES_AT_ONCE]):
        with transaction.atomic():
            Match.everything.filter(pk__in=some).delete()
