"""What is being played, and what was played."""

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from scorekeeper.club.models import Club
from scorekeeper.nights.evenings import SEATS, seated
from scorekeeper.table.models import Match

SHOWN, LEFT, LAST = 30, 4, 8


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what is played tonight, what was left before its end on other evenings, and what ended last."""
    club = Club.first()
    if club is None:
        return render(request, "nights/home.html")
    matches = Match.objects.filter(club=club).select_related("club").prefetch_related(SEATS).order_by("-started", "-pk")
    going_on = matches.filter(called_over=False, finished=False)
    now = club.evening_of(timezone.now())
    facts = {
        "tonight": list(seated(going_on.filter(evening=now)[:SHOWN])),
        "left": list(seated(going_on.exclude(evening=now)[:LEFT])),
        "ended": list(seated(matches.filter(Q(called_over=True) | Q(finished=True))[:LAST])),
    }
    return render(request, "nights/home.html", facts)
