"""Matches: set one up, look at it, play the same again."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.registry import games
from scorekeeper.club.door import looks_itself, needs
from scorekeeper.club.models import Role
from scorekeeper.table.entries import begun_by
from scorekeeper.table.pages import match_page
from scorekeeper.table.setup import Setup
from scorekeeper.table.views.lookup import find_game, find_match

if TYPE_CHECKING:
    from scorekeeper.club.visit import Visit


@needs(Role.KEEPER)
@require_safe
def choose(request: Visit) -> HttpResponse:
    """Show the games there are."""
    return render(request, "table/choose.html", {"games": games().values()})


@needs(Role.KEEPER)
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: Visit, game: str) -> HttpResponse:
    """Set a match up: who sits where, who deals, by which house rules. All of it stands in the address."""
    said = request.POST if request.method == "POST" else request.GET
    setup = Setup.of(find_game(game), request.club, said)
    if request.method != "POST":
        return _page(request, setup)
    return _page(request, setup, status=422) if setup.wrong else redirect(f"{request.path}?{setup.query}")


@require_POST
def matches(request: Visit, game: str) -> HttpResponse:
    """Begin the match that was set up; 422 with the same page where this table cannot play it."""
    setup = Setup.of(find_game(game), request.club, request.POST)
    begun = setup.start(begun_by(request))
    return redirect("match", begun.pk) if begun else _page(request, setup, status=422)


@looks_itself
@require_safe
def match(request: Visit, pk: int) -> HttpResponse:
    """Show a match: the round to enter, the pad, the curve."""
    return match_page(request, pk)


@looks_itself
@require_safe
def board(request: Visit, pk: int) -> HttpResponse:
    """Show a match to somebody who has it on the screen: nothing at all while it is as it was seen."""
    return match_page(request, pk, shown=request.GET.get("seen", ""))


@require_POST
def again(request: Visit, pk: int) -> HttpResponse:
    """Play the same again: players, seats and house rules stay, the deal moves on."""
    return redirect("match", find_match(request.club, pk).again(begun_by(request)).pk)


def _page(request: Visit, setup: Setup, status: int = 200) -> HttpResponse:
    return render(request, "table/new.html", {"setup": setup, "key": uuid.uuid4()}, status=status)
