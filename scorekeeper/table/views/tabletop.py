"""The table view, for a phone in the middle of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.club.door import looks_itself
from scorekeeper.table.models import Match
from scorekeeper.table.pages import seen_by
from scorekeeper.table.tabletop import Tabletop

if TYPE_CHECKING:
    from scorekeeper.club.visit import Visit


@looks_itself
@require_safe
def tabletop(request: Visit, pk: int) -> HttpResponse:
    """Show a match in large, turned as the address says; nothing at all while it is as it was seen."""
    state = seen_by(request, pk).state
    if request.GET.get("seen") == state.seen:
        return HttpResponse(status=204, headers={"Cache-Control": "no-store"})
    shown = Tabletop.of(Match.shown(pk), request.GET.get("turned", ""))
    facts = {"tabletop": shown, "match": shown.match, "seen": state.seen, "pen": state.pen}
    return render(request, "table/tabletop.html", facts)
