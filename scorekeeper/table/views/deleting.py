"""Deleting a whole match, the list of those that were, and bringing one back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.club.deleting import GRACE
from scorekeeper.club.door import needs
from scorekeeper.club.models import Role
from scorekeeper.table.models import Match
from scorekeeper.table.models.entered import Stale
from scorekeeper.table.models.seat import SEATS, seated
from scorekeeper.table.views.lookup import find_deleted, find_match
from scorekeeper.table.views.saving import MOVED_ON

if TYPE_CHECKING:
    from scorekeeper.club.visit import Visit


@needs(Role.KEEPER)
@require_http_methods(["GET", "HEAD", "POST"])
def deletion(request: Visit, pk: int) -> HttpResponse:
    """Say what goes with a match; and delete it, if it still is what was shown."""
    if request.method != "POST":
        return _page(request, find_match(request.club, pk))
    if find_deleted(request.club, pk):  # a second tap
        return redirect("deleted")
    match, seen = find_match(request.club, pk), request.POST.get("seen", "")
    try:
        match.delete_whole(int(seen) if seen.isdecimal() and len(seen) < 10 else -1)
    except Stale:
        return _page(request, find_match(request.club, pk), MOVED_ON, status=409)
    return redirect("deleted")


@require_safe
def deleted(request: Visit) -> HttpResponse:
    """Show what was deleted and can still be brought back, the last one first."""
    matches = Match.everything.deleted().filter(club=request.club).prefetch_related(SEATS)
    found = seated(matches.order_by("-deleted", "-pk"))
    rows = [(match, match.deleted + GRACE) for match in found if match.deleted]
    return render(request, "table/deleted.html", {"rows": rows, "days": GRACE.days})


@require_POST
def returning(request: Visit, pk: int) -> HttpResponse:
    """Bring a match back."""
    match = find_deleted(request.club, pk) or find_match(request.club, pk)
    match.bring_back()
    return redirect("match", match.pk)


def _page(request: Visit, match: Match, notice: str = "", status: int = 200) -> HttpResponse:
    facts = {"match": match, "rounds": len(match.records), "days": GRACE.days, "notice": notice}
    return render(request, "table/deletion.html", facts, status=status)
