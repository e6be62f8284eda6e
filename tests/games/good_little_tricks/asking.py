"""Questions for the referee of Good Little Tricks, as the tests ask them."""

from typing import Any

from games.good_little_tricks.game import GAME
from games.good_little_tricks.record import SIZES
from games.referee import answer

WITHOUT_PURPLE = [suit for suit in SIZES if suit != "purple"]


def ruling(ask: str, **given: Any) -> Any:
    return answer(GAME, {"ask": ask, **given})


def legal(hand: list[str], led: str | None = None, trump: str | None = "orange", **given: Any) -> Any:
    return ruling("legal", hand=hand, led=led, trump=trump, **given)["answer"]
