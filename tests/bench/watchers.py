"""Five hundred people who only look: how much of a core their polls take, and how long a keeper waits beside them."""

import re
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from itertools import count

import brotli

from tests.bench.asking import Saving, get
from tests.bench.figures import Figure, milliseconds, percent, percentile, said
from tests.bench.house import device, new_matches
from tests.bench.load import Load, ask
from tests.bench.server import serving

WATCHERS, EVERY, SECONDS, CONNECTIONS, WORKERS = 500, 2.5, 10, 10, 2
SEEN = re.compile(rb'\sseen="([\w.]+)"')


@dataclass(frozen=True)
class Watching:
    """A conversation that stands for many watchers of a match: their polls, evenly spread, each for what is new."""

    match: int
    seen: str
    watchers: int = WATCHERS // CONNECTIONS

    def __iter__(self):
        begun, seen = time.perf_counter(), [self.seen] * self.watchers
        for number in count():
            one = number % self.watchers
            time.sleep(max(0, begun + number * EVERY / self.watchers - time.perf_counter()))
            status, _, body = yield get(f"/matches/{self.match}/board/?seen={seen[one]}")
            if status == 200:
                seen[one] = seen_on(body)


@dataclass(frozen=True)
class Keeping:
    """A conversation of somebody who saves a round of the match every second."""

    saving: Saving

    def __iter__(self):
        for request in self.saving:
            time.sleep(1)
            yield request


def measure(data):
    """Yield the share of a core that 500 watchers take, while nothing happens and while each poll finds a new round."""
    (match,) = new_matches(1)
    with (
        serving(data, WORKERS) as server, closing(Load(2, server)) as load, closing(Load(1, server)) as other,
        ThreadPoolExecutor() as beside,
    ):  # fmt: skip
        watching = [Watching(match, seen_on(ask(server, get(f"/matches/{match}/"))[2]))] * CONNECTIONS
        load.run(watching, EVERY)
        yield watched("a core’s share, nothing new", server, load, watching)
        saving = beside.submit(other.run, [Keeping(Saving([match], device()))], SECONDS)
        yield watched("a core’s share, a round a second", server, load, watching)
        run = saving.result()
    waited = f"p99 {milliseconds(percentile(run.times, 0.99))}, status {said(run.statuses)}"
    yield Figure("a save meanwhile, p50", "≤ 100 ms", milliseconds(percentile(run.times, 0.5)), waited)


def seen_on(page):
    return SEEN.search(brotli.decompress(page))[1].decode()


def watched(what, server, load, watching):
    """What the watchers take for a while."""
    before = server.busy()
    run = load.run(watching, SECONDS)
    busy = (server.busy() - before) / run.seconds
    waited = f"p50 {milliseconds(percentile(run.times, 0.5))}, p99 {milliseconds(percentile(run.times, 0.99))}"
    beside = f"{run.rate:.0f} polls a second, {waited}, status {said(run.statuses)}"
    return Figure(what, "≤ 40 %", percent(busy), beside)
