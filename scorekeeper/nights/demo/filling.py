"""Filling a club with made-up evenings: all of them, or none."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import TYPE_CHECKING, NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Max, Min

from games.registry import games
from scorekeeper.club.models import Club, Device
from scorekeeper.database import writing
from scorekeeper.nights.books import balance
from scorekeeper.nights.demo.evenings import PEOPLE, evenings, moments
from scorekeeper.nights.demo.history import Written, write_history
from scorekeeper.nights.demo.matches import MadeUp, play, seat
from scorekeeper.table.models import Match
from scorekeeper.table.models.sheets import Played

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date, datetime

    from games.game import Game
    from scorekeeper.nights.demo.evenings import Evening

PHONES = ("iPhone", "Android")
AT_ONCE = 100
"""Matches written with one set of statements."""


class InUse(Exception):
    """The club has a record of its own; nothing was written."""


class Filled(NamedTuple):
    """What was made up, which games could not be, and who of these people played here before."""

    matches: int
    rounds: int
    evenings: int
    left_out: list[str]
    known: list[str]


def fill(club: Club, matches: int, until: date, seed: int, *, in_use: bool = False) -> Filled:
    """Write so many made-up matches down, the last evening on a date; the same seed makes the same ones.

    InUse where the club has a record of its own, unless `in_use` says that this is known.
    """
    luck = Random(seed)  # noqa: S311 -- the same luck each time is what it is for
    playable = [game for game in games().values() if game.plausible]
    seats = {count for game in playable for count in game.seats}
    with writing():
        known = list(club.players.filter(name__in=PEOPLE).values_list("name", flat=True))
        if not in_use and (club.players.exists() or club.matches.exists()):
            raise InUse
        phones = [Device.join(club, label)[0] for label in PHONES]
        plan = evenings(luck, matches, until, seats)
        made_up, rounds = _made_up(luck, club, plan, playable), 0
        while some := list(islice(made_up, AT_ONCE)):
            _write(luck, club, phones, some)
            rounds += sum(len(one.so_far.rounds) for one, _ in some)
        _remember_when(club, known)
    balance(club)
    left_out = [game.name for game in games().values() if game not in playable]
    return Filled(matches, rounds, len(plan), left_out, known)


Clocked = tuple[MadeUp, list["datetime"]]


def _made_up(luck: Random, club: Club, plan: Sequence[Evening], playable: Sequence[Game]) -> Iterator[Clocked]:
    """Play evening after evening: the same people, the deal moving on from match to match."""
    played: set[str] = set()
    for evening in plan:
        dealer, tonight = luck.randrange(len(evening.names)), []
        for _ in range(evening.matches):
            made_up = play(luck, seat(luck, playable, evening.names, dealer, played))
            played.add(made_up.so_far.game.key)
            dealer = made_up.next_dealer
            tonight.append(made_up)
        clocks = moments(luck, evening, [one.entries for one in tonight], ZoneInfo(club.zone))
        yield from zip(tonight, clocks, strict=True)


def _write(luck: Random, club: Club, phones: Sequence[Device], some: Sequence[Clocked]) -> None:
    played = [Played(_match(club, *one), one[0].so_far) for one in some]
    Match.take_in(club, played)
    write_history(
        luck,
        [
            Written(made_up, match, luck.choice(phones), clock)
            for (made_up, clock), (match, _) in zip(some, played, strict=True)
        ],
    )


def _match(club: Club, made_up: MadeUp, clock: Sequence[datetime]) -> Match:
    """Return a match as the table leaves it behind."""
    so_far, called_over = made_up.so_far, made_up.called_over
    finished = so_far.game.scorecard(so_far, ended=called_over).finished
    match = Match(
        club=club, game_key=so_far.game.key, first_dealer=so_far.first_dealer, house_rules=so_far.rules.differing,
        started=clock[0], evening=club.evening_of(clock[0]), called_over=called_over, finished=finished,
        ended=clock[-1] if called_over or finished else None, version=made_up.entries,
    )  # fmt: skip
    match.moved_on(so_far)
    return match


def _remember_when(club: Club, known: Sequence[str]) -> None:
    """Date people's coming by their matches, as it would have been; of who was here before only the last time."""
    people = club.players.filter(name__in=PEOPLE, seats__isnull=False)
    for player in people.annotate(first=Min("seats__match__started"), last=Max("seats__match__started")):
        player.last_played = max(player.last, player.last_played or player.last)
        player.joined = player.joined if player.name in known else player.first
        player.save(update_fields=["joined", "last_played"])
