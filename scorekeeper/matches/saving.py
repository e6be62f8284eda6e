"""What a form carries besides its answers: the entry's key, the version it was made for, and who sends it."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Callable
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games.core.errors import Impossible
from games.core.round_form import open_form
from scorekeeper.clubs.permissions import ClubRequest
from scorekeeper.matches import drafts, recording
from scorekeeper.matches.drafts import CORRECT, INSERT, PLAY, Place
from scorekeeper.matches.match_page import round_page
from scorekeeper.matches.models import Match, find_match
from scorekeeper.matches.recording import EntryRequest, KeyReused, LockedByOther, VersionConflict
from scorekeeper.matches.round_entry import RoundEntry
from scorekeeper.server.database import CannotWrite

NOT_ANSWERS = {"csrfmiddlewaretoken", "key", "seen", "number", "derived", "draft", "take"}
LONGEST_ANSWER = 400


def entry_request(request: ClubRequest) -> EntryRequest:
    """Return how this entry came in; Impossible where the page that sent it was not one of ours."""
    key, seen = _key(request), request.POST.get("seen", "")
    if key is None or not (seen.isdecimal() and len(seen) < 10):
        raise Impossible("this form is damaged: open the match again")
    return EntryRequest(key, _digest(request), int(seen), request.device)


def match_key(request: ClubRequest, *uploaded: bytes) -> uuid.UUID | None:
    key = _key(request)
    return uuid.uuid5(key, f"{request.club.pk} {_digest(request, *uploaded)}") if key else None


def posted_answers(request: HttpRequest) -> dict[str, str]:
    derived = request.POST.get("derived", "").split()
    said = {name: str(value) for name, value in request.POST.items() if name not in NOT_ANSWERS and name not in derived}
    # No database keeps a NUL, and no question takes an answer that long.
    return {name: value.replace("\0", "")[:LONGEST_ANSWER] for name, value in said.items()}


def _key(request: HttpRequest) -> uuid.UUID | None:
    try:
        return uuid.UUID(request.POST.get("key", ""))
    except ValueError:
        return None


def _digest(request: HttpRequest, *uploaded: bytes) -> str:
    said = {name: values for name, values in sorted(request.POST.lists()) if name not in NOT_ANSWERS}
    digest = hashlib.sha256(json.dumps([request.path, said]).encode())
    for file in uploaded:
        digest.update(file)
    return digest.hexdigest()


# --- What somebody typed for a round: saved where it can be, and never lost where it cannot.

ENDED = "This match was ended meanwhile. What you typed was not saved:"
TYPED_TOO = "Somebody else is typing this as well. Look at all of it, then save."


def posted_place(request: ClubRequest, match: Match) -> Place:
    number = request.POST.get("number", "")
    return Place(PLAY, int(number) if number.isdecimal() and 0 < len(number) < 7 else len(match.round_facts) + 1)


def can_enter(match: Match, place: Place) -> bool:
    """Say whether a round can be entered at this place now; 404 for one that names a round nobody played."""
    if place.doing == PLAY:
        return match.is_open and place.number == len(match.round_facts) + 1
    if not 1 <= place.number <= len(match.round_facts):
        raise Http404
    return True


def save_round(request: ClubRequest, match: Match, place: Place) -> HttpResponse:
    def write(entry: EntryRequest) -> None:
        if not can_enter(match, place):
            raise VersionConflict
        form = open_form(match.before(place.number), posted_answers(request))
        form.is_valid()
        facts = form.round_facts
        if facts is None:
            raise Impossible(form.first_error)
        if place.doing == PLAY:
            recording.play(match, facts, entry)
        elif place.doing == CORRECT:
            recording.correct(match, place.number, facts, entry)
        else:
            recording.insert(match, place.number, facts, entry)

    return save(request, match, write, partial(show_again, request, place))


def show_again(request: ClubRequest, place: Place, match: Match, notice: str, status: int) -> HttpResponse:
    """Show what was typed where it belongs now, with what is to be said about it; beside it what is there."""
    now, posted = _place_now(match, place), posted_answers(request)
    if now is None:
        facts = {"match": match, "notice": ENDED, "typed": RoundEntry(place, match.before(1), posted)}
        return render(request, "matches/notice.html", facts, status=status)
    entry = RoundEntry.from_post(match, now, posted, request.POST.get("draft", ""), sent=status == 422)
    if status == 422 and entry.answers != posted:
        notice = TYPED_TOO
    saved_round = None
    if now.doing == CORRECT and (status == 409 or now != place):
        saved_round = RoundEntry.from_round(match, now)
    elif notice == LOCKED and drafts.read_draft(match, now):
        saved_round = RoundEntry.from_draft(match, now)
    notice = "" if notice == entry.error else notice
    return round_page(request, match, entry, status=status, notice=notice, saved_round=saved_round)


def _place_now(match: Match, place: Place) -> Place | None:
    """Return where an entry belongs as the match stands; None where nothing can be entered any more."""
    if 1 <= place.number <= len(match.round_facts):
        return Place(INSERT if place.doing == INSERT else CORRECT, place.number)
    return Place(PLAY, len(match.round_facts) + 1) if match.is_open else None


# --- Save an entry, or say why not on the page it came from.

Page = Callable[["Match", str, int], "HttpResponse"]
"""Shows the page an entry came from, for the match as it is now, with a notice and a status."""

OTHER_ENTRY = "Something else was saved from this page before, so this was not. Look at the scores, then save again."
MOVED_ON = "Somebody changed this match meanwhile. Nothing was overwritten: look at what is there now, then decide."

LOCKED = "Another phone is scoring. What you typed is still here. Take over to save it."


def save(request: ClubRequest, match: Match, write: Callable[[EntryRequest], object], page: Page) -> HttpResponse:
    """Write an entry that counts once and was made for the match as it is; then show the match."""
    try:
        _write_once(match, entry_request(request), write)
    except VersionConflict:
        return page(find_match(match.club, match.pk), MOVED_ON, 409)
    except LockedByOther:
        return page(find_match(match.club, match.pk), LOCKED, 409)
    except KeyReused:
        return page(match, OTHER_ENTRY, 422)
    except Impossible as error:
        return page(match, error.message, 422)
    except CannotWrite as error:
        return page(match, str(error), 507)
    return redirect("match", match.pk)


def _write_once(match: Match, entry: EntryRequest, write: Callable[[EntryRequest], object]) -> None:
    try:
        if recording.is_pending(match, entry):
            write(entry)
    except (VersionConflict, Impossible, Http404):
        if recording.is_pending(find_match(match.club, match.pk), entry):
            raise


# --- Ask before what is hard to see afterwards: a page with one question and two ways out.


def confirm_page(
    request: ClubRequest, match: Match, write: Callable[[EntryRequest], object], *, question: str, effect: str
) -> HttpResponse:
    """Show the question on GET; on POST do it, or say on the same page why it cannot be done."""

    def page(now: Match, notice: str = "", status: int = 200) -> HttpResponse:
        if status == 409:
            return render(request, "matches/notice.html", {"match": now, "notice": notice}, status=409)
        facts = {"match": now, "question": question, "effect": effect, "notice": notice, "key": uuid.uuid4()}
        return render(request, "matches/confirm.html", facts, status=status)

    return save(request, match, write, page) if request.method == "POST" else page(match)
