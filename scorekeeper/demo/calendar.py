"""The evenings of people who never were: when they met, who came, how many matches they played."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, NamedTuple

from games.core.simulation import weighted_choice

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from random import Random
    from zoneinfo import ZoneInfo

PEOPLE = {
    "Ada": 20, "Ben": 20, "Cleo": 16, "Dan": 16, "Q": 12, "Zoë 🦊": 10, "נועם": 10, "José": 6,
    "Ann-Sofie Featherstonehaugh-Cholmondeley": 6, "Uncle Theo": 3, "李雷": 2, "Ingeborg": 1,
}  # fmt: skip
"""Who plays, and how eager they are to come: regulars first, rare guests last."""

COMING = {4: 9, 3: 4, 5: 4, 2: 2, 6: 2, 7: 1}
"""How many come, and how often."""

MATCHES = {1: 6, 2: 10, 3: 12, 4: 10, 5: 8, 6: 5, 7: 3, 8: 3, 9: 2, 10: 1, 11: 1, 12: 1}
"""How many matches a night has, and how often."""

DAYS_BETWEEN = {1: 3, 2: 3, 3: 2, 4: 1, 7: 3}

BEGINS, LATEST, EVERYBODY_LEAVES = time(19), timedelta(hours=2), time(5)
SECONDS_A_ROUND, A_BREAK = (40, 130), 300


class PlannedNight(NamedTuple):
    """One night: the date it began on, who sat at the table, clockwise, and how many matches they played."""

    date: date
    names: tuple[str, ...]
    matches: int


def plan_nights(luck: Random, matches: int, until: date, seats: Collection[int]) -> list[PlannedNight]:
    """Return evenings of so many matches together, oldest first, the last of them on a date.

    `seats`: for how many people there is a game.
    """
    coming = {count: often for count, often in COMING.items() if count in seats}
    found: list[PlannedNight] = []
    while matches:
        night = PlannedNight(
            until, _who_comes(luck, weighted_choice(luck, coming)), min(matches, weighted_choice(luck, MATCHES))
        )
        found.append(night)
        matches -= night.matches
        until -= timedelta(days=weighted_choice(luck, DAYS_BETWEEN))
    return found[::-1]


def moments(luck: Random, evening: PlannedNight, entries: Sequence[int], zone: ZoneInfo) -> list[list[datetime]]:
    passed, clocks = 0.0, []
    for count in entries:
        pace = luck.uniform(*SECONDS_A_ROUND)
        clock = [passed]
        for _ in range(count):
            passed += pace * luck.uniform(0.5, 1.5)
            clock.append(passed)
        clocks.append(clock)
        passed += A_BREAK
    begins = _begins(luck, evening.date, timedelta(seconds=passed), zone)
    return [[begins + timedelta(seconds=int(seconds)) for seconds in clock] for clock in clocks]


def _who_comes(luck: Random, count: int) -> tuple[str, ...]:
    drawn = sorted(PEOPLE, key=lambda name: luck.random() ** (1 / PEOPLE[name]))
    return tuple(luck.sample(drawn[-count:], count))


def _begins(luck: Random, day: date, lasting: timedelta, zone: ZoneInfo) -> datetime:
    usual = datetime.combine(day, BEGINS, zone).astimezone(UTC) + LATEST * luck.random()
    over = datetime.combine(day + timedelta(days=1), EVERYBODY_LEAVES, zone).astimezone(UTC)
    return min(usual.replace(microsecond=0), over - timedelta(seconds=int(lasting.total_seconds())))
