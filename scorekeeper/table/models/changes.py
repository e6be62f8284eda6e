"""What a table does to its match: play, correct, delete, undo, finish. Each is one transaction and one history entry."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID

from django.db import models
from django.utils import timezone

from games.impossible import Impossible
from games.record import Record
from games.typed import plain, read
from scorekeeper.club.models import Device
from scorekeeper.database import writing
from scorekeeper.table.models.ledger import write_ledger, write_standing

if TYPE_CHECKING:
    from scorekeeper.table.models.history import Entry
    from scorekeeper.table.models.match import Match

Spot = dict[str, Any]
"""Where a round stands and what it holds: {"round": its id, "number": from 1, "facts": …}; or {"ended": a moment}."""


class Entered(NamedTuple):
    """How an entry came in: its key (sent twice it counts once), a digest of what was typed, the match version seen."""

    key: UUID
    digest: str
    seen: int
    device: Device | None


class Stale(Exception):
    """The match has moved on since this entry was begun; nothing was written."""


class OtherEntry(Exception):
    """Another entry came in under the same key before; nothing was written."""


class Playing:
    """The verbs of a match."""

    def play(self: Match, record: Record, entered: Entered) -> Entry:
        """Add a round at the end."""
        if self.ended and not self.finished:
            raise Impossible("this match was stopped: take that back first")
        spot = {"number": len(self.records) + 1, "facts": plain(record)}
        return _change(self, "played", None, spot, entered)

    def correct(self: Match, number: int, record: Record, entered: Entered) -> Entry:
        """Put other facts in the place of a round's; later rounds are scored anew."""
        before = _spot(self, number)
        return _change(self, "corrected", before, {**before, "facts": plain(record)}, entered)

    def delete_round(self: Match, number: int, entered: Entered) -> Entry:
        """Take a round out; later rounds move up."""
        return _change(self, "deleted", _spot(self, number), None, entered)

    def finish(self: Match, entered: Entered) -> Entry:
        """End the match now."""
        return _change(self, "finished", {"ended": None}, {"ended": timezone.now().isoformat()}, entered)

    def undo(self: Match, entry: Entry, entered: Entered) -> Entry:
        """Take one entry back, whichever device made it; undoing an undo is redoing."""
        before, after = _as_it_stands(self, entry.after), entry.before
        if after and "facts" in after:
            number = before["number"] if before else min(after["number"], len(self.records) + 1)
            after = {**after, "number": number}
        verb = "redone" if entry.verb == "undone" else "undone"
        return _change(self, verb, before, after, entered, undoes=entry)

    def counted(self: Match, entered: Entered) -> bool:
        """Say whether this entry has been counted before; OtherEntry where its key was used for something else."""
        earlier = self.entries.filter(key=entered.key).first()
        if earlier is not None and earlier.digest != entered.digest:
            raise OtherEntry
        return earlier is not None


def _spot(match: Match, number: int) -> Spot:
    played = match.rounds.get(number=number)
    return {"round": played.pk, "number": number, "facts": played.facts}


def _as_it_stands(match: Match, spot: Spot | None) -> Spot | None:
    if spot is None or "ended" in spot:
        return spot
    played = match.rounds.filter(pk=spot["round"]).first()
    if played is None or played.facts != spot["facts"]:
        raise Impossible("that round has been changed again since: undo the later change first")
    return {**spot, "number": played.number}


def _change(
    match: Match, verb: str, before: Spot | None, after: Spot | None, entered: Entered, undoes: Entry | None = None
) -> Entry:
    records, since, ended = _outcome(match, before, after)
    so_far = match.game.fold(match.table, records)
    card = match.game.scorecard(so_far, ended=ended is not None)
    if card.finished:
        ended = ended or timezone.now()
    elif match.finished:
        ended = None
    with writing():
        _claim(match, entered, ended=ended, finished=card.finished)
        if since is None:
            write_standing(match, card)
        else:
            after = _edit(match, before, after)
            write_ledger(match, card, since, appended=_id_if_appended(before, after, records))
        return match.entries.create(
            number=match.version, verb=verb, before=before, after=after, undoes=undoes,
            key=entered.key, digest=entered.digest, device=entered.device,
        )  # fmt: skip


def _outcome(match: Match, before: Spot | None, after: Spot | None) -> tuple[list[Record], int | None, datetime | None]:
    """Return the records after a change, the first round it touches (None: no round), and when the match ended."""
    records = list(match.records)
    if "ended" in (after or before or {}):
        moment = (after or {}).get("ended")
        return records, None, datetime.fromisoformat(moment) if moment else None
    if before:
        records.pop(before["number"] - 1)
    if after:
        records.insert(after["number"] - 1, read(after["facts"], match.game.record))
    return records, min(spot["number"] for spot in (before, after) if spot), match.ended


def _claim(match: Match, entered: Entered, **derived: Any) -> None:
    """Take the next version; the database itself refuses it to all but the first who saw the last one."""
    cls = type(match)
    won = cls.objects.filter(pk=match.pk, version=entered.seen).update(version=entered.seen + 1, **derived)
    if not won:
        raise Stale
    match.version = entered.seen + 1
    for name, value in derived.items():
        setattr(match, name, value)


def _edit(match: Match, before: Spot | None, after: Spot | None) -> Spot | None:
    """Write the facts; a round that comes back keeps its id, so that its history still finds it."""
    if before and after:
        match.rounds.filter(pk=before["round"]).update(facts=after["facts"])
    elif before:
        match.rounds.filter(pk=before["round"]).delete()
        _shift(match, before["number"], -1)
    elif after:
        if after["number"] <= len(match.records):
            _shift(match, after["number"], 1)
        played = match.rounds.create(pk=after.get("round"), number=after["number"], facts=after["facts"])
        return {"round": played.pk, **after}
    return after


def _shift(match: Match, since: int, step: int) -> None:
    """Renumber the rounds from `since`, by way of numbers nobody has: each number is there only once, always."""
    far = 1_000_000
    match.rounds.filter(number__gte=since).update(number=models.F("number") + far)
    match.rounds.filter(number__gte=far).update(number=models.F("number") - far + step)


def _id_if_appended(before: Spot | None, after: Spot | None, records: list[Record]) -> int | None:
    return after["round"] if before is None and after and after["number"] == len(records) else None
