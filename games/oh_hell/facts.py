"""The facts of a hand of Oh Hell: bids, tricks, trump and bonus points."""

from collections.abc import Sequence
from typing import Self

from msgspec import UNSET, UnsetType, structs

from games.core import exact_bids
from games.core.cards import SYMBOLS
from games.core.deal import Deal
from games.core.definition import MatchState
from games.core.errors import Impossible
from games.core.house_rules import HouseRules
from games.core.seats import BySeat

# Trumps in turn, if the order is fixed; None: no trumps.
SUITS_AND_NONE = ("H", "C", "D", "S", None)
TRUMP_ORDERS: dict[str, Sequence[str | None]] = {"order": SUITS_AND_NONE[:-1], "order-and-none": SUITS_AND_NONE}


class Facts(exact_bids.ExactBidFacts, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """`bonus`: by seat, for scorings that have it."""

    bonus: BySeat[int] | UnsetType = UNSET

    @classmethod
    def no_such_trump(cls, trump: str | None, state: MatchState) -> str:
        if not turns_up(state.rules):
            return "no card is turned up for trump at this table: leave the trump out"
        if not turns_up_in(state.deal.number, state.rules):
            return "every fifth hand is played without trumps: leave the trump out"
        if trump is None and state.deal.left and state.rules.deck == "french":
            return "there is always a trump here: every card that can be turned up has a suit"
        return super().no_such_trump(trump, state)

    def without_unasked(self, state: MatchState) -> Self:
        bonus = self.bonus if has_bonus(state.rules) else UNSET
        return structs.replace(super().without_unasked(state), bonus=bonus)

    def check(self, state: MatchState) -> None:
        super().check(state)
        if self.bonus is not UNSET:
            if not has_bonus(state.rules):
                raise Impossible("there are no bonus points at this table: leave them out", "bonus")
            exact_bids.check_bonus(self.bonus, state)

    def heading(self, deal: Deal, state: MatchState) -> str:
        trump = ordered_trump(deal.number, state.rules)
        return SYMBOLS[trump] if trump else super().heading(deal, state)


def turns_up(rules: HouseRules) -> bool:
    """Return whether a card is turned up for trump."""
    return rules.trump in ("turned", "turned-and-none") and not has_own_trump(rules)


def turns_up_in(number: int, rules: HouseRules) -> bool:
    """Return whether a card is turned up in a hand, by its number."""
    return turns_up(rules) and not (rules.trump == "turned-and-none" and number % len(SUITS_AND_NONE) == 0)


def has_own_trump(rules: HouseRules) -> bool:
    """Return whether one suit of the pack is always trump: only in matches that stayed here (see game.py)."""
    return bool(rules.deck == "skull-king")


def has_bonus(rules: HouseRules) -> bool:
    return bool(rules.bonus)


def ordered_trump(number: int, rules: HouseRules) -> str | None:
    """Return the trump of a hand by its number, if the order is fixed."""
    order = () if has_own_trump(rules) else TRUMP_ORDERS.get(rules.trump, ())
    return order[(number - 1) % len(order)] if order else None
