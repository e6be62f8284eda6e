"""The facts of one hand of Big Little: what everybody bid, and how many tricks everybody took."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType

from games import record
from games.cards import SYMBOLS, FrenchSuit
from games.impossible import ImpossibleRound
from games.record import Bid, Trick
from games.scorecard import minus

if TYPE_CHECKING:
    from games.scorecard import Deal
    from games.so_far import SoFar


class Record(record.Record, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Bids and tricks by seat; `tricks` are missing while the hand is played; `trump` null for no trumps."""

    bids: tuple[int, ...]
    tricks: tuple[int, ...] | UnsetType = UNSET
    trump: FrenchSuit | UnsetType | None = UNSET

    @property
    def is_complete(self) -> bool:
        return self.tricks is not UNSET

    def check(self, so_far: SoFar) -> None:
        cards = so_far.deal.cards[0]
        _check_each("bids", "bid", self.bids, cards, so_far)
        if why_not := hooked(self.bids, so_far):
            raise ImpossibleRound(why_not, f"bids[{so_far.deal.dealer}]")
        if self.tricks is not UNSET:
            _check_each("tricks", "took", self.tricks, cards, so_far)
            _check_sum(self.tricks, cards)

    def heading(self, deal: Deal, so_far: SoFar) -> str:
        return SYMBOLS[self.trump] if self.trump else ""

    def notes(self, deal: Deal, so_far: SoFar) -> Sequence[str]:
        took = self.tricks or ("–",) * len(self.bids)
        return [f"{tricks}/{bid}" for bid, tricks in zip(self.bids, took, strict=True)]

    def bids_made(self, deal: Deal, so_far: SoFar) -> Iterator[Bid]:
        for seat, bid in enumerate(self.bids):
            made = None if self.tricks is UNSET else self.tricks[seat] >= bid
            yield Bid(seat, bid, made=made)

    def tricks_taken(self) -> Iterator[Trick]:
        for seat, tricks in enumerate(self.tricks or ()):
            yield Trick(seat, tricks)


def hooked(bids: Sequence[int], so_far: SoFar) -> str:
    """Say that by house rule these bids of a whole table cannot stand; "" where they can."""
    deal = so_far.deal
    if not so_far.rules.hook or sum(bids) != deal.cards[0]:
        return ""
    return (
        f"the bids add up to {deal.cards[0]}, the number of tricks: by your house rule "
        f"{so_far.names[deal.dealer]}, who deals, has to bid something else"
    )


def _check_each(field: str, verb: str, numbers: tuple[int, ...], cards: int, so_far: SoFar) -> None:
    if len(numbers) != so_far.players:
        raise ImpossibleRound(
            f"{len(numbers)} {'entry' if len(numbers) == 1 else 'entries'} of {field} for {so_far.players} players",
            field,
        )
    for seat, (name, number) in enumerate(zip(so_far.names, numbers, strict=True)):
        if not 0 <= number <= cards:
            dealt = f"only {cards} {'card was' if cards == 1 else 'cards were'} dealt"
            why = dealt if number > 0 else "that is less than nothing"
            raise ImpossibleRound(f"{name} {verb} {minus(number)}, but {why}", f"{field}[{seat}]")


def _check_sum(tricks: tuple[int, ...], cards: int) -> None:
    taken = sum(tricks)
    if taken != cards:
        way = f"{taken - cards} too many" if taken > cards else f"{cards - taken} missing"
        were = "card was" if cards == 1 else "cards were"
        raise ImpossibleRound(
            f"tricks add up to {taken}, but {cards} {were} dealt: {way}, count the piles again", "tricks"
        )
