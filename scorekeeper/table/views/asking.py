"""Ask before what is hard to see afterwards: a page with one question and two ways out."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import TYPE_CHECKING

from django.shortcuts import render

from scorekeeper.table.views.saving import save

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from scorekeeper.table.models import Match
    from scorekeeper.table.models.changes import Entered


def ask_first(
    request: HttpRequest, match: Match, write: Callable[[Entered], object], *, question: str, effect: str
) -> HttpResponse:
    """Show the question on GET; on POST do it, or say on the same page why it cannot be done."""

    def page(notice: str = "", status: int = 200) -> HttpResponse:
        facts = {"match": match, "question": question, "effect": effect, "notice": notice, "key": uuid.uuid4()}
        return render(request, "table/ask.html", facts, status=status)

    if request.method != "POST":
        return page()
    return save(request, match, write, lambda notice: page(notice, 422))
