"""Questions for the referee of Maverick, as the tests ask them."""

from typing import Any

import pytest

from games.impossible import Impossible
from games.maverick.game import GAME
from games.referee import answer


def ruling(ask: str, **given: Any) -> dict[str, Any]:
    return answer(GAME, {"ask": ask, **given})


def unanswered(ask: str, **given: Any) -> tuple[str, str]:
    with pytest.raises(Impossible) as refused:
        ruling(ask, **given)
    return refused.value.message, refused.value.field
