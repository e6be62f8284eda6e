"""The draft: each tap is kept, and answered with what it comes to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from scorekeeper.database import CannotWrite
from scorekeeper.table.entering import Entering
from scorekeeper.table.entries import answers
from scorekeeper.table.models.drafts import CORRECT, INSERT, PLAY, Place, stamp
from scorekeeper.table.models.entered import Stale
from scorekeeper.table.models.pen import Held
from scorekeeper.table.pages import ADDRESSES, entry_of, match_page, round_page, who_enters
from scorekeeper.table.views.lookup import find_match
from scorekeeper.table.views.saving import HELD, MOVED_ON
from scorekeeper.table.views.typed import is_there, place_meant, show_again

if TYPE_CHECKING:
    from django.http import HttpResponse

    from scorekeeper.club.visit import Visit
    from scorekeeper.table.models import Match

THEIRS, OURS = "theirs", "ours"
"""The pen is taken over: with what the others typed, or with what was typed here and refused as well."""


@require_POST
def draft(request: Visit, pk: int) -> HttpResponse:
    """Keep what is typed for the round to come."""
    match = find_match(request.club, pk)
    return _answer(request, match, place_meant(request, match))


@require_POST
def round_draft(request: Visit, pk: int, number: int) -> HttpResponse:
    """Keep what is typed for the correction of a round."""
    return _answer(request, find_match(request.club, pk), Place(CORRECT, number))


@require_POST
def insertion_draft(request: Visit, pk: int, number: int) -> HttpResponse:
    """Keep what is typed for a round that was forgotten before this one."""
    return _answer(request, find_match(request.club, pk), Place(INSERT, number))


def _answer(request: Visit, match: Match, place: Place) -> HttpResponse:
    try:
        if not is_there(match, place):
            raise Stale
        return _keep(request, match, place)
    except Stale:
        return _whole(show_again(request, place, find_match(match.club, match.pk), MOVED_ON, 409))
    except Held:
        return _whole(show_again(request, place, find_match(match.club, match.pk), HELD, 409))


def _keep(request: Visit, match: Match, place: Place) -> HttpResponse:
    """Keep what a form says, or throw away what was kept; then show it."""
    take, before = request.POST.get("take", ""), match.pen_id
    typed = _with_shortcut(request, Entering(place, match.before(place.number), answers(request)))
    try:
        if take == THEIRS:
            match.take_over(request.device)
            return _back(match, place)
        if "anew" in request.POST:
            match.drop_draft(place, request.device)
            return _back(match, place)
        kept = match.keep_draft(place, typed.typed, request.POST.get("draft", ""), request.device, over=take == OURS)
    except CannotWrite as error:
        typed.trouble = str(error)
        return _shown(request, match, typed, status=507)
    if take or not request.htmx:
        return _back(match, place)
    if kept == typed.typed and before in (None, request.device.pk):
        return _shown(request, match, Entering(place, typed.so_far, kept, stamp(kept)))
    # Somebody else typed as well, or had the pen: the keys have to show it too.
    if place.doing == PLAY:
        return _whole(match_page(request, match.pk))
    return _whole(round_page(request, match, Entering.kept(match, place)))


def _shown(request: Visit, match: Match, entering: Entering, status: int = 200) -> HttpResponse:
    if request.htmx and request.htmx.target == "ledger":
        return render(
            request, "table/_kept.html", entry_of(match, entering) | who_enters(request, match), status=status
        )
    return round_page(request, match, entering, status=status)


def _back(match: Match, place: Place) -> HttpResponse:
    if place.doing == PLAY:
        return redirect("match", match.pk)
    return redirect(ADDRESSES[place.doing][0], match.pk, place.number)


def _whole(response: HttpResponse) -> HttpResponse:
    """Let a tap, which swaps the ledger, be answered with the whole page; nobody can go back to where it was sent."""
    response["HX-Retarget"], response["HX-Reselect"], response["HX-Push-Url"] = "#page", "#page", "false"
    return response


def _with_shortcut(request: Visit, said: Entering) -> Entering:
    """Add the answers of the shortcut pressed, where no script filled them in."""
    pressed = request.POST.get("shortcut")
    added = next((shortcut.answers for shortcut in said.shortcuts if shortcut.name == pressed), {}) if pressed else {}
    return Entering(said.place, said.so_far, {**said.answers, **added})
