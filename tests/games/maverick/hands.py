"""Hands of Maverick for the tests: facts in, a match out."""

from typing import Any

import pytest

from games.impossible import ImpossibleRound
from games.maverick.game import GAME
from games.maverick.record import Record
from games.scorecard import Line
from games.so_far import SoFar
from games.typed import read

NAMES = ("Ada", "Ben", "Cleo", "Dan")
BEHIND, LEVEL, AHEAD = {"points": [-8, 13]}, {"points": [0, 9]}, {"points": [12, 3]}
"""First hands that leave the first pair where it may bid blind, neither, or bling."""


def table(**house_rules: Any) -> SoFar:
    """Seat the four before the first hand."""
    return GAME.table(NAMES, 0, house_rules)


def played(*hands: dict[str, Any], **house_rules: Any) -> SoFar:
    """Play hands given as plain facts."""
    return GAME.fold(table(**house_rules), [read(hand, Record) for hand in hands])


def points(*hands: dict[str, Any], **house_rules: Any) -> tuple[int, ...]:
    """Return the points of the last hand by side."""
    return played(*hands, **house_rules).rounds[-1].points


def lines(*hands: dict[str, Any], **house_rules: Any) -> list[Line]:
    """Return the lines of the last hand."""
    return list(played(*hands, **house_rules).rounds[-1].lines)


def refusal(*hands: dict[str, Any], **house_rules: Any) -> ImpossibleRound:
    """Return why the last of these hands cannot be."""
    so_far = played(*hands[:-1], **house_rules)
    with pytest.raises(ImpossibleRound) as refused:
        GAME.play(so_far, read(hands[-1], Record))
    return refused.value


def told(*hands: dict[str, Any], **house_rules: Any) -> tuple[str, str]:
    error = refusal(*hands, **house_rules)
    return error.message, error.field


def counted(ours: int, theirs: int = 3, *bids: dict[str, Any], **facts: Any) -> dict[str, Any]:
    """A hand counted at the table."""
    return {"points": [ours, theirs], "bids": list(bids), **facts}


def null(seat: int = 0, *, took_trick: bool = False) -> dict[str, Any]:
    return {"seat": seat, "bid": "null", "took_trick": took_trick}


def blind(seat: int = 0) -> dict[str, Any]:
    return {"seat": seat, "bid": "blind"}


def bling(seat: int = 0) -> dict[str, Any]:
    return {"seat": seat, "bid": "bling"}


def trick(side: int, kind: str) -> dict[str, Any]:
    return {"side": side, "kind": kind}


def adders(side: int, *numbers: int) -> list[dict[str, Any]]:
    """Tricks with adders, one for each number."""
    return [{"side": side, "kind": "adders", "adders": number} for number in numbers]


WHOLE = [
    *(trick(0, kind) for kind in ("all-trump", "trump", "trump", "plain", "plain")),
    *adders(0, 2, 3),
    *(trick(1, kind) for kind in ("all-trump", "trump", "plain")),
    *adders(1, 1, 2, 4),
]
"""Thirteen tricks with 12 adders, worth 3 and 6."""
