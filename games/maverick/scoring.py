"""What a hand of Maverick is worth. Source: “Maverick” at pagat.com; see rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from games.core.definition import after_the_last_round
from games.core.scorecard import ScoreLine, Status
from games.core.text import minus
from games.maverick import bidding

if TYPE_CHECKING:
    from games.core.definition import MatchState
    from games.core.house_rules import HouseRules
    from games.maverick.facts import Bid, Facts

SIDES = (0, 1)
WORTH = {"all-trump": -4, "trump": -1, "plain": 1, "adders": 1}
"""What a trick of each kind is worth; each adder in it is one more."""

WORDS = {"all-trump": "of four trumps", "trump": "with trump but no adder", "plain": "without trump or adder"}
COUNTED, TOTAL_LOST, RENEGE, A_RENEGE = "counted", "total-lost", "renege", 4

Said = tuple[str, bool]
"""A bid, and whether it was made."""


def score(facts: Facts, state: MatchState) -> Iterator[ScoreLine]:
    """Yield the lines of a complete hand, side by side: its tricks, its bids, its reneges."""
    for side in SIDES:
        yield from tricks(side, facts)
        yield from bids(side, facts, state)
        yield from reneges(side, facts)


def tricks(side: int, facts: Facts) -> Iterator[ScoreLine]:
    """The tricks a side took, kind by kind; or what the table counted them to be worth."""
    if facts.points:
        counted = facts.points[side]
        yield ScoreLine(side, COUNTED, counted, f"counted at the table: {minus(counted)}")
    adders: dict[str, list[int]] = {kind: [] for kind in WORTH}
    for trick in facts.tricks_of(side):
        adders[trick.kind].append(trick.adders or 0)
    for kind, held in adders.items():
        if held:
            yield ScoreLine(side, kind, worth(kind, len(held), sum(held)), in_words(kind, len(held), sum(held)))


def worth(kind: str, count: int, adders: int) -> int:
    """Return what tricks of one kind are worth, with all the adders in them."""
    return WORTH[kind] * count + adders


def in_words(kind: str, count: int, adders: int) -> str:
    """Say what tricks of one kind are, and their arithmetic."""
    tricks = f"{count} trick{'' if count == 1 else 's'}"
    if adders:
        return f"{tricks} with {adders} adder{'' if adders == 1 else 's'}: {count} + {adders}"
    return f"{tricks} {WORDS[kind]}: {minus(WORTH[kind])}" + (f" × {count}" if count > 1 else "")


def points(side: int, facts: Facts) -> int:
    """Return what a side's tricks are worth, before any bid or renege."""
    if facts.points:
        return facts.points[side]
    return sum(worth(trick.kind, 1, trick.adders or 0) for trick in facts.tricks_of(side))


def bids(side: int, facts: Facts, state: MatchState) -> Iterator[ScoreLine]:
    """Null, blind, bling: what each that was said makes of the hand."""
    if said := [(bid.bid, is_made(bid, facts)) for bid in facts.bids if bid.side == side]:
        yield from settled(side, said, points(side, facts), state.totals[side], state.rules)


def settled(side: int, said: Sequence[Said], hand: int, total: int, rules: HouseRules) -> Iterator[ScoreLine]:
    """Each bid finds the hand as the one before has left it, a null made after one lost."""
    forfeited = False
    for bid, made in sorted(said, key=lambda one: (bidding.BIDS.index(one[0]), one[1])):
        outcomes = bidding.FORFEITED if forfeited and bid == "null" else bidding.OUTCOMES
        change, why = outcomes[bid, made](hand, rules)
        forfeited |= (bid, made) == ("null", False)
        yield ScoreLine(side, f"{bid}-{'made' if made else 'lost'}", change, why)
        hand += change
        if bid == "bling" and not made and rules.bling_lost != "hand" and total:
            yield ScoreLine(side, TOTAL_LOST, -total, f"bling lost: the total of {total} goes to zero")
            total = 0


def is_made(bid: Bid, facts: Facts) -> bool:
    """Null: no trick of one's own. Blind: more trick points than the others. Bling: three books."""
    if bid.bid == "null":
        return not bid.took_trick
    if bid.bid == "blind":
        return points(bid.side, facts) > points(1 - bid.side, facts)
    return facts.books_of(bid.side) >= bidding.BOOKS_FOR_BLING


def reneges(side: int, facts: Facts) -> Iterator[ScoreLine]:
    """Four lost for each, whatever was bid."""
    if count := facts.reneges.count(side):
        times = f" × {count}" if count > 1 else ""
        yield ScoreLine(side, RENEGE, -A_RENEGE * count, f"{count} renege{'s' if times else ''}: −{A_RENEGE}{times}")


def finish(state: MatchState) -> tuple[int, ...] | None:
    """Name the winner: once one side alone leads at the target; else whoever leads after the last hand."""
    ends = state.rules.ends
    if "target" not in ends:
        return after_the_last_round(state)
    leaders = state.game.leaders(state.totals)
    return leaders if max(state.totals) >= ends["target"] and len(leaders) == 1 else None


def open_ended(rules: HouseRules) -> bool:
    """Say whether the table itself calls the game over."""
    return bool(rules.ends == "open")


def carried(state: MatchState) -> Iterator[Status]:
    """Show which side may bid blind or bling in the next hand, where there is one."""
    if finish(state) is not None:
        return
    for side, total in enumerate(state.totals):
        for bid in ("blind", "bling"):
            if not bidding.barred(bid, total):
                yield Status(side, f"may bid {bid}", near=True)
