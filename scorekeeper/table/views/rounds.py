"""Rounds: save one, look at one, correct it, put a forgotten one in, delete it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from scorekeeper.club.door import needs
from scorekeeper.club.models import Role
from scorekeeper.table.entering import Entering
from scorekeeper.table.models.drafts import CORRECT, INSERT, Place
from scorekeeper.table.pages import round_page
from scorekeeper.table.views.asking import ask_first
from scorekeeper.table.views.lookup import find_match
from scorekeeper.table.views.typed import is_there, place_meant, save_round

if TYPE_CHECKING:
    from scorekeeper.club.visit import Visit
    from scorekeeper.table.models.entered import Entered


@require_http_methods(["GET", "HEAD", "POST"])
def rounds(request: Visit, pk: int) -> HttpResponse:
    """Save the round that was entered; the rounds themselves are on the match's page."""
    match = find_match(request.club, pk)
    if request.method != "POST":
        return redirect("match", match.pk)
    return save_round(request, match, place_meant(request, match))


@needs(Role.KEEPER)
@require_http_methods(["GET", "HEAD", "POST"])
def one_round(request: Visit, pk: int, number: int) -> HttpResponse:
    """Show a round to be corrected, or save its correction."""
    return _at(request, pk, Place(CORRECT, number))


@needs(Role.KEEPER)
@require_http_methods(["GET", "HEAD", "POST"])
def insertion(request: Visit, pk: int, number: int) -> HttpResponse:
    """Ask for a round that was forgotten before this one, or put it in."""
    return _at(request, pk, Place(INSERT, number))


@needs(Role.KEEPER)
@require_http_methods(["GET", "HEAD", "POST"])
def deletion(request: Visit, pk: int, number: int) -> HttpResponse:
    """Ask whether to delete a round, and delete it."""
    match = find_match(request.club, pk)

    def delete(entry: Entered) -> None:
        is_there(match, Place(CORRECT, number))
        match.delete_round(number, entry)

    if request.method != "POST":
        is_there(match, Place(CORRECT, number))
    return ask_first(
        request, match, delete,
        question=f"Delete {match.game.round_name} {number}?",
        effect="Later ones move up and are scored anew. It can be taken back from the history.",
    )  # fmt: skip


def _at(request: Visit, pk: int, place: Place) -> HttpResponse:
    match = find_match(request.club, pk)
    if request.method == "POST":
        return save_round(request, match, place)
    is_there(match, place)
    return round_page(request, match, Entering.kept(match, place))
