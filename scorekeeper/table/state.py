"""Whether a match has changed: what each poll and each visit asks first, in one statement."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import NamedTuple

from django.db import connection

from scorekeeper.table.models.drafts import stamp

LARGEST_ID = 2**63 - 1
STATEMENT = "SELECT version, draft, started FROM table_match WHERE id = %s"
"""Written out: making it anew would take Django fifteen times as long as the database takes to answer it."""


class State(NamedTuple):
    """All that can change on a match's page: its version and what is being typed. `started` tells two matches apart."""

    seen: str
    started: str


def state_of(pk: int) -> State | None:
    """Return the state of a match; None where there is no such match."""
    with connection.cursor() as cursor:
        cursor.execute(STATEMENT, [min(pk, LARGEST_ID)])
        found = cursor.fetchone()
    if found is None:
        return None
    version, draft, started = found
    return State(f"{version}.{_stamp(draft)}", str(started))


@lru_cache
def _stamp(draft: str) -> str:
    return stamp(json.loads(draft))


def seen(version: int, draft: dict[str, str]) -> str:
    """Name a state in a few letters, as a page says which one it shows."""
    return f"{version}.{stamp(draft)}"
