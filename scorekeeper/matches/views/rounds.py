"""Rounds: save one, look at one, correct it, put a forgotten one in, delete it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from scorekeeper.clubs.models import Role
from scorekeeper.clubs.permissions import requires_role
from scorekeeper.matches import recording
from scorekeeper.matches.drafts import CORRECT, INSERT, Place
from scorekeeper.matches.match_page import round_page
from scorekeeper.matches.models import find_match
from scorekeeper.matches.round_entry import RoundEntry
from scorekeeper.matches.saving import can_enter, confirm_page, posted_place, save_round

if TYPE_CHECKING:
    from scorekeeper.clubs.permissions import ClubRequest
    from scorekeeper.matches.recording import EntryRequest


@require_http_methods(["GET", "HEAD", "POST"])
def rounds(request: ClubRequest, pk: int) -> HttpResponse:
    """Save the round that was entered; the rounds themselves are on the match's page."""
    match = find_match(request.club, pk)
    if request.method != "POST":
        return redirect("match", match.pk)
    return save_round(request, match, posted_place(request, match))


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def round_correction(request: ClubRequest, pk: int, number: int) -> HttpResponse:
    """Show a round to be corrected, or save its correction."""
    return _round_at(request, pk, Place(CORRECT, number))


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def insertion(request: ClubRequest, pk: int, number: int) -> HttpResponse:
    """Ask for a round that was forgotten before this one, or put it in."""
    return _round_at(request, pk, Place(INSERT, number))


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def round_deletion(request: ClubRequest, pk: int, number: int) -> HttpResponse:
    """Ask whether to delete a round, and delete it."""
    match = find_match(request.club, pk)

    def delete(entry: EntryRequest) -> None:
        can_enter(match, Place(CORRECT, number))
        recording.delete_round(match, number, entry)

    if request.method != "POST":
        can_enter(match, Place(CORRECT, number))
    return confirm_page(
        request, match, delete,
        question=f"Delete {match.game.round_name} {number}?",
        effect="Later ones move up and are scored anew. You can undo it in the history.",
    )  # fmt: skip


def _round_at(request: ClubRequest, pk: int, place: Place) -> HttpResponse:
    match = find_match(request.club, pk)
    if request.method == "POST":
        return save_round(request, match, place)
    can_enter(match, place)
    return round_page(request, match, RoundEntry.from_draft(match, place))
