"""Whether a page grows slow with the record: the same pages with 100 matches and with 10,000, in turns."""

from contextlib import closing
from pathlib import Path

from tests.bench.asking import Asking, get
from tests.bench.figures import Figure, middle, ratios
from tests.bench.house import long_match, some_matches
from tests.bench.load import Load
from tests.bench.server import serving

FEW, MANY = 100, 10_000
TURNS, SECONDS, CONNECTIONS = 5, 0.5, 3


def measure(data):
    """Yield, for each kind of page, how many times as long it takes."""
    from django.db import connection

    from scorekeeper.copying import copy_database

    pk = long_match().pk
    some_matches(FEW)
    few = Path(data, "few")
    copy_database(Path(connection.settings_dict["NAME"]), few / "scorekeeper.sqlite3")
    some_matches(MANY - FEW, 2)
    pages = {
        "home": "/",
        "score page": f"/matches/{pk}/",
        "score page, drawn anew": f"/bench/anew/round/{pk}/",
        "history": f"/matches/{pk}/history/",
        "new match": "/games/big-little/matches/new/",
    }
    with (
        serving(few) as small, serving(data) as large,
        closing(Load(CONNECTIONS, small)) as load_small, closing(Load(CONNECTIONS, large)) as load_large,
    ):  # fmt: skip
        for what, path in pages.items():
            yield Figure(what, "≤ 1.5 ×", *compared(load_small, load_large, [Asking(get(path))] * CONNECTIONS))


def compared(small, large, conversations):
    """Measure in turns: how many times as long an answer takes with many matches."""
    few, many = [], []
    for _ in range(TURNS):
        few.append(small.run(conversations, SECONDS).rate)
        many.append(large.run(conversations, SECONDS).rate)
    found = ratios(few, many)
    beside = f"{found.low:.3g} to {found.high:.3g}; {middle(few):.0f}/s and {middle(many):.0f}/s"
    return f"{found.middle:.3g} ×", beside
