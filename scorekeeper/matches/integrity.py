"""Check that every match of a record is readable, before a backup is restored, which may be a hostile file."""

import json
from collections.abc import Iterator
from itertools import chain
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Count, F, Max, Model

from games.core.errors import Impossible
from games.core.facts import RoundFacts
from games.core.registry import find
from games.core.schema import read
from scorekeeper.clubs.models import Club, Player
from scorekeeper.matches.models import Answer, Entry, Match, Round

CHUNK_SIZE = 2_000


def find_unreadable_match() -> str:
    """Return the first problem in a sentence; "" if there is none."""
    damages = _damaged_tables, _damaged_facts, _damaged_documents, _damaged_answers, _damaged_people
    return next(chain.from_iterable(damage() for damage in damages), "")


def _damaged_tables() -> Iterator[str]:
    matches = Match._base_manager.order_by("pk")
    for match in matches.annotate(seated=Count("seats")).filter(first_dealer__gte=F("seated")):
        yield f"match {match.pk} cannot be read: nobody sits where its first dealer did"
    for gapped in matches.annotate(last=Max("rounds__number"), held=Count("rounds")).filter(last__gt=F("held")):
        yield f"match {gapped.pk} cannot be read: one of its rounds is missing"


def _damaged_facts() -> Iterator[str]:
    kinds: dict[int, type[RoundFacts]] = {}
    for pk, key in _rows(Match, "pk", "game_key"):
        try:
            kinds[pk] = find(key).facts
        except Impossible:
            yield f"match {pk} is of a game that is not here: {key}"
    for pk, number, facts in _rows(Round, "match", "number", "facts"):
        try:
            read(facts, kinds[pk])
        except Impossible as error:
            yield f"round {number} of match {pk} cannot be read: {error.message}"


def _damaged_documents() -> Iterator[str]:
    documents = chain(
        _rows(Match, "pk", "house_rules"),
        _rows(Entry, "match", "brought"),
    )
    for pk, *values in documents:
        if not all(map(_is_document, values)):
            yield f"match {pk} cannot be read: its JSON is damaged"


def _damaged_answers() -> Iterator[str]:
    for pk, *texts in _rows(Answer, "match", "question", "text"):
        if not all(isinstance(text, str) for text in texts):
            yield f"match {pk} cannot be read: an answer to its next round is damaged"


def _damaged_people() -> Iterator[str]:
    for name, zone in Club._base_manager.values_list("name", "zone"):
        try:
            ZoneInfo(zone)
        except (ValueError, LookupError, OSError):
            yield f"the time zone of {name} is not known here: {zone}"
    for pk, name in Player._base_manager.values_list("pk", "name"):
        if not isinstance(name, str):  # SQLite stores what it is given, whatever the type of a column
            yield f"the name of player {pk} is damaged"


def _is_document(value: Any) -> bool:
    """Whether JSON can be sent to a browser: no text (Django reads invalid JSON as text) and no infinite number."""
    try:
        json.dumps(value, allow_nan=False)
    except ValueError:
        return False
    return not isinstance(value, str)


def _rows(model: type[Model], *columns: str) -> Iterator[tuple[Any, ...]]:
    return model._base_manager.order_by().values_list(*columns).iterator(chunk_size=CHUNK_SIZE)
