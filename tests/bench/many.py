"""Whether a page grows slow with the record: the same pages with 100 matches and with 10,000, in turns."""

import logging
from contextlib import closing
from datetime import timedelta
from pathlib import Path

from tests.bench.addresses import addresses, routes
from tests.bench.asking import Asking, get
from tests.bench.figures import Figure, middle, ratios
from tests.bench.house import device, long_match
from tests.bench.load import Load, ask
from tests.bench.server import serving
from tests.bench.statements import counted_in

FEW, MANY = 100, 10_000
TURNS, SECONDS, CONNECTIONS = 5, 0.4, 3
THE_RECORD_ITSELF = ["transfer/club.json", "transfer/<slug:table>.csv"]
"""Files that hold every match: of a hundred times as many they are a hundred times as long."""


def measure(data):
    """Yield, for each page there is, how many times as long it takes, and how many statements."""
    from django.db import connection

    from scorekeeper.server.sqlite_copy import copy_database

    match, token = long_match(), device()
    evening = made_up(FEW, seed=1)
    pages, left_out = addresses([one for one in routes() if one not in THE_RECORD_ITSELF], parts(match))
    pages |= {"matches/<int:pk>/, drawn anew": f"/bench/anew/round/{match.pk}/"}
    counted_few = counted(pages, token)
    few = Path(data, "few")
    copy_database(Path(connection.settings_dict["NAME"]), few / "scorekeeper.sqlite3")
    made_up(MANY - FEW, seed=2, until=evening - timedelta(days=1))
    counted_many = counted(pages, token)
    with (
        serving(few) as small, serving(data) as large,
        closing(Load(CONNECTIONS, small)) as load_small, closing(Load(CONNECTIONS, large)) as load_large,
    ):  # fmt: skip
        for route, path in pages.items():
            statuses = {ask(server, get(path))[0] for server in (small, large)}
            if statuses <= {200, 204}:
                measured, beside = compared(load_small, load_large, [Asking(get(path))] * CONNECTIONS)
                said = f"{beside}; {counted_few[route]} and {counted_many[route]} statements"
                yield Figure(f"/{route}", "≤ 1.5 ×", measured, said)
            elif statuses - {302, 405}:
                yield Figure(f"/{route}", "≤ 1.5 ×", f"status {statuses}")
    yield Figure("left out", "–", ", ".join([*THE_RECORD_ITSELF, *left_out]))


def made_up(matches, seed, until=None):
    """Fill the club with evenings; return the date of the first."""
    from scorekeeper.clubs.models import Club
    from scorekeeper.demo.fill import fill
    from scorekeeper.management.commands.demo import UNTIL
    from scorekeeper.matches.models import Match

    fill(Club.here(), matches, until or UNTIL, seed, in_use=True)
    return Match.objects.earliest("night_date").night_date


def parts(match):
    """What stands in an address for each of its parts: things there are with few matches and with many."""
    from scorekeeper.clubs.models import Player
    from scorekeeper.management.commands.demo import UNTIL

    busy = Player.objects.get(name="Ada").pk
    return {
        "matches/pk": match.pk, "player": busy, "game": match.game_key, "ask": "winner", "evening": UNTIL,
        "number": 1, "side": 0,
    }  # fmt: skip


def counted(pages, token):
    """Count each page's statements, when it is asked for again."""
    logging.getLogger("django.request").setLevel(logging.ERROR)  # some addresses only take forms
    for _ in range(2):
        found = {route: counted_in(token, "get", path)[0] for route, path in pages.items()}
    return found


def compared(small, large, conversations):
    """Measure in turns: how many times as long an answer takes with many matches."""
    few, many = [], []
    for _ in range(TURNS):
        few.append(small.run(conversations, SECONDS).rate)
        many.append(large.run(conversations, SECONDS).rate)
    found = ratios(few, many)
    beside = f"{found.low:.3g} to {found.high:.3g}; {middle(few):.0f}/s and {middle(many):.0f}/s"
    return f"{found.middle:.3g} ×", beside
