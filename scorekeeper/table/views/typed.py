"""What somebody typed for a round: saved where it can be, and never lost where it cannot."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from django.http import Http404
from django.shortcuts import render

from games.impossible import Impossible
from scorekeeper.table.entering import Entering
from scorekeeper.table.entries import answers
from scorekeeper.table.models.drafts import CORRECT, INSERT, PLAY, Place
from scorekeeper.table.models.entered import Stale
from scorekeeper.table.pages import round_page
from scorekeeper.table.views.saving import HELD, save

if TYPE_CHECKING:
    from django.http import HttpResponse

    from scorekeeper.club.visit import Visit
    from scorekeeper.table.models import Match
    from scorekeeper.table.models.entered import Entered

ENDED = "This match was ended meanwhile. What you typed was not saved:"
TYPED_TOO = "Somebody else is typing this as well. Look at all of it, then save."


def place_meant(request: Visit, match: Match) -> Place:
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


def save_round(request: Visit, match: Match, place: Place) -> HttpResponse:
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

    return save(request, match, write, partial(show_again, request, place))


def show_again(request: Visit, place: Place, match: Match, notice: str, status: int) -> HttpResponse:
    """Show what was typed where it belongs now, with what is to be said about it; beside it what is there."""
    now, said = _place_now(match, place), answers(request)
    if now is None:
        facts = {"match": match, "notice": ENDED, "typed": Entering(place, match.before(1), said)}
        return render(request, "table/notice.html", facts, status=status)
    entering = Entering.said(match, now, said, request.POST.get("draft", ""), sent=status == 422)
    if status == 422 and entering.answers != said:
        notice = TYPED_TOO
    there = None
    if now.doing == CORRECT and (status == 409 or now != place):
        there = Entering.standing(match, now)
    elif notice == HELD and match.typed(now):
        there = Entering.kept(match, now)
    notice = "" if notice == entering.error else notice
    return round_page(request, match, entering, status=status, notice=notice, there=there)


def _place_now(match: Match, place: Place) -> Place | None:
    """Return where an entry belongs as the match stands; None where nothing can be entered any more."""
    if 1 <= place.number <= len(match.records):
        return Place(INSERT if place.doing == INSERT else CORRECT, place.number)
    return Place(PLAY, len(match.records) + 1) if match.is_open else None
