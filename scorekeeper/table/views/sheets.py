"""Scoresheets: the open file, out of a match and into a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_safe

from games import scoresheet
from games.impossible import Impossible
from scorekeeper.club.middleware import device_of
from scorekeeper.club.models import Club
from scorekeeper.table.models import Match
from scorekeeper.table.views.lookup import find_match

if TYPE_CHECKING:
    from django.http import HttpRequest

LARGEST = 1_000_000
"""A sheet of a thousand rounds is smaller, in bytes."""


@require_safe
def sheet(request: HttpRequest, pk: int) -> HttpResponse:
    """Hand a match out as its scoresheet."""
    match = find_match(pk)
    name = f"{match.started:%Y-%m-%d}-{slugify(match.game.name)}-{match.pk}.json"
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(scoresheet.dump(match.sheet()), content_type="application/json", headers=disposition)


@require_http_methods(["GET", "HEAD", "POST"])
def sheets(request: HttpRequest) -> HttpResponse:
    """Take a scoresheet in as a new match; what cannot be is said in one line, and nothing is kept of it."""
    if request.method != "POST":
        return render(request, "table/import.html")
    try:
        match = Match.from_sheet(Club.here(), _read(request), device_of(request))
    except Impossible as error:
        return render(request, "table/import.html", {"wrong": error.message}, status=422)
    return redirect("match", match.pk)


def _read(request: HttpRequest) -> scoresheet.Scoresheet:
    sent = request.FILES.get("file")
    if sent is not None and sent.size and sent.size > LARGEST:
        raise Impossible("this file is too large for a scoresheet")
    return scoresheet.load(sent.read() if sent is not None else request.POST.get("text", ""))
