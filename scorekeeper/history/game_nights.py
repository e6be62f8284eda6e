"""Game nights: the matches of a night, the players, and their results over all games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from django.db.models import Count
from django.http import Http404
from django.utils.functional import cached_property

from scorekeeper.clubs.models import Club, Player
from scorekeeper.history.highlights import NightHighlight, night_highlights
from scorekeeper.history.models import NightNotes
from scorekeeper.history.places_chart import PlacesChart
from scorekeeper.matches.models import Match, with_seats
from scorekeeper.server.database import writing
from scorekeeper.statistics.charts import Sparkline, sparkline
from scorekeeper.statistics.monthly_totals import discard_totals

SHOWN = 20
LARGEST_NIGHT, LARGEST_LIST = 100, 300
"""So many matches of one night are told, and so many of all nights of a list: an import may bring thousands."""


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
    """One night: its date, its matches in order of their start, and its notes.

    `count`: of all its matches, where they are too many to be told.
    """

    date: date
    matches: list[Match]
    notes: NightNotes
    count: int

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
    def marks(self) -> list[int]:
        return [guest.player.mark for guest in self.guests]

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
        for number, guest in enumerate(ranked, 1):
            before = ranked[number - 2] if number > 1 else None
            guest.rank = before.rank if before and before.order == guest.order else number
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
    counted = matches.values("night_date").annotate(count=Count("pk")).order_by("-night_date")
    counts = dict(counted.values_list("night_date", "count")[:most])
    notes, told, room = _notes_on(club, list(counts)), [], LARGEST_LIST
    for night, count in counts.items():
        if count <= min(room, LARGEST_NIGHT):
            told.append(night)
            room -= count
    found = Match.objects.filter(club=club, night_date__in=told)
    by_date: dict[date, list[Match]] = {night: [] for night in counts}
    for match in with_seats(found.order_by("started", "pk")):
        by_date[match.night_date].append(match)
    return [GameNight(night, by_date[night], notes[night], count) for night, count in counts.items()]


def find_night(club: Club, at: date) -> GameNight:
    """Return one game night; 404 if nobody played."""
    matches = Match.objects.filter(club=club, night_date=at)
    found = with_seats(matches.order_by("started", "pk")[: LARGEST_NIGHT + 1])
    if not found:
        raise Http404
    count = len(found) if len(found) <= LARGEST_NIGHT else matches.count()
    return GameNight(at, found[:LARGEST_NIGHT], _notes_on(club, [at])[at], count)


def _notes_on(club: Club, dates: Sequence[date]) -> dict[date, NightNotes]:
    stored = {notes.night_date: notes for notes in NightNotes.objects.filter(club=club, night_date__in=dates)}
    return {night: stored.get(night) or NightNotes(club=club, night_date=night) for night in dates}


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
