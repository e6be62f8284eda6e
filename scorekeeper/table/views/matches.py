"""Matches: set one up, look at it, play the same again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.registry import games
from scorekeeper.club.models import Club
from scorekeeper.table.models import Match
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
    if request.method == "POST":
        moved = Setup.of(find_game(game), Club.here(), request.POST)
        return redirect(f"{request.path}?{moved.query}")
    return render(request, "table/new.html", {"setup": Setup.of(find_game(game), Club.here(), request.GET)})


@require_POST
def matches(request: HttpRequest, game: str) -> HttpResponse:
    """Begin the match that was set up; 422 with the same page where this table cannot play it."""
    setup = Setup.of(find_game(game), Club.here(), request.POST)
    match = setup.start()
    if match is None:
        return render(request, "table/new.html", {"setup": setup}, status=422)
    return redirect("match", match.pk)


@require_safe
def match(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a match: the round to enter, the pad, the curve."""
    found = find_match(pk)
    return match_page(request, found, found.taps)


@require_POST
def again(request: HttpRequest, pk: int) -> HttpResponse:
    """Play the same again: players, seats and house rules stay, the deal moves on."""
    last = find_match(pk)
    dealer = last.so_far.deal.dealer if last.is_open else (last.first_dealer + len(last.records)) % len(last.names)
    started = Match.start(last.club, last.game, last.names, dealer, last.house_rules)
    return redirect("match", started.pk)
