"""Scoresheets: a match as the open file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from games import scoresheet
from scorekeeper.table.views.lookup import find_match

if TYPE_CHECKING:
    from scorekeeper.club.visit import Visit


@require_safe
def sheet(request: Visit, pk: int) -> HttpResponse:
    """Hand a match out as its scoresheet."""
    match = find_match(request.club, pk)
    name = f"{timezone.localdate(match.started)}-{slugify(match.game.name)}-{match.pk}.json"
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(scoresheet.dump(match.sheet()), content_type="application/json", headers=disposition)
