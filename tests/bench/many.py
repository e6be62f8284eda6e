"""Whether a page grows slow with the record: the same pages with 100 matches and with 10,000, in turns."""

import logging
import re
from contextlib import closing
from datetime import timedelta
from pathlib import Path

from tests.bench.data import device, long_match
from tests.bench.load import Load, Repeating, get, send
from tests.bench.report import Figure, milliseconds
from tests.bench.server import serving

FEW, MADE_UP, MANY = 100, 500, 10_000
"""To make up every match takes minutes: the last figure are copies of the one before, from other years."""
TURNS, SECONDS, CONNECTIONS = 3, 0.1, 3
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
    fill_club(MADE_UP - FEW, seed=2, until=first_night - timedelta(days=1))
    copy_matches(MANY)
    many_statements = count_statements(pages, token)
    with (
        serving(few) as small, serving(data) as large,
        closing(Load(CONNECTIONS, small)) as load_small, closing(Load(CONNECTIONS, large)) as load_large,
    ):  # fmt: skip
        for route, path in pages.items():
            statuses = {send(server, get(path))[0] for server in (small, large)}
            if statuses <= {200, 204}:
                asking = [Repeating(get(path))] * CONNECTIONS
                measured, notes = compared((small, load_small), (large, load_large), asking)
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


def copy_matches(most):
    """Have the club play all its matches again in earlier years, until there are so many, and count them."""
    from scorekeeper.clubs.models import Club
    from scorekeeper.matches.models import Bid, Entry, Line, Match, Round, Seat, Trick
    from scorekeeper.server.database import execute, fetch_rows, writing
    from scorekeeper.statistics.monthly_totals import update_totals

    there = Match.objects.count()
    models = [Match, Seat, Round, Entry, Bid, Trick, Line]
    tables = {model: model._meta.db_table for model in models}
    highest = {model: fetch_rows(f"SELECT MAX(id) FROM {table}")[0][0] for model, table in tables.items()}

    def copied(field, again):
        model = field.model if field.primary_key else field.related_model
        if model in tables:
            return f"{field.column} + {again * highest[model]}"
        if field.get_internal_type() in ("DateField", "DateTimeField"):
            return f"{field.get_internal_type()[:-5]}({field.column}, '-{again} years')"
        return "1" if field.name == "needs_recount" else field.column

    with writing():
        for again in range(1, most // there):
            for model, table in tables.items():
                fields = model._meta.concrete_fields
                columns = ", ".join(field.column for field in fields)
                values = ", ".join(copied(field, again) for field in fields)
                execute(f"INSERT INTO {table} ({columns}) SELECT {values} FROM {table} WHERE id <= {highest[model]}")
    update_totals(Club.here())


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
    """Measure in turns: how many times as much processor time an answer takes with many matches."""
    costs = [[costed(*one, conversations) for one in (small, large)] for _ in range(TURNS)]
    few, many = (sum(spent for spent, _ in each) / sum(count for _, count in each) for each in zip(*costs, strict=True))
    return f"{many / few:.3g} ×", f"{milliseconds(few)} and {milliseconds(many)}"


def costed(server, load, conversations):
    """Return the server's seconds of processor time for one run, and how many answers that were."""
    before = server.busy()
    run = load.run(conversations, SECONDS)
    return server.busy() - before, len(run.times)
