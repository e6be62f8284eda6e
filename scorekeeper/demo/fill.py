"""Fill a club with made-up game nights, all or nothing."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from random import Random
from typing import NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Max, Min
from django.utils import timezone

from games.core.definition import Game, MatchState
from games.core.errors import Impossible
from games.core.facts import RoundFacts
from games.core.house_rules import HouseRules
from games.core.registry import games
from games.core.schema import plain
from games.core.simulation import happens, weighted_choice
from scorekeeper.clubs.models import Club, Device
from scorekeeper.history.models import NightNotes
from scorekeeper.matches import recording
from scorekeeper.matches.models import Action, Entry, Match, Round
from scorekeeper.matches.recording import EntryRequest
from scorekeeper.matches.starting import start_match
from scorekeeper.transfer import scoresheets
from scorekeeper.transfer.scoresheets import MatchRows

PHONES = ("iPhone", "Android")
# Players and their weight: how often they come.
PEOPLE = {
    "Ada": 20, "Ben": 20, "Cleo": 16, "Dan": 16, "Mia": 12, "Zoë": 10, "Noam": 10, "José": 6, "Ingrid": 6,
    "Theo": 3, "Wei": 2, "Olga": 1,
}  # fmt: skip
# Weights of the number of players in a night, of matches in a night, of days between nights, and of changed house
# rules.
PLAYER_WEIGHTS = {4: 9, 3: 4, 5: 4, 2: 2, 6: 2, 7: 1}
MATCH_WEIGHTS = {1: 6, 2: 10, 3: 12, 4: 10, 5: 8, 6: 5, 7: 3, 8: 3, 9: 2, 10: 1, 11: 1, 12: 1}
DAY_WEIGHTS = {1: 3, 2: 3, 3: 2, 4: 1, 7: 3}
RULE_WEIGHTS = {0: 18, 1: 2}
# How often house rules are drawn until they fit the players.
MAX_DRAWS = 100
# How often a match of the last night is drawn until the planned player wins it: few take the lead in the last round.
MAX_MATCHES = 1000
# A night starts between seven and nine in the evening, and ends by five in the morning.
EARLIEST_START, START_SPREAD, LATEST_END = time(19), timedelta(hours=2), time(5)
ROUND_SECONDS, BREAK_SECONDS = (40, 130), 300
# Number of rounds (minimum, maximum) of a game without an end.
OPEN_ROUNDS = (5, 12)
# Typical and maximum number of rounds of a game that ends by points.
TYPICAL_ROUNDS, MAX_ROUNDS = 10, 100
# Number of players of the last night.
REGULARS = 4
# The last night is the first that a visitor opens: who wins which match (a seat), each of another game. The last match
# decides the night, and its winner takes the lead in the last round.
LAST_NIGHT_WINNERS = (1, 2, 1, 2, 2)
# Name of the club of a demo, its number of matches, the pause between its nights, which are of one weekday and fill
# half a year, and the number of rounds of its open match.
DEMO_NAME, DEMO_MATCHES, DEMO_PAUSE, DEMO_ROUNDS = "Friday Cards", 60, 7, 4
# Name, place and note of the last night of a demo.
DEMO_NIGHT = {
    "name": "Cleo’s birthday", "place": "Ben’s kitchen",
    "note": "Lemon cake at ten. Ben still says that the cat looked into his cards.",
}  # fmt: skip
# Probability that a round is corrected, that a match is broken off, and that the table then ends it.
SLIP_CHANCE, BREAK_CHANCE, END_CHANCE = 0.006, 0.03, 0.5


class InUse(Exception):
    """The club has players or matches already; nothing was saved."""


class FillResult(NamedTuple):
    """`omitted_games`: those that cannot be simulated. `existing`: made-up players whom the club had already."""

    matches: int
    rounds: int
    nights: int
    omitted_games: list[str]
    existing: list[str]


def fill(club: Club, matches: int, until: date, seed: int, *, in_use: bool = False, pause: int = 1) -> FillResult:
    """Save made-up matches, with the last night on `until`. The same seed makes the same matches.

    `pause`: how many times as many days as usual are between the nights. InUse if the club has players or matches,
    unless `in_use` allows it.
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
        plan = plan_nights(rng, matches, until, seats, pause)
        dated_matches, rounds = _matches(rng, club, plan, playable), 0
        while batch := list(islice(dated_matches, scoresheets.BATCH)):
            saved = scoresheets.write_matches(club, [MatchRows.of(dated.match, dated.state) for dated in batch])
            write_log(rng, phones, batch, saved)
            rounds += sum(len(dated.state.rounds) for dated in batch)
        _set_dates(club, existing)
    omitted_games = [game.name for game in games().values() if not game.simulate]
    return FillResult(matches, rounds, len(plan), omitted_games, existing)


def fill_demo() -> None:
    """Fill the default club until last night, and start a match; InUse if it has players or matches."""
    club = Club.get_default()
    Club.objects.filter(pk=club.pk).update(name=DEMO_NAME)
    last_night = club.night_date_of(timezone.now()) - timedelta(days=1)
    fill(club, DEMO_MATCHES, last_night, seed=1, pause=DEMO_PAUSE)
    NightNotes.objects.create(club=club, night_date=last_night, **DEMO_NIGHT)
    names, rng = list(PEOPLE)[:4], Random(1)  # noqa: S311 -- repeatable on purpose
    game, simulate = next(
        (game, game.simulate) for game in games().values() if game.simulate and len(names) in game.seats
    )
    match = start_match(club, game, names, 0, dict(game.suggested_rules))
    for _ in range(DEMO_ROUNDS):
        recording.play(
            match, simulate(rng, match.state), EntryRequest(UUID(int=rng.getrandbits(128)), 0, match.token, None)
        )


# --- Nights ---


class PlannedNight(NamedTuple):
    """`names`: clockwise."""

    date: date
    names: tuple[str, ...]
    matches: int


def plan_nights(rng: Random, matches: int, until: date, seats: Collection[int], pause: int = 1) -> list[PlannedNight]:
    """Return nights, the oldest first, the last one on `until`. `seats`: the numbers of players that games allow.

    On the last night the regulars play, if a game allows their number.
    """
    player_weights = {count: weight for count, weight in PLAYER_WEIGHTS.items() if count in seats}
    nights: list[PlannedNight] = []
    regulars = tuple(sorted(PEOPLE, key=PEOPLE.__getitem__, reverse=True)[:REGULARS])
    if REGULARS in seats:
        nights.append(PlannedNight(until, regulars, min(matches, len(LAST_NIGHT_WINNERS))))
        matches -= nights[-1].matches
        until -= timedelta(days=pause * weighted_choice(rng, DAY_WEIGHTS))
    while matches:
        names = _choose_players(rng, weighted_choice(rng, player_weights))
        nights.append(PlannedNight(until, names, min(matches, weighted_choice(rng, MATCH_WEIGHTS))))
        matches -= nights[-1].matches
        until -= timedelta(days=pause * weighted_choice(rng, DAY_WEIGHTS))
    return nights[::-1]


def _choose_players(rng: Random, count: int) -> tuple[str, ...]:
    # Efraimidis and Spirakis: the highest of these keys are a weighted sample without replacement.
    by_key = sorted(PEOPLE, key=lambda name: rng.random() ** (1 / PEOPLE[name]))
    return tuple(rng.sample(by_key[-count:], count))


def entry_times(rng: Random, day: date, entries: Sequence[int], zone: ZoneInfo) -> list[list[datetime]]:
    """Return, for each match of a night, the times of its start and of its entries."""
    seconds, timelines = 0.0, []
    for count in entries:
        pace = rng.uniform(*ROUND_SECONDS)
        timeline = [seconds]
        for _ in range(count):
            seconds += pace * rng.uniform(0.5, 1.5)
            timeline.append(seconds)
        timelines.append(timeline)
        seconds += BREAK_SECONDS
    usual_start = datetime.combine(day, EARLIEST_START, zone).astimezone(UTC) + START_SPREAD * rng.random()
    latest_end = datetime.combine(day + timedelta(days=1), LATEST_END, zone).astimezone(UTC)
    start = min(usual_start.replace(microsecond=0), latest_end - timedelta(seconds=int(seconds)))
    return [[start + timedelta(seconds=int(offset)) for offset in timeline] for timeline in timelines]


# --- Matches ---


class SimulatedMatch(NamedTuple):
    """A match that is not dated yet. `slips`: wrong facts by round, entered first and then corrected."""

    state: MatchState
    slips: dict[int, RoundFacts]
    ended_by_table: bool

    @property
    def entry_count(self) -> int:
        return len(self.state.rounds) + len(self.slips) + self.ended_by_table


class DatedMatch(NamedTuple):
    """A simulated match with the times of its start and of each entry."""

    match: Match
    state: MatchState
    slips: dict[int, RoundFacts]
    times: Sequence[datetime]


def _matches(rng: Random, club: Club, plan: Sequence[PlannedNight], playable: Sequence[Game]) -> Iterator[DatedMatch]:
    played: set[str] = set()
    for night in plan:
        dealer = rng.randrange(len(night.names))
        matches: list[SimulatedMatch] = []
        is_story = night == plan[-1] and len(night.names) == REGULARS
        for _ in range(night.matches):
            if is_story:
                simulated = _simulate_last_night(rng, playable, night.names, dealer, matches)
            else:
                simulated = _simulate(rng, initial_state(rng, playable, night.names, dealer, played))
            played.add(simulated.state.game.key)
            dealer = simulated.state.next_dealer
            matches.append(simulated)
        timelines = entry_times(rng, night.date, [match.entry_count for match in matches], ZoneInfo(club.zone))
        for simulated, times in zip(matches, timelines, strict=True):
            yield DatedMatch(_match(club, simulated, times), simulated.state, simulated.slips, times)


def initial_state(
    rng: Random, games: Sequence[Game], names: Sequence[str], dealer: int, played: Collection[str]
) -> MatchState:
    """Choose a game that was not played yet, or else preferably a long one, and house rules that fit the players."""
    candidates = [game for game in games if len(names) in game.seats]
    while candidates:
        new = [game for game in candidates if game.key not in played]
        lengths = {
            game: game.length(len(names), HouseRules(game.house_rules, {})) or TYPICAL_ROUNDS for game in candidates
        }
        game = rng.choice(new) if new else weighted_choice(rng, lengths)
        changed = weighted_choice(rng, RULE_WEIGHTS)
        for _ in range(MAX_DRAWS):
            options = rng.sample(game.house_rules, min(changed, len(game.house_rules)))
            with suppress(Impossible):
                changes = {option.name: option.random_value(rng) for option in options}
                return game.table(names, dealer, {**game.suggested_rules, **changes})
            changed = max(changed, 1)
        candidates.remove(game)
    raise Impossible(f"there is no game for {len(names)} players", "players")


def _simulate(rng: Random, state: MatchState) -> SimulatedMatch:
    game, slips = state.game, {}
    last, ended_by_table = _last_round(rng, state)
    while game.simulate and game.finish(state) is None and state.number <= last:
        facts = game.simulate(rng, state)
        if happens(rng, SLIP_CHANCE) and (slip := game.simulate(rng, state)) != facts:
            slips[state.number] = slip
        state = game.play(state, facts)
    return SimulatedMatch(state, slips, ended_by_table and game.finish(state) is None)


def _simulate_last_night(
    rng: Random, games: Sequence[Game], names: Sequence[str], dealer: int, before: Sequence[SimulatedMatch]
) -> SimulatedMatch:
    """Draw matches of games not played `before` on this night until the planned player wins one."""
    winner, is_last = LAST_NIGHT_WINNERS[len(before)], len(before) + 1 == len(LAST_NIGHT_WINNERS)
    used = {match.state.game.key for match in before}
    others = [game for game in games if game.key not in used] or games
    drawn: list[SimulatedMatch] = []
    while not drawn or (len(drawn) < MAX_MATCHES and not _is_won_by(drawn[-1].state, winner, in_last_round=is_last)):
        drawn.append(_simulate(rng, initial_state(rng, others, names, dealer, ())))
    return drawn[-1]


def _is_won_by(state: MatchState, seat: int, *, in_last_round: bool) -> bool:
    """Whether everybody played alone and this player won, taking the lead in the last round if asked."""
    if len(state.teams) < state.players or state.scorecard().winners != (seat,):
        return False
    return not in_last_round or (len(state.rounds) > 1 and state.game.leaders(state.rounds[-2].totals) != (seat,))


def _last_round(rng: Random, state: MatchState) -> tuple[int, bool]:
    """Return the number of the last possible round, and whether the table ends the match after it."""
    if state.game.open_ended(state.rules):
        return rng.randint(*OPEN_ROUNDS), True
    if happens(rng, BREAK_CHANCE):
        return rng.randint(1, OPEN_ROUNDS[0]), happens(rng, END_CHANCE)
    return MAX_ROUNDS, False


def _match(club: Club, simulated: SimulatedMatch, times: Sequence[datetime]) -> Match:
    state, ended_by_table = simulated.state, simulated.ended_by_table
    finished = state.scorecard(ended=ended_by_table).finished
    match = Match(
        club=club, game_key=state.game.key, first_dealer=state.first_dealer, house_rules=state.rules.differing,
        started=times[0], night_date=club.night_date_of(times[0]), ended_by_table=ended_by_table, finished=finished,
        ended=times[-1] if ended_by_table or finished else None, version=simulated.entry_count,
    )  # fmt: skip
    match.apply_saved_state(state)
    return match


# --- Players and histories ---


def _set_dates(club: Club, existing: Sequence[str]) -> None:
    """Set joined and last_played from the matches. Players whom the club had before keep `joined`."""
    players = club.players.filter(name__in=PEOPLE, seats__isnull=False)
    for player in players.annotate(first=Min("seats__match__started"), last=Max("seats__match__started")):
        player.last_played = max(player.last, player.last_played or player.last)
        player.joined = player.joined if player.name in existing else player.first
        player.save(update_fields=["joined", "last_played"])


def write_log(
    rng: Random, phones: Sequence[Device], dated_matches: Sequence[DatedMatch], rounds: Iterable[Round]
) -> None:
    """Save the log of these matches, each match entered on one of the phones."""
    keys = {(saved.match.pk, saved.number): saved.pk for saved in rounds}
    devices = [rng.choice(phones) for _ in dated_matches]
    entries = []
    for dated, device in zip(dated_matches, devices, strict=True):
        for number, (action, played, facts) in enumerate(_actions(dated), 1):
            bits = rng.getrandbits(128)
            entries.append(
                Entry(
                    match=dated.match, number=number, action=action, round=keys.get((dated.match.pk, played)),
                    brought={"facts": plain(facts)} if facts else {}, device=device, at=dated.times[number],
                    key=bits >> 68, digest=bits % 2**60,
                )
            )  # fmt: skip
    Entry.objects.bulk_create(entries)


def _actions(dated: DatedMatch) -> Iterator[tuple[Action, int, RoundFacts | None]]:
    """Yield each action with the number of its round and its facts."""
    for scored in dated.state.rounds:
        slip = dated.slips.get(scored.number)
        yield Action.PLAY, scored.number, slip or scored.facts
        if slip:
            yield Action.CORRECT, scored.number, scored.facts
    if dated.match.ended_by_table:
        yield Action.END, 0, None
