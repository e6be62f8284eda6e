"""Scoresheets: the open file, out of a match and into a new one."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_safe

from games import scoresheet
from games.impossible import Impossible
from scorekeeper.table.entries import begun_by
from scorekeeper.table.models import Match
from scorekeeper.table.views.lookup import find_match

if TYPE_CHECKING:
    from scorekeeper.club.visit import Visit

LARGEST = 1_000_000
"""A sheet of a thousand rounds is smaller, in bytes."""


@require_safe
def sheet(request: Visit, pk: int) -> HttpResponse:
    """Hand a match out as its scoresheet."""
    match = find_match(request.club, pk)
    name = f"{match.started:%Y-%m-%d}-{slugify(match.game.name)}-{match.pk}.json"
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(scoresheet.dump(match.sheet()), content_type="application/json", headers=disposition)


@require_http_methods(["GET", "HEAD", "POST"])
def sheets(request: Visit) -> HttpResponse:
    """Take a scoresheet in as a new match; what cannot be is said in one line, and nothing is kept of it."""
    if request.method != "POST":
        return _page(request)
    try:
        text = _sent(request)
        sheet = scoresheet.load(text)
        match = Match.from_sheet(request.club, sheet, begun_by(request, text))
    except Impossible as error:
        return _page(request, error.message)
    return redirect("match", match.pk)


def _page(request: Visit, wrong: str = "") -> HttpResponse:
    facts = {"wrong": wrong, "key": uuid.uuid4()}
    return render(request, "table/import.html", facts, status=422 if wrong else 200)


def _sent(request: Visit) -> bytes:
    sent = request.FILES.get("file")
    if sent is None:
        return request.POST.get("text", "").encode()
    if sent.size and sent.size > LARGEST:
        raise Impossible("this file is too large for a scoresheet")
    return bytes(sent.read())
