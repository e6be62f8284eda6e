"""The history of a match: who entered, corrected and deleted what and when; and taking it back."""

from __future__ import annotations

import uuid
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from django.http import Http404
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.typed import read
from scorekeeper.club.door import needs
from scorekeeper.club.models import Role
from scorekeeper.table.models.history import taken_back
from scorekeeper.table.views.asking import ask_first
from scorekeeper.table.views.lookup import find_match
from scorekeeper.table.views.saving import save

if TYPE_CHECKING:
    from django.http import HttpResponse

    from games.form import RoundForm
    from scorekeeper.club.visit import Visit
    from scorekeeper.table.models import Entry, Match
    from scorekeeper.table.models.entered import Spot


class Told(NamedTuple):
    """An entry as the history tells it: what it changed, whether it was taken back, and a key to take it back with."""

    entry: Entry
    changes: list[str]
    back: bool
    key: uuid.UUID


@require_safe
def history(request: Visit, pk: int) -> HttpResponse:
    """Show all entries, the newest first."""
    return _page(request, find_match(request.club, pk))


@require_POST
def undoing(request: Visit, pk: int, number: int) -> HttpResponse:
    """Take one entry back; taken back once more it stands again."""
    match = find_match(request.club, pk)
    entry = match.entries.filter(number=number).first()
    if entry is None:
        raise Http404
    return save(request, match, lambda how: match.undo(entry, how), partial(_page, request))


@needs(Role.KEEPER)
@require_http_methods(["GET", "HEAD", "POST"])
def end(request: Visit, pk: int) -> HttpResponse:
    """Ask whether the match is over, and end it."""
    match = find_match(request.club, pk)
    return ask_first(
        request, match, match.finish, question="End this match now?",
        effect="The scores stay as they are. It can be taken back from the history.",
    )  # fmt: skip


def _page(request: Visit, match: Match, notice: str = "", status: int = 200) -> HttpResponse:
    entries = list(match.entries.select_related("device"))
    back = taken_back((entry.pk, entry.undoes_id) for entry in entries)
    form = match.game.form(match.table, {})
    told = [Told(entry, changed(match, form, entry), entry.pk in back, uuid.uuid4()) for entry in entries]
    return render(request, "table/history.html", {"match": match, "entries": told, "notice": notice}, status=status)


def changed(match: Match, form: RoundForm, entry: Entry) -> list[str]:
    """Say what an entry changed, answer by answer: “Ada took: 2 → 1”."""
    before, after = _answers(match, entry.before), _answers(match, entry.after)
    if not (before and after):
        return []
    return [
        f"{question.label}: {question.said(before[name]) if name in before else '–'}"
        f" → {question.said(after[name]) if name in after else '–'}"
        for name, question in form.fields.items()
        if before.get(name) != after.get(name)
    ]


def _answers(match: Match, spot: Spot | None) -> dict[str, str]:
    if not spot or "facts" not in spot:
        return {}
    there = replace(match.table, unknown=spot["number"] - 1)  # who dealt follows from the number alone
    return match.game.form.answers_of(read(spot["facts"], match.game.record), there)
