"""The page of a match: drawn once for each change, cached by match, version and draft."""

from __future__ import annotations

import uuid
from typing import Any, NamedTuple

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString

from games.core.definition import Game, MatchState
from games.core.text import cards_each
from scorekeeper.clubs.permissions import ClubRequest, token_of, welcome
from scorekeeper.clubs.preferences import Preferences
from scorekeeper.matches import recording
from scorekeeper.matches.drafts import CORRECT, INSERT, PLAY, Answers, Place, stamp
from scorekeeper.matches.edit_lock import SCORER, Viewpoint
from scorekeeper.matches.models import Match
from scorekeeper.matches.polling import LiveState, Sight, sight
from scorekeeper.matches.round_entry import RoundEntry
from scorekeeper.matches.scoreboard import Scoreboard
from scorekeeper.web import page_cache
from scorekeeper.web.page_cache import accepted, cached, draw

ADDRESSES = {PLAY: ("rounds", "draft"), CORRECT: ("round", "round-draft"), INSERT: ("insertion", "insertion-draft")}
"""By what is done: the URL names of the round and of its draft."""

LABELS = {
    PLAY: ("{round} {number}", "Save {round} {number}"),
    CORRECT: ("Correct {round} {number}", "Save corrected {round} {number}"),
    INSERT: ("Before {round} {number}", "Save the {round} before {round} {number}"),
}
"""By what is done: what the page is called, and its button."""


ROUND, ENTRY, SCOREBOARD, SEEN = (uuid.uuid4().hex for _ in range(4))
"""What stands on a page where a round, what is entered of it, the scoreboard and the state it shows will."""


class PageHeading(NamedTuple):
    """What a match's page says from its first round to its last."""

    pk: int
    game: Game
    names: tuple[str, ...]
    is_open: bool
    viewpoint: Viewpoint


def match_page(request: ClubRequest, pk: int, shown: str = "", script: str = "") -> HttpResponse:
    """Show a match: the entry above its scoreboard; 204 where that is `shown` already, 404 where none is.

    Where the round being entered is all that is new since `shown`, it comes alone, to a page with our `script`.
    """
    found = find_visible(request, pk)
    state = found.state
    if shown and shown == state.seen:
        return HttpResponse(status=204, headers={"Cache-Control": "no-store"})
    coding = accepted(request.META.get("HTTP_ACCEPT_ENCODING", ""))
    viewpoint, look = Viewpoint.of(found.device, state.lock), Preferences.of(request)
    alone = shown.startswith(f"{state.version}.") and script == static("scorekeeper.js")
    return page_cache.serve_page(request, cached_page(pk, state, viewpoint, look, coding, alone=alone))


def find_visible(request: ClubRequest, pk: int) -> Sight:
    """Return a match as who asks may see it, and say who that is; 404 where they have none of that number."""
    found = sight(pk, token_of(request))
    if found is None:
        raise Http404
    welcome(request, found.device)
    return found


pages = page_cache.PageCache(most=48_000_000)
"""More than 2,000 matches that people follow."""


def cached_page(
    pk: int, state: LiveState, viewpoint: Viewpoint, look: Preferences, coding: str, *, alone: bool = False
) -> page_cache.CachedPage:
    """Draw a match's page, or of one that is open the entry alone: once for each change, viewpoint and look."""
    reader = pk, viewpoint, look, coding, alone
    page = pages.get(reader, state)
    if page is None:
        page = _drawn_page(pk, state, viewpoint, look, coding, alone=alone)
        pages.put(reader, state, page)
    return page


def _drawn_page(
    pk: int, state: LiveState, viewpoint: Viewpoint, look: Preferences, coding: str, *, alone: bool
) -> page_cache.CachedPage:
    page, match = cached_body(pk, state.version, state.names_version, state.started, Viewpoint(viewpoint.can_score))
    if match.goes_on:
        answers = state.answers if match.version == state.version else match.draft
        entry_html = draw_entry(match, next_round(match, answers), viewpoint, lock=state.lock, live=SEEN)
        page = entry_html if alone else page.replace(ENTRY, entry_html)
    # A key that began "the same again" begins it only once: who comes back later gets another.
    return page_cache.cache_page(page.replace(SEEN, state.seen), look, coding, reusable=match.goes_on)


@cached(size=100)
def cached_body(pk: int, _version: int, _renamed: int, _started: str, viewpoint: Viewpoint) -> tuple[str, Match]:
    """Work a match out and draw its page without the draft: once for each change of its facts."""
    match = Match.shown(pk)
    heading = PageHeading(match.pk, match.game, tuple(match.names), match.goes_on, viewpoint)
    page = cached_frame(heading).replace(SCOREBOARD, draw_scores(match, viewpoint))
    if match.goes_on:
        return page.replace(ROUND, draw_round(match, next_round(match, {}), ENTRY, viewpoint)), match
    resumable = match.ended_by_table and recording.ending_of(match) is not None
    facts = {"match": match, "scoreboard": Scoreboard.of(match), "viewpoint": viewpoint, "resumable": resumable}
    return page.replace(ROUND, draw("matches/_result.html", **facts)), match


@cached(size=500)
def cached_frame(match: PageHeading) -> str:
    """Draw a match's page but for what changes from round to round: once for all that it says."""
    draft_url = addresses(PLAY, match.pk)[1]
    context = {"match": match, "entry": match.is_open, "viewpoint": match.viewpoint, "draft_url": draft_url}
    placeholders = {"round": ROUND, "scoreboard": SCOREBOARD, "live": SEEN}
    return render_to_string("matches/match.html", page_cache.BLANKS | placeholders | context)


def next_round(match: Match, answers: Answers) -> RoundEntry:
    return RoundEntry(Place(PLAY, match.state.number), match.state, answers, stamp(answers))


def round_page(
    request: ClubRequest, match: Match, entry: RoundEntry, *, status: int = 200, notice: str = "",
    saved_round: RoundEntry | None = None,
) -> HttpResponse:  # fmt: skip
    who = lock_facts(request, match)
    facts, entry_html = entry_facts(match, entry) | who, draw_entry(match, entry, **who, refused=status != 200)
    shown = {
        "notice": notice, "saved_round": saved_round, "key": uuid.uuid4(),
        "scoreboard": draw_scores(match, facts["viewpoint"]),
        "round": draw_round(match, entry, entry_html, facts["viewpoint"]),
        "still": True,
    }  # fmt: skip
    return render(request, "matches/match.html", facts | shown, status=status)


def draw_scores(match: Match, viewpoint: Viewpoint) -> SafeString:
    shown = Scoreboard.with_corrections(match, writes=viewpoint.can_score)
    return draw("matches/_scoreboard.html", scoreboard=shown)


def draw_round(match: Match, entry: RoundEntry, entry_html: str, viewpoint: Viewpoint = SCORER) -> SafeString:
    title = LABELS[entry.place.doing][0].format(round=match.game.round_name, number=entry.number)
    facts = {"match": match, "saved": viewpoint.can_score and entry.place.doing == PLAY and match.version}
    return draw("matches/_round.html", **facts, deal=deal_in_words(title, entry.state), entry_html=entry_html)


def draw_entry(match: Match, entry: RoundEntry, viewpoint: Viewpoint = SCORER, **who: Any) -> SafeString:
    """Draw the form of a round; for who may only look, the draft in it."""
    template = "matches/_entry.html" if viewpoint.can_score else "matches/_viewed_round.html"
    recent = Scoreboard.of(match, writes=viewpoint.can_score) if entry.place.doing == PLAY else None
    return draw(template, **entry_facts(match, entry), viewpoint=viewpoint, scoreboard=recent, **who)


def lock_facts(request: ClubRequest, match: Match) -> dict[str, Any]:
    """Return the edit lock, the viewpoint, and the name of the state that is shown."""
    state = LiveState.of(match)
    return {"lock": state.lock, "viewpoint": Viewpoint.of(request.device, state.lock), "live": state.seen}


def entry_facts(match: Match, entry: RoundEntry) -> dict[str, Any]:
    place = entry.place
    save_url, draft_url = addresses(place.doing, match.pk, *([] if place.doing == PLAY else [place.number]))
    return {
        "match": match, "entry": entry, "save_url": save_url, "draft_url": draft_url,
        "save_label": LABELS[place.doing][1].format(round=match.game.round_name, number=place.number),
        "correcting": place.doing == CORRECT, "inserting": place.doing == INSERT,
    }  # fmt: skip


@cached(size=1_000)
def addresses(doing: str, *where: int) -> tuple[str, str]:
    save_url, draft_url = (reverse(name, args=where) for name in ADDRESSES[doing])
    return save_url, draft_url


def deal_in_words(title: str, state: MatchState) -> dict[str, str]:
    deal, length = state.deal, state.game.length(state.players, state.rules)
    return {
        "title": title[:1].upper() + title[1:] + (f" of {length}" if length else ""),
        "cards": cards_each(deal.cards),
        "dealer": state.names[deal.dealer],
    }
