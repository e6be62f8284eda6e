"""The server's pages against a bare view, in turns of short runs; and what a save costs."""

from tests.bench.asking import Asking, Saving, get
from tests.bench.figures import Figure, milliseconds, percent, percentile, ratios
from tests.bench.house import device, long_match, new_matches, some_matches
from tests.bench.load import Load
from tests.bench.server import serving

TURNS, SECONDS, CONNECTIONS = 7, 0.6, 3
MATCHES_A_RUN = 9
BARE = get("/bench/bare/")


def measure(data):
    """Yield the figures of the score page, the poll and the save."""
    some_matches(100)
    pk = long_match().pk
    token, fresh = device(), iter(new_matches(MATCHES_A_RUN * TURNS))
    subjects = [
        ("score page, unchanged since last drawn", "≥ 75 %", lambda: asking(get(f"/matches/{pk}/"))),
        ("score page, drawn anew", "≥ 15 %", lambda: asking(get(f"/bench/anew/{pk}/"))),
        ("save of a round", "–", lambda: saving(fresh, token)),
    ]
    with serving(data) as server, Load(CONNECTIONS, server) as load:
        load.run(asking(BARE), 1)
        for what, goal, conversations in subjects:
            yield Figure(what, goal, *compared(server, load, conversations))


def asking(request):
    return [Asking(request)] * CONNECTIONS


def saving(fresh, token):
    """New conversations for each run: a hand can be played only once."""
    mine = [next(fresh) for _ in range(MATCHES_A_RUN)]
    return [Saving(mine[number::CONNECTIONS], token) for number in range(CONNECTIONS)]


def compared(server, load, conversations):
    """Measure in turns: the ratio of requests a second, and how it came about."""
    bares, subjects, costs = [], [], []
    for _ in range(TURNS):
        bares.append(load.run(asking(BARE), SECONDS))
        before = server.busy()
        subjects.append(load.run(conversations(), SECONDS))
        costs.append((server.busy() - before) / max(len(subjects[-1].times), 1))
    found = ratios([run.rate for run in subjects], [run.rate for run in bares])
    times = [one for run in subjects for one in run.times]
    statuses = sum((run.statuses for run in subjects), start=subjects[0].statuses.__class__())
    return f"{percent(found.middle)} of bare", (
        f"{percent(found.low)} to {percent(found.high)}; {middle(run.rate for run in subjects):.0f}/s against "
        f"{middle(run.rate for run in bares):.0f}/s; p50 {milliseconds(percentile(times, 0.5))}, "
        f"p99 {milliseconds(percentile(times, 0.99))}; {milliseconds(middle(costs))} of a core each; "
        f"status {said(statuses)}; generator busy {percent(max(run.own for run in [*bares, *subjects]))}"
    )


def middle(values):
    return percentile(list(values), 0.5)


def said(statuses):
    return ", ".join(f"{status} × {count}" for status, count in sorted(statuses.items()))
