"""The history of made-up matches: every round was entered once, a few wrongly at first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple
from uuid import UUID

from django.db import connection

from games.typed import plain
from scorekeeper.table.models import Entry, Round

if TYPE_CHECKING:
    from datetime import datetime
    from random import Random

    from scorekeeper.club.models import Device
    from scorekeeper.nights.demo.matches import MadeUp
    from scorekeeper.table.models import Match
    from scorekeeper.table.models.entered import Spot


class Written(NamedTuple):
    """A made-up match in the record: who kept score, and when it began and each entry was made."""

    made_up: MadeUp
    match: Match
    device: Device
    clock: Sequence[datetime]


def write_history(luck: Random, written: Sequence[Written]) -> None:
    """Write down how these matches were entered."""
    found = Round.objects.filter(match__in=[one.match for one in written]).values_list("match", "number", "pk")
    ids = {(match, number): pk for match, number, pk in found}
    entries, moments = [], []
    for one in written:
        for number, (verb, before, after) in enumerate(_changes(one, ids), 1):
            moments.append(one.clock[number])
            digest = sha256(str(after).encode()).hexdigest()
            entries.append(
                Entry(
                    match=one.match, number=number, verb=verb, before=before, after=after, device=one.device,
                    key=UUID(int=luck.getrandbits(128), version=4), digest=digest,
                )
            )  # fmt: skip
    Entry.objects.bulk_create(entries)
    _date_back(entries, moments)


def _changes(one: Written, ids: dict[tuple[int, int], int]) -> Iterator[tuple[str, Spot | None, Spot]]:
    for scored in one.made_up.so_far.rounds:
        spot = {"round": ids[one.match.pk, scored.number], "number": scored.number, "facts": plain(scored.record)}
        slip = one.made_up.slips.get(scored.number)
        if slip is None:
            yield "played", None, spot
        else:
            wrong = {**spot, "facts": plain(slip)}
            yield "played", None, wrong
            yield "corrected", wrong, spot
    if one.made_up.called_over:
        yield "finished", {"over": False}, {"over": True}


def _date_back(entries: Sequence[Entry], moments: Sequence[datetime]) -> None:
    # An entry's moment is when it is written, whatever it is told: for these alone that is not so.
    quoted, at = connection.ops.quote_name, connection.ops.adapt_datetimefield_value
    rows = [(at(moment), entry.pk) for entry, moment in zip(entries, moments, strict=True)]
    with connection.cursor() as cursor:
        cursor.executemany(f"UPDATE {quoted(Entry._meta.db_table)} SET {quoted('at')} = %s WHERE id = %s", rows)  # noqa: S608 -- names of ours
