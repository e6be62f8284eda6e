"""The facts of one hand of Maverick: the cards turned up, bids, tricks (or points counted) and reneges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from games import record
from games.impossible import Impossible, ImpossibleRound
from games.maverick import bidding, scoring
from games.maverick.cards import turn_up
from games.scorecard import minus

if TYPE_CHECKING:
    from games.so_far import SoFar

TRICKS, A_BOOK, MOST_ALL_TRUMP, WORST_HAND = 13, 4, 3, -15
ADDERS_IN_PLAY = range(11, 14)  # whichever two cards are turned up

Seat = Annotated[int, Meta(ge=0, le=3)]
Side = Annotated[int, Meta(ge=0, le=1)]
Adders = Annotated[int, Meta(ge=1, le=A_BOOK)]
Points = Annotated[int, Meta(ge=-99, le=99)]
Books = Annotated[int, Meta(ge=0, le=3)]
Wrong = Iterator[tuple[str, str]]  # in words, and the fact to look at; only the first is ever asked for


class Bid(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A bid of one seat; `took_trick` belongs to a null: whether that player took a trick after all."""

    seat: Seat
    bid: Literal["null", "blind", "bling"]
    took_trick: bool | UnsetType = UNSET

    @property
    def side(self) -> int:
        """The partnership of the seat."""
        return self.seat % 2


class Trick(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A trick of one side; the number of `adders` stands with the kind of that name, and with no other."""

    side: Side
    kind: Literal["all-trump", "trump", "plain", "adders"]
    adders: Adders | UnsetType = UNSET


class Record(record.Record, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """13 tricks, or the points by side as the table counted them (with the books, for a bling); or neither yet."""

    turned: tuple[str, str] | UnsetType = UNSET
    bids: tuple[Bid, ...] = ()
    tricks: tuple[Trick, ...] | UnsetType = UNSET
    points: tuple[Points, Points] | UnsetType = UNSET
    books: tuple[Books, Books] | UnsetType = UNSET
    reneges: tuple[Side, ...] = ()

    @property
    def is_complete(self) -> bool:
        return self.tricks is not UNSET or self.points is not UNSET

    def tricks_of(self, side: int) -> list[Trick]:
        """Return the tricks a side took, where they are known one by one."""
        return [trick for trick in self.tricks or () if trick.side == side]

    def books_of(self, side: int) -> int:
        """Count the books a side took: tricks of four adders."""
        return self.books[side] if self.books else sum(trick.adders == A_BOOK for trick in self.tricks_of(side))

    def check(self, so_far: SoFar) -> None:
        adders = _adders(self.turned, so_far)
        parts = bidding.wrong(self, so_far), _tricks(self), _sums(self, adders), _counted(self, so_far)
        for message, field in chain(*parts, _together(self, adders[-1]), _books(self, adders[-1], so_far)):
            raise ImpossibleRound(message, field)

    def bids_made(self) -> Iterator[record.Bid]:
        for bid in self.bids:
            made = scoring.is_made(bid, self) if self.is_complete else None
            yield record.Bid(bid.seat, kind=bid.bid, made=made)

    def tricks_taken(self) -> Iterator[record.Trick]:
        for side in scoring.SIDES:
            kinds = ["book" if trick.adders == A_BOOK else trick.kind for trick in self.tricks_of(side)]
            for kind in dict.fromkeys(kinds):
                yield record.Trick(side, kinds.count(kind), kind)


def _adders(turned: tuple[str, str] | UnsetType, so_far: SoFar) -> Sequence[int]:
    try:
        return ADDERS_IN_PLAY if turned is UNSET else [turn_up(turned, so_far.rules).adders]
    except Impossible as error:
        raise ImpossibleRound(error.message, "turned") from None


def _tricks(self: Record) -> Wrong:
    for place, trick in enumerate(self.tricks or ()):
        field = f"tricks[{place}].adders"
        if trick.kind == "adders" and trick.adders is UNSET:
            yield f"trick {place + 1} has adders in it: say how many, 1 to {A_BOOK}", field
        if trick.kind != "adders" and trick.adders is not UNSET:
            yield f"trick {place + 1} has {trick.adders} adders in it, yet it is down as one without", field


def _sums(self: Record, adders: Sequence[int]) -> Wrong:
    if self.tricks is not UNSET:
        all_trump = sum(trick.kind == "all-trump" for trick in self.tricks)
        held = sum(trick.adders or 0 for trick in self.tricks)
        yield from _off("tricks", len(self.tricks), [TRICKS])
        yield from _off("tricks of four trumps", all_trump, range(MOST_ALL_TRUMP + 1))
        yield from _off("adders in the tricks", held, adders)


def _off(what: str, count: int, can_be: Sequence[int]) -> Wrong:
    if count not in can_be:
        off = f"{can_be[0] - count} missing" if count < can_be[0] else f"{count - can_be[-1]} too many"
        wanted = " to ".join(str(number) for number in sorted({can_be[0], can_be[-1]}))
        yield f"{count} {what} instead of {wanted}: {off}, look through the piles again", "tricks"


def _counted(self: Record, so_far: SoFar) -> Wrong:
    if self.points and self.tricks is not UNSET:
        yield "the hand has its tricks and counted points as well: keep one of them", "points"
    for side, points in enumerate(self.points or ()):
        if points < WORST_HAND:
            less = f"{WORST_HAND - points} less than the worst hand there can be ({minus(WORST_HAND)})"
            yield f"{so_far.side_names[side]} counted {minus(points)}: {less}, count again", f"points[{side}]"


def _together(self: Record, adders: int) -> Wrong:
    points, most = sum(self.points or ()), adders + TRICKS
    if points > most:
        over = f"with {adders} adders there are {most} at most: {points - most} too many, count again"
        yield f"the points add up to {points}, but {over}", "points"


def _books(self: Record, adders: int, so_far: SoFar) -> Wrong:
    blings = [bid.seat for bid in self.bids if bid.bid == "bling"]
    if blings and self.points is not UNSET and self.books is UNSET:
        yield f"{so_far.names[blings[0]]} bid bling: say how many books each pair took", "books"
    if self.books is not UNSET and self.points is UNSET:
        yield "books are only counted beside points counted at the table", "books"
    books, most = sum(self.books or ()), adders // A_BOOK
    if books > most:
        yield f"{books} books, but {adders} adders make {most}: {books - most} too many, count again", "books"
