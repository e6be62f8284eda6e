"""What a form carries besides its answers: the entry's key, the version it was made for, and who sends it."""

from __future__ import annotations

import hashlib
import json
import uuid
from typing import TYPE_CHECKING

from games.impossible import Impossible
from scorekeeper.club.middleware import device_of
from scorekeeper.table.models.changes import Entered

if TYPE_CHECKING:
    from django.http import HttpRequest

ENVELOPE = ("csrfmiddlewaretoken", "key", "seen", "derived")
LONGEST_ANSWER = 400


def entered(request: HttpRequest) -> Entered:
    """Return how this entry came in; Impossible where the page that sent it was not one of ours."""
    try:
        key, seen = uuid.UUID(request.POST["key"]), int(request.POST["seen"][:9])
    except (KeyError, ValueError):
        raise Impossible("this form is damaged: open the match again") from None
    said = {name: values for name, values in sorted(request.POST.lists()) if name not in ENVELOPE}
    digest = hashlib.sha256(json.dumps([request.path, said]).encode()).hexdigest()
    return Entered(key, digest, seen, device_of(request))


def answers(request: HttpRequest) -> dict[str, str]:
    """Return the answers a form was sent with; too long ones are cut where no question could take them."""
    return {
        name: value[:LONGEST_ANSWER] for name, value in request.POST.items() if name not in ENVELOPE or name == "derived"
    }
