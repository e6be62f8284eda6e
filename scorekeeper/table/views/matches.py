"""Matches: set one up, look at it, play the same again."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.registry import games
from scorekeeper.club.models import Club
from scorekeeper.table.entries import begun_by
from scorekeeper.table.pages import match_page
from scorekeeper.table.setup import Setup
from scorekeeper.table.views.lookup import find_game, find_match

if TYPE_CHECKING:
    from django.http import HttpRequest


@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """Show the games there are."""
    return render(request, "table/choose.html", {"games": games().values()})


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, game: str) -> HttpResponse:
    """Set a match up: who sits where, who deals, by which house rules. All of it stands in the address."""
    said = request.POST if request.method == "POST" else request.GET
    setup = Setup.of(find_game(game), Club.first(), said)
    if request.method != "POST":
        return _page(request, setup)
    return _page(request, setup, status=422) if setup.wrong else redirect(f"{request.path}?{setup.query}")


@require_POST
def matches(request: HttpRequest, game: str) -> HttpResponse:
    """Begin the match that was set up; 422 with the same page where this table cannot play it."""
    setup = Setup.of(find_game(game), Club.here(), request.POST)
    begun = setup.start(begun_by(request))
    return redirect("match", begun.pk) if begun else _page(request, setup, status=422)


@require_safe
def match(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a match: the round to enter, the pad, the curve."""
    return match_page(request, pk)


@require_safe
def board(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a match to somebody who has it on the screen: nothing at all while it is as it was seen."""
    return match_page(request, pk, shown=request.GET.get("seen", ""))


@require_POST
def again(request: HttpRequest, pk: int) -> HttpResponse:
    """Play the same again: players, seats and house rules stay, the deal moves on."""
    return redirect("match", find_match(pk).again(begun_by(request)).pk)


def _page(request: HttpRequest, setup: Setup, status: int = 200) -> HttpResponse:
    return render(request, "table/new.html", {"setup": setup, "key": uuid.uuid4()}, status=status)
