"""Whether a match has changed: what each poll and each visit asks first, in one statement."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.database import found
from scorekeeper.table.models.drafts import Answers, stamp

LARGEST_ID = 2**63 - 1
STATEMENT = "SELECT version, renamed, draft, started FROM table_match WHERE id = %s AND deleted IS NULL"
"""Written out: putting it together would take Django fifteen times as long as the database takes to answer it."""


class State(NamedTuple):
    """All that can change on a match's page: its version and what is being typed, as JSON.

    `renamed` is a new name for somebody, which nobody need be shown before the match itself changes. `started` tells
    two matches apart that had the same number, one after the other.
    """

    version: int
    renamed: int
    draft: str
    started: str

    @property
    def typed(self) -> Answers:
        """What is being typed."""
        answers: Answers = json.loads(self.draft)
        return answers

    @property
    def seen(self) -> str:
        """A name for this state, short enough for a page to say which one it shows."""
        return f"{self.version}.{_stamp(self.draft)}"


@lru_cache(maxsize=1000)
def _stamp(draft: str) -> str:
    return stamp(json.loads(draft))


def state_of(pk: int) -> State | None:
    """Return the state of a match; None where there is no such match."""
    for version, renamed, draft, started in found(STATEMENT, min(pk, LARGEST_ID)):
        return State(version, renamed, draft, str(started))
    return None
