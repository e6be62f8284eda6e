"""Five hundred people who only look: how much of a core their polls take while nothing changes."""

import time
from contextlib import closing
from dataclasses import dataclass

from tests.bench.figures import Figure, milliseconds, percent, percentile, said
from tests.bench.house import long_match
from tests.bench.load import Load
from tests.bench.pages import polled
from tests.bench.server import serving

WATCHERS, EVERY, SECONDS, CONNECTIONS = 500, 3, 6, 10


@dataclass(frozen=True)
class Watching:
    """A conversation that stands for many watchers: their polls, evenly spread."""

    request: bytes
    a_second: float

    def __iter__(self):
        begun = time.perf_counter()
        for number in range(round(SECONDS * self.a_second)):
            time.sleep(max(0, begun + number / self.a_second - time.perf_counter()))
            yield self.request


def measure(data):
    """Yield the share of a core that 500 watchers take who each poll every 3 s."""
    match = long_match()
    with serving(data) as server, closing(Load(2, server)) as load:
        watching = Watching(polled(server, match.pk), WATCHERS / EVERY / CONNECTIONS)
        load.run([watching], 1)
        before = server.busy()
        run = load.run([watching] * CONNECTIONS, SECONDS + 5)
        busy = (server.busy() - before) / run.seconds
    waited = f"p50 {milliseconds(percentile(run.times, 0.5))}, p99 {milliseconds(percentile(run.times, 0.99))}"
    yield Figure(
        "a core's share",
        "≤ 40 %",
        percent(busy),
        f"{run.rate:.0f} polls a second, {waited}, status {said(run.statuses)}",
    )
