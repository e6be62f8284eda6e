"""Whether a page grows slow with the record: the same pages with 100 matches and with 10,000, in turns."""

import logging
import re
from contextlib import closing
from datetime import timedelta
from pathlib import Path

from tests.bench.data import device, long_match
from tests.bench.load import Load, Repeating, get, send
from tests.bench.report import Figure, middle, ratios
from tests.bench.server import serving

FEW, MANY = 100, 10_000
TURNS, SECONDS, CONNECTIONS = 5, 0.4, 3
WHOLE_HISTORY = ["transfer/club.json", "transfer/<slug:table>.csv"]
"""Files that hold every match."""


def many(data):
    from django.db import connection

    from scorekeeper.server.sqlite_copy import copy_database

    match, token = long_match(), device()
    first_night = fill_club(FEW, seed=1)
    pages, left_out = addresses(parts(match))
    pages |= {"matches/<int:pk>/, drawn anew": f"/bench/anew/round/{match.pk}/"}
    few_statements = count_statements(pages, token)
    few = Path(data, "few")
    copy_database(Path(connection.settings_dict["NAME"]), few / "scorekeeper.sqlite3")
    fill_club(MANY - FEW, seed=2, until=first_night - timedelta(days=1))
    many_statements = count_statements(pages, token)
    with (
        serving(few) as small, serving(data) as large,
        closing(Load(CONNECTIONS, small)) as load_small, closing(Load(CONNECTIONS, large)) as load_large,
    ):  # fmt: skip
        for route, path in pages.items():
            statuses = {send(server, get(path))[0] for server in (small, large)}
            if statuses <= {200, 204}:
                measured, notes = compared(load_small, load_large, [Repeating(get(path))] * CONNECTIONS)
                text = f"{notes}; {few_statements[route]} and {many_statements[route]} statements"
                yield Figure(f"/{route}", "≤ 1.5 ×", measured, text)
            elif statuses - {302, 405}:
                yield Figure(f"/{route}", "≤ 1.5 ×", f"status {statuses}")
    yield Figure("left out", "–", ", ".join([*WHOLE_HISTORY, *left_out]))


def addresses(parts):
    """An address for each route that has pages and whose parts are known; and the other routes."""
    from tests.web.urls import NEEDED, fill_in

    routes = [route for route, methods in NEEDED.items() if "GET" in methods and route not in WHOLE_HISTORY]
    left_out = [route for route in routes if not set(re.findall(r":(\w+)>", route)) <= parts.keys()]
    return {route: fill_in(route, parts) for route in routes if route not in left_out}, left_out


def fill_club(matches, seed, until=None, club=None):
    """Fill the club with game nights; return the date of the first."""
    from scorekeeper.clubs.models import Club
    from scorekeeper.demo.fill import fill
    from scorekeeper.management.commands.demo import UNTIL
    from scorekeeper.matches.models import Match

    fill(club or Club.here(), matches, until or UNTIL, seed, in_use=True)
    return Match.objects.earliest("night_date").night_date


def parts(match):
    """Something for each part of an address, which there is with few matches and with many."""
    from scorekeeper.clubs.models import Player
    from scorekeeper.management.commands.demo import UNTIL

    busy = Player.objects.get(name="Ada").pk
    return {
        "pk": match.pk, "player": busy, "game": match.game_key, "ask": "winner", "night": UNTIL,
        "number": 1, "side": 0,
    }  # fmt: skip


def count_statements(pages, token):
    """Count each page's statements, when it is asked for again."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    logging.getLogger("django.request").setLevel(logging.ERROR)  # some addresses only take forms
    client, found = Client(headers={"host": "127.0.0.1"}), {}
    client.cookies["device"] = token
    for route, path in [*pages.items()] * 2:
        with CaptureQueriesContext(connection) as captured:
            client.get(path)
        found[route] = len(captured)
    return found


def compared(small, large, conversations):
    """Measure in turns: how many times as long an answer takes with many matches."""
    few, many = [], []
    for _ in range(TURNS):
        few.append(small.run(conversations, SECONDS).rate)
        many.append(large.run(conversations, SECONDS).rate)
    found = ratios(few, many)
    notes = f"{found.low:.3g} to {found.high:.3g}; {middle(few):.0f}/s and {middle(many):.0f}/s"
    return f"{found.middle:.3g} ×", notes
