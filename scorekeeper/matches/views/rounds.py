"""Rounds of a match: enter, correct, insert, delete; and the draft, which each tap updates."""

from __future__ import annotations

from django.db import DatabaseError
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.clubs.models import Role
from scorekeeper.clubs.permissions import ClubRequest, requires_role
from scorekeeper.matches import drafts, recording
from scorekeeper.matches.drafts import CORRECT, PLAY, Place, stamp
from scorekeeper.matches.match_page import ADDRESSES, entry_facts, lock_facts, match_page, round_page
from scorekeeper.matches.models import Match, find_match
from scorekeeper.matches.recording import Conflict, EntryRequest
from scorekeeper.matches.round_entry import RoundEntry, saved_answers
from scorekeeper.matches.saving import (
    check_place,
    confirm_page,
    posted_answers,
    posted_place,
    save_round,
    show_again,
)
from scorekeeper.server.database import explain
from scorekeeper.web.page_cache import draw


@require_http_methods(["GET", "HEAD", "POST"])
def rounds(request: ClubRequest, pk: int) -> HttpResponse:
    """Save the round that was entered; the rounds themselves are on the match's page."""
    match = find_match(request.club, pk)
    if request.method != "POST":
        return redirect("match", match.pk)
    return _offer_undo(request, save_round(request, match, posted_place(request, match)))


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def round_entry(request: ClubRequest, pk: int, number: int, doing: str) -> HttpResponse:
    """Correct a round, or insert one before it."""
    match, place = find_match(request.club, pk), Place(doing, number)
    if request.method == "POST":
        return _offer_undo(request, save_round(request, match, place))
    check_place(match, place)
    return round_page(request, match, RoundEntry.from_draft(match, place))


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def round_deletion(request: ClubRequest, pk: int, number: int) -> HttpResponse:
    match = find_match(request.club, pk)

    def delete(entry: EntryRequest) -> None:
        check_place(match, Place(CORRECT, number))
        recording.delete_round(match, number, entry)

    if request.method != "POST":
        check_place(match, Place(CORRECT, number))
    return confirm_page(
        request, match, delete,
        question=f"Delete {match.game.round_name} {number}?",
        effect="Later ones move up and are scored again. You can undo it in the history.",
        verb=f"Delete {match.game.round_name} {number}",
    )  # fmt: skip


def _offer_undo(request: ClubRequest, response: HttpResponse) -> HttpResponse:
    """Lead a browser that saved without a script to the line that says so; the outbox says it itself."""
    if response.status_code == 302 and request.META.get("HTTP_SEC_FETCH_MODE") == "navigate":
        response["Location"] += "#saved"
    return response


THEIRS, OURS = "theirs", "ours"
"""What a device that takes over continues with: the others' draft, or its own answers that were refused."""


@require_POST
def draft(request: ClubRequest, pk: int, number: int | None = None, doing: str = PLAY) -> HttpResponse:
    match = find_match(request.club, pk)
    place = posted_place(request, match) if number is None else Place(doing, number)
    try:
        check_place(match, place)
        return _store_draft(request, match, place)
    except Conflict as conflict:
        return _whole_page(show_again(request, place, find_match(match.club, match.pk), conflict.notice, 409))


def _store_draft(request: ClubRequest, match: Match, place: Place) -> HttpResponse:
    """Store the answers of a form as the draft, or clear the draft; then show the result."""
    take, before = request.POST.get("take", ""), match.locked_by_id
    entry = _with_shortcut(request, RoundEntry(place, match.before(place.number), posted_answers(request)))
    try:
        if take == THEIRS:
            recording.take_over(match, request.device)
            return _to_entry(match, place)
        if "anew" in request.POST:
            drafts.drop_draft(match, place, request.device)
            return _to_entry(match, place)
        seen, previous = request.POST.get("draft", ""), match.draft
        stored = drafts.keep_draft(match, place, entry.draft, seen, request.device, over=take == OURS)
    except DatabaseError as error:
        entry.trouble, status = explain(error)
        return _entry_answer(request, match, entry, status=status)
    if take or not request.htmx:
        return _to_entry(match, place)
    if stored == entry.draft and before in (None, request.device.pk):
        if stored != entry.answers:
            entry = RoundEntry(place, entry.state, stored)
        entry.draft_stamp = stamp(stored)
        entry.previous = previous if place.doing == PLAY else saved_answers(match, place)
        return _entry_answer(request, match, entry)
    # Another device entered something as well, or had the lock: the keys have to show its answers too.
    if place.doing == PLAY:
        return _whole_page(match_page(request, match.pk))
    return _whole_page(round_page(request, match, RoundEntry.from_draft(match, place)))


def _entry_answer(request: ClubRequest, match: Match, entry: RoundEntry, status: int = 200) -> HttpResponse:
    if request.htmx and request.htmx.target == "entry-rows":
        facts = entry_facts(match, entry) | lock_facts(request, match)
        return HttpResponse(draw("matches/_draft_stamp.html", **facts), status=status)
    return round_page(request, match, entry, status=status)


def _to_entry(match: Match, place: Place) -> HttpResponse:
    if place.doing == PLAY:
        return redirect("match", match.pk)
    return redirect(ADDRESSES[place.doing][0], match.pk, place.number)


def _whole_page(response: HttpResponse) -> HttpResponse:
    """Let a tap, which swaps the ledger, be answered with the whole page; nobody can go back to where it was sent."""
    response["HX-Retarget"], response["HX-Reselect"], response["HX-Push-Url"] = "#page", "#page", "false"
    return response


def _with_shortcut(request: ClubRequest, entry: RoundEntry) -> RoundEntry:
    pressed = request.POST.get("shortcut")
    for shortcut in entry.shortcuts if pressed else ():
        if shortcut.name == pressed:
            return RoundEntry(entry.place, entry.state, {**entry.answers, **shortcut.answers})
    return entry
