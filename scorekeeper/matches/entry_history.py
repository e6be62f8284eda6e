from __future__ import annotations

import uuid
from dataclasses import replace
from typing import NamedTuple

from games.core.round_form import RoundForm, form_class
from games.core.schema import read
from scorekeeper.matches.models import Entry, Match
from scorekeeper.matches.recording import Spot


class ShownEntry(NamedTuple):
    """An entry as the history tells it: what it changed, whether it was taken back, and a key to take it back with."""

    entry: Entry
    changes: list[str]
    back: bool
    key: uuid.UUID


def describe_change(match: Match, form: RoundForm, entry: Entry) -> list[str]:
    """Say what an entry changed, answer by answer: “Ada took: 2 → 1”."""
    before, after = _answers(match, entry.before), _answers(match, entry.after)
    if not (before and after):
        return _insisted(entry)
    return _insisted(entry) + [
        f"{question.label}: {question.shown(before[name]) if name in before else '–'}"
        f" → {question.shown(after[name]) if name in after else '–'}"
        for name, question in form.fields.items()
        if before.get(name) != after.get(name)
    ]


def _insisted(entry: Entry) -> list[str]:
    irregular = (entry.after or {}).get("facts", {}).get("irregular")
    return ["irregular: the table says it was played that way"] if irregular else []


def _answers(match: Match, spot: Spot | None) -> dict[str, str]:
    if not spot or "facts" not in spot:
        return {}
    there = replace(match.table, unknown=spot["number"] - 1)  # who dealt follows from the number alone
    return form_class(match.game).answers_of(read(spot["facts"], match.game.facts), there)
