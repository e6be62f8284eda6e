"""Null, blind and bling: who may bid them, and what they change about a hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import UNSET

from games.core.text import minus

if TYPE_CHECKING:
    from games.core.definition import MatchState
    from games.core.house_rules import HouseRules
    from games.maverick.facts import Bid, Facts

BIDS = ("null", "blind", "bling")
"""In the order in which several of one side are applied."""

BLIND_AT_MOST, BLING_AT_LEAST, BOOKS_FOR_BLING = -5, 7, 3
A_NULL, A_BLIND = 1, 3

Change = tuple[int, str]
"""How many points more (or fewer) than the hand a bid has found, and why."""


NEEDS = {"blind": f"needs {minus(BLIND_AT_MOST)} or less", "bling": f"needs {BLING_AT_LEAST} or more"}
"""Which total a side has to have."""


def barred(bid: str, total: int) -> str:
    """Say why a side with this total may not make this bid; "" where it may."""
    if bid == "blind" and total > BLIND_AT_MOST:
        return f"blind {NEEDS[bid]}, and a total of {minus(total)} is {total - BLIND_AT_MOST} too many"
    if bid == "bling" and total < BLING_AT_LEAST:
        return f"bling {NEEDS[bid]}, and a total of {minus(total)} is {BLING_AT_LEAST - total} too few"
    return ""


def null_made(hand: int, rules: HouseRules) -> Change:
    """Three times the hand; 1 instead of a negative one."""
    if hand > 0:
        return 2 * hand, f"null made: {hand} × 3, {2 * hand} more"
    if hand < 0 or rules.null_zero == "one":
        return A_NULL - hand, f"null made: {A_NULL} instead of {minus(hand)}"
    return 0, "null made with exactly 0: nothing to triple and nothing lost"


def null_lost(hand: int, rules: HouseRules) -> Change:
    """1 lost, and the hand does not count; by house rule a negative one does."""
    if hand < 0 and rules.null_lost == "keep-negative":
        return -A_NULL, f"null lost: −{A_NULL}, and by your house rule {minus(hand)} counts too"
    return -A_NULL - hand, f"null lost: −{A_NULL} instead of {minus(hand)}"


def null_made_in_vain(_hand: int, _rules: HouseRules) -> Change:
    """Nothing: the null the partner lost has forfeited the hand."""
    return 0, "null made, but the null lost forfeits the hand: nothing to triple"


def null_lost_too(_hand: int, _rules: HouseRules) -> Change:
    """1 more lost of a hand that is forfeited already."""
    return -A_NULL, f"null lost as well: −{A_NULL} more"


def blind_made(hand: int, rules: HouseRules) -> Change:
    """Twice the points gained."""
    return _doubled("blind", hand, rules.blind_negative)


def blind_lost(hand: int, rules: HouseRules) -> Change:
    """3 lost besides the hand, or by house rule in its place."""
    if rules.blind_lost == "replace":
        return -A_BLIND - hand, f"blind lost: by your house rule −{A_BLIND} instead of {minus(hand)}"
    return -A_BLIND, f"blind lost: −{A_BLIND}"


def bling_made(hand: int, rules: HouseRules) -> Change:
    """Twice the points gained."""
    return _doubled("bling", hand, rules.bling_negative)


def bling_lost(hand: int, rules: HouseRules) -> Change:
    """The hand is lost, unless by house rule it is added to a total of zero."""
    if rules.bling_lost == "total-then-hand":
        return 0, f"bling lost: by your house rule {minus(hand)} still counts"
    return -hand, f"bling lost: 0 instead of {minus(hand)}"


OUTCOMES = {
    ("null", True): null_made,
    ("null", False): null_lost,
    ("blind", True): blind_made,
    ("blind", False): blind_lost,
    ("bling", True): bling_made,
    ("bling", False): bling_lost,
}
"""By bid, and whether it was made: what it changes."""

FORFEITED = {("null", True): null_made_in_vain, ("null", False): null_lost_too}
"""The same, once the pair has lost a null in this hand."""


def wrong(facts: Facts, state: MatchState) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the bids of a hand, in words, and the fact to look at."""
    for place, bid in enumerate(facts.bids):
        if why_not := barred(bid.bid, state.totals[bid.side]):
            yield f"{_said(bid, state)}, but {why_not}", f"bids[{place}].bid"
        for earlier in facts.bids[:place]:
            yield from _wrong_together(earlier, bid, f"bids[{place}]", state)
        yield from _wrong_trick(bid, facts, f"bids[{place}].took_trick", state)


def _wrong_together(earlier: Bid, bid: Bid, field: str, state: MatchState) -> Iterator[tuple[str, str]]:
    if (earlier.seat, earlier.bid) == (bid.seat, bid.bid):
        yield f"{_said(bid, state)} twice: 1 too many, take it away", field
    if earlier.side == bid.side and not state.rules.stack:
        both = f"{_said(earlier, state)} and {_said(bid, state)}"
        yield f"{both}: 1 too many, a pair makes one bid a hand", field


def _wrong_trick(bid: Bid, facts: Facts, field: str, state: MatchState) -> Iterator[tuple[str, str]]:
    name, pair = state.names[bid.seat], state.side_names[bid.side]
    if bid.bid != "null" and bid.took_trick is not UNSET:
        yield f"{_said(bid, state)}: only after a null it matters whether {name} took a trick", field
    if bid.bid == "null" and bid.took_trick is UNSET and facts.is_complete:
        yield f"{_said(bid, state)}: say whether {name} took a trick", field
    if bid.took_trick is True and facts.tricks and not facts.tricks_of(bid.side):
        yield f"{name} took a trick, but {pair} have none of the {len(facts.tricks)}", field


def _said(bid: Bid, state: MatchState) -> str:
    return f"{state.names[bid.seat]} bid {bid.bid}"


def _doubled(bid: str, hand: int, negative: str) -> Change:
    if hand <= 0 and negative == "as-is":
        return 0, f"{bid} made with {minus(hand)}: nothing was gained that could be doubled"
    return hand, f"{bid} made: {minus(hand)} × 2"
