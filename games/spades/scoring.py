"""The scoring of Spades; see rules.md."""

from collections.abc import Iterator, Sequence

from games.core.definition import MatchState, at_target
from games.core.facts import Doubt
from games.core.house_rules import HouseRules
from games.core.scorecard import ScoreLine, Stake, Status
from games.core.text import plural, signed
from games.spades.facts import BLIND_NIL, Facts

BID_MADE, BID_MISSED, BAGS, PENALTY = "bid-made", "bid-missed", "bags", "bag-penalty"
BID_TRICK_POINTS, BAG_POINTS, PENALTY_POINTS = 10, 1, 100
# A blind nil counts this many times a nil.
BLIND_TIMES = 2


def score(facts: Facts, state: MatchState) -> Iterator[ScoreLine]:
    for side, seats in enumerate(state.teams):
        yield from side_lines(side, seats, facts, bags(side, state), state.rules)


def side_lines(side: int, seats: Sequence[int], facts: Facts, before: int, rules: HouseRules) -> Iterator[ScoreLine]:
    """Yield the lines of a side. `before`: its bags before the hand."""
    tricks = facts.tricks or ()
    nils = [seat for seat in seats if not facts.bids[seat]]
    for seat in nils:
        yield nil_line(side, facts.kind(seat), tricks[seat], rules)
    bid, took = sum(facts.bids[seat] for seat in seats), sum(tricks[seat] for seat in seats)
    taken_with_nil = sum(tricks[seat] for seat in nils)
    helps = took if rules.nil_tricks == "help" else took - taken_with_nil
    reneged = facts.reneged == side
    if bid:
        yield _bid_line(side, bid, helps, reneged)
    over, of_nils = max(helps - bid, 0), took - helps
    if (over or of_nils) and not reneged:
        yield ScoreLine(side, BAGS, (over + of_nils) * BAG_POINTS, _bags_in_words(bid, over, of_nils))
        yield from penalties(side, before, over + of_nils, rules)


def nil_line(side: int, kind: str, took: int, rules: HouseRules) -> ScoreLine:
    worth = rules.nil * (BLIND_TIMES if kind == BLIND_NIL else 1)
    name = kind.replace("-", " ")
    if took:
        return ScoreLine(side, f"{kind}-lost", -worth, f"{name}, took {took}: −{worth}")
    return ScoreLine(side, f"{kind}-made", worth, f"{name}, took none: +{worth}")


def _bid_line(side: int, bid: int, took: int, reneged: bool) -> ScoreLine:
    points = BID_TRICK_POINTS * bid
    if reneged or took < bid:
        why = f"{'reneged, ' if reneged else ''}bid {bid}, took {took}: −{BID_TRICK_POINTS} × {bid}"
        return ScoreLine(side, BID_MISSED, -points, why)
    return ScoreLine(side, BID_MADE, points, f"bid {bid}, took {took}: {BID_TRICK_POINTS} × {bid}")


def _bags_in_words(bid: int, over: int, of_nils: int) -> str:
    """Say where bags come from: tricks over the bid, tricks of a nil that do not help it, or tricks without any bid."""
    sources = [f"{plural(over, 'trick')} {'over the bid' if bid else 'without a bid'}"] if over else []
    sources += [f"{plural(of_nils, 'trick')} of a nil"] if of_nils else []
    return f"{' and '.join(sources)}: {plural(over + of_nils, 'bag')}"


def penalties(side: int, before: int, over: int, rules: HouseRules) -> Iterator[ScoreLine]:
    count = before + over
    counted = f"{before} + {over} = {count} bags"
    while rules.bags_at and count >= rules.bags_at:
        count -= rules.bags_at
        yield ScoreLine(side, PENALTY, -PENALTY_POINTS, f"{counted}: −{PENALTY_POINTS}, {count} left")
        counted = f"still {plural(count, 'bag')}"


def bags(side: int, state: MatchState) -> int:
    """Count the bags of a side from the lines of all hands before."""
    lines = state.lines[side]
    paid = sum(line.rule == PENALTY for line in lines) * (state.rules.bags_at or 0)
    return sum(line.points for line in lines if line.rule == BAGS) // BAG_POINTS - paid


def finish(state: MatchState) -> tuple[int, ...] | None:
    return at_target(state, state.rules.target, alone=True)


def status(state: MatchState) -> Iterator[Status]:
    limit = state.rules.bags_at
    for side in range(len(state.teams)):
        count = bags(side, state)
        yield Status(side, f"bags {count}{f' of {limit}' if limit else ''}", near=bool(limit) and count >= limit - 2)


def stakes(facts: Facts, state: MatchState) -> Iterator[Stake]:
    """Yield what the bid and the nils of each side score, made and missed."""
    for side, seats in enumerate(state.teams):
        if bid := sum(facts.bids[seat] for seat in seats):
            points = BID_TRICK_POINTS * bid
            yield Stake(side, f"{signed(points)} / {signed(-points)}")
        for seat in seats:
            if kind := facts.kind(seat):
                yield Stake(side, f"{kind.replace('-', ' ')} ±{nil_line(side, kind, 0, state.rules).points}")


def behind(side: int, totals: Sequence[int]) -> int:
    """Return how many points a side is behind the best other side."""
    return max(total for other, total in enumerate(totals) if other != side) - totals[side]


def irregularities(facts: Facts, state: MatchState) -> Iterator[Doubt]:
    needed = state.rules.blind_behind
    for seat in facts.blind:
        if needed is not None and behind(state.side_of(seat), state.totals) < needed:
            who = state.side_names[state.side_of(seat)]
            needs = f"at least {plural(needed, 'point')} behind" if needed else "that is not ahead"
            was = "were" if len(state.teams[state.side_of(seat)]) > 1 else "was"
            state_of_side = "not" if needed else "ahead"
            yield Doubt(f"blind nil is for a side {needs}, and {who} {was} {state_of_side}", f"bids[{seat}]")
