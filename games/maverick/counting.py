"""What the tricks of a hand, or the points counted at the table, have to add up to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from msgspec import UNSET

from games.core.errors import Impossible
from games.core.text import minus
from games.maverick import scoring
from games.maverick.cards import A_BOOK

if TYPE_CHECKING:
    from games.core.definition import MatchState
    from games.maverick.facts import Facts

TRICKS, MOST_ALL_TRUMP, WORST_HAND = 13, 3, -15
COUNTS = {
    "all-trump": ("4T", "tricks of four trumps"),
    "trump": ("T", "tricks with trump but no adder"),
    "plain": ("0", "tricks with neither"),
    "adders": ("1–4", "tricks with adders"),
    "held": ("adders", "adders in them"),
}
"""What is counted by kind: the tricks of each, and the adders they hold; in short, and in words."""

Wrong = Iterator[tuple[str, str]]
"""What is wrong, in words, and the fact to look at."""


def wrong(facts: Facts, adders: Sequence[int], state: MatchState) -> Wrong:
    """Yield what is wrong with a hand in which so many adders can be in play."""
    yield from chain(_tricks(facts), _taken(facts, adders), _counted(facts, adders[-1], state))
    yield from chain(_together(facts, adders[-1]), _books(facts, adders[-1], state))


def _tricks(facts: Facts) -> Wrong:
    for place, trick in enumerate(facts.tricks or ()):
        field = f"tricks[{place}].adders"
        if trick.kind == "adders" and trick.adders is UNSET:
            yield f"trick {place + 1} has adders in it: say how many, 1 to {A_BOOK}", field
        if trick.kind != "adders" and trick.adders is not UNSET:
            yield f"trick {place + 1} has {trick.adders} adders in it, yet it is down as one without", field


def _taken(facts: Facts, adders: Sequence[int]) -> Wrong:
    if facts.tricks is not UNSET:
        all_trump = sum(trick.kind == "all-trump" for trick in facts.tricks)
        held = sum(trick.adders or 0 for trick in facts.tricks)
        yield from sums(len(facts.tricks), all_trump, held, adders)


def sums(tricks: int, all_trump: int, held: int, adders: Sequence[int]) -> Wrong:
    """Yield by how much the tricks of both pairs, or the adders in them, are off what they can be."""
    yield from _off("tricks", tricks, [TRICKS])
    yield from _off("tricks of four trumps", all_trump, range(MOST_ALL_TRUMP + 1))
    yield from _off("adders in the tricks", held, adders)


def _off(what: str, count: int, can_be: Sequence[int]) -> Wrong:
    if count not in can_be:
        off = f"{can_be[0] - count} missing" if count < can_be[0] else f"{count - can_be[-1]} too many"
        wanted = " to ".join(str(number) for number in sorted({can_be[0], can_be[-1]}))
        yield f"{count} {what} instead of {wanted}: {off}, look through the piles again", "tricks"


def _counted(facts: Facts, adders: int, state: MatchState) -> Wrong:
    if facts.points and facts.tricks is not UNSET:
        yield "the hand has its tricks and counted points as well: keep one of them", "points"
    for side, points in enumerate(facts.points or ()):
        if points < WORST_HAND:
            less = f"{WORST_HAND - points} less than the worst hand there can be ({minus(WORST_HAND)})"
            yield f"{state.side_names[side]} counted {minus(points)}: {less}, count again", f"points[{side}]"
        if points > (most := adders + TRICKS):
            more = f"{points - most} more than all the tricks can be worth with {adders} adders ({most})"
            yield f"{state.side_names[side]} counted {points}: {more}, count again", f"points[{side}]"


def _together(facts: Facts, adders: int) -> Wrong:
    points, most = sum(facts.points or ()), adders + TRICKS
    if points > most:
        over = f"with {adders} adders there are {most} at most: {points - most} too many, count again"
        yield f"the points add up to {points}, but {over}", "points"


def _books(facts: Facts, adders: int, state: MatchState) -> Wrong:
    blings = [bid.seat for bid in facts.bids if bid.bid == "bling"]
    if blings and facts.points is not UNSET and facts.books is UNSET:
        yield f"{state.names[blings[0]]} bid bling: say how many books each pair took", "books"
    if facts.books is not UNSET and facts.points is UNSET:
        yield "books are only counted beside points counted at the table", "books"
    books, most = sum(facts.books or ()), adders // A_BOOK
    if books > most:
        yield f"{books} books, but {adders} adders make {most}: {books - most} too many, count again", "books"


def counted(counts: Sequence[Mapping[str, int]], names: Sequence[str], adders: Sequence[int]) -> list[int]:
    """Return the points of tricks that each side has counted by kind; Impossible where they do not add up."""
    tricks = sum(count[kind] for count in counts for kind in scoring.WORTH)
    all_trump, held = (sum(count[kind] for count in counts) for kind in ("all-trump", "held"))
    apart = [_wrong_adders(name, count["adders"], count["held"]) for name, count in zip(names, counts, strict=True)]
    for message, _ in chain(sums(tricks, all_trump, held, adders), *apart):
        raise Impossible(message)
    return [sum(scoring.WORTH[kind] * count[kind] for kind in scoring.WORTH) + count["held"] for count in counts]


def _wrong_adders(name: str, tricks: int, held: int) -> Wrong:
    if not tricks <= held <= A_BOOK * tricks:
        yield f"{name}: {held} adders in {tricks} tricks with adders, but each of them has 1 to {A_BOOK}", "tricks"
