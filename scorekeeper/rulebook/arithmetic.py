"""Sums as people write them: 30 + 3 − 100 = −67."""

from collections.abc import Sequence

from games.scorecard import minus


def added(first: int, others: Sequence[int]) -> str:
    """Write a sum with its result; a number alone stays alone."""
    if not others:
        return minus(first)
    terms = "".join(f" − {-number}" if number < 0 else f" + {number}" for number in others)
    return f"{minus(first)}{terms} = {minus(first + sum(others))}"
