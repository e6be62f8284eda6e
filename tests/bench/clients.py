"""Many people at once: fifty who save rounds, and five hundred who only look."""

import re
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from itertools import count

import brotli
import psutil

from tests.bench.data import device, new_matches
from tests.bench.load import Load, Saving, get, send
from tests.bench.report import Figure, milliseconds, percent, percentile, status_counts
from tests.bench.server import serving

WORKERS = 2
WRITERS, WRITING_SECONDS, MATCHES_EACH = 50, 5, 5
WATCHERS, POLL_EVERY, SECONDS, CONNECTIONS = 500, 2.5, 10, 10
SEEN = re.compile(rb'\s(?:data-)?seen="([\w.]+)"')


def writers(data):
    fresh, token = new_matches(WRITERS * (1 + MATCHES_EACH)), device()
    conversations = [Saving(fresh[number::WRITERS], token) for number in range(WRITERS)]
    with serving(data, WORKERS) as server, closing(Load(2, server)) as load:
        first = load.run([Saving(one.matches[:1], token) for one in conversations], 1)
        before, machine = server.busy(), psutil.cpu_times()
        run = load.run([Saving(one.matches[1:], token) for one in conversations], WRITING_SECONDS)
        busy = (server.busy() - before) / run.seconds
        idle = (psutil.cpu_times().idle - machine.idle) / run.seconds
    cores = f"server busy {percent(busy)} of a core, generator {percent(run.own)}, idle {percent(idle)}"
    waited = f"p50 {milliseconds(percentile(run.times, 0.5))}, longest {milliseconds(max(run.times))}"
    errors = sum(count for status, count in run.statuses.items() if status != 302)
    yield Figure("saves a second", "≥ 500", f"{run.rate:.0f}", cores)
    yield Figure("p99", "≤ 150 ms", milliseconds(percentile(run.times, 0.99)), waited)
    yield Figure("errors", "0", str(errors), status_counts(run.statuses))
    yield Figure("longest just after the start", "–", milliseconds(max(first.times)), "of the first second")


# --- Watchers ---


@dataclass(frozen=True)
class Polling:
    """The polls of many watchers of a match, evenly spread, each for what is new to it."""

    match: int
    seen: str
    watchers: int = WATCHERS // CONNECTIONS

    def __iter__(self):
        begun, seen = time.perf_counter(), [self.seen] * self.watchers
        for number in count():
            one = number % self.watchers
            time.sleep(max(0, begun + number * POLL_EVERY / self.watchers - time.perf_counter()))
            status, _, body = yield get(f"/matches/{self.match}/board/?seen={seen[one]}")
            if status == 200:
                seen[one] = seen_on(body)


@dataclass(frozen=True)
class SavingEachSecond:
    """Somebody who saves a round of the match every second."""

    saving: Saving

    def __iter__(self):
        for request in self.saving:
            time.sleep(1)
            yield request


def watchers(data):
    (match,) = new_matches(1)
    with (
        serving(data, WORKERS) as server, closing(Load(2, server)) as load, closing(Load(1, server)) as other,
        ThreadPoolExecutor() as others,
    ):  # fmt: skip
        polls = [Polling(match, seen_on(send(server, get(f"/matches/{match}/"))[2]))] * CONNECTIONS
        load.run(polls, POLL_EVERY)
        yield measure_polls("a core’s share, nothing new", server, load, polls)
        saving = others.submit(other.run, [SavingEachSecond(Saving([match], device()))], SECONDS)
        yield measure_polls("a core’s share, a round a second", server, load, polls)
        run = saving.result()
    waited = f"p99 {milliseconds(percentile(run.times, 0.99))}, status {status_counts(run.statuses)}"
    yield Figure("a save meanwhile, p50", "≤ 100 ms", milliseconds(percentile(run.times, 0.5)), waited)


def seen_on(page):
    return SEEN.search(brotli.decompress(page))[1].decode()


def measure_polls(what, server, load, polls):
    before = server.busy()
    run = load.run(polls, SECONDS)
    busy = (server.busy() - before) / run.seconds
    waited = f"p50 {milliseconds(percentile(run.times, 0.5))}, p99 {milliseconds(percentile(run.times, 0.99))}"
    notes = f"{run.rate:.0f} polls a second, {waited}, status {status_counts(run.statuses)}"
    return Figure(what, "≤ 40 %", percent(busy), notes)
