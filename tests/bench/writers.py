"""Fifty people who save rounds at once."""

from contextlib import closing

from tests.bench.asking import Saving
from tests.bench.figures import Figure, milliseconds, percent, percentile, said
from tests.bench.house import device, new_matches
from tests.bench.load import Load
from tests.bench.server import serving

WRITERS, WORKERS, SECONDS, MATCHES_EACH = 50, 2, 5, 5


def measure(data):
    """Yield saves a second, how long the slowest took, and errors."""
    fresh, token = new_matches(WRITERS * MATCHES_EACH), device()
    conversations = [Saving(fresh[number::WRITERS], token) for number in range(WRITERS)]
    with serving(data, WORKERS) as server, closing(Load(2, server)) as load:
        before = server.busy()
        run = load.run(conversations, SECONDS)
        busy = (server.busy() - before) / run.seconds
    cores = f"server busy {percent(busy)} of a core, generator {percent(run.own)}"
    waited = f"p50 {milliseconds(percentile(run.times, 0.5))}, longest {milliseconds(max(run.times))}"
    errors = sum(count for status, count in run.statuses.items() if status != 302)
    yield Figure("saves a second", "≥ 400", f"{run.rate:.0f}", cores)
    yield Figure("p99", "≤ 200 ms", milliseconds(percentile(run.times, 0.99)), waited)
    yield Figure("errors", "0", str(errors), said(run.statuses))
