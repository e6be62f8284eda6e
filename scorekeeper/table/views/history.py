"""The history of a match: who entered, corrected and deleted what and when; and taking it back."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_POST, require_safe

from games.typed import read
from scorekeeper.table.views.asking import ask_first
from scorekeeper.table.views.lookup import find_match
from scorekeeper.table.views.saving import save
from django.views.decorators.http import require_http_methods

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from scorekeeper.table.models import Entry, Match


@require_safe
def history(request: HttpRequest, pk: int) -> HttpResponse:
    """Show all entries, the newest first."""
    return _page(request, find_match(pk))


@require_POST
def undoing(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Take one entry back; taken back once more it stands again."""
    match = find_match(pk)
    entry = get_object_or_404(match.entries, number=number)
    return save(request, match, lambda how: match.undo(entry, how), lambda notice: _page(request, match, notice, 422))


@require_http_methods(["GET", "HEAD", "POST"])
def end(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask whether the match is over, and end it."""
    match = find_match(pk)
    return ask_first(
        request, match, match.finish, question="End this match now?",
        effect="The scores stay as they are. It can be taken back from the history.",
    )  # fmt: skip


def _page(request: HttpRequest, match: Match, notice: str = "", status: int = 200) -> HttpResponse:
    entries = match.entries.select_related("device", "undone_by")
    told = [(entry, changed(match, entry), uuid.uuid4()) for entry in entries]
    return render(request, "table/history.html", {"match": match, "entries": told, "notice": notice}, status=status)


def changed(match: Match, entry: Entry) -> list[str]:
    """Say what an entry changed, answer by answer: “Ada took: 2 → 1”."""
    before, after = _answers(match, entry.before), _answers(match, entry.after)
    form = match.game.form(match.table, {})
    return [
        f"{question.label}: {question.said(before[name]) if name in before else '–'}"
        f" → {question.said(after[name]) if name in after else '–'}"
        for name, question in form.fields.items()
        if before and after and before.get(name) != after.get(name)
    ]


def _answers(match: Match, spot: dict[str, Any] | None) -> dict[str, str]:
    if not spot or "facts" not in spot:
        return {}
    return match.game.form.answers_of(read(spot["facts"], match.game.record), match.table)
