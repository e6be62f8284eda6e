"""The facts of one hand of Big Little: what everybody bid, and how many tricks everybody took."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import UNSET, UnsetType

from games.core import facts
from games.core.cards import SYMBOLS, FrenchSuit
from games.core.deal import Deal
from games.core.definition import MatchState
from games.core.errors import Impossible
from games.core.facts import BidMade, Doubt, TricksTaken
from games.core.text import minus, plural

JOKER_COUNT = 2


class Facts(facts.RoundFacts, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Bids and tricks by seat; `tricks` are missing while the hand is played; `trump` null for no trumps."""

    bids: tuple[int, ...]
    tricks: tuple[int, ...] | UnsetType = UNSET
    trump: FrenchSuit | UnsetType | None = UNSET

    @property
    def is_complete(self) -> bool:
        return self.tricks is not UNSET

    def check(self, state: MatchState) -> None:
        cards = state.deal.cards[0]
        if self.trump is not UNSET and (why_not := no_such_trump(self.trump, state.deal.left)):
            raise Impossible(why_not, "trump")
        _check_each("bids", "bid", self.bids, cards, state)
        if self.tricks is not UNSET:
            _check_each("tricks", "took", self.tricks, cards, state)
            _check_sum(self.tricks, cards)

    def heading(self, deal: Deal, state: MatchState) -> str:
        return SYMBOLS[self.trump] if self.trump else ""

    def notes(self, deal: Deal, state: MatchState) -> Sequence[str]:
        return [f"{bid}/{self.tricks[seat] if self.tricks else '–'}" for seat, bid in enumerate(self.bids)]

    def bids_made(self, deal: Deal, state: MatchState) -> Iterator[BidMade]:
        for seat, bid in enumerate(self.bids):
            made = None if self.tricks is UNSET else self.tricks[seat] >= bid
            yield BidMade(seat, bid, made=made)

    def tricks_taken(self) -> Iterator[TricksTaken]:
        for seat, tricks in enumerate(self.tricks or ()):
            yield TricksTaken(seat, tricks)


def irregularities(facts: Facts, state: MatchState) -> Iterator[Doubt]:
    if hooked := why_hooked(facts.bids, state):
        yield Doubt(hooked, f"bids[{state.deal.dealer}]")


def no_such_trump(trump: str | None, left: int) -> str:
    """Say why the cards left over cannot bring this trump, or no trumps; "" where they can."""
    if trump is None and left > JOKER_COUNT:
        return f"there is always a trump here: {left} cards are left over, and only {JOKER_COUNT} of them can be jokers"
    if trump and not left:
        return "all cards are dealt, so none is left to turn up: this hand is played without trumps"
    return ""


def why_hooked(bids: Sequence[int], state: MatchState) -> str:
    """Say that by house rule these bids of a whole table cannot stand; "" where they can."""
    deal = state.deal
    if not state.rules.hook or sum(bids) != deal.cards[0]:
        return ""
    return (
        f"the bids add up to {deal.cards[0]}, the number of tricks: by your house rule "
        f"{state.names[deal.dealer]}, who deals, has to bid something else"
    )


def _check_each(field: str, verb: str, numbers: tuple[int, ...], cards: int, state: MatchState) -> None:
    if len(numbers) != len(state.names):
        told = f"enter one number for each of {len(state.names)} players, not {len(numbers)}"
        raise Impossible(f"{told} (“{field}”)", field)
    for seat, number in enumerate(numbers):
        if not 0 <= number <= cards:
            dealt = plural(cards, "card was", "cards were")
            why = "that is less than nothing" if number < 0 else f"only {dealt} dealt"
            raise Impossible(f"{state.names[seat]} {verb} {minus(number)}, but {why}", f"{field}[{seat}]")


def _check_sum(tricks: tuple[int, ...], cards: int) -> None:
    taken = sum(tricks)
    if taken != cards:
        way = f"{taken - cards} too many" if taken > cards else f"{cards - taken} missing"
        dealt = plural(cards, "card was", "cards were")
        raise Impossible(f"tricks add up to {taken}, but {dealt} dealt: {way}, count the piles again", "tricks")
