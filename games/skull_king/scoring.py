"""Scoring of a round of Skull King: bids, the bonus of captures, Loot and Rascal’s wager; see rules.md."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.core.definition import MatchState
from games.core.house_rules import HouseRules
from games.core.scorecard import ScoreLine, Stake
from games.core.text import minus, plural
from games.skull_king.facts import Facts, capture_points

EXACT, MISSED, ZERO, BONUS, LOOT, WAGER = "exact-bid", "missed-bid", "zero-bid", "bonus", "loot", "wager"
OFF_BY_ONE, CANNONBALL = "off-by-one", "cannonball"

TRICK_POINTS, OFF_POINTS, ZERO_CARD_POINTS = 20, 10, 10
# Points for each card of the round, in Rascal’s scoring.
RASCAL_CARD_POINTS, CANNONBALL_CARD_POINTS = 10, 15
LOOT_POINTS = 20
# A capture in words: once, and several times.
CAPTURE_WORDS = {
    "14": ("a 14", "14s"),
    "black-14": ("the black 14", "black 14s"),
    "mermaid": ("a Mermaid by a Pirate", "Mermaids by Pirates"),
    "pirate": ("a Pirate by the Skull King", "Pirates by the Skull King"),
    "king": ("the Skull King by a Mermaid", "Skull Kings"),
}


def score(facts: Facts, state: MatchState) -> Iterator[ScoreLine]:
    rules, cards = state.rules, state.deal.cards[0]
    for seat, took in enumerate(facts.tricks or ()):
        first, bid, cannonball = facts.bids[seat], facts.final_bids[seat], seat in facts.cannonballs
        off, line = abs(bid - took), bid_line(seat, bid, took, cards, rules, cannonball=cannonball)
        if bid != first:
            line = line._replace(reason=line.reason.replace(f"bid {bid}", f"bid {first}, with Harry {bid}", 1))
        yield line
        if facts.bonus and facts.bonus[seat]:
            bonus = Bonus(facts.bonus[seat], plural(facts.bonus[seat], "bonus point"))
            yield bonus_line(seat, bonus, off, rules, cannonball=cannonball)
        if facts.captures and facts.captures[seat]:
            yield bonus_line(seat, bonus_of(facts.captures[seat], rules), off, rules, cannonball=cannonball)
        for giver, taker in facts.loot:
            if seat in (giver, taker):
                yield _loot_line(seat, both_exact=facts.is_exact(giver) and facts.is_exact(taker))
        if facts.rascal and facts.rascal.seat == seat:
            yield wager_line(seat, facts.rascal.points, exact=not off)


def bid_line(seat: int, bid: int, took: int, cards: int, rules: HouseRules, *, cannonball: bool = False) -> ScoreLine:
    """Return the line of a bid."""
    off, said = abs(bid - took), f"bid {bid}, took {took}: "
    dealt = plural(cards, "card")
    if cannonball:
        points = 0 if off else CANNONBALL_CARD_POINTS * cards
        sum_ = (
            f"{off} off, and a cannonball scores nothing" if off else f"cannonball, {CANNONBALL_CARD_POINTS} × {dealt}"
        )
        return ScoreLine(seat, CANNONBALL, points, said + sum_)
    if rules.scoring != "skull-king":
        whole = RASCAL_CARD_POINTS * cards
        lines = {
            0: (EXACT, whole, f"{RASCAL_CARD_POINTS} × {dealt}"),
            1: (OFF_BY_ONE, whole // 2, f"1 off, half of {RASCAL_CARD_POINTS} × {dealt}"),
        }
        rule, points, sum_ = lines.get(off, (MISSED, 0, f"{off} off, no points"))
        return ScoreLine(seat, rule, points, said + sum_)
    if bid == 0:
        per_card = -ZERO_CARD_POINTS if off else ZERO_CARD_POINTS
        return ScoreLine(seat, ZERO, per_card * cards, f"{said}{minus(per_card)} × {dealt}")
    if off:
        return ScoreLine(seat, MISSED, -OFF_POINTS * off, f"{said}{off} off, −{OFF_POINTS} × {off}")
    return ScoreLine(seat, EXACT, TRICK_POINTS * took, f"{said}{TRICK_POINTS} × {took}")


class Bonus(NamedTuple):
    """Bonus points, and how they come about."""

    points: int
    reason: str


def bonus_of(captures: Iterable[str], rules: HouseRules) -> Bonus:
    """Return what captures are worth with an exact bid: “2 Pirates by the Skull King, 2 × 30; the black 14, 20”."""
    values, counts = capture_points(rules), Counter(captures)
    parts = []
    for kind, value in values.items():
        single, several = CAPTURE_WORDS[kind]
        if count := counts[kind]:
            parts.append(f"{single}, {value}" if count == 1 else f"{count} {several}, {count} × {value}")
    return Bonus(sum(value * counts[kind] for kind, value in values.items()), "; ".join(parts))


def bonus_line(seat: int, bonus: Bonus, off: int, rules: HouseRules, *, cannonball: bool = False) -> ScoreLine:
    """Return the line of a bonus: all, half or nothing of it. `off`: tricks over or under the bid."""
    if off == 0 or (rules.scoring == "skull-king" and rules.bonus_when == "always"):
        return ScoreLine(seat, BONUS, bonus.points, bonus.reason)
    if off == 1 and rules.scoring != "skull-king" and not cannonball:
        return ScoreLine(seat, BONUS, bonus.points // 2, f"{bonus.reason}: half of it, with a bid 1 off")
    return ScoreLine(seat, BONUS, 0, f"{bonus.reason}: nothing, since the bid was missed")


def _loot_line(seat: int, *, both_exact: bool) -> ScoreLine:
    if both_exact:
        return ScoreLine(seat, LOOT, LOOT_POINTS, f"allied by Loot, both bids exact: {LOOT_POINTS}")
    return ScoreLine(seat, LOOT, 0, "allied by Loot, but not both bids were exact: nothing")


def wager_line(seat: int, points: int, *, exact: bool) -> ScoreLine:
    if exact:
        return ScoreLine(seat, WAGER, points, f"Rascal’s wager of {points} won with an exact bid")
    return ScoreLine(seat, WAGER, -points, f"Rascal’s wager of {points} lost with the bid")


def stakes(facts: Facts, state: MatchState) -> Iterator[Stake]:
    """Yield what each bid scores made and missed: “40/−10 each”, “50/25/0”."""
    for seat in range(state.players):
        bid, cannonball = facts.final_bids[seat], seat in facts.cannonballs
        yield Stake(seat, _worth_in_short(bid, state.deal.cards[0], state.rules, cannonball=cannonball))


def _worth_in_short(bid: int, cards: int, rules: HouseRules, *, cannonball: bool) -> str:
    made = bid_line(0, bid, bid, cards, rules, cannonball=cannonball).points
    if cannonball:
        return f"{made}, else 0"
    if rules.scoring != "skull-king":
        return f"{made}/{RASCAL_CARD_POINTS * cards // 2}/0"
    return f"{made}/−{ZERO_CARD_POINTS * cards}" if bid == 0 else f"{made}/−{OFF_POINTS} each"
