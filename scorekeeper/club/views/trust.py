"""Who can see what, what is kept and where: on one page, open to everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.club.codes import VALID
from scorekeeper.club.deleting import GRACE
from scorekeeper.club.door import open_to_all
from scorekeeper.club.models import Role

if TYPE_CHECKING:
    from scorekeeper.club.visit import Guest


@open_to_all
@require_safe
def trust(request: Guest) -> HttpResponse:
    """Tell it in plain words."""
    facts = {
        "roles": Role, "days": GRACE.days, "minutes": VALID.seconds // 60, "https": settings.HTTPS,
        "founding": settings.FOUNDING, "version": settings.VERSION,
    }  # fmt: skip
    return render(request, "club/trust.html", facts)
