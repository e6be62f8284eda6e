"""What somebody typed for a round: saved where it can be, and never lost where it cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404
from django.shortcuts import render

from games.impossible import Impossible
from scorekeeper.table.entering import Entering
from scorekeeper.table.entries import answers
from scorekeeper.table.models.drafts import CORRECT, INSERT, PLAY, Place
from scorekeeper.table.models.entered import Stale
from scorekeeper.table.pages import round_page
from scorekeeper.table.views.saving import MOVED_ON, save

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from scorekeeper.table.models import Match
    from scorekeeper.table.models.entered import Entered

ENDED = "This match was ended meanwhile. What you typed was not saved:"
TYPED_TOO = "Somebody else is typing this as well. Look at all of it, then save."


def place_meant(request: HttpRequest, match: Match) -> Place:
    """Return the place a form for the next round was made for: that round may have been played meanwhile."""
    number = request.POST.get("number", "")
    return Place(PLAY, int(number) if number.isdecimal() and 0 < len(number) < 7 else len(match.records) + 1)


def is_there(match: Match, place: Place) -> bool:
    """Say whether a round can be entered at this place now; 404 for one that names a round nobody played."""
    if place.doing == PLAY:
        return match.is_open and place.number == len(match.records) + 1
    if not 1 <= place.number <= len(match.records):
        raise Http404
    return True


def save_round(request: HttpRequest, match: Match, place: Place) -> HttpResponse:
    """Save a round at its place, or show it again with what is wrong."""

    def write(entry: Entered) -> None:
        if not is_there(match, place):
            raise Stale
        entering = Entering(place, match.before(place.number), answers(request), sent=True)
        record = entering.form.record
        if record is None:
            raise Impossible(entering.error)
        if place.doing == PLAY:
            match.play(record, entry)
        elif place.doing == CORRECT:
            match.correct(place.number, record, entry)
        else:
            match.insert(place.number, record, entry)

    def page(now: Match, notice: str, status: int) -> HttpResponse:
        if status != 409 and is_there(now, place):
            return _again(request, now, place, notice, status)
        return moved_on(request, now, place)

    return save(request, match, write, page)


def moved_on(request: HttpRequest, match: Match, place: Place) -> HttpResponse:
    """Show what is there now beside what was typed, which can still be saved (409)."""
    said, now = answers(request), _place_now(match, place)
    if now is None:
        facts = {"match": match, "notice": ENDED, "typed": Entering(place, match.before(1), said)}
        return render(request, "table/notice.html", facts, status=409)
    entering = Entering.said(match, now, said, request.POST.get("draft", ""))
    entering.sent = False
    there = Entering.standing(match, now) if now.doing == CORRECT else None
    notice = f"{MOVED_ON}, and what you typed is still here."
    return round_page(request, match, entering, status=409, notice=notice, there=there)


def _again(request: HttpRequest, match: Match, place: Place, notice: str, status: int) -> HttpResponse:
    said = answers(request)
    entering = Entering.said(match, place, said, request.POST.get("draft", ""))
    if status == 422 and entering.answers != said:
        notice = TYPED_TOO
    return round_page(request, match, entering, status=status, notice="" if notice == entering.error else notice)


def _place_now(match: Match, place: Place) -> Place | None:
    """Return where an entry belongs once the match has moved on; None where nothing can be entered any more."""
    if 1 <= place.number <= len(match.records):
        return Place(INSERT if place.doing == INSERT else CORRECT, place.number)
    return Place(PLAY, len(match.records) + 1) if match.is_open else None
