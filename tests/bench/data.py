"""A temporary data folder, filled through the models. Django is set up in it, so its modules are imported late."""

import os
import random
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path

NAMES = ["Ada", "Ben", "Cleo", "Dan"]
LONG = 24
"""So many of the 25 hands of a game for four are played; the last one is being entered."""
TOKEN = "benchbenchbenchbenchbe"
"""What the one device shows that all requests come from."""


@contextmanager
def data_folder():
    """Make the folder, read Django's settings for it, and remove it again."""
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-bench-"))
    for name in [name for name in os.environ if name.startswith("SCOREKEEPER_") or name == "DATABASE_URL"]:
        del os.environ[name]
    os.environ |= {"SCOREKEEPER_DATA": str(folder), "DJANGO_SETTINGS_MODULE": "tests.bench.settings"}
    try:
        import django

        django.setup()
        from scorekeeper.server.install import prepare

        prepare()
        device()
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def hands(players, count):
    """The first hands of a match of Big Little, and what was bid and taken in each; the same in every run."""
    rng = random.Random(51)
    largest = 53 // players
    for number in range(1, count + 1):
        cards = number if number <= largest else 2 * largest - number
        taken = [0] * players
        for _ in range(cards):
            taken[rng.randrange(players)] += 1
        yield {"bids": [rng.randrange(cards + 1) for _ in range(players)], "tricks": taken}


def played_match(names, count, begun=()):
    """A match of Big Little with so many hands played, and perhaps another begun."""
    from games.core.scoresheet import Scoresheet
    from scorekeeper.clubs.models import Club
    from scorekeeper.transfer.scoresheets import import_sheet

    rounds = [*hands(len(names), count), *begun]
    sheet = Scoresheet(scoresheet=1, game="big-little", players=names, first_dealer=0, house_rules={}, rounds=rounds)
    return import_sheet(Club.here(), sheet, None)


def long_match():
    """25 hands of four players: 24 are played, the last has its bids and its tricks still to come."""
    return played_match(NAMES, LONG, [{"bids": [1, 0, 0, 1]}])


def new_matches(count, club=None):
    """So many matches of four with nothing played yet."""
    from games.core.registry import find
    from scorekeeper.clubs.models import Club
    from scorekeeper.matches import starting

    starting.STARTED_AN_HOUR += count  # more tables than any club has
    return [starting.start_match(club or Club.here(), find("big-little"), NAMES, 0, {}).pk for _ in range(count)]


def other_matches(count):
    """Matches that others played some time ago, so that the club has a history."""
    rng = random.Random(7)
    people = [f"Player {number}" for number in range(60)]
    for _ in range(count):
        played_match(rng.sample(people, 4), 6)


def device(club=None, token=TOKEN):
    """Have a device join that may do everything; return its token."""
    from scorekeeper.clubs.models import Club, Device, Role, hashed_token

    facts = {"club": club or Club.here(), "label": "bench", "role": Role.OWNER}
    Device.objects.get_or_create(token_hash=hashed_token(token), defaults=facts)
    return token
