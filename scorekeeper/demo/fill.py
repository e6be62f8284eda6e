"""Fill a club with made-up game nights, all or nothing."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from random import Random
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Max, Min
from django.utils import timezone
from msgspec.structs import replace

from games.core.definition import Game, MatchState
from games.core.errors import Impossible
from games.core.facts import RoundFacts
from games.core.house_rules import HouseRules
from games.core.registry import games
from games.core.schema import plain
from games.core.simulation import happens, weighted_choice
from scorekeeper.clubs.models import Club, Device
from scorekeeper.matches import recording
from scorekeeper.matches.entry_history import EntryState, MatchEnded, RoundState
from scorekeeper.matches.models import Entry, Match, Round
from scorekeeper.matches.recording import EntryRequest
from scorekeeper.matches.starting import start_match
from scorekeeper.transfer import scoresheets
from scorekeeper.transfer.scoresheets import MatchRows

PHONES = ("iPhone", "Android")
# Players and their weight: how often they come.
PEOPLE = {
    "Ada": 20, "Ben": 20, "Cleo": 16, "Dan": 16, "Q": 12, "Zoë 🦊": 10, "נועם": 10, "José": 6,
    "Ann-Sofie Featherstonehaugh-Cholmondeley": 6, "Uncle Theo": 3, "李雷": 2, "Ingeborg": 1,
}  # fmt: skip
# How often so many players come, so many matches are played in a night, so many days are between two nights, and so
# many house rules are changed.
PLAYER_WEIGHTS = {4: 9, 3: 4, 5: 4, 2: 2, 6: 2, 7: 1}
MATCH_WEIGHTS = {1: 6, 2: 10, 3: 12, 4: 10, 5: 8, 6: 5, 7: 3, 8: 3, 9: 2, 10: 1, 11: 1, 12: 1}
DAY_WEIGHTS = {1: 3, 2: 3, 3: 2, 4: 1, 7: 3}
RULE_WEIGHTS = {0: 14, 1: 3, 2: 2, 3: 1}
# House rules drawn until they fit the players.
MAX_DRAWS = 100
# A night begins within two hours, and is over when the last people leave.
EARLIEST_START, START_SPREAD, LATEST_END = time(19), timedelta(hours=2), time(5)
ROUND_SECONDS, BREAK_SECONDS = (40, 130), 300
# Rounds (least, most) after which a game without an end is ended.
OPEN_ROUNDS = (5, 12)
# Typical and largest number of rounds of a game that ends by points.
TYPICAL_ROUNDS, MAX_ROUNDS = 10, 100
# What the club of a demo is called, its matches, and rounds of the one that goes on there.
DEMO_NAME, DEMO_MATCHES, DEMO_ROUNDS = "Friday Cards", 60, 4
# How likely a round is corrected, a match is broken off, and one that is broken off is ended in Scorekeeper.
SLIP_CHANCE, BREAK_CHANCE, END_CHANCE = 0.006, 0.03, 0.5


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
    playable = [
        game.with_name(next(iter(game.known_names))) if game.known_names else game
        for game in games().values()
        if game.simulate
    ]
    seats = {count for game in playable for count in game.seats}
    with transaction.atomic():
        existing = list(club.players.filter(name__in=PEOPLE).values_list("name", flat=True))
        if not in_use and (club.players.exists() or club.matches.exists()):
            raise InUse
        phones = [Device.join(club, label)[0] for label in PHONES]
        plan = plan_nights(rng, matches, until, seats)
        made_up, rounds = _matches(rng, club, plan, playable), 0
        while batch := list(islice(made_up, scoresheets.BATCH)):
            scoresheets.write_matches(club, [MatchRows.of(one.match, one.state) for one in batch])
            write_history(rng, phones, batch)
            rounds += sum(len(one.state.rounds) for one in batch)
        _set_dates(club, existing)
    left_out = [game.name for game in games().values() if not game.simulate]
    return Filled(matches, rounds, len(plan), left_out, existing)


def fill_demo() -> None:
    """Fill the club of this installation until last night, with a match that goes on; InUse where it has players."""
    club = Club.get_default()
    Club.objects.filter(pk=club.pk).update(name=DEMO_NAME)
    fill(club, DEMO_MATCHES, club.night_date_of(timezone.now()) - timedelta(days=1), seed=1)
    names, rng = list(PEOPLE)[:4], Random(1)  # noqa: S311 -- repeatable on purpose
    game, simulate = next((one, one.simulate) for one in games().values() if one.simulate and len(names) in one.seats)
    match = start_match(club, game, names, 0, dict(game.suggested_rules))
    for key in range(DEMO_ROUNDS):
        recording.play(match, simulate(rng, match.state), EntryRequest(key, 0, match.version, None))


# --- Nights ---


class PlannedNight(NamedTuple):
    """`names` are clockwise."""

    date: date
    names: tuple[str, ...]
    matches: int


def plan_nights(rng: Random, matches: int, until: date, seats: Collection[int]) -> list[PlannedNight]:
    """Return nights, oldest first, the last one on `until`; `seats`: the numbers of players there is a game for."""
    coming = {count: often for count, often in PLAYER_WEIGHTS.items() if count in seats}
    found: list[PlannedNight] = []
    while matches:
        names = _choose_players(rng, weighted_choice(rng, coming))
        found.append(PlannedNight(until, names, min(matches, weighted_choice(rng, MATCH_WEIGHTS))))
        matches -= found[-1].matches
        until -= timedelta(days=weighted_choice(rng, DAY_WEIGHTS))
    return found[::-1]


def _choose_players(rng: Random, count: int) -> tuple[str, ...]:
    drawn = sorted(PEOPLE, key=lambda name: rng.random() ** (1 / PEOPLE[name]))
    return tuple(rng.sample(drawn[-count:], count))


def moments(rng: Random, day: date, entries: Sequence[int], zone: ZoneInfo) -> list[list[datetime]]:
    """Return the times of the start and of each entry of the matches of a night."""
    passed, clocks = 0.0, []
    for count in entries:
        pace = rng.uniform(*ROUND_SECONDS)
        clock = [passed]
        for _ in range(count):
            passed += pace * rng.uniform(0.5, 1.5)
            clock.append(passed)
        clocks.append(clock)
        passed += BREAK_SECONDS
    usual = datetime.combine(day, EARLIEST_START, zone).astimezone(UTC) + START_SPREAD * rng.random()
    over = datetime.combine(day + timedelta(days=1), LATEST_END, zone).astimezone(UTC)
    begins = min(usual.replace(microsecond=0), over - timedelta(seconds=int(passed)))
    return [[begins + timedelta(seconds=int(seconds)) for seconds in clock] for clock in clocks]


# --- Matches ---


class MadeUp(NamedTuple):
    """A simulated match. `slips`: wrong facts by round, entered first and then corrected."""

    state: MatchState
    slips: dict[int, RoundFacts]
    ended_by_table: bool

    @property
    def entries(self) -> int:
        return len(self.state.rounds) + len(self.slips) + self.ended_by_table


class DatedMatch(NamedTuple):
    """A made-up match; `clock`: the times of its start and of each entry."""

    match: Match
    state: MatchState
    slips: dict[int, RoundFacts]
    clock: Sequence[datetime]


def _matches(rng: Random, club: Club, plan: Sequence[PlannedNight], playable: Sequence[Game]) -> Iterator[DatedMatch]:
    played: set[str] = set()
    for night in plan:
        dealer, tonight = rng.randrange(len(night.names)), []
        for _ in range(night.matches):
            made_up = _play(rng, seat(rng, playable, night.names, dealer, played))
            played.add(made_up.state.game.key)
            dealer = made_up.state.next_dealer
            tonight.append(made_up)
        clocks = moments(rng, night.date, [one.entries for one in tonight], ZoneInfo(club.zone))
        for made_up, clock in zip(tonight, clocks, strict=True):
            match = _match(club, made_up, clock)
            yield DatedMatch(match, made_up.state, made_up.slips, clock)


def seat(rng: Random, games: Sequence[Game], names: Sequence[str], dealer: int, played: Collection[str]) -> MatchState:
    """Choose a game not played yet, or else a long one by preference, and house rules that fit the players."""
    choice = [game for game in games if len(names) in game.seats]
    while choice:
        new = [game for game in choice if game.key not in played]
        lengths = {game: game.length(len(names), HouseRules(game.house_rules, {})) or TYPICAL_ROUNDS for game in choice}
        game = rng.choice(new) if new else weighted_choice(rng, lengths)
        changed = weighted_choice(rng, RULE_WEIGHTS)
        for _ in range(MAX_DRAWS):
            options = rng.sample(game.house_rules, min(changed, len(game.house_rules)))
            with suppress(Impossible):
                changes = {option.name: option.random_value(rng) for option in options}
                return game.table(names, dealer, {**game.suggested_rules, **changes})
            changed = max(changed, 1)
        choice.remove(game)
    raise Impossible(f"there is no game for {len(names)} to make a match of", "players")


def _play(rng: Random, state: MatchState) -> MadeUp:
    game, slips = state.game, {}
    last, ended_by_table = _last_round(rng, state)
    while game.simulate and game.finish(state) is None and state.number <= last:
        facts = game.simulate(rng, state)
        if happens(rng, SLIP_CHANCE) and (slip := game.simulate(rng, state)) != facts:
            slips[state.number] = slip
        state = game.play(state, facts)
    return MadeUp(state, slips, ended_by_table and game.finish(state) is None)


def _last_round(rng: Random, state: MatchState) -> tuple[int, bool]:
    """Return the round after which the match stops at the latest, and whether the table then ends it."""
    if state.game.open_ended(state.rules):
        return rng.randint(*OPEN_ROUNDS), True
    if happens(rng, BREAK_CHANCE):
        return rng.randint(1, OPEN_ROUNDS[0]), happens(rng, END_CHANCE)
    return MAX_ROUNDS, False


def _match(club: Club, made_up: MadeUp, clock: Sequence[datetime]) -> Match:
    state, ended_by_table = made_up.state, made_up.ended_by_table
    finished = state.game.scorecard(state, ended=ended_by_table).finished
    match = Match(
        club=club, game_key=state.game.key, first_dealer=state.first_dealer, house_rules=state.rules.differing,
        started=clock[0], night_date=club.night_date_of(clock[0]), ended_by_table=ended_by_table, finished=finished,
        ended=clock[-1] if ended_by_table or finished else None, version=made_up.entries,
    )  # fmt: skip
    match.apply_saved_state(state)
    return match


# --- Around the matches ---


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
                    match=one.match, number=number, verb=verb, before=plain(before), after=plain(after), device=device,
                    at=one.clock[number], key=drawn >> 68, digest=drawn % 2**60,
                )
            )  # fmt: skip
    Entry.objects.bulk_create(entries)


def _changes(one: DatedMatch, ids: dict[tuple[int, int], int]) -> Iterator[tuple[str, EntryState | None, EntryState]]:
    match = one.match
    for scored in one.state.rounds:
        state = RoundState(scored.number, ids[match.pk, scored.number])
        yield "played", None, state
        if slip := one.slips.get(scored.number):
            yield "corrected", replace(state, facts=plain(slip)), state
    if match.ended_by_table:
        yield "finished", MatchEnded(over=False), MatchEnded(over=True)
