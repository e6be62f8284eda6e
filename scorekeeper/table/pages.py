"""The page of a match: drawn once for each change, kept by match, version and what is being typed."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any, NamedTuple

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
from scorekeeper.table.reader import KEEPER, Reader
from scorekeeper.table.state import Sight, State, sight

if TYPE_CHECKING:
    from django.utils.safestring import SafeString

    from games.game import Game
    from games.so_far import SoFar
    from scorekeeper.club.visit import Visit

ADDRESSES = {PLAY: ("rounds", "draft"), CORRECT: ("round", "round-draft"), INSERT: ("insertion", "insertion-draft")}
"""By what is done: where a round is saved, and where its draft is kept."""

LABELS = {
    PLAY: ("{round} {number}", "Save {round} {number}"),
    CORRECT: ("Correct {round} {number}", "Save the correction of {round} {number}"),
    INSERT: ("Before {round} {number}", "Save the {round} before {round} {number}"),
}
"""By what is done: what the page is called, and its button."""


ROUND, ENTRY, PAD, SEEN = (uuid.uuid4().hex for _ in range(4))
"""What stands on a page where a round, what is entered of it, the pad and the state it shows will."""


class Heading(NamedTuple):
    """What a match's page says from its first round to its last."""

    pk: int
    game: Game
    names: tuple[str, ...]
    is_open: bool
    reader: Reader


def match_page(request: Visit, pk: int, shown: str = "") -> HttpResponse:
    """Show a match: the round being entered above its pad; 204 where that is `shown` already, 404 where none is."""
    found = seen_by(request, pk)
    state = found.state
    if shown and shown == state.seen:
        return HttpResponse(status=204, headers={"Cache-Control": "no-store"})
    coding = accepted(request.META.get("HTTP_ACCEPT_ENCODING", ""))
    reader = Reader.of(found.device, state.pen)
    return kept.hand_out(request, drawn(pk, state, reader, Look.of(request), coding))


def seen_by(request: Visit, pk: int) -> Sight:
    """Return a match as who asks may see it, and say who that is; 404 where they have none of that number."""
    found = sight(pk, token_of(request))
    if found is None:
        raise Http404
    welcome(request, found.device)
    return found


@once(size=500)
def drawn(pk: int, state: State, reader: Reader, look: Look, coding: str) -> kept.Page:
    """Draw a match's page: once for each change, kind of reader and look, and kept until others are asked for more."""
    page, match = worked_out(pk, state.version, state.renamed, state.started, Reader(reader.writes))
    if match.is_open:
        typed = state.typed if match.version == state.version else match.draft
        entry = drawn_entry(match, coming(match, typed), reader, pen=state.pen, live=SEEN)
        page = page.replace(ENTRY, entry)
    # A key that began "the same again" begins it only once: who comes back later gets another.
    return kept.keep(page.replace(SEEN, state.seen), look, coding, reusable=match.is_open)


@once(size=100)
def worked_out(pk: int, _version: int, _renamed: int, _started: str, reader: Reader) -> tuple[str, Match]:
    """Work a match out and draw its page, but for what is being typed: once for each change of its facts."""
    match = Match.shown(pk)
    heading = Heading(match.pk, match.game, tuple(match.names), match.is_open, reader)
    page = framed(heading).replace(PAD, drawn_pad(match, reader))
    if match.is_open:
        return page.replace(ROUND, drawn_round(match, coming(match, {}), ENTRY)), match
    return page.replace(ROUND, draw("table/_result.html", match=match, pad=Pad.of(match), reader=reader)), match


@once(size=500)
def framed(match: Heading) -> str:
    """Draw a match's page but for what changes from round to round: once for all that it says."""
    said = {"match": match, "entering": match.is_open, "reader": match.reader, "keep_at": addresses(PLAY, match.pk)[1]}
    return render_to_string("table/match.html", kept.BLANKS | {"round": ROUND, "pad": PAD, "live": SEEN} | said)


def coming(match: Match, typed: Answers) -> Entering:
    """Return the round to come with what has been typed for it."""
    return Entering(Place(PLAY, match.so_far.number), match.so_far, typed, stamp(typed))


def round_page(
    request: Visit, match: Match, entering: Entering, *, status: int = 200, notice: str = "",
    there: Entering | None = None,
) -> HttpResponse:  # fmt: skip
    """Show a round as it is being entered, with what is to be said about it."""
    facts = entry_of(match, entering) | who_enters(request, match)
    told = {
        "notice": notice, "there": there, "key": uuid.uuid4(), "pad": drawn_pad(match, facts["reader"]),
        "round": drawn_round(match, entering, draw("table/_entry.html", **facts, refused=status != 200)), "still": True,
    }  # fmt: skip
    return render(request, "table/match.html", facts | told, status=status)


def drawn_pad(match: Match, reader: Reader) -> SafeString:
    """Draw the scores and how they moved."""
    return draw("table/_pad.html", pad=Pad.of(match, writes=reader.writes))


def drawn_round(match: Match, entering: Entering, entry: str) -> SafeString:
    """Draw who deals a round, above what is entered of it."""
    title = LABELS[entering.place.doing][0].format(round=match.game.round_name, number=entering.number)
    return draw("table/_round.html", deal=deal_in_words(title, entering.so_far), entry=entry)


def drawn_entry(match: Match, entering: Entering, reader: Reader = KEEPER, **who: Any) -> SafeString:
    """Draw the form of a round; for who may only look, what is typed in it."""
    template = "table/_entry.html" if reader.writes else "table/_watched.html"
    return draw(template, **entry_of(match, entering), reader=reader, **who)


def who_enters(request: Visit, match: Match) -> dict[str, Any]:
    """Say who has the pen, as whom who asks reads that, and the name of the state that is shown."""
    return {"pen": match.held, "reader": Reader.of(request.device, match.held), "live": State.of(match).seen}


def entry_of(match: Match, entering: Entering) -> dict[str, Any]:
    """Return what the form of a round needs: its addresses and its button."""
    place = entering.place
    save_to, keep_at = addresses(place.doing, match.pk, *([] if place.doing == PLAY else [place.number]))
    return {
        "match": match, "entering": entering, "save_to": save_to, "keep_at": keep_at,
        "save_label": LABELS[place.doing][1].format(round=match.game.round_name, number=place.number),
        "correcting": place.doing == CORRECT, "inserting": place.doing == INSERT,
    }  # fmt: skip


@once(size=1_000)
def addresses(doing: str, *where: int) -> tuple[str, str]:
    """Return where a round is saved, and where its draft is kept."""
    save_to, keep_at = (reverse(name, args=where) for name in ADDRESSES[doing])
    return save_to, keep_at


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
