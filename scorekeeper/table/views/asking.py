"""Ask before what is hard to see afterwards: a page with one question and two ways out."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import TYPE_CHECKING

from django.shortcuts import render

from scorekeeper.table.views.saving import save

if TYPE_CHECKING:
    from django.http import HttpResponse

    from scorekeeper.club.visit import Visit
    from scorekeeper.table.models import Match
    from scorekeeper.table.models.entered import Entered


def ask_first(
    request: Visit, match: Match, write: Callable[[Entered], object], *, question: str, effect: str
) -> HttpResponse:
    """Show the question on GET; on POST do it, or say on the same page why it cannot be done."""

    def page(now: Match, notice: str = "", status: int = 200) -> HttpResponse:
        if status == 409:
            return render(request, "table/notice.html", {"match": now, "notice": notice}, status=409)
        facts = {"match": now, "question": question, "effect": effect, "notice": notice, "key": uuid.uuid4()}
        return render(request, "table/ask.html", facts, status=status)

    return save(request, match, write, page) if request.method == "POST" else page(match)
