"""What is being played, and what was played."""

from django.db.models import Prefetch, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.table.models import Match, Seat

SHOWN, LAST = 30, 8
SEATS = Prefetch("seats", Seat.objects.select_related("player").order_by("number"))


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the matches that are running, and the last ones that ended."""
    matches = Match.objects.prefetch_related(SEATS).order_by("-started", "-pk")
    facts = {
        "running": matches.filter(called_over=False, finished=False)[:SHOWN],
        "ended": matches.filter(Q(called_over=True) | Q(finished=True))[:LAST],
    }
    return render(request, "nights/home.html", facts)
