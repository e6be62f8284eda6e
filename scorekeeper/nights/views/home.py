"""What is being played, and what was played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.db.models import Prefetch, Q
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.club.door import open_to_all
from scorekeeper.club.middleware import token_of
from scorekeeper.club.models import Device
from scorekeeper.table.models import Match, Seat

if TYPE_CHECKING:
    from scorekeeper.club.visit import Guest

SHOWN, LAST = 30, 8
SEATS = Prefetch("seats", Seat.objects.select_related("player").order_by("number"))


@open_to_all
@require_safe
def home(request: Guest) -> HttpResponse:
    """Show the matches that are running, and the last ones that ended; to a stranger, how one comes in."""
    if request.club is None:
        facts = {"founding": settings.FOUNDING, "left": Device.left(token_of(request))}
        return render(request, "club/welcome.html", facts)
    matches = Match.objects.filter(club=request.club).prefetch_related(SEATS).order_by("-started", "-pk")
    facts = {
        "running": matches.filter(called_over=False, finished=False)[:SHOWN],
        "ended": matches.filter(Q(called_over=True) | Q(finished=True))[:LAST],
    }
    return render(request, "nights/home.html", facts)
