"""How long it takes to work a match out from its facts."""

import time

from tests.bench.figures import Figure, milliseconds, percentile
from tests.bench.house import NAMES, played

TIMES = 60


def measure(_data):
    """Yield the fold of the longest match of two players, and of a game of four."""
    yield Figure("51 rounds, two players", "≤ 2 ms", *folded(NAMES[:2], 51))
    yield Figure("25 rounds, four players", "–", *folded(NAMES, 25))


def folded(names, count):
    match = played(names, count)
    table, records = match.table, match.round_facts
    times = []
    for _ in range(TIMES):
        begun = time.perf_counter()
        match.game.fold(table, records)
        times.append(time.perf_counter() - begun)
    low, middle, high = (milliseconds(percentile(times, share)) for share in (0, 0.5, 0.99))
    return middle, f"{low} to {high}"
