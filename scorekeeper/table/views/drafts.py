"""The draft: each tap is kept, and answered with what it comes to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from scorekeeper.club.middleware import device_of
from scorekeeper.table.entering import Entering
from scorekeeper.table.entries import answers
from scorekeeper.table.pages import entry_of
from scorekeeper.table.views.lookup import before_round, find_match
from scorekeeper.table.views.saving import moved_on

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from games.so_far import SoFar
    from scorekeeper.table.models import Match


@require_POST
def draft(request: HttpRequest, pk: int) -> HttpResponse:
    """Keep what is typed for the round to come."""
    match = find_match(pk)
    if not match.is_open or request.POST.get("number") != str(len(match.records) + 1):
        response = moved_on(request, match)
        # A tap swaps the ledger; here the whole page has to be said anew.
        response["HX-Retarget"], response["HX-Reselect"] = "#page", "#page"
        return response
    return _keep(request, match, match.so_far, correcting=False)


@require_POST
def round_draft(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Keep what is typed for the correction of a round."""
    match = find_match(pk)
    return _keep(request, match, before_round(match, number), correcting=True)


def _keep(request: HttpRequest, match: Match, so_far: SoFar, *, correcting: bool) -> HttpResponse:
    said = _with_shortcut(request, so_far)
    said = match.keep_draft(so_far.number, said, device_of(request), correcting=correcting)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("round", match.pk, so_far.number) if correcting else redirect("match", match.pk)
    if correcting:
        said = match.game.form.answers_of(match.records[so_far.number - 1], so_far) | said
    return render(request, "table/_kept.html", entry_of(match, Entering(so_far, said), correcting=correcting))


def _with_shortcut(request: HttpRequest, so_far: SoFar) -> dict[str, str]:
    """Return the answers sent, with those of the shortcut pressed where no script filled them in."""
    said = answers(request)
    pressed = request.POST.get("shortcut")
    if pressed:
        offered = Entering(so_far, said).shortcuts
        said |= next((shortcut.answers for shortcut in offered if shortcut.name == pressed), {})
    return said
