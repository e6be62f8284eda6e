"""What is being played, and what was played."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.table.models import Match

SHOWN = 30


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the matches that are running, and the last ones that ended."""
    matches = Match.objects.prefetch_related("seats__player").order_by("-started")
    facts = {
        "running": matches.filter(ended=None)[:SHOWN],
        "ended": matches.exclude(ended=None)[:SHOWN],
    }
    return render(request, "nights/home.html", facts)
