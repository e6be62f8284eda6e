"""Labels: where they go so that none covers another, and how much of a name fits."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING
from unicodedata import combining, east_asian_width

if TYPE_CHECKING:
    from collections.abc import Sequence

ISOLATE, POP = "\u2068", "\u2069"
"""Around a name: whichever way it is read, what stands beside it stays where it is."""

NARROW, WIDE = frozenset("fijlrtI.,:;'|!()[] "), frozenset("mwMWQO@%&<>=+~#_")


def apart(wanted: Sequence[float], gap: int, low: int, high: int) -> list[int]:
    """Return a place for each label: in the order wanted, `gap` apart or more, from `low` to `high`, moved the least.

    ValueError where there is no room for all.
    """
    if (len(wanted) - 1) * gap > high - low:
        raise ValueError(f"no room for {len(wanted)} labels")
    order = sorted(range(len(wanted)), key=lambda label: wanted[label])
    # Without the gaps between them, labels only must not pass each other: those that would share one place.
    shared = _rising([wanted[label] - place * gap for place, label in enumerate(order)])
    highest = high - (len(wanted) - 1) * gap
    places = [0] * len(wanted)
    for place, (label, at) in enumerate(zip(order, shared, strict=True)):
        places[label] = floor(min(max(at, low), highest)) + place * gap
    return places


def _rising(wanted: Sequence[float]) -> list[float]:
    """Return the rising numbers nearest to these: who would fall below the one before shares its mean with it."""
    blocks: list[tuple[float, int]] = []
    for at in wanted:
        total, count = at, 1
        while blocks and blocks[-1][0] * count >= total * blocks[-1][1]:
            before, more = blocks.pop()
            total, count = total + before, count + more
        blocks.append((total, count))
    return [total / count for total, count in blocks for _ in range(count)]


def width(text: str) -> float:
    """Estimate how wide a text is, in sizes of its letters; rather too wide than too narrow."""
    return sum(_width(letter) for letter in text)


def _width(letter: str) -> float:
    if combining(letter) or letter in ISOLATE + POP:
        return 0
    if letter in NARROW:
        return 0.4
    if letter in WIDE or letter.isupper():
        return 1.0 if letter in WIDE else 0.75
    if east_asian_width(letter) in "WF" or ord(letter) > 0x2190:
        return 1.4
    return 0.66


def fitted(name: str, room: float) -> str:
    """Return as much of a name as there is room for, in sizes of its letters; cut off, it ends in “…”."""
    if width(name) <= room:
        return f"{ISOLATE}{name}{POP}"
    length = max(end for end in range(len(name)) if end == 0 or width(name[:end]) + 1 <= room)
    return f"{ISOLATE}{name[:length].rstrip()}…{POP}"
