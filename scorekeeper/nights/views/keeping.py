"""Keep and carry: the whole club out as one file and back in, and its tables for a spreadsheet."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.impossible import Impossible
from scorekeeper.club.door import needs
from scorekeeper.club.models import Role
from scorekeeper.nights.carry.carrying import club_file
from scorekeeper.nights.carry.opening import LARGEST
from scorekeeper.nights.models import Parcel
from scorekeeper.nights.spreadsheets import TABLES, text_of
from scorekeeper.table.entries import begun_by

if TYPE_CHECKING:
    from scorekeeper.club.models import Club
    from scorekeeper.club.visit import Visit


@require_safe
def keeping(request: Visit) -> HttpResponse:
    """Show what can be carried away, and where what was carried comes in."""
    return _page(request)


@require_safe
def club(request: Visit) -> StreamingHttpResponse:
    """Hand the whole club out as one file."""
    return _download(request.club, club_file(request.club), "club.json", "application/json")


@require_safe
def table(request: Visit, table: str) -> StreamingHttpResponse:
    """Hand one of the tables out."""
    if table not in TABLES:
        raise Http404
    return _download(request.club, text_of(TABLES[table], request.club), f"{table}.csv", "text/csv; charset=utf-8")


@require_POST
def parcels(request: Visit) -> HttpResponse:
    """Take a file, and show what is in it; what cannot be is said in one line, and nothing is kept of it."""
    try:
        text = _sent(request)
        parcel = Parcel.bring(request.club, begun_by(request, text) or uuid.uuid4(), text)
    except Impossible as error:
        return _page(request, error.message)
    return redirect("parcel", parcel.key)


@needs(Role.KEEPER)
@require_http_methods(["GET", "HEAD", "POST"])
def parcel(request: Visit, key: uuid.UUID) -> HttpResponse:
    """Show what a file comes to; take it in."""
    brought = get_object_or_404(Parcel, club=request.club, key=key)
    wrong = ""
    if request.method == "POST":
        try:
            brought.take_in()
            return redirect("parcel", key)
        except Impossible as error:
            wrong = error.message
    facts = {"parcel": brought, "found": brought.found, "wrong": wrong}
    return render(request, "nights/parcel.html", facts, status=422 if wrong else 200)


def _page(request: Visit, wrong: str = "") -> HttpResponse:
    here = request.club
    counts = {name: getattr(here, name).count() for name in ("matches", "players", "nights")}
    facts = {"counts": counts, "wrong": wrong, "key": uuid.uuid4()}
    return render(request, "nights/keeping.html", facts, status=422 if wrong else 200)


def _sent(request: Visit) -> bytes:
    sent = request.FILES.get("file")
    if sent is None:
        raise Impossible("choose a file first")
    if sent.size and sent.size > LARGEST:
        raise Impossible(f"this file is too large: {LARGEST // 10**6} MB is the most")
    return bytes(sent.read())


def _download(club: Club, text: Iterator[str], name: str, kind: str) -> StreamingHttpResponse:
    today = timezone.now().astimezone(ZoneInfo(club.zone))
    headers = {
        "Content-Disposition": f'attachment; filename="scorekeeper-{today:%Y-%m-%d}-{name}"',
        "Cache-Control": "no-store",
    }
    return StreamingHttpResponse(text, content_type=kind, headers=headers)
