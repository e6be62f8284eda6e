"""Fill a club with made-up game nights, all or nothing."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from itertools import islice
from random import Random
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Max, Min

from games.core.definition import Game
from games.core.registry import games
from games.core.schema import plain
from scorekeeper.clubs.models import Club, Device
from scorekeeper.demo.calendar import PEOPLE, PlannedNight, moments, plan_nights
from scorekeeper.demo.made_up_match import MadeUp, play, seat
from scorekeeper.matches.models import Entry, Match, Round
from scorekeeper.matches.recording import Spot
from scorekeeper.transfer import scoresheets
from scorekeeper.transfer.scoresheets import MatchRows, PlayedSheet

PHONES = ("iPhone", "Android")
# Matches written with one set of statements.
BATCH_SIZE = 100


class InUse(Exception):
    """The club has players or matches already; nothing was written."""


class Filled(NamedTuple):
    """`left_out`: games that cannot be simulated; `existing`: made-up players whom the club had already."""

    matches: int
    rounds: int
    nights: int
    left_out: list[str]
    existing: list[str]


def fill(club: Club, matches: int, until: date, seed: int, *, in_use: bool = False) -> Filled:
    """Save so many made-up matches, the last night on `until`; the same seed makes the same matches.

    InUse where the club has players or matches, unless `in_use` allows it.
    """
    rng = Random(seed)  # noqa: S311 -- repeatable on purpose
    playable = [game for game in games().values() if game.simulate]
    seats = {count for game in playable for count in game.seats}
    with transaction.atomic():
        existing = list(club.players.filter(name__in=PEOPLE).values_list("name", flat=True))
        if not in_use and (club.players.exists() or club.matches.exists()):
            raise InUse
        phones = [Device.join(club, label)[0] for label in PHONES]
        plan = plan_nights(rng, matches, until, seats)
        dated, rounds = _dated_matches(rng, club, plan, playable), 0
        while some := list(islice(dated, BATCH_SIZE)):
            rows = [MatchRows.of(PlayedSheet(one.match, one.made_up.state)) for one in some]
            scoresheets.write_matches(club.players.get_or_create_named, rows)
            write_history(rng, phones, some)
            rounds += sum(len(one.made_up.state.rounds) for one in some)
        _set_dates(club, existing)
    left_out = [game.name for game in games().values() if game not in playable]
    return Filled(matches, rounds, len(plan), left_out, existing)


class DatedMatch(NamedTuple):
    """A made-up match; `clock`: the times of its start and of each entry."""

    made_up: MadeUp
    match: Match
    clock: Sequence[datetime]


def _dated_matches(
    rng: Random, club: Club, plan: Sequence[PlannedNight], playable: Sequence[Game]
) -> Iterator[DatedMatch]:
    played: set[str] = set()
    for night in plan:
        dealer, tonight = rng.randrange(len(night.names)), []
        for _ in range(night.matches):
            made_up = play(rng, seat(rng, playable, night.names, dealer, played))
            played.add(made_up.state.game.key)
            dealer = made_up.state.next_dealer
            tonight.append(made_up)
        clocks = moments(rng, night, [one.entries for one in tonight], ZoneInfo(club.zone))
        for made_up, clock in zip(tonight, clocks, strict=True):
            yield DatedMatch(made_up, _match(club, made_up, clock), clock)


def _match(club: Club, made_up: MadeUp, clock: Sequence[datetime]) -> Match:
    state, ended_by_table = made_up.state, made_up.ended_by_table
    finished = state.game.scorecard(state, ended=ended_by_table).finished
    match = Match(
        club=club, game_key=state.game.key, first_dealer=state.first_dealer, house_rules=state.rules.differing,
        started=clock[0], night_date=club.night_date_of(clock[0]), ended_by_table=ended_by_table, finished=finished,
        ended=clock[-1] if ended_by_table or finished else None, version=made_up.entries,
    )  # fmt: skip
    match.move_on(state)
    return match


def _set_dates(club: Club, existing: Sequence[str]) -> None:
    """Set joined and last_played from the matches; players the club had before keep `joined`."""
    people = club.players.filter(name__in=PEOPLE, seats__isnull=False)
    for player in people.annotate(first=Min("seats__match__started"), last=Max("seats__match__started")):
        player.last_played = max(player.last, player.last_played or player.last)
        player.joined = player.joined if player.name in existing else player.first
        player.save(update_fields=["joined", "last_played"])


def write_history(rng: Random, phones: Sequence[Device], dated: Sequence[DatedMatch]) -> None:
    found = Round.objects.filter(match__in=[one.match for one in dated]).values_list("match", "number", "pk")
    ids = {(match, number): pk for match, number, pk in found}
    devices = [rng.choice(phones) for _ in dated]
    entries = []
    for one, device in zip(dated, devices, strict=True):
        for number, (verb, before, after) in enumerate(_changes(one, ids), 1):
            drawn = rng.getrandbits(128)
            entries.append(
                Entry(
                    match=one.match, number=number, verb=verb, before=before, after=after, device=device,
                    at=one.clock[number], key=drawn >> 68, digest=drawn % 2**60,
                )
            )  # fmt: skip
    Entry.objects.bulk_create(entries)


def _changes(one: DatedMatch, ids: dict[tuple[int, int], int]) -> Iterator[tuple[str, Spot | None, Spot]]:
    for scored in one.made_up.state.rounds:
        spot = {"round": ids[one.match.pk, scored.number], "number": scored.number}
        yield "played", None, spot
        slip = one.made_up.slips.get(scored.number)
        if slip is not None:
            yield "corrected", {**spot, "facts": plain(slip)}, spot
    if one.made_up.ended_by_table:
        yield "finished", {"over": False}, {"over": True}
