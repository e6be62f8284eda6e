"""The page of a match: an etag answers it while nothing changed, and what is drawn is kept until something does."""

import hashlib
import uuid
from typing import Any

from django.core.cache import cache
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static

from scorekeeper.clubs.permissions import ClubRequest
from scorekeeper.clubs.preferences import read_preferences
from scorekeeper.matches import recording
from scorekeeper.matches.drafts import PLAY, Place, live_state
from scorekeeper.matches.match import Match, find_match, read_match
from scorekeeper.matches.round_entry import RoundEntry, Viewpoint
from scorekeeper.matches.scoreboard import Scoreboard
from scorekeeper.web.bundles import BUNDLES


def page_tag(request: ClubRequest, pk: int) -> str | None:
    """Return an etag of all that a match's page shows and of who asks; None for a page that is never the same twice."""
    # The page, which is asked next, needs it as well.
    match = request.match = find_match(request.club, pk)  # type: ignore[attr-defined]
    if not match.is_open:
        return None  # a key that began a rematch begins it only once: each visit gets another
    get_token(request)
    styles = read_preferences(request), *map(static, BUNDLES)
    own = request.device.player_id, request.META["CSRF_COOKIE"]
    seen = [_page_key(request, match), *own, *styles, bool(request.htmx)]
    return f'"{hashlib.sha256(repr(seen).encode()).hexdigest()[:32]}"'


def match_page(request: ClubRequest, pk: int) -> HttpResponse:
    """Show a match: the round being entered above its scoreboard, or its result."""
    match = getattr(request, "match", None) or find_match(request.club, pk)
    page = cache.get(_page_key(request, match))
    if page is None:
        match = read_match(request.club, pk)
        page = _drawn_parts(request, match, next_round(match) if match.goes_on else None)
        cache.set(_page_key(request, match), page)
    return _render_page(request, match, page)


def round_page(
    request: ClubRequest, match: Match, entry: RoundEntry, *, status: int = 200, **facts: Any
) -> HttpResponse:
    """Show one round of a match that is entered, corrected or refused; news of it is only announced."""
    parts = _drawn_parts(request, match, entry, refused=status != 200, **facts)
    return _render_page(request, match, parts, status=status, still=True)


def board_page(request: ClubRequest, pk: int) -> HttpResponse:
    """Answer a poll: 204 while nothing changed; the entry alone where that is all that changed; else the page."""
    seen = request.GET.get("seen", "")
    if seen == live_state(find_match(request.club, pk)):
        return HttpResponse(status=204)
    match, script = read_match(request.club, pk), request.GET.get("script", "")
    is_same_release = script == static("scorekeeper.js")
    if script and not is_same_release:
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    if is_same_release and seen.startswith(f"{match.version}.") and match.goes_on:
        facts = round_facts(request, match, next_round(match))
        template = "matches/_entry.html" if facts["viewpoint"].can_score else "matches/_viewed_round.html"
        return render(request, template, facts)
    return match_page(request, pk)


def next_round(match: Match) -> RoundEntry:
    return RoundEntry.from_draft(match, Place(PLAY, match.state.number))


def round_facts(request: ClubRequest, match: Match, entry: RoundEntry | None) -> dict[str, Any]:
    """Return what the templates of a round need."""
    lock = match.lock
    return {
        "match": match,
        "entry": entry,
        "lock": lock,
        "viewpoint": Viewpoint.of(request.device, lock),
        "live": live_state(match),
        "scoreboard": Scoreboard.with_corrections(match, writes=request.device.is_scorer),
    }


def _page_key(request: ClubRequest, match: Match) -> str:
    viewpoint = ".".join(str(int(one)) for one in Viewpoint.of(request.device, match.lock))
    # Two matches may have had the same id, one after the other.
    return f"match-{match.pk}-{match.started.timestamp()}-{live_state(match)}-{match.names_version}-{viewpoint}"


def _drawn_parts(request: ClubRequest, match: Match, entry: RoundEntry | None, **facts: Any) -> dict[str, Any]:
    facts |= round_facts(request, match, entry)
    if entry is None:
        facts["resumable"] = match.ended_by_table and recording.ending_of(match) is not None
    return {
        "names": match.names,
        "players": [(seat.player_id, match.side_marks[seat.side]) for seat in match.seat_list],
        "entry": entry is not None,
        "body": render_to_string("matches/_body.html", facts),
    }


def _render_page(
    request: ClubRequest, match: Match, parts: dict[str, Any], status: int = 200, **facts: Any
) -> HttpResponse:
    facts |= parts | {"match": match, "live": live_state(match), "key": uuid.uuid4()}
    facts["can_score"] = request.device.is_scorer
    facts["own_mark"] = dict(parts["players"]).get(request.device.player_id)
    if request.device.player_id is None and parts["entry"]:
        facts["holders"] = [(pk, name) for (pk, _), name in zip(parts["players"], parts["names"], strict=True)]
    return render(request, "matches/match.html", facts, status=status)
