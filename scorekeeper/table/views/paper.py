"""Paper: a blank sheet to print, and the sheet that was kept on one, typed in."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from games.impossible import Impossible
from scorekeeper.club.door import needs
from scorekeeper.club.models import Role
from scorekeeper.database import CannotWrite
from scorekeeper.table.blank import Blank
from scorekeeper.table.entries import answers, begun_by
from scorekeeper.table.paper import Paper
from scorekeeper.table.setup import Setup
from scorekeeper.table.views.lookup import find_game

if TYPE_CHECKING:
    from scorekeeper.club.visit import Visit


@require_safe
def blank(request: Visit, game: str) -> HttpResponse:
    """Show a blank sheet for a table that was set up, or for so many players."""
    sheet = Blank.of(Setup.of(find_game(game), request.club, request.GET), request.GET.get("players", ""))
    return render(request, "table/blank.html", {"blank": sheet})


@needs(Role.KEEPER)
@require_http_methods(["GET", "HEAD", "POST"])
def paper(request: Visit, game: str) -> HttpResponse:
    """Type a sheet in for a table that was set up; 422 with all of it where it cannot be saved yet."""
    said = request.POST if request.method == "POST" else request.GET
    setup = Setup.of(find_game(game), request.club, said)
    if setup.table is None or setup.wrong:
        return redirect(f"{reverse('new-match', args=[game])}?{setup.query}")
    if request.method == "POST" and "lines" not in said:
        return redirect(f"{request.path}?{setup.query}")
    sheet = Paper.of(setup.table, answers(request), insists="save" in said)
    return _saved(request, setup, sheet) if sheet.insists else _page(request, setup, sheet)


def _saved(request: Visit, setup: Setup, sheet: Paper) -> HttpResponse:
    try:
        return redirect("match", sheet.save(request.club, begun_by(request)).pk)
    except Impossible as error:
        return _page(request, setup, sheet, error.message, status=422)
    except CannotWrite as error:
        return _page(request, setup, sheet, str(error), status=507)


def _page(request: Visit, setup: Setup, sheet: Paper, wrong: str = "", status: int = 200) -> HttpResponse:
    today = request.club.evening_of(timezone.now())
    dates = {"today": today.isoformat(), "date": sheet.date or today.isoformat()}
    facts = {"setup": setup, "sheet": sheet, "wrong": wrong, "key": uuid.uuid4(), **dates}
    return render(request, "table/paper.html", facts, status=status)
