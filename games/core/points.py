"""Points entered digit by digit, on keys laid out as on a telephone."""

import re
from typing import Any

from games.core.errors import Impossible
from games.core.keypad import Key, numbers
from games.core.round_form import PickCards


def ask_points(label: str, *, most: int, below_zero: bool = True, **asked: Any) -> PickCards:
    """Ask for a number of at most `most` digits."""
    sign = [Key("−", "±", "plus or minus")] if below_zero else []
    return PickCards(label, [*numbers(1, 9), *sign, *numbers(0, 0)], most=most, no_spaces=True, **asked)


def read_points(answer: str, field: str) -> int:
    digits = answer.replace(" ", "").replace("−", "-")
    if not re.fullmatch(r"-?\d{1,9}", digits):
        raise Impossible(f"enter a number of points: “{answer}” is not one", field)
    return int(digits)
