"""Deleting a whole match, the list of those that were, and bringing one back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.clubs.models import GRACE_PERIOD, Role
from scorekeeper.clubs.permissions import requires_role
from scorekeeper.matches import recording
from scorekeeper.matches.lookup import find_deleted
from scorekeeper.matches.models import SEATS_PREFETCH, Match, find_match, with_seats
from scorekeeper.matches.recording import VersionConflict
from scorekeeper.matches.saving import MOVED_ON

if TYPE_CHECKING:
    from scorekeeper.clubs.permissions import ClubRequest


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def match_deletion(request: ClubRequest, pk: int) -> HttpResponse:
    """Say what goes with a match; and delete it, if it still is what was shown."""
    if request.method != "POST":
        return _page(request, find_match(request.club, pk))
    if find_deleted(request.club, pk):  # a second tap
        return redirect("deleted-matches")
    match, seen = find_match(request.club, pk), request.POST.get("seen", "")
    try:
        recording.delete_match(match, int(seen) if seen.isdecimal() and len(seen) < 10 else -1)
    except VersionConflict:
        return _page(request, find_match(request.club, pk), MOVED_ON, status=409)
    return redirect("deleted-matches")


@require_safe
def deleted_matches(request: ClubRequest) -> HttpResponse:
    """Show what was deleted and can still be brought back, the last one first."""
    matches = Match.everything.deleted().filter(club=request.club).prefetch_related(SEATS_PREFETCH)
    found = with_seats(matches.order_by("-deleted", "-pk"))
    rows = [(match, match.deleted + GRACE_PERIOD) for match in found if match.deleted]
    return render(request, "matches/deleted_matches.html", {"rows": rows, "days": GRACE_PERIOD.days})


@require_POST
def match_restore(request: ClubRequest, pk: int) -> HttpResponse:
    """Bring a match back."""
    match = find_deleted(request.club, pk) or find_match(request.club, pk)
    recording.restore_match(match)
    return redirect("match", match.pk)


def _page(request: ClubRequest, match: Match, notice: str = "", status: int = 200) -> HttpResponse:
    facts = {"match": match, "rounds": len(match.round_facts), "days": GRACE_PERIOD.days, "notice": notice}
    return render(request, "matches/match_deletion.html", facts, status=status)
