"""What a table does to its match: play, insert, correct, delete, finish, undo. Each is one entry in its history."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.db import IntegrityError

from games.impossible import Impossible
from games.typed import plain
from scorekeeper.table.models.entered import Change, Entered, OtherEntry, Spot, Stale
from scorekeeper.table.models.history import AGAIN, BACK, taken_back
from scorekeeper.table.models.keeping import keep

if TYPE_CHECKING:
    from games.record import Record
    from scorekeeper.table.models.history import Entry
    from scorekeeper.table.models.match import Match


def play(match: Match, record: Record, entered: Entered) -> Entry:
    """Add a round at the end."""

    def change() -> Change:
        if match.called_over:
            raise Impossible("this match was ended: take that back in its history first")
        return Change("played", None, {"number": len(match.records) + 1, "facts": plain(record)})

    return _enter(match, entered, change)


def insert(match: Match, number: int, record: Record, entered: Entered) -> Entry:
    """Put a forgotten round in before another; that one and the later ones move down."""

    def change() -> Change:
        _check_there(match, number)
        return Change("inserted", None, {"number": number, "facts": plain(record)})

    return _enter(match, entered, change)


def correct(match: Match, number: int, record: Record, entered: Entered) -> Entry:
    """Put other facts in the place of a round's; later rounds are scored anew."""

    def change() -> Change:
        before = _spot(match, number)
        return Change("corrected", before, {**before, "facts": plain(record)})

    return _enter(match, entered, change)


def delete_round(match: Match, number: int, entered: Entered) -> Entry:
    """Take a round out; later rounds move up."""
    return _enter(match, entered, lambda: Change("deleted", _spot(match, number), None))


def finish(match: Match, entered: Entered) -> Entry:
    """Call the match over."""

    def change() -> Change:
        if not match.is_open:
            raise Impossible("this match is over already")
        return Change("finished", {"over": False}, {"over": True})

    return _enter(match, entered, change)


def undo(match: Match, entry: Entry, entered: Entered) -> Entry:
    """Take one entry back, whichever device made it; undoing an undo is redoing."""
    return _enter(match, entered, lambda: _undoing(match, entry))


def counted(match: Match, entered: Entered) -> Entry | None:
    """Return the entry this one was counted as before; OtherEntry where its key was used for something else."""
    earlier: Entry | None = match.entries.filter(key=entered.key).first()
    if earlier is not None and earlier.digest != entered.digest:
        raise OtherEntry
    return earlier


def awaits(match: Match, entered: Entered) -> bool:
    """Say whether this entry is still to be written; Stale where it was made for another version of the match."""
    if entered.seen == match.version:
        return True
    if counted(match, entered) is None:
        raise Stale
    return False


def _enter(match: Match, entered: Entered, change: Callable[[], Change]) -> Entry:
    """Write an entry down, if it was made for the match as it is. Sent again, it is found and nothing is written."""
    try:
        if entered.seen != match.version:
            raise Stale
        return keep(match, change(), entered)
    except (Stale, IntegrityError):
        # Somebody was faster: perhaps this very entry, on its way twice.
        earlier = counted(match, entered)
        if earlier is None:
            raise
        return earlier


def _undoing(match: Match, entry: Entry) -> Change:
    if entry.pk in taken_back(match.entries.values_list("pk", "undoes")):
        raise Impossible("that was taken back already")
    before, after = _as_it_stands(match, entry.after), entry.before
    if after and "facts" in after:
        number = before["number"] if before else min(after["number"], len(match.records) + 1)
        after = {**after, "number": number}
    return Change(AGAIN if entry.verb == BACK else BACK, before, after, entry)


def _as_it_stands(match: Match, spot: Spot | None) -> Spot | None:
    """Return what an entry left behind with the number it has now; Impossible where it has been changed since."""
    if spot is None:
        return None
    if "over" in spot:
        stands, number = match.called_over == spot["over"], None
    else:
        found = match.rounds.filter(pk=spot["round"]).first()
        stands, number = found is not None and found.facts == spot["facts"], found and found.number
    if not stands:
        raise Impossible("this has been changed again since: take the later change back first")
    return spot if number is None else {**spot, "number": number}


def _spot(match: Match, number: int) -> Spot:
    _check_there(match, number)
    found = match.rounds.filter(number=number).first()
    if found is None:  # somebody took it out since this match was read
        raise Stale
    return {"round": found.pk, "number": number, "facts": found.facts}


def _check_there(match: Match, number: int) -> None:
    if not 1 <= number <= len(match.records):
        raise Impossible(f"there is no {match.game.round_name} {number} in this match")
