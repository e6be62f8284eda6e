"""The page of a match, its ETag, and the answers to polls."""

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
from scorekeeper.matches.drafts import EntryMode, Place, live_fingerprint
from scorekeeper.matches.entry_history import last_change
from scorekeeper.matches.match import Match, find_match, read_match
from scorekeeper.matches.own_answers import first_question, own_seat
from scorekeeper.matches.round_entry import OwnEntry, RoundEntry, Viewpoint
from scorekeeper.matches.round_highlights import round_highlights
from scorekeeper.matches.scoreboard import Scoreboard, asked_round
from scorekeeper.web.bundles import BUNDLES


def page_etag(request: ClubRequest, pk: int) -> str | None:
    """Return an ETag of all that the page shows to this device; None if each visit needs another page."""
    match = find_match(request.club, pk)
    if not match.is_open:
        return None  # each visit needs a fresh rematch key
    get_token(request)
    own = request.META["CSRF_COOKIE"], read_preferences(request), request.device.player_id
    return f'"{_fingerprint(_shown(request, match), own, [*map(static, BUNDLES)])}"'


def match_page(request: ClubRequest, pk: int) -> HttpResponse:
    """Show a match: the round being entered above its scoreboard, or its result.

    It is drawn once for a version; tokens and preferences are put around it. The page of a match of 24 rounds takes 4
    empty views of processor time instead of 19, and two hundred who reload it hold up no save.
    """
    match = find_match(request.club, pk)
    drawn = cache.get(_drawn_key(request, match))
    if drawn is None:
        match = read_match(request.club, pk)
        drawn = _draw(request, match, next_round(request, match) if match.goes_on else None)
        cache.set(_drawn_key(request, match), drawn)
    return _page(request, match, drawn)


def _shown(request: ClubRequest, match: Match) -> list[Any]:
    """Return what decides what the page of a match shows to a device, all but its result's night."""
    viewpoint = Viewpoint.of(request.device, match.lock)
    # After a restore a new match gets the id of one that was lost, so the start time is part of it.
    return [match.pk, match.started, live_fingerprint(match), match.names_version, viewpoint]


def _drawn_key(request: ClubRequest, match: Match) -> str:
    """Return the cache key of a page: one for all viewers, one for each phone that scores or is a player's."""
    device = request.device.pk if request.device.is_scorer or request.device.player_id else None
    asked = device, request.device.role, request.device.player_id, "table" in request.GET, asked_round(request)
    return f"match-page-{_fingerprint(_shown(request, match), match.night_date, asked)}"


def _fingerprint(*facts: Any) -> str:
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:32]


def round_page(
    request: ClubRequest, match: Match, entry: RoundEntry, *, status: int = 200, **context: Any
) -> HttpResponse:
    """Show one round being entered, corrected or refused. Changes from other phones are announced, not swapped in."""
    return _page(request, match, _draw(request, match, entry, refused=status != 200, still=True, **context), status)


def board_page(request: ClubRequest, pk: int) -> HttpResponse:
    """Answer a poll: 204 without changes, the entry alone if only that has changed, else the page."""
    seen, found = request.GET.get("seen", ""), find_match(request.club, pk)
    is_same_frame = request.GET.get("frame") in (None, frame_key(request, found))
    if seen == live_fingerprint(found) and is_same_frame:
        return HttpResponse(status=204)
    match, is_same_release = read_match(request.club, pk), request.GET.get("script") == static("match.js")
    if is_same_release and is_same_frame and seen.startswith(f"{match.token}.") and match.goes_on:
        context = round_context(request, match, next_round(request, match))
        name = "_own_entry" if context["is_own"] else "_entry" if context["viewpoint"].can_score else "_viewed_round"
        return render(request, f"matches/{name}.html", context)
    return match_page(request, pk)


def frame_key(request: ClubRequest, match: Match) -> str:
    """Return what the page around the entry depends on beside the rounds: role and player of the device, and names."""
    return f"{request.device.role}.{request.device.player_id or ''}.{match.names_version}"


def next_round(request: ClubRequest, match: Match) -> RoundEntry:
    """Return the next round: the own row of a player on their own phone, unless it asks for the whole table."""
    seat = None if "table" in request.GET else own_seat(match, request.device)
    if seat is not None:
        return OwnEntry.of_seat(match, seat, request.device)
    entry = RoundEntry.from_draft(match, Place(EntryMode.PLAY, match.state.number))
    entry.phone = request.device
    entry.first_question = first_question(match, entry.form, request.device)
    return entry


def round_context(request: ClubRequest, match: Match, entry: RoundEntry | None) -> dict[str, Any]:
    """Return the template context of a round."""
    lock = match.lock
    return {
        "match": match,
        "entry": entry,
        "is_own": isinstance(entry, OwnEntry),
        "has_own_row": "table" in request.GET and own_seat(match, request.device) is not None,
        "lock": lock,
        "viewpoint": Viewpoint.of(request.device, lock),
        "live": live_fingerprint(match),
        "scoreboard": Scoreboard.with_corrections(
            match, writes=request.device.is_scorer, asked_round=asked_round(request)
        ),
    }


def _draw(request: ClubRequest, match: Match, entry: RoundEntry | None, **context: Any) -> dict[str, Any]:
    """Return the cacheable part of the page: its body, and the forms in it that need a new token at each visit."""
    context |= round_context(request, match, entry)
    if entry is None:
        context["resumable"] = match.ended_by_table and recording.ending_of(match) is not None
    own, context["frame"] = request.device.player_id, frame_key(request, match)
    own_mark = next((match.side_marks[seat.side] for seat in match.seat_list if seat.player_id == own), None)
    if entry is None or entry.is_next:
        context["highlights"], context["last_change"] = round_highlights(match), last_change(match, request.device)
        # The message repeats them until the next round is begun: somebody may have looked away, or motion is off.
        if entry and not any(entry.form.answers.values()):
            context["called_out"] = context["highlights"]
    if own is None and entry and "still" not in context:
        context["holders"] = [seat.current_player for seat in match.seat_list]
    return {
        # Without the request, so that no token of one visitor is drawn for another.
        "body": render_to_string("matches/_body.html", context),
        "title": f"{match.game.name} · {', '.join(match.names)}",
        "own_mark": own_mark,
        "saving_form": ("entry" if entry else "rematch") if context["viewpoint"].can_score else None,
        "asks_for_holder": "holders" in context,
    }


def _page(request: ClubRequest, match: Match, drawn: dict[str, Any], status: int = 200) -> HttpResponse:
    context = drawn | {"match": match, "key": uuid.uuid4()}
    return render(request, "matches/match.html", context, status=status)
