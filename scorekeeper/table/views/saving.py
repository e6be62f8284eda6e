"""Save an entry, or say why not on the page it came from."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.http import Http404
from django.shortcuts import redirect

from games.impossible import Impossible
from scorekeeper.database import CannotWrite
from scorekeeper.table.entries import entered
from scorekeeper.table.models.entered import Entered, OtherEntry, Stale
from scorekeeper.table.models.pen import Held
from scorekeeper.table.views.lookup import find_match

if TYPE_CHECKING:
    from django.http import HttpResponse

    from scorekeeper.club.visit import Visit
    from scorekeeper.table.models import Match

Page = Callable[["Match", str, int], "HttpResponse"]
"""Shows the page an entry came from, for the match as it is now, with a notice and a status."""

OTHER_ENTRY = "Something else was saved from this page before, so this was not. Look at the pad, then save again."
MOVED_ON = "Somebody changed this match meanwhile. Nothing was overwritten: look at what is there now, then decide."

HELD = "Another phone is entering. What you typed is still here, and it is kept as soon as you take over."


def save(request: Visit, match: Match, write: Callable[[Entered], object], page: Page) -> HttpResponse:
    """Write an entry that counts once and was made for the match as it is; then show the match."""
    try:
        _write_once(match, entered(request), write)
    except Stale:
        return page(find_match(match.club, match.pk), MOVED_ON, 409)
    except Held:
        return page(find_match(match.club, match.pk), HELD, 409)
    except OtherEntry:
        return page(match, OTHER_ENTRY, 422)
    except Impossible as error:
        return page(match, error.message, 422)
    except CannotWrite as error:
        return page(match, str(error), 507)
    return redirect("match", match.pk)


def _write_once(match: Match, entry: Entered, write: Callable[[Entered], object]) -> None:
    """Write an entry, unless it counted before: what is in its way may be itself, on its way here twice."""
    try:
        if match.awaits(entry):
            write(entry)
    except (Stale, Impossible, Http404):
        if find_match(match.club, match.pk).awaits(entry):
            raise
