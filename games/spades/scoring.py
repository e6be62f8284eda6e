"""The scoring of Spades; see rules.md."""

from collections.abc import Callable, Iterator, Sequence

from games.core.definition import MatchState
from games.core.facts import Doubt
from games.core.house_rules import HouseRules
from games.core.scorecard import ScoreLine, Stake, Status
from games.core.text import listed, minus, plural, signed
from games.spades.facts import BLIND_NIL, Facts, SideHand, side_hands

BID_MADE, BID_MISSED, BAGS, PENALTY = "bid-made", "bid-missed", "bags", "bag-penalty"
BID_TRICK_POINTS = 10
# A blind nil counts this many times a nil.
BLIND_TIMES = 2
# Bids from here on have a worth of their own by house rule.
BIG_BID, ALL_TRICKS_BID = 10, 13
# What such a bid is worth made and missed, with the arithmetic, by the value of the house rule. A value that is not
# here leaves it at ten points a trick.
BIG_BIDS_MADE: dict[str, Callable[[int], tuple[int, str]]] = {
    "fifty": lambda bid: (BID_TRICK_POINTS * bid + 50, f"{BID_TRICK_POINTS} × {bid} + 50 for ten or more"),
    "double": lambda bid: (2 * BID_TRICK_POINTS * bid, f"{BID_TRICK_POINTS} × {bid}, twice for ten or more"),
    "made": lambda _bid: (200, "200 for ten or more"),
    "both": lambda _bid: (200, "200 for ten or more"),
}
BIG_BIDS_MISSED: dict[str, Callable[[int], tuple[int, str]]] = {
    "double": lambda bid: (-2 * BID_TRICK_POINTS * bid, f"−{BID_TRICK_POINTS} × {bid}, twice for ten or more"),
    "both": lambda _bid: (-200, "−200 for ten or more"),
}


def score(facts: Facts, state: MatchState) -> Iterator[ScoreLine]:
    for side, hand in enumerate(side_hands(facts, state.teams, state.rules)):
        for seat in state.teams[side]:
            if kind := facts.kind(seat):
                yield nil_line(side, kind, (facts.tricks or ())[seat], state.rules)
        yield from side_lines(side, hand, bags(side, state), state.rules)


def side_lines(side: int, hand: SideHand, before: int, rules: HouseRules) -> Iterator[ScoreLine]:
    """Yield the lines of a side besides its nils. `before`: its bags before the hand."""
    if hand.bid:
        worth, why = missed_worth(hand.bid, rules) if hand.is_set else made_worth(hand.bid, rules)
        counted = f"{'reneged, ' if hand.voided else ''}bid {hand.bid}, took {_took_in_words(hand)}"
        yield ScoreLine(side, BID_MISSED if hand.is_set else BID_MADE, worth, f"{counted}: {why}")
    if hand.bags:
        yield ScoreLine(side, BAGS, hand.bags * rules.bag_points, _bags_in_words(hand, rules))
        yield from penalties(side, before, hand.bags, rules)


def nil_line(side: int, kind: str, took: int, rules: HouseRules) -> ScoreLine:
    worth = rules.nil * (BLIND_TIMES if kind == BLIND_NIL else 1)
    name = kind.replace("-", " ")
    if took:
        return ScoreLine(side, f"{kind}-lost", -worth, f"{name}, took {took}: −{worth}")
    return ScoreLine(side, f"{kind}-made", worth, f"{name}, took none: +{worth}")


def made_worth(bid: int, rules: HouseRules) -> tuple[int, str]:
    """Return the points of a bid that is made, with the arithmetic."""
    worths = [(BID_TRICK_POINTS * bid, f"{BID_TRICK_POINTS} × {bid}")]
    if bid >= BIG_BID and rules.ten in BIG_BIDS_MADE:
        worths.append(BIG_BIDS_MADE[rules.ten](bid))
    if rules.thirteen is not None and bid >= ALL_TRICKS_BID:
        worths.append((rules.thirteen, f"{rules.thirteen} for thirteen or more"))
    return max(worths, key=lambda worth: worth[0])


def missed_worth(bid: int, rules: HouseRules) -> tuple[int, str]:
    """Return the points of a bid that is missed, with the arithmetic."""
    if bid >= BIG_BID and rules.ten in BIG_BIDS_MISSED:
        return BIG_BIDS_MISSED[rules.ten](bid)
    return -BID_TRICK_POINTS * bid, f"−{BID_TRICK_POINTS} × {bid}"


def _took_in_words(hand: SideHand) -> str:
    """Return the tricks that count: “6”, “8 − 2 of a nil = 6” or “9 − 3 for a renege = 6”."""
    less = [f"− {hand.ignored} of a nil"] if hand.ignored else []
    if hand.moved:
        less.append(f"{'+' if hand.moved > 0 else '−'} {abs(hand.moved)} for a renege")
    taken = [str(hand.took - hand.moved + hand.ignored), *less]
    return f"{' '.join(taken)} = {hand.took}" if less else taken[0]


def _bags_in_words(hand: SideHand, rules: HouseRules) -> str:
    """Say where bags come from: tricks over the bid, tricks of a nil that do not help it, or tricks without any bid."""
    tricks = plural(hand.over, "trick")
    without_bid = f"took {_took_in_words(hand)} without a bid" if hand.moved else f"{tricks} without a bid"
    sources = [f"{tricks} over the bid" if hand.bid else without_bid] if hand.over else []
    sources += [f"{plural(hand.of_nils, 'trick')} of a nil"] if hand.of_nils else []
    counted = f"{' and '.join(sources)}: {plural(hand.bags, 'bag')}"
    return counted if rules.bag_points == 1 else f"{counted} × {minus(rules.bag_points)}"


def penalties(side: int, before: int, new: int, rules: HouseRules) -> Iterator[ScoreLine]:
    count = before + new
    counted = f"{before} + {new} = {count} bags"
    while rules.bags_at and count >= rules.bags_at:
        count = after_a_penalty(count, rules)
        yield ScoreLine(side, PENALTY, -penalty_cost(rules), f"{counted}: −{penalty_cost(rules)}, {count} left")
        counted = f"still {plural(count, 'bag')}"


def after_a_penalty(count: int, rules: HouseRules) -> int:
    """Return the bags left after a penalty: the rest of them, or by house rule none."""
    return 0 if rules.bags_after == "reset" else count - int(rules.bags_at)


def penalty_cost(rules: HouseRules) -> int:
    """Return the points lost by a penalty, by house rule with those that its bags scored."""
    return int(rules.bags_cost) + (lost_bag_points(rules) if rules.penalty_takes_bags else 0)


def lost_bag_points(rules: HouseRules) -> int:
    return (rules.bags_at or 0) * int(rules.bag_points)


def bags(side: int, state: MatchState) -> int:
    """Count the bags of a side in all hands before, without those that a penalty took off."""
    count, rules = 0, state.rules
    for scored in state.rounds:
        if scored.facts.is_complete:
            count += side_hands(scored.facts, state.teams, rules)[side].bags  # type: ignore[arg-type]
            while rules.bags_at and count >= rules.bags_at:
                count = after_a_penalty(count, rules)
    return count


def times_set(side: int, state: MatchState) -> int:
    return sum(line.rule == BID_MISSED for line in state.lines[side])


def sides_out(state: MatchState) -> list[int]:
    """Return the sides that have lost because they were set too often."""
    limit = state.rules.sets
    return [side for side in range(len(state.teams)) if limit is not None and times_set(side, state) >= limit]


def is_lost(state: MatchState) -> bool:
    """Return whether a side has fallen too low. A match that was lost stays so while a tie is played off."""
    limit = state.rules.lost_at
    return limit is not None and any(min(scored.totals) <= -limit for scored in state.rounds)


def finish(state: MatchState) -> tuple[int, ...] | None:
    """Return the best sides of those that were not set too often; None before the end, and while they are level."""
    rules, totals, out = state.rules, state.totals, sides_out(state)
    is_last = state.length is not None and len(state.rounds) >= state.length
    if not (is_last or is_lost(state) or out or max(totals) >= rules.target):
        return None
    staying = [side for side in range(len(totals)) if side not in out] or [*range(len(totals))]
    best = max(totals[side] for side in staying)
    winners = tuple(side for side in staying if totals[side] == best)
    return winners if is_last or len(winners) == 1 else None


def why_won(state: MatchState) -> str:
    """Return why the match ended, if no side is at the target or the best total did not win."""
    if out := sides_out(state):
        names = listed([state.side_names[side] for side in out])
        were = "were" if " & " in names or len(out) > 1 else "was"
        return f"{names} {were} set {plural(state.rules.sets, 'time')}"
    if max(state.totals) >= state.rules.target:
        return ""
    if is_lost(state):
        return f"the match is lost at −{state.rules.lost_at}"
    return f"the match has {plural(len(state.rounds), 'hand')}"


def status(state: MatchState) -> Iterator[Status]:
    limit, sets = state.rules.bags_at, state.rules.sets
    for side in range(len(state.teams)):
        count, missed = bags(side, state), times_set(side, state)
        text = f"bags {count}{f' of {limit}' if limit else ''}"
        near = bool(limit) and count >= limit - 2
        if sets is not None:
            text = f"bags {count}{f'/{limit}' if limit else ''}, set {missed}/{sets}"
            near = near or missed >= sets - 1
        yield Status(side, text, near)


def stakes(facts: Facts, state: MatchState) -> Iterator[Stake]:
    """Yield the points of each side's bid and nils, made and missed."""
    for side, seats in enumerate(state.teams):
        if bid := sum(facts.bids[seat] for seat in seats):
            made, missed = made_worth(bid, state.rules)[0], missed_worth(bid, state.rules)[0]
            yield Stake(side, f"{signed(made)} / {signed(missed)}")
        for seat in seats:
            if kind := facts.kind(seat):
                yield Stake(side, f"{kind.replace('-', ' ')} ±{nil_line(side, kind, 0, state.rules).points}")


def behind(side: int, totals: Sequence[int]) -> int:
    """Return how many points a side is behind the best other side."""
    return max(total for other, total in enumerate(totals) if other != side) - totals[side]


def irregularities(facts: Facts, state: MatchState) -> Iterator[Doubt]:
    yield from _blind_without_right(facts, state)
    least = state.rules.minimum
    for side, seats in enumerate(state.teams):
        bid = sum(facts.bids[seat] for seat in seats)
        if least is not None and len(seats) > 1 and bid < least:
            last = max(seats, key=lambda seat: (seat - state.deal.first) % state.players)
            bids = f"{state.side_names[side]} bid {bid or 'none'}"
            yield Doubt(f"the lowest bid of a pair is {plural(least, 'trick')}, and {bids}", f"bids[{last}]")


def _blind_without_right(facts: Facts, state: MatchState) -> Iterator[Doubt]:
    needed = state.rules.blind_behind
    for seat in facts.blind:
        if needed is not None and behind(state.side_of(seat), state.totals) < needed:
            who = state.side_names[state.side_of(seat)]
            needs = f"at least {plural(needed, 'point')} behind" if needed else "that is not ahead"
            was = "were" if len(state.teams[state.side_of(seat)]) > 1 else "was"
            state_of_side = "not" if needed else "ahead"
            yield Doubt(f"blind nil is for a side {needs}, and {who} {was} {state_of_side}", f"bids[{seat}]")
