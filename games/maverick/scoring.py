"""The scoring of Maverick. Source: “Maverick” at pagat.com; see rules.md."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from games.core.definition import MatchState, after_the_last_round, at_target
from games.core.house_rules import HouseRules
from games.core.scorecard import ScoreLine, Stake, Status
from games.core.text import minus, plural, signed
from games.maverick.facts import BIDS, SIDES, WORTH, Facts, barred, is_made, points_of, worth

NULL_POINTS, BLIND_POINTS = 1, 3

# The points that a bid adds to the points before it, and the reason.
Change = tuple[int, str]


def null_made(hand: int, rules: HouseRules) -> Change:
    """Return three times the hand, or 1 for a negative one."""
    if hand > 0:
        return 2 * hand, f"null made: {hand} × 3, {2 * hand} more"
    if hand < 0 or rules.null_zero == "one":
        return NULL_POINTS - hand, f"null made: {NULL_POINTS} instead of {minus(hand)}"
    return 0, "null made with exactly 0: nothing to triple and nothing lost"


def null_lost(hand: int, rules: HouseRules) -> Change:
    """Return 1 point lost instead of the hand; by house rule a negative hand counts as well."""
    if hand < 0 and rules.null_lost == "keep-negative":
        return -NULL_POINTS, f"null lost: −{NULL_POINTS}, and at your table {minus(hand)} counts too"
    instead = "" if hand == -NULL_POINTS else f" instead of {minus(hand)}"
    return -NULL_POINTS - hand, f"null lost: −{NULL_POINTS}{instead}"


def null_made_in_vain(_hand: int, _rules: HouseRules) -> Change:
    """Return nothing: the lost null of the partner has forfeited the hand."""
    return 0, "null made, but the null lost forfeits the hand: nothing to triple"


def null_lost_too(_hand: int, _rules: HouseRules) -> Change:
    """Return 1 more point lost of a forfeited hand."""
    return -NULL_POINTS, f"null lost as well: −{NULL_POINTS} more"


def doubled(bid: str, hand: int, rules: HouseRules) -> Change:
    """Return twice the points gained, for a blind or bling made."""
    if hand <= 0 and getattr(rules, f"{bid}_negative") == "as-is":
        return 0, f"{bid} made with {minus(hand)}: nothing was gained that could be doubled"
    return hand, f"{bid} made: {minus(hand)} × 2, {abs(hand)} {'more' if hand > 0 else 'less'}"


def blind_lost(hand: int, rules: HouseRules) -> Change:
    """Return 3 points lost, by house rule instead of the hand."""
    if rules.blind_lost == "replace":
        instead = "" if hand == -BLIND_POINTS else f" instead of {minus(hand)}"
        return -BLIND_POINTS - hand, f"blind lost: at your table −{BLIND_POINTS}{instead}"
    return -BLIND_POINTS, f"blind lost: −{BLIND_POINTS}"


def bling_lost(hand: int, rules: HouseRules) -> Change:
    """Return the loss of the total and the hand; by house rule the hand counts."""
    if rules.bling_lost == "total-then-hand":
        return 0, f"bling lost: at your table {minus(hand)} still counts"
    return -hand, f"bling lost: 0{f' instead of {minus(hand)}' if hand else ''}"


# The effect of a bid, by bid and whether it was made.
OUTCOMES: dict[tuple[str, bool], Callable[[int, HouseRules], Change]] = {
    ("null", True): null_made,
    ("null", False): null_lost,
    ("blind", True): partial(doubled, "blind"),
    ("blind", False): blind_lost,
    ("bling", True): partial(doubled, "bling"),
    ("bling", False): bling_lost,
}

# The same after a null that the pair has lost in this hand.
FORFEITED = {("null", True): null_made_in_vain, ("null", False): null_lost_too}


# --- The lines of a hand.

WORDS = {"all-trump": "of four trumps", "trump": "with trump but no adder", "plain": "without trump or adder"}
COUNTED, TOTAL_LOST, RENEGE, RENEGE_POINTS = "counted", "total-lost", "renege", 4


def score(facts: Facts, state: MatchState) -> Iterator[ScoreLine]:
    for side in SIDES:
        yield from tricks(side, facts)
        yield from bids(side, facts, state)
        yield from reneges(side, facts)


def tricks(side: int, facts: Facts) -> Iterator[ScoreLine]:
    """Yield the tricks of a side by kind, or the points counted at the table."""
    if facts.points:
        counted = facts.points[side]
        yield ScoreLine(side, COUNTED, counted, f"counted at the table: {minus(counted)}")
    adders: dict[str, list[int]] = {kind: [] for kind in WORTH}
    for trick in facts.tricks_of(side):
        adders[trick.kind].append(trick.adders or 0)
    for kind, held in adders.items():
        if held:
            yield ScoreLine(side, kind, worth(kind, len(held), sum(held)), in_words(kind, len(held), sum(held)))


def in_words(kind: str, count: int, adders: int) -> str:
    tricks = plural(count, "trick")
    if adders:
        return f"{tricks} with {plural(adders, 'adder')}: {count} + {adders}"
    return f"{tricks} {WORDS[kind]}: {minus(WORTH[kind])}" + (f" × {count}" if count > 1 else "")


def bids(side: int, facts: Facts, state: MatchState) -> Iterator[ScoreLine]:
    """Yield what each bid makes of the hand."""
    if judged := [(bid.bid, is_made(bid, facts)) for bid in facts.bids if bid.side == side]:
        yield from settle(side, judged, points_of(side, facts), state.totals[side], state.rules)


def settle(
    side: int, bids: Sequence[tuple[str, bool]], hand: int, total: int, rules: HouseRules
) -> Iterator[ScoreLine]:
    """Yield the bids in order, each applied to the points after the bid before; a null lost comes before one made."""
    forfeited = False
    for bid, made in sorted(bids, key=lambda bid: (BIDS.index(bid[0]), bid[1])):
        outcomes = FORFEITED if forfeited and bid == "null" else OUTCOMES
        change, why = outcomes[bid, made](hand, rules)
        forfeited |= (bid, made) == ("null", False)
        yield ScoreLine(side, f"{bid}-{'made' if made else 'lost'}", change, why)
        hand += change
        if bid == "bling" and not made and rules.bling_lost != "hand" and total:
            yield ScoreLine(side, TOTAL_LOST, -total, f"bling lost: the total of {minus(total)} goes to zero")
            total = 0


def reneges(side: int, facts: Facts) -> Iterator[ScoreLine]:
    """Yield 4 points lost for each renege."""
    if count := facts.reneges.count(side):
        times = f" × {count}" if count > 1 else ""
        yield ScoreLine(side, RENEGE, -RENEGE_POINTS * count, f"{plural(count, 'renege')}: −{RENEGE_POINTS}{times}")


def finish(state: MatchState) -> tuple[int, ...] | None:
    """Return the side that leads alone at the target, or the leaders after the last hand."""
    ends = state.rules.ends
    if "target" not in ends:
        return after_the_last_round(state)
    return at_target(state, ends["target"], alone=True)


def status(state: MatchState) -> Iterator[Status]:
    """Yield which side may bid blind or bling in the next hand."""
    if finish(state) is not None:
        return
    for side, total in enumerate(state.totals):
        for bid in ("blind", "bling"):
            if not barred(bid, total):
                yield Status(side, f"may bid {bid}", near=True)


# --- What a bid can win or lose.

# Points that a pair usually takes in a hand.
USUAL_HAND_POINTS = 6


def worth_with_bids(bids: Sequence[str], hand: int, total: int, rules: HouseRules, *, made: bool) -> int:
    """Return the points of a hand for a side with this total, if all these bids are made, or all lost."""
    return hand + sum(line.points for line in settle(0, [(bid, made) for bid in bids], hand, total, rules))


def stakes(facts: Facts, state: MatchState) -> Iterator[Stake]:
    """Yield what a usual hand is worth to each side that has bid. Near: the total is at stake."""
    for side, total in enumerate(state.totals):
        if bids := [bid.bid for bid in facts.bids if bid.side == side]:
            made, lost = (
                worth_with_bids(bids, USUAL_HAND_POINTS, total, state.rules, made=made) for made in (True, False)
            )
            text = f"{' + '.join(bids)}: {signed(made)} / {signed(lost)} with {USUAL_HAND_POINTS} points"
            yield Stake(side, text, near="bling" in bids)
