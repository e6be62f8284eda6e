"""Numbers and lists in words: plurals, signs, “Ada, Ben and Cleo”, “7 cards each”."""

import re
from collections.abc import Sequence


def plural(count: int, one: str, many: str = "") -> str:
    """Return “1 card”, “7 cards”; `many` where it is not `one` with an s."""
    return f"{minus(count)} {one if count == 1 else many or one + 's'}"


def signed(points: int) -> str:
    """Write points as a score sheet does: +10, −10 (a true minus), 0."""
    return f"+{points}" if points > 0 else minus(points)


def minus(text: object) -> str:
    return re.sub(r"(?<![\w\"])-(?=\d)", "−", str(text))


def listed(names: Sequence[str]) -> str:
    """Return “Ada, Ben and Cleo”."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def cards_each(by_seat: Sequence[int]) -> str:
    """Return “7 cards each”, “5 or 6 cards”; "" where no cards are dealt."""
    fewest, most = min(by_seat, default=0), max(by_seat, default=0)
    if not most:
        return ""
    return f"{plural(most, 'card')} each" if fewest == most else f"{fewest} or {most} cards"
