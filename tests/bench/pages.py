"""The server's pages: against a bare view in turns of short runs, and what a save costs."""

import re
from collections import Counter
from contextlib import closing

from tests.bench.data import device, long_match, new_matches, other_matches
from tests.bench.load import Load, Repeating, Saving, get, send
from tests.bench.report import (
    Figure,
    middle,
    milliseconds,
    percent,
    percentile,
    ratios,
    status_counts,
)
from tests.bench.server import serving

TURNS, SECONDS, CONNECTIONS = 7, 0.6, 3
MATCHES_A_RUN = 9
BARE = get("/bench/bare/")


def pages(data):
    other_matches(100)
    pk = long_match().pk
    token, fresh = device(), iter(new_matches(MATCHES_A_RUN * TURNS))
    with serving(data) as server, closing(Load(CONNECTIONS, server)) as load:
        subjects = [
            ("score page, unchanged since last drawn", "≥ 75 %", lambda: repeat(get(f"/matches/{pk}/"))),
            ("score page, drawn anew after a tap", "≥ 15 %", lambda: repeat(get(f"/bench/anew/tap/{pk}/"))),
            ("score page, drawn anew after a round", "≥ 15 %", lambda: repeat(get(f"/bench/anew/round/{pk}/"))),
            ("poll that finds nothing new", "≥ 75 %", lambda: repeat(poll(server, pk))),
            ("save of a round", "≤ 2.5 ms", lambda: saving(fresh, token)),
        ]
        load.run(repeat(BARE), 1)
        for what, goal, conversations in subjects:
            yield Figure(what, goal, *compared(server, load, conversations))


def repeat(request):
    return [Repeating(request)] * CONNECTIONS


def poll(server, pk):
    """The poll of a browser that shows the score page as it is."""
    page = send(server, get(f"/matches/{pk}/", "Accept-Encoding: identity"))[2].decode()
    seen = re.search(r'\sseen="([\w.]+)"', page)
    return get(f"/matches/{pk}/board/?seen={seen[1] if seen else ''}")


def saving(fresh, token):
    """New conversations for each run: a hand can be played only once."""
    mine = [next(fresh) for _ in range(MATCHES_A_RUN)]
    return [Saving(mine[number::CONNECTIONS], token) for number in range(CONNECTIONS)]


def compared(server, load, conversations):
    """Measure in turns: the ratio of requests a second, and how it came about."""
    bares, subjects = [], []
    for _ in range(TURNS):
        bares.append(costed(server, load, repeat(BARE)))
        subjects.append(costed(server, load, conversations()))
    found = ratios([run.rate for run, _ in subjects], [run.rate for run, _ in bares])
    worked = ratios([cost for _, cost in bares], [cost for _, cost in subjects])
    rate, bare = (middle(run.rate for run, _ in runs) for runs in (subjects, bares))
    times = [one for run, _ in subjects for one in run.times]
    return f"{percent(found.middle)} of bare", (
        f"{percent(found.low)} to {percent(found.high)}; {rate:.0f}/s against {bare:.0f}/s; "
        f"by processor time {percent(worked.middle)}, {milliseconds(middle(cost for _, cost in subjects))} each; "
        f"p50 {milliseconds(percentile(times, 0.5))}, p99 {milliseconds(percentile(times, 0.99))}; "
        f"status {status_counts(sum((run.statuses for run, _ in subjects), Counter()))}; "
        f"generator busy {percent(max(run.own for run, _ in [*bares, *subjects]))}"
    )


def costed(server, load, conversations):
    """One run, and the seconds of processor time that each of its answers took the server."""
    before = server.busy()
    run = load.run(conversations, SECONDS)
    return run, (server.busy() - before) / max(len(run.times), 1)
