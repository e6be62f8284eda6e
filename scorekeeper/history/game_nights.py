"""Game nights: the matches of a night, the players, and their results over all games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from typing import NamedTuple

from django.db.models import Count
from django.http import Http404
from django.utils.functional import cached_property

from scorekeeper.clubs.models import Club, Player
from scorekeeper.history.highlights import NightHighlight, night_highlights
from scorekeeper.history.models import NightNotes
from scorekeeper.history.places_chart import PlacesChart
from scorekeeper.matches.models import SEATS_PREFETCH, Match, with_seats
from scorekeeper.server.database import writing
from scorekeeper.statistics.charts import Sparkline, sparkline
from scorekeeper.statistics.monthly_totals import discard_totals

SHOWN = 20


class PlacedSide(NamedTuple):
    """The result of one side of a match."""

    side: int
    mark: int
    name: str
    total: int
    place: int
    won: bool


@dataclass
class Attendee:
    """A player's results of a night: finished matches, wins and places."""

    player: Player
    rank: int = 0
    wins: int = 0
    places: list[int] = field(default_factory=list)

    @property
    def average(self) -> float | None:
        """The average place; None before the first finished match."""
        return sum(self.places) / len(self.places) if self.places else None

    @property
    def spark(self) -> Sparkline:
        """The places of the night as a small line, the first on top."""
        return sparkline([-place for place in self.places])

    @property
    def order(self) -> tuple[int, float]:
        return -self.wins, self.average or 99


@dataclass
class GameNight:
    """One night: its date, its matches in order of their start, and its notes."""

    date: date
    matches: list[Match]
    notes: NightNotes

    def __str__(self) -> str:
        return str(self.notes)

    @property
    def games(self) -> dict[str, int]:
        return dict(Counter(match.game.name for match in self.matches))

    @property
    def weekday(self) -> str:
        return f"{self.date:%A}"

    @property
    def winners(self) -> list[Attendee]:
        """Those with the most wins and the best places; nobody as long as nobody won."""
        return [guest for guest in self.guests if guest.rank == 1 and guest.wins]

    @property
    def played(self) -> int:
        """How many matches are over."""
        return sum(not match.is_open for match in self.matches)

    @property
    def finished(self) -> bool:
        return self.played > 0

    @property
    def chart(self) -> PlacesChart:
        return PlacesChart(self.matches, [guest.player for guest in self.guests if guest.places])

    @cached_property
    def highlights(self) -> list[NightHighlight]:
        return night_highlights(self.matches)

    @cached_property
    def guests(self) -> list[Attendee]:
        """The players of the night, the best first; equal results share a rank."""
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
    names, marks = match.side_names, match.side_marks
    by_side = {
        seat.side: PlacedSide(seat.side, marks[seat.side], names[seat.side], seat.total, seat.place, seat.won)
        for seat in match.seat_list
    }
    return sorted(by_side.values(), key=lambda placed: (placed.place, placed.side))


def last_nights(club: Club, before: date | None = None, most: int = SHOWN + 1) -> list[GameNight]:
    matches = Match.objects.filter(club=club)
    if before:
        matches = matches.filter(night_date__lt=before)
    dates = (
        matches.values("night_date").annotate(Count("pk")).order_by("-night_date").values_list("night_date", flat=True)
    )
    return _nights_on(club, list(dates[:most]))


def find_night(club: Club, at: date) -> GameNight:
    """Return one game night; 404 if nobody played."""
    for night in _nights_on(club, [at]):
        return night
    raise Http404


def _nights_on(club: Club, dates: Sequence[date]) -> list[GameNight]:
    notes = {night.night_date: night for night in NightNotes.objects.filter(club=club, night_date__in=dates)}
    found = Match.objects.filter(club=club, night_date__in=dates).prefetch_related(SEATS_PREFETCH)
    by_date = groupby(with_seats(found.order_by("-night_date", "started", "pk")), key=lambda match: match.night_date)
    return [
        GameNight(at, list(played), notes.get(at) or NightNotes(club=club, night_date=at)) for at, played in by_date
    ]


Moves = dict[date, Counter[date]]
"""The new nights of the matches of each old night, with how many moved to each."""


def change_zone(club: Club, zone: str) -> None:
    """Change the time zone of a club and regroup all its matches into nights."""
    with writing():
        club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        club.zone = zone
        club.save(update_fields=["zone"])
        moves = _regroup(club)
        if any(set(to) != {night} for night, to in moves.items()):
            _take_notes_along(club, moves)
            _end_links(club, moves)
            discard_totals(club)


def _regroup(club: Club) -> Moves:
    """Set the night of every match, deleted ones too, by the time zone of the club."""
    moves: Moves = defaultdict(Counter)
    moved = []
    for match in Match.everything.filter(club=club).only("started", "night_date"):
        night = club.night_date_of(match.started)
        moves[match.night_date][night] += 1
        if night != match.night_date:
            match.night_date = night
            moved.append(match)
    Match.everything.bulk_update(moved, ["night_date"], batch_size=300)
    return moves


def _end_links(club: Club, moves: Moves) -> None:
    """End the links to nights that are no longer of the same matches: they would show others."""
    changed = {date for night, to in moves.items() for date in (night, *to) if set(to) != {night}}
    club.shared_links.filter(night_date__in=changed).delete()


def _take_notes_along(club: Club, moves: Moves) -> None:
    notes = list(NightNotes.objects.filter(club=club).order_by("night_date"))
    leaving = [note for note in notes if note.night_date in moves and note.night_date not in moves[note.night_date]]
    taken = {note.night_date for note in notes} - {note.night_date for note in leaving}
    for note in leaving:
        there = moves[note.night_date].most_common(1)[0][0]
        note.night_date = there if there not in taken else note.night_date
        taken.add(note.night_date)
    # Delete all, then create all: a note may move to a date that another note leaves.
    NightNotes.objects.filter(pk__in=[note.pk for note in leaving]).delete()
    NightNotes.objects.bulk_create(leaving)
