"""Evenings: all of them, and one with its games, its winners and what was written down about it."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.nights.evenings import SHOWN, Evening, evenings
from scorekeeper.nights.evenings import evening as find_evening
from scorekeeper.nights.forms import NightForm
from scorekeeper.nights.picture import picture
from scorekeeper.nights.recap import recap

if TYPE_CHECKING:
    from scorekeeper.club.models import Club
    from scorekeeper.club.visit import Visit


@require_safe
def nights(request: Visit) -> HttpResponse:
    """Show the evenings, the newest first, a page at a time."""
    found = evenings(request.club, _date(request.GET.get("before", "")))
    facts = {"evenings": found[:SHOWN], "earlier": found[SHOWN - 1].date if len(found) > SHOWN else None}
    return render(request, "nights/evenings.html", facts)


@require_http_methods(["GET", "HEAD", "POST"])
def night(request: Visit, evening: date) -> HttpResponse:
    """Show one evening; write down its name, its place and a note."""
    found = _find(request.club, evening)
    form = NightForm(request.POST if request.method == "POST" else None, instance=found.night, label_suffix="")
    if form.is_valid():
        form.write()
        return redirect("night", evening)
    tonight = found.night.club.evening_of(timezone.now()) == evening
    facts = {"evening": found, "form": form, "recap": recap(found), "tonight": tonight}
    return render(request, "nights/evening.html", facts, status=422 if form.errors else 200)


@require_safe
def text(request: Visit, evening: date) -> HttpResponse:
    """Hand the recap of an evening out as text."""
    return HttpResponse(recap(_find(request.club, evening)), content_type="text/plain; charset=utf-8")


@require_safe
def image(request: Visit, evening: date) -> HttpResponse:
    """Hand the recap of an evening out as a picture."""
    return HttpResponse(picture(_find(request.club, evening)), content_type="image/png")


def _find(club: Club, at: date) -> Evening:
    found = find_evening(club, at)
    if found is None:
        raise Http404
    return found


def _date(text: str) -> date | None:
    try:
        return parse_date(text)
    except ValueError:
        return None
