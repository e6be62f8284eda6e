"""What a hand of Maverick is worth. Source: “Maverick” at pagat.com; see rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from games.game import after_the_last_round
from games.maverick import bidding
from games.scorecard import Carried, Line, minus

if TYPE_CHECKING:
    from games.house_rules import HouseRules
    from games.maverick.record import Bid, Record
    from games.so_far import SoFar

SIDES = (0, 1)
WORTH = {"all-trump": -4, "trump": -1, "plain": 1, "adders": 1}
"""What a trick of each kind is worth; each adder in it is one more."""

WORDS = {"all-trump": "of four trumps", "trump": "with trump but no adder", "plain": "without trump or adder"}
COUNTED, TOTAL_LOST, RENEGE, A_RENEGE = "counted", "total-lost", "renege", 4

Said = tuple[str, bool]
"""A bid, and whether it was made."""


def score(record: Record, so_far: SoFar) -> Iterator[Line]:
    """Yield the lines of a complete hand, side by side: its tricks, its bids, its reneges."""
    for side in SIDES:
        yield from tricks(side, record)
        yield from bids(side, record, so_far)
        yield from reneges(side, record)


def tricks(side: int, record: Record) -> Iterator[Line]:
    """The tricks a side took, kind by kind; or what the table counted them to be worth."""
    if record.points:
        counted = record.points[side]
        yield Line(side, COUNTED, counted, f"counted at the table: {minus(counted)}")
    adders: dict[str, list[int]] = {kind: [] for kind in WORTH}
    for trick in record.tricks_of(side):
        adders[trick.kind].append(trick.adders or 0)
    for kind, held in adders.items():
        if held:
            yield Line(side, kind, worth(kind, len(held), sum(held)), in_words(kind, len(held), sum(held)))


def worth(kind: str, count: int, adders: int) -> int:
    """Return what tricks of one kind are worth, with all the adders in them."""
    return WORTH[kind] * count + adders


def in_words(kind: str, count: int, adders: int) -> str:
    """Say what tricks of one kind are, and their arithmetic."""
    tricks = f"{count} trick{'' if count == 1 else 's'}"
    if adders:
        return f"{tricks} with {adders} adder{'' if adders == 1 else 's'}: {count} + {adders}"
    return f"{tricks} {WORDS[kind]}: {minus(WORTH[kind])}" + (f" × {count}" if count > 1 else "")


def points(side: int, record: Record) -> int:
    """Return what a side's tricks are worth, before any bid or renege."""
    if record.points:
        return record.points[side]
    return sum(worth(trick.kind, 1, trick.adders or 0) for trick in record.tricks_of(side))


def bids(side: int, record: Record, so_far: SoFar) -> Iterator[Line]:
    """Null, blind, bling: what each that was said makes of the hand."""
    if said := [(bid.bid, is_made(bid, record)) for bid in record.bids if bid.side == side]:
        yield from settled(side, said, points(side, record), so_far.totals[side], so_far.rules)


def settled(side: int, said: Sequence[Said], hand: int, total: int, rules: HouseRules) -> Iterator[Line]:
    """Each bid finds the hand as the one before has left it, a null made after one lost."""
    forfeited = False
    for bid, made in sorted(said, key=lambda one: (bidding.BIDS.index(one[0]), one[1])):
        outcomes = bidding.FORFEITED if forfeited and bid == "null" else bidding.OUTCOMES
        change, why = outcomes[bid, made](hand, rules)
        forfeited |= (bid, made) == ("null", False)
        yield Line(side, f"{bid}-{'made' if made else 'lost'}", change, why)
        hand += change
        if bid == "bling" and not made and rules.bling_lost != "hand" and total:
            yield Line(side, TOTAL_LOST, -total, f"bling lost: the total of {total} goes to zero")
            total = 0


def is_made(bid: Bid, record: Record) -> bool:
    """Null: no trick of one's own. Blind: more trick points than the others. Bling: three books."""
    if bid.bid == "null":
        return not bid.took_trick
    if bid.bid == "blind":
        return points(bid.side, record) > points(1 - bid.side, record)
    return record.books_of(bid.side) >= bidding.BOOKS_FOR_BLING


def reneges(side: int, record: Record) -> Iterator[Line]:
    """Four lost for each, whatever was bid."""
    if count := record.reneges.count(side):
        times = f" × {count}" if count > 1 else ""
        yield Line(side, RENEGE, -A_RENEGE * count, f"{count} renege{'s' if times else ''}: −{A_RENEGE}{times}")


def finish(so_far: SoFar) -> tuple[int, ...] | None:
    """Name the winner: once one side alone leads at the target; else whoever leads after the last hand."""
    ends = so_far.rules.ends
    if "target" not in ends:
        return after_the_last_round(so_far)
    leaders = so_far.game.leaders(so_far.totals)
    return leaders if max(so_far.totals) >= ends["target"] and len(leaders) == 1 else None


def open_ended(rules: HouseRules) -> bool:
    """Say whether the table itself calls the game over."""
    return bool(rules.ends == "open")


def carried(so_far: SoFar) -> Iterator[Carried]:
    """Show which side may bid blind or bling in the next hand, where there is one."""
    if finish(so_far) is not None:
        return
    for side, total in enumerate(so_far.totals):
        for bid in ("blind", "bling"):
            if not bidding.barred(bid, total):
                yield Carried(side, f"may bid {bid}", near=True)
