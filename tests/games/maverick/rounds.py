"""Tables, hands, questions and forms of Maverick."""

import pytest

from games.core.errors import Impossible, ImpossibleRound
from games.core.referee import answer
from games.core.schema import read
from games.maverick.facts import Facts
from games.maverick.game import GAME
from games.maverick.round_form import RoundForm

NAMES = ("Ada", "Ben", "Cleo", "Dan")
BEHIND, LEVEL, AHEAD = {"points": [-8, 13]}, {"points": [0, 9]}, {"points": [12, 3]}
"""First hands that leave the first pair where it may bid blind, neither, or bling."""


def table(**house_rules):
    """Seat the four before the first hand."""
    return GAME.table(NAMES, 0, house_rules)


def played(*hands, **house_rules):
    """Play hands given as plain facts."""
    return GAME.fold(table(**house_rules), [read(hand, Facts) for hand in hands])


def points(*hands, **house_rules):
    """Return the points of the last hand by side."""
    return played(*hands, **house_rules).rounds[-1].points


def lines(*hands, **house_rules):
    """Return the lines of the last hand."""
    return list(played(*hands, **house_rules).rounds[-1].lines)


def refusal(*hands, **house_rules):
    """Return why the last of these hands cannot be."""
    state = played(*hands[:-1], **house_rules)
    with pytest.raises(ImpossibleRound) as refused:
        GAME.play(state, read(hands[-1], Facts))
    return refused.value


def told(*hands, **house_rules):
    error = refusal(*hands, **house_rules)
    return error.message, error.field


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
    """Tricks with adders, one for each number."""
    return [{"side": side, "kind": "adders", "adders": number} for number in numbers]


WHOLE = [
    *(trick(0, kind) for kind in ("all-trump", "trump", "trump", "plain", "plain")),
    *adders(0, 2, 3),
    *(trick(1, kind) for kind in ("all-trump", "trump", "plain")),
    *adders(1, 1, 2, 4),
]
"""Thirteen tricks with 12 adders, worth 3 and 6."""


TURNED = {"turned-0": "K H", "turned-1": "9 C"}
LIVE = "a4t at at a0 a0 a2 a3 b4t bt b0 b1 b2 b4"
BY_KIND = {
    "way": "kinds",
    "all-trump-0": "1",
    "trump-0": "2",
    "plain-0": "2",
    "adders-0": "2",
    "held-0": "5",
    "all-trump-1": "1",
    "trump-1": "1",
    "plain-1": "1",
    "adders-1": "3",
    "held-1": "7",
}


def form(answers, state=None):
    made = RoundForm(state or table(), answers)
    made.is_valid()
    return made


def errors(answers, state=None):
    return {name: told[0] for name, told in form(answers, state).errors.items()}


def ruling(ask, **given):
    return answer(GAME, {"ask": ask, **given})


def unanswered(ask, **given):
    with pytest.raises(Impossible) as refused:
        ruling(ask, **given)
    return refused.value.message, refused.value.field
