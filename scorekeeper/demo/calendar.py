"""Plan of made-up game nights: dates, players, number of matches."""

from collections.abc import Collection, Sequence
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import NamedTuple
from zoneinfo import ZoneInfo

from games.core.simulation import weighted_choice

# Players and their weight: how often they come.
PEOPLE = {
    "Ada": 20, "Ben": 20, "Cleo": 16, "Dan": 16, "Q": 12, "Zoë 🦊": 10, "נועם": 10, "José": 6,
    "Ann-Sofie Featherstonehaugh-Cholmondeley": 6, "Uncle Theo": 3, "李雷": 2, "Ingeborg": 1,
}  # fmt: skip
# How often so many players come, so many matches are played in a night, and so many days are between two nights.
PLAYER_WEIGHTS = {4: 9, 3: 4, 5: 4, 2: 2, 6: 2, 7: 1}
MATCH_WEIGHTS = {1: 6, 2: 10, 3: 12, 4: 10, 5: 8, 6: 5, 7: 3, 8: 3, 9: 2, 10: 1, 11: 1, 12: 1}
DAY_WEIGHTS = {1: 3, 2: 3, 3: 2, 4: 1, 7: 3}
# A night begins within two hours, and is over when the last people leave.
EARLIEST_START, START_SPREAD, LATEST_END = time(19), timedelta(hours=2), time(5)
ROUND_SECONDS, BREAK_SECONDS = (40, 130), 300


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


def moments(rng: Random, night: PlannedNight, entries: Sequence[int], zone: ZoneInfo) -> list[list[datetime]]:
    passed, clocks = 0.0, []
    for count in entries:
        pace = rng.uniform(*ROUND_SECONDS)
        clock = [passed]
        for _ in range(count):
            passed += pace * rng.uniform(0.5, 1.5)
            clock.append(passed)
        clocks.append(clock)
        passed += BREAK_SECONDS
    begins = _begins(rng, night.date, timedelta(seconds=passed), zone)
    return [[begins + timedelta(seconds=int(seconds)) for seconds in clock] for clock in clocks]


def _choose_players(rng: Random, count: int) -> tuple[str, ...]:
    drawn = sorted(PEOPLE, key=lambda name: rng.random() ** (1 / PEOPLE[name]))
    return tuple(rng.sample(drawn[-count:], count))


def _begins(rng: Random, day: date, lasting: timedelta, zone: ZoneInfo) -> datetime:
    usual = datetime.combine(day, EARLIEST_START, zone).astimezone(UTC) + START_SPREAD * rng.random()
    over = datetime.combine(day + timedelta(days=1), LATEST_END, zone).astimezone(UTC)
    return min(usual.replace(microsecond=0), over - timedelta(seconds=int(lasting.total_seconds())))
