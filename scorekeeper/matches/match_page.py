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
from django.utils.cache import get_conditional_response

from scorekeeper.clubs.permissions import ClubRequest
from scorekeeper.clubs.preferences import read_preferences
from scorekeeper.matches import recording
from scorekeeper.matches.answers import live_fingerprint, next_place
from scorekeeper.matches.entry_history import last_change
from scorekeeper.matches.lookup import find_match, read_match
from scorekeeper.matches.models import Match
from scorekeeper.matches.own_phones import first_question, own_seat
from scorekeeper.matches.round_entry import OwnEntry, RoundEntry, Viewpoint
from scorekeeper.matches.round_highlights import round_highlights
from scorekeeper.matches.scoreboard import Scoreboard, asked_round
from scorekeeper.web.bundles import BUNDLES


def visited_page(request: ClubRequest, pk: int) -> HttpResponse:
    """Show a match with an ETag of all that this device sees of it; 304 if the browser has that."""
    match = find_match(request.club, pk)
    live = live_fingerprint(match, request.device)
    if not match.is_open:
        return _drawn_page(request, match, live)  # without an ETag: each visit needs a fresh rematch key
    get_token(request)
    device = request.device
    own = request.META["CSRF_COOKIE"], read_preferences(request), device.pk, device.player_id
    # Around it the page names its club, if this phone is in several.
    named = len(request.devices) > 1 and request.club.name
    etag = f'"{_fingerprint(_shown(request, match, live), own, named, [*map(static, BUNDLES)])}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        return _drawn_page(request, match, live, etag)
    response["ETag"] = etag
    return response


def match_page(request: ClubRequest, pk: int) -> HttpResponse:
    """Show a match: the round being entered above its scoreboard, or its result."""
    match = find_match(request.club, pk)
    return _drawn_page(request, match, live_fingerprint(match, request.device))


def _drawn_page(request: ClubRequest, match: Match, live: str, etag: str = "") -> HttpResponse:
    """Show what is drawn once for a version; tokens and preferences are put around it.

    The page of a match of 24 rounds takes 4 empty views of processor time instead of 19, and two hundred who reload it
    hold up no save.
    """
    key = _drawn_key(request, match, live)
    drawn = cache.get(key)
    if drawn is None:
        match = read_match(request.club, match.pk)
        entry = next_round(request, match) if match.goes_on else None
        drawn = _draw(request, match, entry, live)
        # Not if another phone has answered meanwhile: it may clear that again, and this version comes back.
        if live == live_fingerprint(match, request.device, entry.rows if entry else None):
            cache.set(key, drawn)
        else:
            etag = ""
    response = _page(request, match, drawn)
    if etag:
        response["ETag"] = etag
    return response


def _shown(request: ClubRequest, match: Match, live: str) -> list[Any]:
    """Return what decides what the page of a match shows to a device, all but its result's night."""
    viewpoint = Viewpoint.of(request.device, match.lock)
    # After a restore a new match gets the id of one that was lost, so the start time is part of it.
    return [match.pk, match.started, live, match.names_version, viewpoint]


def _drawn_key(request: ClubRequest, match: Match, live: str) -> str:
    """Return the cache key of a page: one for all viewers, one for each phone that scores or is a player's."""
    device = request.device.pk if request.device.is_scorer or request.device.player_id else None
    asked = device, request.device.role, request.device.player_id, "table" in request.GET, asked_round(request)
    return f"match-page-{_fingerprint(_shown(request, match, live), match.night_date, asked)}"


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
    live = live_fingerprint(found, request.device)
    if seen == live and is_same_frame:
        return HttpResponse(status=204)
    match, is_same_release = read_match(request.club, pk), request.GET.get("script") == static("match.js")
    if is_same_release and is_same_frame and seen.startswith(f"{match.token}.") and match.goes_on:
        context = round_context(request, match, next_round(request, match), live)
        name = "_own_entry" if context["is_own"] else "_entry" if context["viewpoint"].can_score else "_viewed_round"
        return render(request, f"matches/{name}.html", context)
    return _drawn_page(request, found, live)


def frame_key(request: ClubRequest, match: Match) -> str:
    """Return what the page around the entry depends on beside the rounds: role and player of the device, and names."""
    return f"{request.device.role}.{request.device.player_id or ''}.{match.names_version}"


def next_round(request: ClubRequest, match: Match) -> RoundEntry:
    """Return the next round: the own row of a player on their own phone, unless it asks for the whole table."""
    seat = None if "table" in request.GET else own_seat(match, request.device)
    if seat is not None:
        return OwnEntry.of_seat(match, seat, request.device)
    entry = RoundEntry.from_answers(match, next_place(match))
    entry.phone = request.device
    entry.first_question = first_question(match, entry.form, entry.rows, request.device)
    return entry


def round_context(
    request: ClubRequest, match: Match, entry: RoundEntry | None, live: str | None = None
) -> dict[str, Any]:
    """Return the template context of a round.

    `live`: what polls compare, if it was read before the round was: what is entered meanwhile is another one to them.
    """
    lock = match.lock
    return {
        "match": match,
        "entry": entry,
        "is_own": isinstance(entry, OwnEntry),
        "has_own_row": "table" in request.GET and own_seat(match, request.device) is not None,
        "lock": lock,
        "viewpoint": Viewpoint.of(request.device, lock),
        "live": live_fingerprint(match, request.device) if live is None else live,
        "scoreboard": Scoreboard.with_corrections(
            match, writes=request.device.is_scorer, asked_round=asked_round(request)
        ),
    }


def _draw(
    request: ClubRequest, match: Match, entry: RoundEntry | None, live: str | None = None, **context: Any
) -> dict[str, Any]:
    """Return the cacheable part of the page: its body, and the forms in it that need a new token at each visit."""
    context |= round_context(request, match, entry, live)
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
        "saving_forms": (["entry"] if entry else ["rematch", "decision"]) if context["viewpoint"].can_score else (),
        "asks_for_holder": "holders" in context,
    }


def _page(request: ClubRequest, match: Match, drawn: dict[str, Any], status: int = 200) -> HttpResponse:
    context = drawn | {"match": match, "key": uuid.uuid4()}
    return render(request, "matches/match.html", context, status=status)
