"""Evenings: the matches begun in one night, who played, and how they came out over all of its games."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Count
from django.utils.functional import cached_property

from scorekeeper.clubs.models import Club
from scorekeeper.history.highlights import NightHighlight, night_highlights
from scorekeeper.history.models import NightNotes
from scorekeeper.matches.models import SEATS_PREFETCH, Match, with_seats
from scorekeeper.server.database import writing
from scorekeeper.statistics.monthly_totals import discard_totals

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from scorekeeper.clubs.models import Player

SHOWN = 20


class PlacedSide(NamedTuple):
    """One side in the outcome of a match."""

    side: int
    name: str
    total: int
    place: int
    won: bool


@dataclass
class Attendee:
    """Somebody's evening: how many matches were played to their end, won, and which places they brought."""

    player: Player
    rank: int = 0
    wins: int = 0
    places: list[int] = field(default_factory=list)

    @property
    def average(self) -> float | None:
        """The average place; None before anything was over."""
        return sum(self.places) / len(self.places) if self.places else None

    @property
    def order(self) -> tuple[int, float]:
        return -self.wins, self.average or 99


@dataclass
class GameNight:
    """One night: its date, its matches in the order they began, and what was written down about it."""

    date: date
    matches: list[Match]
    night: NightNotes

    def __str__(self) -> str:
        return str(self.night)

    @property
    def games(self) -> dict[str, int]:
        return dict(Counter(match.game.name for match in self.matches))

    @property
    def finished(self) -> bool:
        return any(not match.is_open for match in self.matches)

    @cached_property
    def highlights(self) -> list[NightHighlight]:
        return night_highlights(self.matches)

    @cached_property
    def guests(self) -> list[Attendee]:
        """Who was there, the best evening first; equal ones share a rank."""
        guests: dict[int, Attendee] = {}
        for match in self.matches:
            for seat in match.seat_list:
                guest = guests.setdefault(seat.player_id, Attendee(seat.player))
                if not match.is_open:
                    guest.wins += seat.won
                    guest.places.append(seat.place)
        ranked = sorted(guests.values(), key=lambda guest: guest.order)
        for guest in ranked:
            guest.rank = 1 + sum(other.order < guest.order for other in ranked)
        return ranked


def outcome(match: Match) -> list[PlacedSide]:
    names = match.side_names
    by_side = {
        seat.side: PlacedSide(seat.side, names[seat.side], seat.total, seat.place, seat.won) for seat in match.seat_list
    }
    return sorted(by_side.values(), key=lambda placed: (placed.place, placed.side))


def last_nights(club: Club, before: date | None = None) -> list[GameNight]:
    matches = Match.objects.filter(club=club)
    if before:
        matches = matches.filter(night_date__lt=before)
    dates = (
        matches.values("night_date").annotate(Count("pk")).order_by("-night_date").values_list("night_date", flat=True)
    )
    return _nights_on(club, list(dates[: SHOWN + 1]))


def find_night(club: Club, at: date) -> GameNight | None:
    """Return one evening; None where nobody played."""
    return next(iter(_nights_on(club, [at])), None)


def _nights_on(club: Club, dates: Sequence[date]) -> list[GameNight]:
    told = {night.night_date: night for night in NightNotes.objects.filter(club=club, night_date__in=dates)}
    found = Match.objects.filter(club=club, night_date__in=dates).prefetch_related(SEATS_PREFETCH)
    by_date = groupby(with_seats(found.order_by("-night_date", "started", "pk")), key=lambda match: match.night_date)
    return [GameNight(at, list(played), told.get(at) or NightNotes(club=club, night_date=at)) for at, played in by_date]


# --- The clock of a club: in another time zone a match may belong to another evening, and with it what is
# counted.


Moves = dict[date, Counter[date]]
"""The new nights of the matches of each old night, with how many moved to each."""


def change_zone(club: Club, zone: str) -> None:
    """Go by another clock from now on, and for all that was played."""
    with writing():
        club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        club.zone = zone
        club.save(update_fields=["zone"])
        moves = _regroup(club)
        if any(set(to) != {evening} for evening, to in moves.items()):
            _take_notes_along(club, moves)
            discard_totals(club)


def _regroup(club: Club) -> Moves:
    """Give every match, deleted ones too, the evening it has by the club's clock."""
    moves: Moves = defaultdict(Counter)
    moved = []
    for match in Match.everything.filter(club=club).only("started", "night_date"):
        evening = club.night_date_of(match.started)
        moves[match.night_date][evening] += 1
        if evening != match.night_date:
            match.night_date = evening
            moved.append(match)
    Match.everything.bulk_update(moved, ["night_date"], batch_size=300)
    return moves


def _take_notes_along(club: Club, moves: Moves) -> None:
    notes = list(NightNotes.objects.filter(club=club).order_by("night_date"))
    leaving = [note for note in notes if note.night_date in moves and note.night_date not in moves[note.night_date]]
    taken = {note.night_date for note in notes} - {note.night_date for note in leaving}
    for note in leaving:
        there = moves[note.night_date].most_common(1)[0][0]
        note.night_date = there if there not in taken else note.night_date
        taken.add(note.night_date)
    # All at once: one may go where another has just left.
    NightNotes.objects.filter(pk__in=[note.pk for note in leaving]).delete()
    NightNotes.objects.bulk_create(leaving)
