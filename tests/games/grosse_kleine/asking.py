"""Questions for the referee of Das Grosse und das kleine A, as the tests ask them."""

from typing import Any

import pytest

from games.grosse_kleine.game import GAME
from games.impossible import Impossible
from games.referee import ask


def ruling(kind: str, **given: Any) -> tuple[Any, str]:
    """Return the answer and its rule."""
    answer, _, rule, _ = ask(GAME, {"ask": kind, **given})
    return answer, rule


def why(kind: str, **given: Any) -> str:
    return ask(GAME, {"ask": kind, **given}).why


def refusal(kind: str, **given: Any) -> tuple[str, str]:
    """Return what is said where a question cannot be, and the field it is about."""
    with pytest.raises(Impossible) as refused:
        ask(GAME, {"ask": kind, **given})
    return refused.value.message, refused.value.field
