"""The facts of a hand of Spades: bids, tricks, blind nils and a renege."""

from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

from msgspec import UNSET, Meta, UnsetType

from games.core import bids_and_tricks
from games.core.deal import Deal, Teams
from games.core.definition import MatchState
from games.core.errors import Impossible
from games.core.facts import BidMade, TricksTaken
from games.core.house_rules import HouseRules
from games.core.schema import not_found_error
from games.core.seats import SeatNumber, SideNumber

NIL, BLIND_NIL = "nil", "blind-nil"
MAX_PLAYERS = 6
# The number of pairs, by players; with any other number everybody plays alone.
PAIRS = {4: 2, 6: 3}
# The points that a renege costs, if it does not cost the bid.
RENEGE_TRICKS = 3


class Facts(bids_and_tricks.BidFacts, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A bid of 0 is nil. `blind`: the seats that bid blind nil. `reneged`: the side that reneged."""

    blind: tuple[Annotated[SeatNumber, Meta(ge=0, le=MAX_PLAYERS - 1)], ...] = ()
    reneged: Annotated[SideNumber, Meta(ge=0)] | UnsetType = UNSET

    @classmethod
    def no_such_trump(cls, trump: str | None, state: MatchState) -> str:
        return "spades are always trump: leave the trump out"

    def check(self, state: MatchState) -> None:
        super().check(state)
        for seat in self.blind:
            if seat >= state.players or self.bids[seat] or self.blind.count(seat) > 1:
                raise Impossible("blind nil is a bid of nil, named once for each player who made it", "blind")
        if self.reneged is not UNSET and self.reneged >= len(state.teams):
            raise Impossible(f"who reneged: {not_found_error('side', state.side_names)}", "reneged")

    def kind(self, seat: int) -> str:
        """Return the kind of nil that a player bid; "" for a number of tricks."""
        return "" if self.bids[seat] else BLIND_NIL if seat in self.blind else NIL

    def notes(self, deal: Deal, state: MatchState) -> Sequence[str]:
        return [self._note(seats) for seats in state.teams]

    def _note(self, seats: Sequence[int]) -> str:
        bids = "+".join("blind" if seat in self.blind else str(self.bids[seat] or NIL) for seat in seats)
        if len(self.bids) == MAX_PLAYERS and all(self.bids[seat] for seat in seats):
            bids = str(sum(self.bids[seat] for seat in seats))  # three columns are narrow
        return f"{bids}/{sum(self.tricks[seat] for seat in seats) if self.tricks else '–'}"

    def bids_made(self, deal: Deal, state: MatchState) -> Iterator[BidMade]:
        hands = side_hands(self, state.teams, state.rules) if self.is_complete else []
        for seat, bid in enumerate(self.bids):
            made = None
            if self.tricks is not UNSET:
                made = not hands[state.side_of(seat)].is_set if bid else not self.tricks[seat]
            yield BidMade(seat, bid or None, self.kind(seat), made)

    def tricks_taken(self) -> Iterator[TricksTaken]:
        tricks = self.tricks or ()
        sides = PAIRS.get(len(tricks), len(tricks))
        for side in range(sides):
            yield TricksTaken(side, sum(tricks[side::sides]))


class SideHand(NamedTuple):
    """A side's bid and tricks. `bid`: without nils. `took`: tricks that count for the bid, after a renege.

    `moved`: the tricks that a renege brought, below zero those that it cost. `of_nils`: tricks of failed nils that
    are bags. `ignored`: those that count nothing. `voided`: whether the bid counts as missed because of a renege.
    """

    bid: int
    took: int
    moved: int = 0
    of_nils: int = 0
    ignored: int = 0
    voided: bool = False

    @property
    def is_set(self) -> bool:
        return bool(self.bid) and (self.voided or self.took < self.bid)

    @property
    def over(self) -> int:
        return max(self.took - self.bid, 0)

    @property
    def bags(self) -> int:
        return 0 if self.voided else self.over + self.of_nils


def side_hands(facts: Facts, teams: Teams, rules: HouseRules) -> list[SideHand]:
    """Return the bid and the tricks of each side of a hand that is over."""
    hands, tricks = [], facts.tricks or ()
    for side, seats in enumerate(teams):
        # A player without a partner has no other bid to help.
        wasted = seats if rules.nil_tricks != "help" and len(seats) > 1 else ()
        of_nils = sum(tricks[seat] for seat in wasted if not facts.bids[seat])
        bid, took = sum(facts.bids[seat] for seat in seats), sum(tricks[seat] for seat in seats) - of_nils
        bags = of_nils if rules.nil_tricks == "bags" else 0
        hands.append(SideHand(bid, took, of_nils=bags, ignored=of_nils - bags))
        if facts.reneged == side:
            hands[side] = after_renege(hands[side], rules)
    if rules.renege == "given" and isinstance(facts.reneged, int):
        moved = -hands[facts.reneged].moved
        other = hands[1 - facts.reneged]
        hands[1 - facts.reneged] = other._replace(took=other.took + moved, moved=moved)
    return hands


def after_renege(hand: SideHand, rules: HouseRules) -> SideHand:
    """Return the hand of the side that reneged."""
    if rules.renege == "missed":
        return hand._replace(voided=True)
    cost = min(RENEGE_TRICKS, hand.took)
    return hand._replace(took=hand.took - cost, moved=-cost)
