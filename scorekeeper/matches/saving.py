"""A posted form: an entry that counts once; saved, or shown again with the reason why not."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Callable

from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games.core.errors import Impossible
from games.core.schema import whole_number
from scorekeeper.clubs.permissions import ClubRequest
from scorekeeper.matches import recording
from scorekeeper.matches.match import Conflict, Match, VersionConflict, find_match, read_match
from scorekeeper.matches.recording import EntryRequest, KeyReused
from scorekeeper.server.database import explain

# The fields of a form that are no answers to its questions.
FORM_FIELDS = {"csrfmiddlewaretoken", "key", "seen", "number", "derived", "draft", "take"}
MAX_ANSWER_LENGTH = 400

OTHER_ENTRY = "Something else was saved from this page before, so this was not. Look at the scores, then save again."

# Shows the page an entry came from, for the match as it is now, with a notice and a status.
Page = Callable[[Match, str, int], HttpResponse]


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
        name: str(value).replace("\0", "")[:MAX_ANSWER_LENGTH]
        for name, value in request.POST.items()
        if name not in FORM_FIELDS and name not in derived
    }


def _key(request: HttpRequest) -> uuid.UUID | None:
    try:
        return uuid.UUID(request.POST.get("key", ""))
    except ValueError:
        return None


def _digest(request: HttpRequest, *uploaded: bytes) -> str:
    posted = {name: values for name, values in sorted(request.POST.lists()) if name not in FORM_FIELDS}
    digest = hashlib.sha256(json.dumps([request.path, posted]).encode())
    for file in uploaded:
        digest.update(file)
    return digest.hexdigest()[:24]


def _number(hexadecimal: str) -> int:
    """Return 60 bits of a key or a digest: enough to tell the entries of a match apart, in half the room."""
    return int(hexadecimal[:15], 16)


def save(request: ClubRequest, match: Match, write: Callable[[EntryRequest], object], page: Page) -> HttpResponse:
    """Write an entry that counts once and was made for the match as it is; then show the match."""
    try:
        _write_once(match, entry_request(request), write)
    except Conflict as conflict:
        return page(read_match(match.club, match.pk), conflict.notice, 409)
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
