"""Plan of made-up game nights: dates, players, number of matches."""

from collections.abc import Collection, Sequence
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import NamedTuple
from zoneinfo import ZoneInfo

from games.core.simulation import weighted_choice

PEOPLE = {
    "Ada": 20, "Ben": 20, "Cleo": 16, "Dan": 16, "Q": 12, "Zoë 🦊": 10, "נועם": 10, "José": 6,
    "Ann-Sofie Featherstonehaugh-Cholmondeley": 6, "Uncle Theo": 3, "李雷": 2, "Ingeborg": 1,
}  # fmt: skip
"""Players and their weight: how often they come."""

COMING = {4: 9, 3: 4, 5: 4, 2: 2, 6: 2, 7: 1}
"""Number of players: weight."""

MATCHES = {1: 6, 2: 10, 3: 12, 4: 10, 5: 8, 6: 5, 7: 3, 8: 3, 9: 2, 10: 1, 11: 1, 12: 1}
"""Matches in a night: weight."""

DAYS_BETWEEN = {1: 3, 2: 3, 3: 2, 4: 1, 7: 3}

BEGINS, LATEST, EVERYBODY_LEAVES = time(19), timedelta(hours=2), time(5)
SECONDS_A_ROUND, A_BREAK = (40, 130), 300


class PlannedNight(NamedTuple):
    """`names` are clockwise."""

    date: date
    names: tuple[str, ...]
    matches: int


def plan_nights(rng: Random, matches: int, until: date, seats: Collection[int]) -> list[PlannedNight]:
    """Return nights with so many matches in all, oldest first, the last one on `until`.

    `seats`: the numbers of players for which there is a game.
    """
    coming = {count: often for count, often in COMING.items() if count in seats}
    found: list[PlannedNight] = []
    while matches:
        night = PlannedNight(
            until, _who_comes(rng, weighted_choice(rng, coming)), min(matches, weighted_choice(rng, MATCHES))
        )
        found.append(night)
        matches -= night.matches
        until -= timedelta(days=weighted_choice(rng, DAYS_BETWEEN))
    return found[::-1]


def moments(rng: Random, night: PlannedNight, entries: Sequence[int], zone: ZoneInfo) -> list[list[datetime]]:
    passed, clocks = 0.0, []
    for count in entries:
        pace = rng.uniform(*SECONDS_A_ROUND)
        clock = [passed]
        for _ in range(count):
            passed += pace * rng.uniform(0.5, 1.5)
            clock.append(passed)
        clocks.append(clock)
        passed += A_BREAK
    begins = _begins(rng, night.date, timedelta(seconds=passed), zone)
    return [[begins + timedelta(seconds=int(seconds)) for seconds in clock] for clock in clocks]


def _who_comes(rng: Random, count: int) -> tuple[str, ...]:
    drawn = sorted(PEOPLE, key=lambda name: rng.random() ** (1 / PEOPLE[name]))
    return tuple(rng.sample(drawn[-count:], count))


def _begins(rng: Random, day: date, lasting: timedelta, zone: ZoneInfo) -> datetime:
    usual = datetime.combine(day, BEGINS, zone).astimezone(UTC) + LATEST * rng.random()
    over = datetime.combine(day + timedelta(days=1), EVERYBODY_LEAVES, zone).astimezone(UTC)
    return min(usual.replace(microsecond=0), over - timedelta(seconds=int(lasting.total_seconds())))
