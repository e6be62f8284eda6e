"""Save an entry, or say why not: whatever was typed is on the page that comes back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.shortcuts import redirect, render

from games.impossible import Impossible
from scorekeeper.table.entering import Entering
from scorekeeper.table.entries import answers, entered
from scorekeeper.table.models.changes import Entered, OtherEntry, Stale
from scorekeeper.table.pages import round_page
from scorekeeper.table.views.lookup import before_round, find_match

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from scorekeeper.table.models import Match

OTHER_ENTRY = "Something else was saved from this page before, so this was not. Look at the pad, then save again."


def save_round(request: HttpRequest, match: Match, number: int | None) -> HttpResponse:
    """Save a new round (no number) or the correction of one."""
    so_far = before_round(match, number) if number else match.so_far
    entering = Entering(so_far, answers(request), sent=True)

    def write(entry: Entered) -> None:
        record = entering.form.record
        if record is None:
            raise Impossible(entering.error)
        if number:
            match.correct(number, record, entry)
        else:
            match.play(record, entry)

    def refused(notice: str) -> HttpResponse:
        said_below = notice == entering.error
        return round_page(
            request, match, entering, correcting=bool(number), status=422, notice="" if said_below else notice
        )

    return save(request, match, write, refused)


def save(
    request: HttpRequest, match: Match, write: Callable[[Entered], object], refused: Callable[[str], HttpResponse]
) -> HttpResponse:
    """Write an entry that counts once and was made for the match as it is; then show the match."""
    try:
        entry = entered(request)
        if match.version == entry.seen:
            write(entry)
        elif not match.counted(entry):
            raise Stale
    except Stale:
        return _unless_counted(request, find_match(match.pk), entry)
    except OtherEntry:
        return refused(OTHER_ENTRY)
    except Impossible as error:
        return refused(error.message)
    return redirect("match", match.pk)


def moved_on(request: HttpRequest, match: Match) -> HttpResponse:
    """Show what is there now beside what was typed, which can still be saved (409)."""
    said = answers(request)
    meant = request.POST.get("number", "")
    number = int(meant) if meant.isdecimal() and int(meant) <= len(match.records) else None
    if number is None and not match.is_open:
        notice = "This match was ended meanwhile."
        return render(request, "table/notice.html", {"match": match, "notice": notice}, status=409)
    so_far = match.before(number) if number else match.so_far
    there = None
    if number:
        there = Entering(so_far, match.game.form.answers_of(match.records[number - 1], so_far))
    return round_page(
        request, match, Entering(so_far, said), correcting=bool(number), status=409, there=there,
        notice="Somebody changed this match meanwhile. Nothing was overwritten, and what you typed is still here.",
    )  # fmt: skip


def _unless_counted(request: HttpRequest, match: Match, entry: Entered) -> HttpResponse:
    # The same entry may have come in twice at once: the other one won, and it is this one.
    return redirect("match", match.pk) if match.counted(entry) else moved_on(request, match)
