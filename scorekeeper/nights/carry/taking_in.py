"""Taking a file in: first to see what it comes to, then in one transaction, all of it or nothing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import islice

import msgspec
from msgspec.structs import replace

from scorekeeper.club.models import Club
from scorekeeper.database import writing
from scorekeeper.nights.carry.opening import Opened, naming
from scorekeeper.nights.carry.people import People
from scorekeeper.nights.carry.twins import Brought, Twins
from scorekeeper.nights.models.night import Night
from scorekeeper.table.models import Match

AT_ONCE = 100
"""Matches looked at, and written, with one set of statements."""


class Findings(msgspec.Struct, frozen=True, kw_only=True):
    """What a file comes to: how much of it is new, and how much is here already.

    `home`: the name the club takes over, where nothing is here yet. `otherwise`: how many of the new matches are here
    with other rounds. `noted`: evenings that have a note here already.
    """

    home: str
    matches: int
    rounds: int
    here: int
    otherwise: int
    people: list[str]
    known: int
    evenings: int
    noted: int


def look(club: Club, brought: Opened) -> Findings:
    """Play through all that is brought, and write nothing; Impossible where something cannot be."""
    return _Parcel(club, brought).unpack(write=False)


def take_in(club: Club, brought: Opened) -> Findings:
    """Take all of it in, or nothing."""
    with writing():
        return _Parcel(club, brought).unpack(write=True)


class _Parcel:
    """What is brought, on its way into a club."""

    def __init__(self, club: Club, brought: Opened) -> None:
        self.club, self.brought = club, brought
        self.home = _home(club, brought)
        self.people, self.twins = People(club, brought.people), Twins(club)

    def unpack(self, write: bool) -> Findings:
        """Go through everything in the order of the file; written down or not, it comes to the same."""
        if write:
            self._move_in()
        new = rounds = 0
        for some in self._some():
            played = self.twins.new(some)
            for one in played:
                self.people.played(one.so_far.names, one.match.started)
            new, rounds = new + len(played), rounds + sum(len(one.so_far.rounds) for one in played)
            if write:
                Match.take_in(self.club, played)
        nights = self._nights()
        if write:
            Night.objects.bulk_create(nights)
            self.people.write_dates()
        unknown = self.people.unknown
        return Findings(
            home=self.home, matches=new, rounds=rounds, here=len(self.brought.matches) - new,
            otherwise=self.twins.otherwise, people=unknown, known=len(self.people.named) - len(unknown),
            evenings=len(nights), noted=len(self.brought.evenings) - len(nights),
        )  # fmt: skip

    def _move_in(self) -> None:
        """Write down who comes, and where they are at home."""
        if self.home:
            self.club.save(update_fields=["name", "zone"])
        self.people.write_down()

    def _some(self) -> Iterator[list[Brought]]:
        each = self._each()
        while some := list(islice(each, AT_ONCE)):
            yield some

    def _each(self) -> Iterator[Brought]:
        for number in range(len(self.brought.matches)):
            with naming(self.brought.where(number)):
                sheet = self.brought.sheet(number)
                sheet = replace(sheet, players=self.people.seated(sheet.players))
                played = Match.play_sheet(self.club, sheet)
            yield Brought(played, sheet.started is not None)

    def _nights(self) -> list[Night]:
        """Return what was noted of evenings nothing is noted of here."""
        here = set(self.club.nights.values_list("evening", flat=True))
        facts = [(date.fromisoformat(one.evening), one) for one in self.brought.evenings]
        return [
            Night(club=self.club, evening=evening, name=one.name, place=one.place, note=one.note)
            for evening, one in facts
            if evening not in here
        ]


def _home(club: Club, brought: Opened) -> str:
    """Let a club that nobody has used yet be the one that is brought; return its name, or "" where it stays itself."""
    used = club.players.exists() or club.matches.exists() or club.nights.exists()
    if used or brought.home is None:
        return ""
    club.name, club.zone = brought.home.name, brought.home.zone
    return club.name
