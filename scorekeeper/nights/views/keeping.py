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
from scorekeeper.club.models import Club
from scorekeeper.nights.carry.carrying import club_file
from scorekeeper.nights.carry.opening import LARGEST
from scorekeeper.nights.models import Parcel
from scorekeeper.nights.spreadsheets import TABLES, text_of
from scorekeeper.table.entries import begun_by

if TYPE_CHECKING:
    from django.http import HttpRequest


@require_safe
def keeping(request: HttpRequest) -> HttpResponse:
    """Show what can be carried away, and where what was carried comes in."""
    return _page(request)


@require_safe
def club(request: HttpRequest) -> StreamingHttpResponse:
    """Hand the whole club out as one file."""
    return _download(club_file(Club.first()), "club.json", "application/json")


@require_safe
def table(request: HttpRequest, table: str) -> StreamingHttpResponse:
    """Hand one of the tables out."""
    if table not in TABLES:
        raise Http404
    return _download(text_of(TABLES[table], Club.first()), f"{table}.csv", "text/csv; charset=utf-8")


@require_POST
def parcels(request: HttpRequest) -> HttpResponse:
    """Take a file, and show what is in it; what cannot be is said in one line, and nothing is kept of it."""
    try:
        text = _sent(request)
        parcel = Parcel.bring(Club.here(), begun_by(request, text) or uuid.uuid4(), text)
    except Impossible as error:
        return _page(request, error.message)
    return redirect("parcel", parcel.key)


@require_http_methods(["GET", "HEAD", "POST"])
def parcel(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Show what a file comes to; take it in."""
    brought = get_object_or_404(Parcel, key=key)
    wrong = ""
    if request.method == "POST":
        try:
            brought.take_in()
            return redirect("parcel", key)
        except Impossible as error:
            wrong = error.message
    facts = {"parcel": brought, "found": brought.found, "wrong": wrong}
    return render(request, "nights/parcel.html", facts, status=422 if wrong else 200)


def _page(request: HttpRequest, wrong: str = "") -> HttpResponse:
    here = Club.first()
    counts = {name: getattr(here, name).count() for name in ("matches", "players", "nights")} if here else {}
    facts = {"counts": counts, "wrong": wrong, "key": uuid.uuid4(), "zone": here.zone if here else ""}
    return render(request, "nights/keeping.html", facts, status=422 if wrong else 200)


def _sent(request: HttpRequest) -> bytes:
    sent = request.FILES.get("file")
    if sent is None:
        raise Impossible("choose a file first")
    if sent.size and sent.size > LARGEST:
        raise Impossible(f"this file is too large: {LARGEST // 10**6} MB is the most")
    return bytes(sent.read())


def _download(text: Iterator[str], name: str, kind: str) -> StreamingHttpResponse:
    here = Club.first()
    today = timezone.now().astimezone(ZoneInfo(here.zone)) if here else timezone.localtime()
    headers = {
        "Content-Disposition": f'attachment; filename="scorekeeper-{today:%Y-%m-%d}-{name}"',
        "Cache-Control": "no-store",
    }
    return StreamingHttpResponse(text, content_type=kind, headers=headers)
