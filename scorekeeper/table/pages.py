"""The page of a match: drawn once for each change, kept by match, version and what is being typed."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse

from scorekeeper.club.look import Look
from scorekeeper.club.middleware import token_of, welcome
from scorekeeper.compression import accepted
from scorekeeper.table import kept
from scorekeeper.table.entering import Entering
from scorekeeper.table.models import Match
from scorekeeper.table.models.drafts import CORRECT, INSERT, PLAY, Answers, Place, stamp
from scorekeeper.table.once import draw, once
from scorekeeper.table.pad import Pad
from scorekeeper.table.state import State, sight

if TYPE_CHECKING:
    from django.utils.safestring import SafeString

    from games.so_far import SoFar
    from scorekeeper.club.models import Device
    from scorekeeper.club.visit import Visit
    from scorekeeper.table.models.pen import Pen

ADDRESSES = {PLAY: ("rounds", "draft"), CORRECT: ("round", "round-draft"), INSERT: ("insertion", "insertion-draft")}
"""By what is done: where a round is saved, and where its draft is kept."""

LABELS = {
    PLAY: ("{round} {number}", "Save {round} {number}"),
    CORRECT: ("Correct {round} {number}", "Save the correction of {round} {number}"),
    INSERT: ("Before {round} {number}", "Save the {round} before {round} {number}"),
}
"""By what is done: what the page is called, and its button."""


ENTRY, SEEN = uuid.uuid4().hex, uuid.uuid4().hex
"""What stands on a page where the round being entered and the state it shows will: what each tap changes."""


def match_page(request: Visit, pk: int, shown: str = "") -> HttpResponse:
    """Show a match: the round being entered above its pad; 204 where that is `shown` already, 404 where none is."""
    found = sight(pk, token_of(request))
    if found is None:
        raise Http404
    welcome(request, found.device, missed=found.missed)
    state = found.state
    if shown and shown == state.seen:
        return HttpResponse(status=204, headers={"Cache-Control": "no-store"})
    coding = accepted(request.META.get("HTTP_ACCEPT_ENCODING", ""))
    return kept.hand_out(request, drawn(pk, state, Look.of(request), coding), whose(found.device, state.pen))


@once(size=500)
def drawn(pk: int, state: State, look: Look, coding: str) -> kept.Page:
    """Draw a match's page: once for each change and look, and kept until others are asked for more."""
    page, match = worked_out(pk, state.version, state.renamed, state.started)
    if match.is_open:
        typed = state.typed if match.version == state.version else match.draft
        page = page.replace(ENTRY, drawn_entry(match, coming(match, typed), pen=state.pen))
    # A key that began "the same again" begins it only once: who comes back later gets another.
    return kept.keep(page.replace(SEEN, state.seen), look, coding, reusable=match.is_open)


@once(size=100)
def worked_out(pk: int, _version: int, _renamed: int, _started: str) -> tuple[str, Match]:
    """Work a match out and draw its page, but for what is being typed: once for each change of its facts."""
    match = Match.shown(pk)
    blanks = kept.BLANKS | {"entry": ENTRY, "live": SEEN}
    body = body_of(match, coming(match, {}) if match.is_open else None)
    return render_to_string("table/match.html", body | blanks), match


def coming(match: Match, typed: Answers) -> Entering:
    """Return the round to come with what has been typed for it."""
    return Entering(Place(PLAY, match.so_far.number), match.so_far, typed, stamp(typed))


def round_page(
    request: Visit, match: Match, entering: Entering, *, status: int = 200, notice: str = "",
    there: Entering | None = None,
) -> HttpResponse:  # fmt: skip
    """Show a round as it is being entered, with what is to be said about it."""
    who = who_enters(request, match)
    entry = drawn_entry(match, entering, refused=status != 200, **who)
    told = {"notice": notice, "there": there, "key": uuid.uuid4(), "entry": entry, **who}
    return render(request, "table/match.html", body_of(match, entering) | told, status=status)


def who_enters(request: Visit, match: Match) -> dict[str, Any]:
    """Say who has the pen, and what that is to who asks."""
    return {"pen": match.held, "whose": whose(request.device, match.held)}


def whose(device: Device, pen: Pen | None) -> str:
    """Say what a device may do with the pen, as the style sheet knows it."""
    if pen is not None and pen.device == device.pk:
        return "mine"
    return "" if device.is_keeper else "looks"


def drawn_entry(match: Match, entering: Entering, **who: Any) -> SafeString:
    """Draw the form of a round."""
    return draw("table/_entry.html", **entry_of(match, entering), **who)


def body_of(match: Match, entering: Entering | None) -> dict[str, Any]:
    """Return what a match's page shows."""
    return {"match": match, "pad": Pad.of(match)} | (entry_of(match, entering) if entering else {})


def entry_of(match: Match, entering: Entering) -> dict[str, Any]:
    """Return what the form of a round needs: its addresses, its title and button, the deal in words."""
    place = entering.place
    where = (match.pk,) if place.doing == PLAY else (match.pk, place.number)
    title, save = (label.format(round=match.game.round_name, number=place.number) for label in LABELS[place.doing])
    save_to, keep_at = (reverse(name, args=where) for name in ADDRESSES[place.doing])
    return {
        "match": match, "entering": entering, "save_to": save_to, "keep_at": keep_at, "save_label": save,
        "deal": deal_in_words(title, entering.so_far),
        "correcting": place.doing == CORRECT, "inserting": place.doing == INSERT,
    }  # fmt: skip


def deal_in_words(title: str, so_far: SoFar) -> dict[str, str]:
    """Say who deals how many cards to whom, and who comes first."""
    deal, length = so_far.deal, so_far.game.length(so_far.players, so_far.rules)
    fewest, most = min(deal.cards), max(deal.cards)
    each = f"{most} card{'' if most == 1 else 's'} each" if fewest == most else f"{fewest} or {most} cards"
    return {
        "title": title[:1].upper() + title[1:] + (f" of {length}" if length else ""),
        "cards": each,
        "dealer": so_far.names[deal.dealer],
        "first": so_far.names[deal.first],
    }
