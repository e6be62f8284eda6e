"""The rules of each game, as its folder tells them and as a table plays them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.registry import games
from scorekeeper.club.door import open_to_all
from scorekeeper.rulebook.answers import answers
from scorekeeper.rulebook.house_rules import house_rules
from scorekeeper.rulebook.otherwise import otherwise as asked_otherwise
from scorekeeper.rulebook.reasons import Reasons
from scorekeeper.rulebook.woven import drawn
from scorekeeper.table.models import Match
from scorekeeper.table.views.lookup import find_game, find_match

if TYPE_CHECKING:
    from scorekeeper.club.models import Club
    from scorekeeper.club.visit import Guest, Visit

TRIES = ("who leads", "how many cards", "a tie", "wrong card", "everybody passes")


@open_to_all
@require_safe
def rulebook(request: Guest) -> HttpResponse:
    """Name all games there are rules of."""
    return render(request, "rulebook/rulebook.html", {"games": games().values()})


@open_to_all
@require_safe
def search(request: Guest) -> HttpResponse:
    """Show what the rules say to a question; a match's own rules first where it is asked there."""
    question, match = request.GET.get("q", "").strip(), _asked_at(request.club, request.GET.get("match", ""))
    facts = {"question": question, "match": match, "answers": answers(question, match)}
    return render(request, "rulebook/search.html", {**facts, "games": games().values(), "tries": TRIES})


@open_to_all
@require_safe
def rules(request: Guest, game: str) -> HttpResponse:
    """Show a game's rules, with an anchor for each."""
    found = find_game(game)
    return render(request, "rulebook/rules.html", {"game": found, "body": drawn(found)})


@require_safe
def match_rules(request: Visit, pk: int) -> HttpResponse:
    """Show the rules as this match is played: with its house rules, and where they differ."""
    match = find_match(request.club, pk)
    body = drawn(match.game, match.table.rules)
    return render(request, "rulebook/rules.html", {"game": match.game, "match": match, "body": body})


@require_safe
def side_of_round(request: Visit, pk: int, number: int, side: int) -> HttpResponse:
    """Say why a side has these points in this round, by which rules and which house rules."""
    match = find_match(request.club, pk)
    if not 1 <= number <= len(match.records) or side >= len(match.so_far.totals):
        raise Http404
    response = render(request, "rulebook/why.html", {"match": match, "why": Reasons(match, number, side)})
    # As a sheet over the match it has no place in the browser's history.
    response["HX-Push-Url"] = "false"
    return response


@require_safe
def otherwise(request: Visit, pk: int) -> HttpResponse:
    """Show what a match would have come to, had one house rule been another. All of it stands in the address."""
    match = find_match(request.club, pk)
    facts = {"rules": house_rules(match.game, match.table.rules), "other": asked_otherwise(match, request.GET)}
    return render(request, "rulebook/otherwise.html", {"match": match, **facts})


def _asked_at(club: Club | None, pk: str) -> Match | None:
    if not (pk.isdecimal() and len(pk) < 20):
        return None
    if club is None:
        raise Http404
    return find_match(club, int(pk))
