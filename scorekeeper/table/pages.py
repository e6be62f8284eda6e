"""The page of a match: drawn once for each change, kept by match, version and taps."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from django.core.cache import cache
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse

from games.scorecard import Deal
from scorekeeper.table.entering import Entering
from scorekeeper.table.pad import HEIGHT, WIDTH, Pad

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from scorekeeper.table.models import Draft, Match


def match_page(request: HttpRequest, match: Match, draft_stamp: int) -> HttpResponse:
    """Show a match: the round being entered above its pad."""
    kept = f"match:{match.pk}:{match.started.timestamp()}:{match.version}:{draft_stamp}"
    body = cache.get(kept)
    if body is None:
        body = render_to_string("table/_body.html", body_of(match))
        cache.set(kept, body)
    return framed(request, match, body)


def round_page(
    request: HttpRequest, match: Match, entering: Entering, *, correcting: bool, status: int = 200, notice: str = "",
    there: Entering | None = None,
) -> HttpResponse:
    """Show a round as it is being entered or corrected, with what is to be said about it."""
    where = {**body_of(match, entering, correcting=correcting), "notice": notice, "there": there}
    return framed(request, match, render_to_string("table/_body.html", where), status=status)


def framed(request: HttpRequest, match: Match, body: str, status: int = 200) -> HttpResponse:
    """Put a drawn body into its page, with an entry key of its own."""
    return render(request, "table/match.html", {"match": match, "body": body, "key": uuid.uuid4()}, status=status)


def body_of(match: Match, entering: Entering | None = None, *, correcting: bool = False) -> dict[str, Any]:
    """Return what a match's page shows."""
    if entering is None and match.is_open:
        entering = Entering(match.so_far, draft_answers(match, len(match.records) + 1, correcting=False))
    facts: dict[str, Any] = {
        "match": match, "pad": Pad.of(match), "width": WIDTH, "height": HEIGHT, "entering": entering,
        "correcting": correcting,
    }  # fmt: skip
    return facts | (entry_of(match, entering, correcting=correcting) if entering else {})


def entry_of(match: Match, entering: Entering, *, correcting: bool) -> dict[str, Any]:
    """Return what the form of a round needs: its addresses, its button, the deal in words."""
    number, game = entering.number, match.game
    where = (match.pk, number) if correcting else (match.pk,)
    return {
        "match": match,
        "entering": entering,
        "deal": deal_in_words(match, entering.so_far.deal),
        "save_to": reverse("round" if correcting else "rounds", args=where),
        "keep_at": reverse("round-draft" if correcting else "draft", args=where),
        "save_label": f"Save the correction of {game.round_name} {number}" if correcting else f"Save {game.round_name} {number}",
    }


def deal_in_words(match: Match, deal: Deal) -> dict[str, Any]:
    """Say who deals how many cards to whom, and who comes first."""
    names, cards = match.names, sorted(set(deal.cards))
    length = match.game.length(len(names), match.table.rules)
    each = "1 card each" if cards == [1] else f"{cards[-1]} cards each" if len(cards) == 1 else f"{cards[0]} or {cards[-1]} cards"
    return {
        "title": f"{match.game.round_name.capitalize()} {deal.number}" + (f" of {length}" if length else ""),
        "cards": each,
        "dealer": names[deal.dealer],
        "first": names[deal.first],
    }


def draft_answers(match: Match, number: int, *, correcting: bool) -> dict[str, str]:
    """Return what has been typed for a round and not been saved."""
    draft: Draft | None = match.drafts.filter(number=number, correcting=correcting).first()
    return draft.answers if draft else {}
