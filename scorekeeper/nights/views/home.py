"""What is being played, and what was played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from scorekeeper.club.door import open_to_all
from scorekeeper.club.middleware import token_of
from scorekeeper.club.models import Device
from scorekeeper.table.models.seat import SEATS, seated

if TYPE_CHECKING:
    from scorekeeper.club.visit import Guest

SHOWN, LEFT, LAST = 30, 4, 8


@open_to_all
@require_safe
def home(request: Guest) -> HttpResponse:
    """Show what is played tonight, what was left before its end, and what ended last; to a stranger, the way in."""
    club = request.club
    if club is None:
        facts = {"founding": settings.FOUNDING, "left": Device.left(token_of(request))}
        return render(request, "club/welcome.html", facts)
    matches = club.matches.prefetch_related(SEATS).order_by("-started", "-pk")
    going_on = matches.filter(called_over=False, finished=False)
    now = club.evening_of(timezone.now())
    facts = {
        "tonight": seated(going_on.filter(evening=now)[:SHOWN]),
        "left": seated(going_on.exclude(evening=now)[:LEFT]),
        "ended": seated(matches.filter(Q(called_over=True) | Q(finished=True))[:LAST]),
    }
    return render(request, "nights/home.html", facts)
