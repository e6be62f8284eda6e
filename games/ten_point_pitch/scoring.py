"""The scoring of Ten-point Pitch, and who has won. Sources: see rules.md."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, cast

from games.core.definition import MatchState
from games.core.house_rules import HouseRules
from games.core.scorecard import ScoreLine, Stake, Status, sums
from games.core.text import minus, signed
from games.ten_point_pitch.facts import ALL_POINTS, LOST, MOON, MOON_POINTS, Facts, contract, contract_after

BID_MADE, SET, DEFENDERS, FLOOR = "bid-made", "set", "defenders", "floor"


class Hand(NamedTuple):
    """The result of a hand. `side`: the bidding side. `took`: its points. `theirs`: the others' points.

    `moon`: the house rule by which a moon counts; "off" without a moon.
    """

    side: int
    bid: int
    took: int
    theirs: int
    lost: int
    moon: str

    @property
    def others(self) -> int:
        return 1 - self.side

    @property
    def made(self) -> bool:
        return self.took >= self.bid


def score(facts: Facts, state: MatchState) -> Iterator[ScoreLine]:
    """Yield the lines of a complete hand: both sides, and the floor by house rule."""
    yield from outcome(played_hand(facts, state.deal.dealer, state.rules), state)


def outcome(hand: Hand, state: MatchState) -> Iterator[ScoreLine]:
    lines = list(SCHEDULES[hand.moon](hand, state))
    yield from lines
    if state.rules.floor_at_zero:
        yield from floor(lines, state)


def played_hand(facts: Facts, dealer: int, rules: HouseRules) -> Hand:
    bidder, bid = contract(facts, dealer, rules)
    side, points = bidder % 2, facts.counted_points
    moon = rules.moon if facts.moon else "off"
    return Hand(side, bid, points[side], points[1 - side], points[LOST], moon)


def the_bid(hand: Hand, _state: MatchState) -> Iterator[ScoreLine]:
    yield bid_line(hand)
    yield from defenders(hand)


def bid_line(hand: Hand) -> ScoreLine:
    """Return the points taken by a side that made its bid, or minus the bid."""
    why = f"bid {hand.bid}, took {hand.took}"
    if hand.made:
        return ScoreLine(hand.side, BID_MADE, hand.took, f"{why}: made, all {hand.took} count")
    return ScoreLine(hand.side, SET, -hand.bid, f"{why}: {hand.bid - hand.took} short, −{hand.bid}")


def defenders(hand: Hand) -> Iterator[ScoreLine]:
    """Yield the points of the other side: it keeps those that it took."""
    lost = f"; {hand.lost} lost in the discards" if hand.lost else ""
    took = f"took {hand.theirs} against the bid" if hand.theirs else "took none"
    yield ScoreLine(hand.others, DEFENDERS, hand.theirs, f"{took}{lost}")


def moon_for_the_game(hand: Hand, _state: MatchState) -> Iterator[ScoreLine]:
    """Yield lines without points: the moon wins or loses the match."""
    came_out = "took all ten: the game is won" if hand.made else f"took {hand.took} of ten: the game is lost"
    yield ScoreLine(hand.side, MOON, 0, f"moon, {came_out}")


def moon_to_the_target(hand: Hand, state: MatchState) -> Iterator[ScoreLine]:
    """A moon made lifts the total to the target, or to zero from below zero; missed, it loses the match."""
    if not hand.made:
        yield from moon_for_the_game(hand, state)
    else:
        total = state.totals[hand.side]
        goal = state.rules.target if total >= 0 else 0
        yield ScoreLine(hand.side, MOON, goal - total, f"moon, took all ten: {minus(total)} becomes {goal}")


def moon_for_twenty(hand: Hand, _state: MatchState) -> Iterator[ScoreLine]:
    """Yield 20 points won or lost; the others keep the points that they took."""
    points = MOON_POINTS if hand.made else -MOON_POINTS
    took = "all ten" if hand.made else f"{hand.took} of ten"
    yield ScoreLine(hand.side, MOON, points, f"moon, took {took}: {signed(points)}")
    yield from defenders(hand)


SCHEDULES: dict[str, Callable[[Hand, MatchState], Iterator[ScoreLine]]] = {
    "off": the_bid,
    "game": moon_for_the_game,
    "to-target": moon_to_the_target,
    "twenty": moon_for_twenty,
}
# Moons that win or lose the match whatever the totals: how they count, and whether they are made.
GAME_DECIDED = {("game", True), ("game", False), ("to-target", False)}


def floor(lines: list[ScoreLine], state: MatchState) -> Iterator[ScoreLine]:
    """Yield lines that lift totals below zero to zero, by house rule."""
    for side, points in enumerate(sums(lines, len(state.totals))):
        total = state.totals[side] + points
        if total < 0:
            yield ScoreLine(side, FLOOR, -total, f"no total is below zero: {minus(total)} becomes 0")


def finish(state: MatchState) -> tuple[int, ...] | None:
    """Return the side that won with the last hand, by a moon or at the target; None before."""
    if not state.rounds or state.is_unfinished:
        return None
    hand, rules = _last_hand(state), state.rules
    if (hand.moon, hand.made) in GAME_DECIDED:
        return (hand.side if hand.made else hand.others,)
    winner = winner_at_target([total >= rules.target for total in state.totals], hand.side, hand.made, rules)
    return None if winner is None else (winner,)


def winner_at_target(reached: Sequence[bool], bidder: int, made: bool, rules: HouseRules) -> int | None:
    """Return the side at the target that has won; None before."""
    if rules.must_bid_to_win and not (made and reached[bidder]):
        return None
    return next((side for side in (bidder, 1 - bidder) if reached[side]), None)


def why_won(state: MatchState) -> str:
    """Return the rule by which a side won, if it may not have the higher total."""
    hand, target = _last_hand(state), state.rules.target
    if (hand.moon, hand.made) in GAME_DECIDED:
        return f"{state.side_names[hand.side]} {'shot' if hand.made else 'missed'} the moon"
    if min(state.totals) >= target:
        return f"both sides have {target} or more: the side that made its bid wins"
    return ""


def _last_hand(state: MatchState) -> Hand:
    last = state.rounds[-1]
    return played_hand(cast("Facts", last.facts), last.deal.dealer, state.rules)


def status(state: MatchState) -> Iterator[Status]:
    """Yield how far each side is from the target, and by house rule whether it still has to make a bid."""
    if finish(state) is not None:
        return
    for side, total in enumerate(state.totals):
        missing = state.rules.target - total
        if missing > 0:
            yield Status(side, f"{missing} to go", near=missing <= ALL_POINTS)
        elif state.rules.must_bid_to_win:
            yield Status(side, "has to make a bid to win", near=True)


# --- What the bid can win or lose.


def stakes(facts: Facts, state: MatchState) -> Iterator[Stake]:
    """Yield what the bidding side wins or loses, and what the others need to set it. Near: the bid would win."""
    bidder, bid = contract_after(state, facts)
    moon = state.rules.moon if facts.moon else "off"
    hands = [Hand(bidder % 2, bid, took, ALL_POINTS - took, 0, moon) for took in range(ALL_POINTS + 1)]
    made, most, missed = (_worth(hands[took], state) for took in (bid, ALL_POINTS, bid - 1))
    home = facts.moon or state.totals[bidder % 2] + bid >= state.rules.target
    yield Stake(bidder % 2, f"{made}{'' if made == most else ' or more'} / {missed}", near=home)
    needed = min(hand.theirs for hand in hands if not hand.made)
    yield Stake(1 - bidder % 2, f"need {needed} to stop the bid")


def _worth(hand: Hand, state: MatchState) -> str:
    """Return what a hand is worth to the bidding side: points, or the match."""
    if (hand.moon, hand.made) in GAME_DECIDED:
        return "the game" if hand.made else "the game lost"
    return signed(sum(line.points for line in outcome(hand, state) if line.side == hand.side))
