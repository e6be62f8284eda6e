"""Purge soft-deleted matches and clubs after the grace period."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import Match

# Matches deleted in one transaction: a save waits for one batch at most.
BATCH_SIZE = 100


def purge_deleted() -> None:
    """Purge matches and clubs past the grace period; soft-delete matches that nobody played."""
    Match.objects.unplayed().update(deleted=timezone.now())
    remove_matches(Match.everything.expired())
    for club in Club.everything.expired():
        remove_matches(Match.everything.filter(club=club))
        with transaction.atomic():
            club.delete()


def remove_matches(matches: QuerySet[Match]) -> None:
    while batch := list(matches.order_by("pk").values_list("pk", flat=True)[:BATCH_SIZE]):
        with transaction.atomic():
            Match.everything.filter(pk__in=batch).delete()
