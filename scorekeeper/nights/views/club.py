"""The club: leaderboards, ratings, records, head to head."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.nights.books import balance
from scorekeeper.nights.chosen import Chosen
from scorekeeper.nights.leaders import Leaders

if TYPE_CHECKING:
    from scorekeeper.club.visit import Visit


@require_safe
def club(request: Visit) -> HttpResponse:
    """Show who leads in a period, in a game, at a table of any size: all of it stands in the address."""
    balance(request.club)
    chosen = Chosen.of(request.club, request.GET)
    leaders = Leaders(chosen, request.GET.get("order", ""))
    return render(request, "nights/club.html", {"chosen": chosen, "leaders": leaders})
