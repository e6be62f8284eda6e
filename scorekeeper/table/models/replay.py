"""Whether the rounds of a match are still possible after a change, and if not, which one stands in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.impossible import Impossible, ImpossibleRound
from games.typed import read
from scorekeeper.table.models import scored

if TYPE_CHECKING:
    from games.record import Record
    from games.so_far import SoFar
    from scorekeeper.table.models.entered import Change
    from scorekeeper.table.models.match import Match


def played_again(match: Match, change: Change) -> SoFar:
    """Play the rounds as they will be; ImpossibleRound says which one stands in the way."""
    if change.since is None:
        return match.so_far
    so_far = match.before(change.since)
    for record in _records(match, change)[change.since - 1 :]:
        try:
            so_far = scored.play(so_far, record)
        except Impossible as error:
            if change.after and change.after["number"] == so_far.number and not change.undoes:
                raise
            told = _in_the_way(match.game.round_name, change, so_far.number, error.message)
            raise ImpossibleRound(told) from None
    return so_far


def _records(match: Match, change: Change) -> list[Record]:
    records = list(match.records)
    if change.before:
        records.pop(change.before["number"] - 1)
    if change.after:
        record = read(change.after["facts"], match.game.record)
        if not record.is_complete:
            raise ImpossibleRound(f"this {match.game.round_name} was not played to its end")
        records.insert(change.after["number"] - 1, record)
    return records


def _in_the_way(name: str, change: Change, number: int, why: str) -> str:
    """Say which round does not fit any more, by the number it has on the pad now, and what to do."""
    after, now = change.after, number
    if after and after["number"] == number:
        return f"as {name} {number} it does not fit any more: {why}"
    if after and change.before:
        what = f"With {name} {after['number']} like this, {name} {now} does not fit"
    else:
        now = number - 1 if after else number + 1
        what = f"With one more {name} before it" if after else f"Without {name} {change.since}"
        what = f"{what}, {name} {now} would be {name} {number} and does not fit"
    return f"{what}: {why}. Correct {name} {now} first, or delete the later {name}s from the last one back."
