"""Many live tables, each looked at in turn: what is drawn once has to be there the next time."""

from contextlib import closing
from dataclasses import dataclass

import psutil

from tests.bench.data import device, new_matches
from tests.bench.load import Load, get
from tests.bench.report import Figure, milliseconds, status_counts
from tests.bench.server import serving

TABLES, CONNECTIONS, PATIENCE = 1_000, 4, 120


@dataclass(frozen=True)
class Looking:
    """Somebody who looks at one match after another."""

    matches: list

    def __iter__(self):
        for pk in self.matches:
            yield get(f"/matches/{pk}/")


def tables(data):
    matches, _ = new_matches(TABLES), device()
    lookers = [Looking(matches[number::CONNECTIONS]) for number in range(CONNECTIONS)]
    with serving(data) as server, closing(Load(1, server)) as load:
        small, (drawn, _) = resident(server), costed(server, load, lookers)
        again, statuses = costed(server, load, lookers)
        notes = f"{milliseconds(drawn)} when drawn; status {status_counts(statuses)}"
        yield Figure("a page again, by processor time", "≤ 1 ms", milliseconds(again), notes)
        yield Figure("memory for all of it", "≤ 64 MB", f"{(resident(server) - small) / 1e6:.0f} MB")


def costed(server, load, lookers):
    before = server.busy()
    run = load.run(lookers, PATIENCE)
    return (server.busy() - before) / len(run.times), run.statuses


def resident(server):
    return sum(process.memory_info().rss for process in psutil.Process(server.pid).children(recursive=True))
