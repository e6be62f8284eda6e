"""Settings: how this device likes its pages, and what the club is called and where its clock stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.club.door import needs, open_to_all
from scorekeeper.club.look import Look
from scorekeeper.club.models import Role
from scorekeeper.nights.forms import ClubForm

if TYPE_CHECKING:
    from scorekeeper.club.visit import Guest, Visit


@open_to_all
@require_safe
def settings(request: Guest) -> HttpResponse:
    """Show what can be set: of the device to everybody, of the club to who is in it."""
    return _page(request, ClubForm(None, club=request.club) if request.club else None)


@open_to_all
@require_POST
def look(request: Guest) -> HttpResponse:
    """Have this device keep how it likes its pages. It is written down nowhere else."""
    answer = redirect("settings")
    Look.said(request.POST).keep(answer)
    return answer


@needs(Role.OWNER)
@require_POST
def club(request: Visit) -> HttpResponse:
    """Give the club another name, or another clock."""
    form = ClubForm(request.POST, club=request.club)
    if not form.is_valid():
        return _page(request, form, status=422)
    form.write()
    return redirect("settings")


def _page(request: Guest | Visit, form: ClubForm | None, status: int = 200) -> HttpResponse:
    return render(request, "nights/settings.html", {"form": form}, status=status)
