"""The scoring of Big Little. Source: “Big Little Official Rules”, Scoring; see rules.md."""

from collections.abc import Iterator

from games.big_little.facts import Facts
from games.core.definition import MatchState
from games.core.house_rules import HouseRules
from games.core.scorecard import ScoreLine, Stake, Status
from games.core.text import minus, plural, signed

BID_MET, BID_MISSED, ZERO_BID = "bid-met", "bid-missed", "zero-bid"
SANDBAGS, PENALTY = "sandbags", "sandbag-penalty"

BID_TRICK_POINTS, SANDBAG_POINTS, PENALTY_POINTS = 10, 1, 100
# Sandbags removed by a penalty.
PENALTY_SANDBAGS = 10


def score(facts: Facts, state: MatchState) -> Iterator[ScoreLine]:
    for seat, (bid, took) in enumerate(zip(facts.bids, facts.tricks or (), strict=True)):
        yield from hand(seat, bid, took, sandbags(seat, state), state.rules)


def hand(seat: int, bid: int, took: int, bags: int, rules: HouseRules) -> Iterator[ScoreLine]:
    """Yield the lines of a player. `bags`: sandbags before the hand."""
    over = max(0, took - bid)
    yield bid_line(seat, bid, took, rules)
    if over:
        counted = f"{plural(over, 'trick')} over the bid: {plural(over, 'sandbag')}"
        yield ScoreLine(seat, SANDBAGS, over * SANDBAG_POINTS, counted)
    yield from penalties(seat, bags, over, rules)


def bid_line(seat: int, bid: int, took: int, rules: HouseRules) -> ScoreLine:
    """Return 10 points for each trick bid, negative if fewer were taken."""
    if took < bid:
        return ScoreLine(
            seat, BID_MISSED, -BID_TRICK_POINTS * bid, f"bid {bid}, took {took}: −{BID_TRICK_POINTS} × {bid}"
        )
    if bid == took == 0 and rules.zero_bid_bonus:
        return ScoreLine(seat, ZERO_BID, rules.zero_bid_bonus, "bid 0, took 0: the bonus of your house rule")
    return ScoreLine(seat, BID_MET, BID_TRICK_POINTS * bid, f"bid {bid}, took {took}: {BID_TRICK_POINTS} × {bid}")


def penalties(seat: int, before: int, over: int, rules: HouseRules) -> Iterator[ScoreLine]:
    """Yield a penalty at the end of each hand, with new sandbags or without, each time the limit is reached."""
    bags, added = before + over, over
    while to_penalty(bags, rules) == 0:
        counted = f"{minus(before)} + {added} = {bags} sandbags" if added else f"still {bags} sandbags"
        bags = after_a_penalty(bags, rules)
        yield ScoreLine(seat, PENALTY, -lost(rules), f"{counted}: −{lost(rules)}, {minus(bags)} left")
        added = 0
        if not rules.penalty_repeats:
            return


def sandbags(seat: int, state: MatchState) -> int:
    """Count the sandbags of a seat from the lines of all hands before."""
    bags = 0
    for line in state.lines[seat]:
        if line.rule == SANDBAGS:
            bags += line.points
        elif line.rule == PENALTY:
            bags = after_a_penalty(bags, state.rules)
    return bags


def to_penalty(bags: int, rules: HouseRules) -> int | None:
    """Return the number of sandbags until the next penalty; None if there are no penalties."""
    return None if rules.penalty_at is None else max(0, rules.penalty_at - bags)


def after_a_penalty(bags: int, rules: HouseRules) -> int:
    """Return the sandbags left after a penalty: ten fewer, or by house rule none."""
    return 0 if rules.bags_after == "reset" else bags - PENALTY_SANDBAGS


def lost(rules: HouseRules) -> int:
    """Return the points lost by a penalty: 100, by house rule 110."""
    return PENALTY_POINTS + (PENALTY_SANDBAGS * SANDBAG_POINTS if rules.penalty_takes_bags else 0)


def status(state: MatchState) -> Iterator[Status]:
    limit = state.rules.penalty_at
    for seat in range(state.players):
        bags = sandbags(seat, state)
        of = f" of {limit}" if limit else ""
        yield Status(seat, f"bags {minus(bags)}{of}", near=bool(limit) and bags >= limit - 2)


# --- What a bid can win or lose.

# A penalty is near if at most this many sandbags are missing.
NEAR_SANDBAGS = 2


def hand_points(bid: int, took: int, bags: int, rules: HouseRules) -> int:
    """Return the points of a hand. `bags`: sandbags before it."""
    return sum(line.points for line in hand(0, bid, took, bags, rules))


def stakes(facts: Facts, state: MatchState) -> Iterator[Stake]:
    """Yield what each bid scores made and missed, and the sandbags that would bring a penalty in this hand."""
    rules, cards = state.rules, state.deal.cards[0]
    for seat, bid in enumerate(facts.bids):
        bags = sandbags(seat, state)
        yield Stake(seat, worth_in_short(bid, bags, rules))
        more = to_penalty(bags, rules)
        if more and more <= cards - bid:
            yield Stake(seat, f"{plural(more, 'sandbag')} to −{lost(rules)}", near=more <= NEAR_SANDBAGS)


def worth_in_short(bid: int, bags: int, rules: HouseRules) -> str:
    """Return what a bid scores made and missed: “+40 / −40”."""
    made = signed(hand_points(bid, bid, bags, rules))
    return f"{made} / {signed(hand_points(bid, 0, bags, rules))}" if bid else f"{made} with no trick"
