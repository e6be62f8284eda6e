"""What a form carries besides its answers: the entry's key, the version it was made for, and who sends it."""

from __future__ import annotations

import hashlib
import json
import uuid
from typing import TYPE_CHECKING

from games.impossible import Impossible
from scorekeeper.table.models.entered import Entered

if TYPE_CHECKING:
    from django.http import HttpRequest

    from scorekeeper.club.visit import Visit

ENVELOPE = {"csrfmiddlewaretoken", "key", "seen", "number", "derived", "draft", "take"}
LONGEST_ANSWER = 400


def entered(request: Visit) -> Entered:
    """Return how this entry came in; Impossible where the page that sent it was not one of ours."""
    key, seen = _key(request), request.POST.get("seen", "")
    if key is None or not (seen.isdecimal() and len(seen) < 10):
        raise Impossible("this form is damaged: open the match again")
    return Entered(key, _digest(request), int(seen), request.device)


def begun_by(request: Visit, *uploaded: bytes) -> uuid.UUID | None:
    """Return the key of a match this form begins: the same form twice is one match, another table another."""
    key = _key(request)
    return uuid.uuid5(key, f"{request.club.pk} {_digest(request, *uploaded)}") if key else None


def answers(request: HttpRequest) -> dict[str, str]:
    """Return the answers a form was sent with, without those its page filled in by itself."""
    derived = request.POST.get("derived", "").split()
    said = {name: str(value) for name, value in request.POST.items() if name not in ENVELOPE and name not in derived}
    # No database keeps a NUL, and no question takes an answer that long.
    return {name: value.replace("\0", "")[:LONGEST_ANSWER] for name, value in said.items()}


def _key(request: HttpRequest) -> uuid.UUID | None:
    try:
        return uuid.UUID(request.POST.get("key", ""))
    except ValueError:
        return None


def _digest(request: HttpRequest, *uploaded: bytes) -> str:
    said = {name: values for name, values in sorted(request.POST.lists()) if name not in ENVELOPE}
    digest = hashlib.sha256(json.dumps([request.path, said]).encode())
    for file in uploaded:
        digest.update(file)
    return digest.hexdigest()
