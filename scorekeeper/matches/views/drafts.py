"""The draft: each tap is kept, and answered with what it comes to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from scorekeeper.matches import drafts, recording
from scorekeeper.matches.drafts import CORRECT, INSERT, PLAY, Place, stamp
from scorekeeper.matches.match_page import ADDRESSES, entry_facts, lock_facts, match_page, round_page
from scorekeeper.matches.models import find_match
from scorekeeper.matches.recording import LockedByOther, VersionConflict
from scorekeeper.matches.round_entry import RoundEntry
from scorekeeper.matches.saving import LOCKED, MOVED_ON, can_enter, posted_answers, posted_place, show_again
from scorekeeper.server.database import CannotWrite

if TYPE_CHECKING:
    from django.http import HttpResponse

    from scorekeeper.clubs.permissions import ClubRequest
    from scorekeeper.matches.models import Match

THEIRS, OURS = "theirs", "ours"
"""The pen is taken over: with what the others typed, or with what was typed here and refused as well."""


@require_POST
def draft(request: ClubRequest, pk: int) -> HttpResponse:
    """Keep what is typed for the round to come."""
    match = find_match(request.club, pk)
    return _answer(request, match, posted_place(request, match))


@require_POST
def round_draft(request: ClubRequest, pk: int, number: int) -> HttpResponse:
    """Keep what is typed for the correction of a round."""
    return _answer(request, find_match(request.club, pk), Place(CORRECT, number))


@require_POST
def insertion_draft(request: ClubRequest, pk: int, number: int) -> HttpResponse:
    """Keep what is typed for a round that was forgotten before this one."""
    return _answer(request, find_match(request.club, pk), Place(INSERT, number))


def _answer(request: ClubRequest, match: Match, place: Place) -> HttpResponse:
    try:
        if not can_enter(match, place):
            raise VersionConflict
        return _keep(request, match, place)
    except VersionConflict:
        return _whole(show_again(request, place, find_match(match.club, match.pk), MOVED_ON, 409))
    except LockedByOther:
        return _whole(show_again(request, place, find_match(match.club, match.pk), LOCKED, 409))


def _keep(request: ClubRequest, match: Match, place: Place) -> HttpResponse:
    """Keep what a form says, or throw away what was kept; then show it."""
    take, before = request.POST.get("take", ""), match.locked_by_id
    typed = _with_shortcut(request, RoundEntry(place, match.before(place.number), posted_answers(request)))
    try:
        if take == THEIRS:
            recording.take_over(match, request.device)
            return _back(match, place)
        if "anew" in request.POST:
            drafts.drop_draft(match, place, request.device)
            return _back(match, place)
        kept = drafts.keep_draft(
            match, place, typed.typed, request.POST.get("draft", ""), request.device, over=take == OURS
        )
    except CannotWrite as error:
        typed.trouble = str(error)
        return _shown(request, match, typed, status=507)
    if take or not request.htmx:
        return _back(match, place)
    if kept == typed.typed and before in (None, request.device.pk):
        return _shown(request, match, RoundEntry(place, typed.state, kept, stamp(kept)))
    # Somebody else typed as well, or had the pen: the keys have to show it too.
    if place.doing == PLAY:
        return _whole(match_page(request, match.pk))
    return _whole(round_page(request, match, RoundEntry.from_draft(match, place)))


def _shown(request: ClubRequest, match: Match, entry: RoundEntry, status: int = 200) -> HttpResponse:
    if request.htmx and request.htmx.target == "entry-rows":
        return render(
            request,
            "matches/_draft_stamp.html",
            entry_facts(match, entry) | lock_facts(request, match),
            status=status,
        )
    return round_page(request, match, entry, status=status)


def _back(match: Match, place: Place) -> HttpResponse:
    if place.doing == PLAY:
        return redirect("match", match.pk)
    return redirect(ADDRESSES[place.doing][0], match.pk, place.number)


def _whole(response: HttpResponse) -> HttpResponse:
    """Let a tap, which swaps the ledger, be answered with the whole page; nobody can go back to where it was sent."""
    response["HX-Retarget"], response["HX-Reselect"], response["HX-Push-Url"] = "#page", "#page", "false"
    return response


def _with_shortcut(request: ClubRequest, said: RoundEntry) -> RoundEntry:
    """Add the answers of the shortcut pressed, where no script filled them in."""
    pressed = request.POST.get("shortcut")
    added = next((shortcut.answers for shortcut in said.shortcuts if shortcut.name == pressed), {}) if pressed else {}
    return RoundEntry(said.place, said.state, {**said.answers, **added})
