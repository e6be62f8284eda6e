"""Rounds of a match: enter, correct, insert, delete; and the draft, which each tap updates."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.clubs.models import Role
from scorekeeper.clubs.permissions import ClubRequest, requires_role
from scorekeeper.matches import drafts, recording
from scorekeeper.matches.drafts import CORRECT, INSERT, PLAY, Place, stamp
from scorekeeper.matches.match_page import ADDRESSES, entry_facts, lock_facts, match_page, round_page
from scorekeeper.matches.models import Match, find_match
from scorekeeper.matches.recording import EntryRequest, LockedByOther, VersionConflict
from scorekeeper.matches.round_entry import RoundEntry
from scorekeeper.matches.saving import (
    LOCKED,
    MOVED_ON,
    can_enter,
    confirm_page,
    posted_answers,
    posted_place,
    save_round,
    show_again,
)
from scorekeeper.server.database import CannotWrite


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
    return _round_at(request, pk, Place(CORRECT, number))


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def insertion(request: ClubRequest, pk: int, number: int) -> HttpResponse:
    return _round_at(request, pk, Place(INSERT, number))


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def round_deletion(request: ClubRequest, pk: int, number: int) -> HttpResponse:
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


# --- Drafts

THEIRS, OURS = "theirs", "ours"
"""What a device that takes over continues with: the others' draft, or its own answers that were refused."""


@require_POST
def draft(request: ClubRequest, pk: int) -> HttpResponse:
    match = find_match(request.club, pk)
    return _draft_answer(request, match, posted_place(request, match))


@require_POST
def round_draft(request: ClubRequest, pk: int, number: int) -> HttpResponse:
    return _draft_answer(request, find_match(request.club, pk), Place(CORRECT, number))


@require_POST
def insertion_draft(request: ClubRequest, pk: int, number: int) -> HttpResponse:
    return _draft_answer(request, find_match(request.club, pk), Place(INSERT, number))


def _draft_answer(request: ClubRequest, match: Match, place: Place) -> HttpResponse:
    try:
        if not can_enter(match, place):
            raise VersionConflict
        return _store_draft(request, match, place)
    except VersionConflict:
        return _whole_page(show_again(request, place, find_match(match.club, match.pk), MOVED_ON, 409))
    except LockedByOther:
        return _whole_page(show_again(request, place, find_match(match.club, match.pk), LOCKED, 409))


def _store_draft(request: ClubRequest, match: Match, place: Place) -> HttpResponse:
    """Store the answers of a form as the draft, or clear the draft; then show the result."""
    take, before = request.POST.get("take", ""), match.locked_by_id
    typed = _with_shortcut(request, RoundEntry(place, match.before(place.number), posted_answers(request)))
    try:
        if take == THEIRS:
            recording.take_over(match, request.device)
            return _to_entry(match, place)
        if "anew" in request.POST:
            drafts.drop_draft(match, place, request.device)
            return _to_entry(match, place)
        kept = drafts.keep_draft(
            match, place, typed.typed, request.POST.get("draft", ""), request.device, over=take == OURS
        )
    except CannotWrite as error:
        typed.trouble = str(error)
        return _entry_answer(request, match, typed, status=507)
    if take or not request.htmx:
        return _to_entry(match, place)
    if kept == typed.typed and before in (None, request.device.pk):
        return _entry_answer(request, match, RoundEntry(place, typed.state, kept, stamp(kept)))
    # Another device typed as well, or had the lock: the keys have to show its answers too.
    if place.doing == PLAY:
        return _whole_page(match_page(request, match.pk))
    return _whole_page(round_page(request, match, RoundEntry.from_draft(match, place)))


def _entry_answer(request: ClubRequest, match: Match, entry: RoundEntry, status: int = 200) -> HttpResponse:
    if request.htmx and request.htmx.target == "entry-rows":
        return render(
            request,
            "matches/_draft_stamp.html",
            entry_facts(match, entry) | lock_facts(request, match),
            status=status,
        )
    return round_page(request, match, entry, status=status)


def _to_entry(match: Match, place: Place) -> HttpResponse:
    if place.doing == PLAY:
        return redirect("match", match.pk)
    return redirect(ADDRESSES[place.doing][0], match.pk, place.number)


def _whole_page(response: HttpResponse) -> HttpResponse:
    """Let a tap, which swaps the ledger, be answered with the whole page; nobody can go back to where it was sent."""
    response["HX-Retarget"], response["HX-Reselect"], response["HX-Push-Url"] = "#page", "#page", "false"
    return response


def _with_shortcut(request: ClubRequest, said: RoundEntry) -> RoundEntry:
    pressed = request.POST.get("shortcut")
    added = next((shortcut.answers for shortcut in said.shortcuts if shortcut.name == pressed), {}) if pressed else {}
    return RoundEntry(said.place, said.state, {**said.answers, **added})
