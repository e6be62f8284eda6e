"""A posted form: an entry that counts once; saved, or shown again with the reason why not."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Callable
from functools import partial

from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games.core.errors import Impossible
from games.core.round_form import open_form
from games.core.schema import whole_number
from scorekeeper.clubs.permissions import ClubRequest
from scorekeeper.matches import recording
from scorekeeper.matches.drafts import CORRECT, INSERT, PLAY, Place, read_draft
from scorekeeper.matches.match_page import round_page
from scorekeeper.matches.models import Match, find_match
from scorekeeper.matches.recording import Conflict, EntryRequest, KeyReused, LockedByOther, VersionConflict
from scorekeeper.matches.round_entry import RoundEntry
from scorekeeper.server.database import explain

NOT_ANSWERS = {"csrfmiddlewaretoken", "key", "seen", "number", "derived", "draft", "take"}
LONGEST_ANSWER = 400


def entry_request(request: ClubRequest) -> EntryRequest:
    """Return how this entry came in; Impossible where the page that sent it was not one of ours."""
    key, seen = _key(request), whole_number(request.POST.get("seen", ""))
    if key is None or seen is None:
        raise Impossible("this form is damaged: open the match again")
    return EntryRequest(_number(key.hex), _number(_digest(request)), seen, request.device)


def match_key(request: ClubRequest, *uploaded: bytes) -> uuid.UUID | None:
    key = _key(request)
    return uuid.uuid5(key, f"{request.club.pk} {_digest(request, *uploaded)}") if key else None


def posted_answers(request: HttpRequest) -> dict[str, str]:
    derived = request.POST.get("derived", "").split()
    # No database stores a NUL, and no question takes an answer that long.
    return {
        name: str(value).replace("\0", "")[:LONGEST_ANSWER]
        for name, value in request.POST.items()
        if name not in NOT_ANSWERS and name not in derived
    }


def _key(request: HttpRequest) -> uuid.UUID | None:
    try:
        return uuid.UUID(request.POST.get("key", ""))
    except ValueError:
        return None


def _digest(request: HttpRequest, *uploaded: bytes) -> str:
    posted = {name: values for name, values in sorted(request.POST.lists()) if name not in NOT_ANSWERS}
    digest = hashlib.sha256(json.dumps([request.path, posted]).encode())
    for file in uploaded:
        digest.update(file)
    return digest.hexdigest()[:24]


def _number(hexadecimal: str) -> int:
    """Return 60 bits of a key or a digest: enough to tell the entries of a match apart, in half the room."""
    return int(hexadecimal[:15], 16)


ENDED = "This match was ended meanwhile. What you typed was not saved:"
BOTH_ENTERED = "Somebody else is typing this as well. Look at all of it, then save."
OTHER_ENTRY = "Something else was saved from this page before, so this was not. Look at the scores, then save again."

Page = Callable[["Match", str, int], "HttpResponse"]
"""Shows the page an entry came from, for the match as it is now, with a notice and a status."""


def save(request: ClubRequest, match: Match, write: Callable[[EntryRequest], object], page: Page) -> HttpResponse:
    """Write an entry that counts once and was made for the match as it is; then show the match."""
    try:
        _write_once(match, entry_request(request), write)
    except Conflict as conflict:
        return page(find_match(match.club, match.pk), conflict.notice, 409)
    except KeyReused:
        return page(match, OTHER_ENTRY, 422)
    except Impossible as error:
        return page(match, error.message, 422)
    except DatabaseError as error:
        return page(match, *explain(error))
    return redirect("match", match.pk)


def _write_once(match: Match, entry: EntryRequest, write: Callable[[EntryRequest], object]) -> None:
    try:
        if recording.is_pending(match, entry):
            write(entry)
    except (VersionConflict, Impossible, Http404):
        if recording.is_pending(find_match(match.club, match.pk), entry):
            raise


def confirm_page(
    request: ClubRequest,
    match: Match,
    write: Callable[[EntryRequest], object],
    *,
    question: str,
    effect: str,
    verb: str,
) -> HttpResponse:
    """Show the question on GET; on POST do it, or say on the same page why it cannot be done."""

    def page(now: Match, notice: str = "", status: int = 200) -> HttpResponse:
        if status == 409:
            return render(request, "matches/notice.html", {"match": now, "notice": notice}, status=409)
        facts = {
            "match": now,
            "question": question,
            "effect": effect,
            "verb": verb,
            "notice": notice,
            "key": uuid.uuid4(),
        }
        return render(request, "matches/confirm.html", facts, status=status)

    return save(request, match, write, page) if request.method == "POST" else page(match)


def posted_place(request: ClubRequest, match: Match) -> Place:
    number = whole_number(request.POST.get("number", ""), digits=6)
    return Place(PLAY, len(match.round_facts) + 1 if number is None else number)


def check_place(match: Match, place: Place) -> None:
    """VersionConflict where no round can be entered at this place now; 404 where it names a round nobody played."""
    if place.doing == PLAY:
        if not match.goes_on or place.number != len(match.round_facts) + 1:
            raise VersionConflict
    elif not 1 <= place.number <= len(match.round_facts):
        raise Http404


def save_round(request: ClubRequest, match: Match, place: Place) -> HttpResponse:
    def write(entry: EntryRequest) -> None:
        check_place(match, place)
        form = open_form(match.before(place.number), posted_answers(request))
        form.is_valid()
        facts = form.round_facts
        if facts is None:
            raise Impossible(form.first_error)
        if place.doing == PLAY:
            recording.play(match, facts, entry)
        else:
            change = recording.correct if place.doing == CORRECT else recording.insert
            change(match, place.number, facts, entry)

    return save(request, match, write, partial(show_again, request, place))


def show_again(request: ClubRequest, place: Place, match: Match, notice: str, status: int) -> HttpResponse:
    """Show posted answers where they belong now, with a notice; beside them what is stored there."""
    now, posted = _place_now(match, place), posted_answers(request)
    if now is None:
        facts = {"match": match, "notice": ENDED, "refused": RoundEntry(place, match.before(1), posted)}
        return render(request, "matches/notice.html", facts, status=status)
    entry = RoundEntry.from_post(match, now, posted, request.POST.get("draft", ""), is_save=status == 422)
    if status == 422 and entry.answers != posted:
        notice = BOTH_ENTERED
    saved_round = None
    if now.doing == CORRECT and (status == 409 or now != place):
        saved_round = RoundEntry.from_round(match, now)
    elif notice == LockedByOther.notice and read_draft(match, now):
        saved_round = RoundEntry.from_draft(match, now)
    notice = "" if notice == entry.error else notice
    return round_page(request, match, entry, status=status, notice=notice, saved_round=saved_round)


def _place_now(match: Match, place: Place) -> Place | None:
    """Return where an entry belongs as the match stands; None where nothing can be entered any more."""
    if 1 <= place.number <= len(match.round_facts):
        return Place(INSERT if place.doing == INSERT else CORRECT, place.number)
    return Place(PLAY, len(match.round_facts) + 1) if match.goes_on else None
