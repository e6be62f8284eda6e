"""What the tricks of a hand, or the points counted at the table, have to add up to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from msgspec import UNSET

from games.maverick.cards import A_BOOK
from games.scorecard import minus

if TYPE_CHECKING:
    from games.maverick.record import Record
    from games.so_far import SoFar

TRICKS, MOST_ALL_TRUMP, WORST_HAND = 13, 3, -15
Wrong = Iterator[tuple[str, str]]
"""What is wrong, in words, and the fact to look at."""


def wrong(record: Record, adders: Sequence[int], so_far: SoFar) -> Wrong:
    """Yield what is wrong with a hand in which so many adders can be in play."""
    yield from chain(_tricks(record), _sums(record, adders), _counted(record, so_far))
    yield from chain(_together(record, adders[-1]), _books(record, adders[-1], so_far))


def _tricks(record: Record) -> Wrong:
    for place, trick in enumerate(record.tricks or ()):
        field = f"tricks[{place}].adders"
        if trick.kind == "adders" and trick.adders is UNSET:
            yield f"trick {place + 1} has adders in it: say how many, 1 to {A_BOOK}", field
        if trick.kind != "adders" and trick.adders is not UNSET:
            yield f"trick {place + 1} has {trick.adders} adders in it, yet it is down as one without", field


def _sums(record: Record, adders: Sequence[int]) -> Wrong:
    if record.tricks is not UNSET:
        all_trump = sum(trick.kind == "all-trump" for trick in record.tricks)
        held = sum(trick.adders or 0 for trick in record.tricks)
        yield from _off("tricks", len(record.tricks), [TRICKS])
        yield from _off("tricks of four trumps", all_trump, range(MOST_ALL_TRUMP + 1))
        yield from _off("adders in the tricks", held, adders)


def _off(what: str, count: int, can_be: Sequence[int]) -> Wrong:
    if count not in can_be:
        off = f"{can_be[0] - count} missing" if count < can_be[0] else f"{count - can_be[-1]} too many"
        wanted = " to ".join(str(number) for number in sorted({can_be[0], can_be[-1]}))
        yield f"{count} {what} instead of {wanted}: {off}, look through the piles again", "tricks"


def _counted(record: Record, so_far: SoFar) -> Wrong:
    if record.points and record.tricks is not UNSET:
        yield "the hand has its tricks and counted points as well: keep one of them", "points"
    for side, points in enumerate(record.points or ()):
        if points < WORST_HAND:
            less = f"{WORST_HAND - points} less than the worst hand there can be ({minus(WORST_HAND)})"
            yield f"{so_far.side_names[side]} counted {minus(points)}: {less}, count again", f"points[{side}]"


def _together(record: Record, adders: int) -> Wrong:
    points, most = sum(record.points or ()), adders + TRICKS
    if points > most:
        over = f"with {adders} adders there are {most} at most: {points - most} too many, count again"
        yield f"the points add up to {points}, but {over}", "points"


def _books(record: Record, adders: int, so_far: SoFar) -> Wrong:
    blings = [bid.seat for bid in record.bids if bid.bid == "bling"]
    if blings and record.points is not UNSET and record.books is UNSET:
        yield f"{so_far.names[blings[0]]} bid bling: say how many books each pair took", "books"
    if record.books is not UNSET and record.points is UNSET:
        yield "books are only counted beside points counted at the table", "books"
    books, most = sum(record.books or ()), adders // A_BOOK
    if books > most:
        yield f"{books} books, but {adders} adders make {most}: {books - most} too many, count again", "books"
