"""Matches to measure with. Django is set up by __main__.py first, so its modules are imported late."""

import random

NAMES = ["Ada", "Ben", "Cleo", "Dan"]
TOKEN = "benchbenchbenchbenchbe"
# 24 of the 25 hands of a match of four are played; the last one is being entered.
PLAYED_HANDS = 24


def hands(players, count):
    """The first hands of a match of Big Little, the same in every run: what was bid, and tricks taken."""
    rng, largest = random.Random(51), 53 // players
    for number in range(1, count + 1):
        cards = number if number <= largest else 2 * largest - number
        taken = [0] * players
        for _ in range(cards):
            taken[rng.randrange(players)] += 1
        yield {"bids": [rng.randrange(cards + 1) for _ in range(players)], "tricks": taken}


def played_match(names=NAMES, count=PLAYED_HANDS):
    from games.core.scoresheet import Scoresheet
    from scorekeeper.clubs.models import Club
    from tests.matches.factory import import_sheet

    rounds = list(hands(len(names), count))
    sheet = Scoresheet(scoresheet=1, game="big-little", players=names, first_dealer=0, house_rules={}, rounds=rounds)
    return import_sheet(Club.get_default(), sheet)


def new_match():
    from games.core.registry import find
    from scorekeeper.clubs.models import Club
    from scorekeeper.matches import starting

    return starting.start_match(Club.get_default(), find("big-little"), NAMES, 0, {})


def device():
    """The token of a device that may do everything."""
    from scorekeeper.clubs.device import hash_token
    from scorekeeper.clubs.models import Club, Device, Role

    facts = {"club": Club.get_default(), "label": "bench", "role": Role.OWNER}
    Device.objects.get_or_create(token_hash=hash_token(TOKEN), defaults=facts)
    return TOKEN


def entry(seen, hand):
    """The form of a hand, in a match of which every version so far was a hand."""
    from uuid import uuid4

    answers = {f"{name}-{seat}": number for name, numbers in hand.items() for seat, number in enumerate(numbers)}
    return answers | {"key": str(uuid4()), "seen": seen, "number": seen + 1}
