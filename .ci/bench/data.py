"""Matches to measure with. Django is set up by __main__.py first, so its modules are imported late."""

from tests.games.big_little.rounds import random_hands

NAMES = ["Ada", "Ben", "Cleo", "Dan"]
TOKEN = "benchbenchbenchbenchbe"
# 24 of the 25 hands of a match of four are played; the last one is being entered.
PLAYED_HANDS = 24


def played_match(names=NAMES, count=PLAYED_HANDS):
    from games.core.scoresheet import Scoresheet
    from scorekeeper.clubs.models import Club
    from tests.matches.factory import import_sheet

    rounds = list(random_hands(len(names), count))
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


def entries(match, hands):
    """The forms of these hands, in a match that begins: each is made for the match that the one before left behind."""
    from uuid import uuid4

    from scorekeeper.matches.models import token_of

    seen = match.token
    for number, hand in enumerate(hands, 1):
        key = uuid4()
        answers = {f"{name}-{seat}": number for name, numbers in hand.items() for seat, number in enumerate(numbers)}
        yield answers | {"key": str(key), "seen": seen, "number": number}
        seen = token_of(key)
