"""The clock of a club: in another time zone a match may belong to another evening, and with it what is counted."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from scorekeeper.club.models import Club
from scorekeeper.database import writing
from scorekeeper.nights.books import throw_away
from scorekeeper.nights.models import Night
from scorekeeper.table.models import Match

if TYPE_CHECKING:
    from datetime import date

    Moves = dict[date, Counter[date]]
    """To which evenings the matches of an evening went, and how many to each."""


def change_zone(club: Club, zone: str) -> None:
    """Go by another clock from now on, and for all that was played."""
    with writing():
        club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        club.zone = zone
        club.save(update_fields=["zone"])
        moves = _regroup(club)
        if any(set(to) != {evening} for evening, to in moves.items()):
            _take_notes_along(club, moves)
            throw_away(club)


def _regroup(club: Club) -> Moves:
    """Give every match, deleted ones too, the evening it has by the club's clock."""
    moves: Moves = defaultdict(Counter)
    moved = []
    for match in Match.everything.filter(club=club).only("started", "evening"):
        evening = club.evening_of(match.started)
        moves[match.evening][evening] += 1
        if evening != match.evening:
            match.evening = evening
            moved.append(match)
    Match.everything.bulk_update(moved, ["evening"], batch_size=300)
    return moves


def _take_notes_along(club: Club, moves: Moves) -> None:
    """Have what was written down about an evening go where its matches went, unless something stands there."""
    notes = list(Night.objects.filter(club=club).order_by("evening"))
    leaving = [note for note in notes if note.evening in moves and note.evening not in moves[note.evening]]
    taken = {note.evening for note in notes} - {note.evening for note in leaving}
    for note in leaving:
        there = moves[note.evening].most_common(1)[0][0]
        note.evening = there if there not in taken else note.evening
        taken.add(note.evening)
    # All at once: one may go where another has just left.
    Night.objects.filter(pk__in=[note.pk for note in leaving]).delete()
    Night.objects.bulk_create(leaving)
