"""Deleting a whole club, and bringing it back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scorekeeper.club.deleting import GRACE
from scorekeeper.club.door import needs, open_to_all
from scorekeeper.club.middleware import token_of
from scorekeeper.club.models import Device, Role, folded

if TYPE_CHECKING:
    from scorekeeper.club.visit import Guest, Visit


@needs(Role.OWNER)
@require_http_methods(["GET", "HEAD", "POST"])
def deletion(request: Visit) -> HttpResponse:
    """Say what goes with the club; and delete it for who types its name."""
    said = folded(request.POST.get("name", ""))
    if said.casefold() == folded(request.club.name).casefold():
        request.club.delete_whole()
        return redirect("club-return")
    counts = {
        "matches": request.club.matches.count(), "players": request.club.players.count(),
        "devices": request.club.devices.filter(revoked=None).count(),
    }  # fmt: skip
    wrong = "This is not the club’s name: nothing was deleted." if request.method == "POST" else ""
    facts = {"counts": counts, "days": GRACE.days, "wrong": wrong}
    return render(request, "club/deletion.html", facts, status=422 if wrong else 200)


@open_to_all
@require_http_methods(["GET", "HEAD", "POST"])
def returning(request: Guest) -> HttpResponse:
    """Show an owner of a deleted club until when it can be brought back; and bring it back."""
    owner = Device.left(token_of(request))
    if owner is None or owner.club.deleted is None:
        return redirect("home")
    if request.method == "POST":
        owner.club.bring_back()
        return redirect("home")
    return render(request, "club/deleted.html", {"club": owner.club, "until": owner.club.deleted + GRACE})
