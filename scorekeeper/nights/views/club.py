"""The club: leaderboards, ratings, records, head to head."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.club.models import Club
from scorekeeper.nights.books import balance
from scorekeeper.nights.chosen import Chosen
from scorekeeper.nights.leaders import Leaders


@require_safe
def club(request: HttpRequest) -> HttpResponse:
    """Show who leads in a period, in a game, at a table of any size: all of it stands in the address."""
    found = Club.first()
    if found is None:
        return render(request, "nights/club.html")
    balance(found)
    chosen = Chosen.of(found, request.GET)
    leaders = Leaders(chosen, request.GET.get("order", ""))
    return render(request, "nights/club.html", {"chosen": chosen, "leaders": leaders})
