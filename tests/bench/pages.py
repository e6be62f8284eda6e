"""The server's pages: against a bare view in turns of short runs, by their statements, and what a save costs."""

import re
import time
from collections import Counter
from contextlib import closing

from tests.bench.data import LONG, NAMES, device, hands, long_match, new_matches, other_matches, played_match
from tests.bench.load import Load, Repeating, Saving, entry, get, send
from tests.bench.report import (
    Figure,
    count_statements,
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
STATEMENTS = {"poll": "≤ 1", "score page": "≤ 6", "score page, kept": "≤ 6", "save a round": "≤ 12"}
FOLDS = 60


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
            ("save of a round", "–", lambda: saving(fresh, token)),
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


# --- Statements ---


def statements(_data):
    """In a match of 1 round, and in one of 24, through Django's test client."""
    token = device()
    early, late = count_by_request(1, token), count_by_request(LONG, token)
    for what, goal in STATEMENTS.items():
        yield Figure(what, goal, f"{early[what][0]} and {late[what][0]}", late[what][1])


def count_by_request(count, token):
    pk = played_match(NAMES, count).pk
    match = f"/matches/{pk}/"
    return {
        "score page": count_in(token, "get", match),
        "score page, kept": count_in(token, "get", match),
        "poll": count_in(token, "get", f"{match}board/?seen=0."),
        "save a round": count_in(token, "post", f"{match}rounds/", next_hand(count)),
    }


def count_in(token, method, path, fields=None):
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client(headers={"host": "127.0.0.1"})
    client.cookies["device"] = token
    with CaptureQueriesContext(connection) as captured:
        response = getattr(client, method)(path, fields)
    count, named = count_statements(captured.captured_queries)
    return count, f"{named} (status {response.status_code})"


def next_hand(count):
    """The hand after so many, of a match from a scoresheet: its version is still 0."""
    *_, hand = hands(len(NAMES), count + 1)
    return entry(count, hand) | {"seen": 0}


# --- Scoring ---


def fold(_data):
    yield Figure("51 rounds, two players", "≤ 2 ms", *time_of_fold(NAMES[:2], 51))
    yield Figure("25 rounds, four players", "–", *time_of_fold(NAMES, 25))


def time_of_fold(names, count):
    from games.core.definition import play_round

    match = played_match(names, count)
    table, records = match.table, match.round_facts
    times = []
    for _ in range(FOLDS):
        play_round.cache_clear()
        begun = time.perf_counter()
        match.game.fold(table, records)
        times.append(time.perf_counter() - begun)
    low, middle, high = (milliseconds(percentile(times, share)) for share in (0, 0.5, 0.99))
    return middle, f"{low} to {high}"
