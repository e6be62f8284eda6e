"""What a hand of Big Little is worth. Source: “Big Little Official Rules”, Scoring; see rules.md."""

from collections.abc import Iterator

from games.big_little.facts import Facts
from games.core.definition import MatchState
from games.core.house_rules import HouseRules
from games.core.scorecard import ScoreLine, Stake, Status
from games.core.text import minus, plural, signed

BID_MET, BID_MISSED, ZERO_BID = "bid-met", "bid-missed", "zero-bid"
SANDBAGS, PENALTY = "sandbags", "sandbag-penalty"

BID_TRICK_POINTS, SANDBAG_POINTS, PENALTY_POINTS = 10, 1, 100
# Sandbags that a penalty pays for.
PENALTY_SANDBAGS = 10


def score(facts: Facts, state: MatchState) -> Iterator[ScoreLine]:
    for seat, (bid, took) in enumerate(zip(facts.bids, facts.tricks or (), strict=True)):
        yield from hand(seat, bid, took, sandbags(seat, state), state.rules)


def hand(seat: int, bid: int, took: int, bags: int, rules: HouseRules) -> Iterator[ScoreLine]:
    """Yield the lines of one player with `bags` sandbags before the hand: bid, tricks over, penalties."""
    over = max(0, took - bid)
    yield bid_line(seat, bid, took, rules)
    if over:
        counted = f"{plural(took, 'trick')} for a bid of {bid}: {over} over"
        yield ScoreLine(seat, SANDBAGS, over * SANDBAG_POINTS, counted)
    yield from penalties(seat, bags, over, rules)


def bid_line(seat: int, bid: int, took: int, rules: HouseRules) -> ScoreLine:
    """Ten for each trick bid: won where at least that many were taken, lost otherwise."""
    if took < bid:
        return ScoreLine(
            seat, BID_MISSED, -BID_TRICK_POINTS * bid, f"bid {bid}, took {took}: −{BID_TRICK_POINTS} × {bid}"
        )
    if bid == took == 0 and rules.zero_bid_bonus:
        return ScoreLine(seat, ZERO_BID, rules.zero_bid_bonus, "bid 0, took 0: the bonus of your house rule")
    return ScoreLine(seat, BID_MET, BID_TRICK_POINTS * bid, f"bid {bid}, took {took}: {BID_TRICK_POINTS} × {bid}")


def penalties(seat: int, before: int, over: int, rules: HouseRules) -> Iterator[ScoreLine]:
    """A hundred at the end of every hand, new sandbags or not, as often as the count reaches the limit."""
    bags, added = before + over, over
    while to_penalty(bags, rules) == 0:
        counted = f"{minus(before)} + {added} = {bags} sandbags" if added else f"still {bags} sandbags"
        bags = after_a_penalty(bags, rules)
        yield ScoreLine(seat, PENALTY, -lost(rules), f"{counted}: −{lost(rules)}, {minus(bags)} left")
        added = 0
        if not rules.penalty_repeats:
            return


def sandbags(seat: int, state: MatchState) -> int:
    """Count the sandbags that stand against a seat now, from the lines of all hands before."""
    bags = 0
    for line in state.lines[seat]:
        if line.rule == SANDBAGS:
            bags += line.points
        elif line.rule == PENALTY:
            bags = after_a_penalty(bags, state.rules)
    return bags


def to_penalty(bags: int, rules: HouseRules) -> int | None:
    """How many sandbags more cost a hundred: 0 where one is due, None where none ever is."""
    return None if rules.penalty_at is None else max(0, rules.penalty_at - bags)


def after_a_penalty(bags: int, rules: HouseRules) -> int:
    """Ten sandbags are paid for and the rest is carried; or the count starts anew."""
    return 0 if rules.bags_after == "reset" else bags - PENALTY_SANDBAGS


def lost(rules: HouseRules) -> int:
    """What one penalty takes: a hundred, and by house rule the ten single points as well."""
    return PENALTY_POINTS + (PENALTY_SANDBAGS * SANDBAG_POINTS if rules.penalty_takes_bags else 0)


def status(state: MatchState) -> Iterator[Status]:
    limit = state.rules.penalty_at
    for seat in range(state.players):
        bags = sandbags(seat, state)
        of = f" of {limit}" if limit else ""
        yield Status(seat, f"bags {minus(bags)}{of}", near=bool(limit) and bags >= limit - 2)


# --- What a bid stands to win or lose, while its hand is still played.

# A penalty is near when at most this many sandbags are missing.
NEAR_SANDBAGS = 2


def hand_points(bid: int, took: int, bags: int, rules: HouseRules) -> int:
    """Return what a hand is worth to a player with `bags` sandbags before it."""
    return sum(line.points for line in hand(0, bid, took, bags, rules))


def stakes(facts: Facts, state: MatchState) -> Iterator[Stake]:
    """Show what each bid brings made and missed, and the sandbags that would cost a hundred in this hand."""
    rules, cards = state.rules, state.deal.cards[0]
    for seat, bid in enumerate(facts.bids):
        bags = sandbags(seat, state)
        yield Stake(seat, worth_in_short(bid, bags, rules))
        more = to_penalty(bags, rules)
        if more and more <= cards - bid:
            yield Stake(seat, f"{plural(more, 'sandbag')} to −{lost(rules)}", near=more <= NEAR_SANDBAGS)


def worth_in_short(bid: int, bags: int, rules: HouseRules) -> str:
    """Say what a bid brings made, and missed: “+40 / −40”."""
    made = signed(hand_points(bid, bid, bags, rules))
    return f"{made} / {signed(hand_points(bid, 0, bags, rules))}" if bid else f"{made} with no trick"
