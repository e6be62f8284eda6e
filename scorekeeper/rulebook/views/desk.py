"""The referee's desk: what can be asked, and each question with its answer. All of it stands in the address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.referee import questions
from scorekeeper.club.door import open_to_all
from scorekeeper.rulebook.desk import Desk
from scorekeeper.rulebook.known import Known
from scorekeeper.rulebook.pads import pads, shown_slots
from scorekeeper.rulebook.shared import own_address, plain_address
from scorekeeper.table.views.lookup import find_game, find_match

if TYPE_CHECKING:
    from django.http import HttpRequest

    from games.game import Game
    from scorekeeper.club.visit import Guest, Visit


@open_to_all
@require_safe
def referee(request: Guest, game: str) -> HttpResponse:
    """List what a game's referee can be asked."""
    found = find_game(game)
    return render(request, "rulebook/referee.html", {"game": found, "questions": _titles(found)})


@require_safe
def match_referee(request: Visit, pk: int) -> HttpResponse:
    """List what the referee can be asked about a match."""
    match = find_match(request.club, pk)
    facts = {"game": match.game, "match": match, "questions": _titles(match.game)}
    return render(request, "rulebook/referee.html", facts)


@open_to_all
@require_safe
def asked(request: Guest, game: str, ask: str) -> HttpResponse:
    """Show a question, and its answer as far as it is tapped."""
    return _page(request, find_game(game), ask, Known())


@require_safe
def match_asked(request: Visit, pk: int, ask: str) -> HttpResponse:
    """Show a question with what the match knows filled in."""
    match = find_match(request.club, pk)
    return _page(request, match.game, ask, Known.at(match))


def _titles(game: Game) -> list[tuple[str, str]]:
    return [(ask, kind.title) for ask, kind in questions(game).items()]


def _page(request: HttpRequest, game: Game, ask: str, known: Known) -> HttpResponse:
    kinds = questions(game)
    if ask not in kinds:
        raise Http404
    desk = Desk(game, kinds[ask], request.GET, known)
    facts = {
        "desk": desk, "game": game, "match": known.match, "slots": shown_slots(desk), "pads": pads(desk),
        "differing": sum(field.differs for field in desk.options), "shared": plain_address(desk),
    }  # fmt: skip
    response = render(request, "rulebook/asked.html", facts, status=422 if desk.refused else 200)
    # The address bar always holds what is tapped.
    response["HX-Replace-Url"] = own_address(desk)
    return response
