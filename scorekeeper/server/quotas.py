"""Generous bounds on what one club or one network may fill the record with: people never meet them, programs do."""

from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

PERIOD = timedelta(hours=1)


class QuotaReached(Exception):
    """No more of this for a while; the sentence says of what."""


def check_quota(made: QuerySet[Any], moment: str, most: int, what: str) -> None:
    """QuotaReached where so many of these were made in the last hour, by the time that stands in their `moment`."""
    if made.filter(**{f"{moment}__gt": timezone.now() - PERIOD}).count() >= most:
        raise QuotaReached(f"{what} in the last hour: try again later.")
