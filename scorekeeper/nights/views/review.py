"""A past match, looked back at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.nights.review import Review
from scorekeeper.table.views.lookup import find_match

if TYPE_CHECKING:
    from scorekeeper.club.visit import Visit


@require_safe
def review(request: Visit, pk: int) -> HttpResponse:
    """Show a match as it ended, or as it stood `?after=` one of its rounds."""
    match, writes = find_match(request.club, pk), request.device.is_keeper
    found = Review.of(match, request.GET.get("after", ""), writes=writes)
    return render(request, "nights/review.html", {"review": found, "match": match})
