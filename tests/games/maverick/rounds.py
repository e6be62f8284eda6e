"""Tables, hands, questions and forms of Maverick."""

from games.core.referee import answer
from games.core.schema import read
from games.maverick.facts import Facts
from games.maverick.game import GAME
from games.maverick.round_form import RoundForm
from tests.games import every_game

NAMES = ("Ada", "Ben", "Cleo", "Dan")
# First hands after which the first pair may bid blind, neither, or bling.
BEHIND, LEVEL, AHEAD = {"points": [-8, 13]}, {"points": [0, 9]}, {"points": [12, 3]}


def table(**house_rules):
    return GAME.table(NAMES, 0, house_rules)


def played(*hands, **house_rules):
    return GAME.replay(table(**house_rules), [read(hand, Facts) for hand in hands])


def points(*hands, **house_rules):
    """Return the points of the last hand by side."""
    return played(*hands, **house_rules).rounds[-1].points


def lines(*hands, **house_rules):
    """Return the lines of the last hand."""
    return list(played(*hands, **house_rules).rounds[-1].lines)


def refusal(*hands, **house_rules):
    """Return why the last of these hands cannot be, and the fact it is about."""
    return every_game.refusal(GAME.play, played(*hands[:-1], **house_rules), read(hands[-1], Facts))


def counted(ours, theirs=3, *bids, **facts):
    """A hand counted at the table."""
    return {"points": [ours, theirs], "bids": list(bids), **facts}


def null(seat=0, *, took_trick=False):
    return {"seat": seat, "bid": "null", "took_trick": took_trick}


def blind(seat=0):
    return {"seat": seat, "bid": "blind"}


def bling(seat=0):
    return {"seat": seat, "bid": "bling"}


def trick(side, kind):
    return {"side": side, "kind": kind}


def adders(side, *numbers):
    return [{"side": side, "kind": "adders", "adders": number} for number in numbers]


# Thirteen tricks with 12 adders, worth 3 and 6.
WHOLE = [
    *(trick(0, kind) for kind in ("all-trump", "trump", "trump", "plain", "plain")),
    *adders(0, 2, 3),
    *(trick(1, kind) for kind in ("all-trump", "trump", "plain")),
    *adders(1, 1, 2, 4),
]


TURNED = {"turned": "KH 9C"}
LIVE = "a4t at at a0 a0 a2 a3 b4t bt b0 b1 b2 b4"
COUNTS = {"all-trump": "11", "trump": "21", "plain": "21", "adders": "23", "held": "57"}
BY_KIND = {"way": "kinds", **{f"{kind}-{side}": COUNTS[kind][side] for side in (0, 1) for kind in COUNTS}}


def form(answers, state=None):
    made = RoundForm(state or table(), answers)
    made.is_valid()
    return made


def errors(answers, state=None):
    return {name: messages[0] for name, messages in form(answers, state).errors.items()}


def ruling(ask, **given):
    return answer(GAME, {"ask": ask, **given})


def unanswered(ask, **given):
    return every_game.refusal(ruling, ask, **given)
