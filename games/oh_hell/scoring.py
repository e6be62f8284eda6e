"""The scoring of Oh Hell, by the numbers of the table; see rules.md."""

from collections.abc import Callable, Iterator, Mapping

from games.core.definition import MatchState
from games.core.house_rules import HouseRules
from games.core.scorecard import ScoreLine, Stake
from games.core.text import minus, plural, signed
from games.oh_hell.facts import Facts

EXACT, MISSED, ZERO, BONUS = "exact-bid", "missed-bid", "zero-bid", "bonus"

# By how a missed bid loses: the tricks over (below zero: under) as a number of times, and that number in words.
TIMES: Mapping[str, tuple[Callable[[int], int], Callable[[int], str]]] = {
    "each-off": (abs, lambda over: str(abs(over))),
    "each-over": (lambda over: max(over, 0), str),
    "each-under": (lambda over: max(-over, 0), lambda over: str(-over)),
    "growing": (
        lambda over: abs(over) * (abs(over) + 1) // 2,
        lambda over: f"({' + '.join(map(str, range(1, abs(over) + 1)))})" if abs(over) > 1 else "1",
    ),
    "square": (lambda over: over * over, lambda over: f"{abs(over)}²"),
}
# Whether a missed bid loses so much for each trick bid, by how many were taken over it (below zero: under).
EACH_BID: Mapping[str, Callable[[int], bool]] = {"each-bid": bool, "each-bid-under": lambda over: over < 0}
# The points of one such time, if the table names none.
USUAL_LOSS = {missed: 5 if missed == "growing" else 1 for missed in (*TIMES, *EACH_BID)}


def score(facts: Facts, state: MatchState) -> Iterator[ScoreLine]:
    cards = state.deal.cards[0]
    for seat, (bid, took) in enumerate(zip(facts.bids, facts.tricks or (), strict=True)):
        yield bid_line(seat, bid, took, cards, state.rules)
        if facts.bonus and facts.bonus[seat] and bid == took:
            yield ScoreLine(seat, BONUS, facts.bonus[seat], f"bid {bid} made exactly: the bonus counts")


def bid_line(seat: int, bid: int, took: int, cards: int, rules: HouseRules) -> ScoreLine:
    """Return the line of a bid."""
    is_own_zero = bid == 0 and rules.zero != "as-any"
    if bid == took:
        rule, (points, sum_) = ZERO if is_own_zero else EXACT, exact(bid, cards, rules)
    elif is_own_zero and rules.zero == "each-card":
        rule, points = ZERO, -rules.zero_points * cards
        sum_ = f"−{rules.zero_points} × {plural(cards, 'card')}"
    else:
        rule, (points, sum_) = MISSED, missed(bid, took, cards, rules)
    return ScoreLine(seat, rule, points, f"bid {bid}, took {took}: {sum_}")


def exact(bid: int, cards: int, rules: HouseRules) -> tuple[int, str]:
    """Return what an exact bid brings, and the sum in words."""
    number = rules.zero_points
    if bid == 0 and rules.zero != "as-any":
        return {
            "own": (number, f"{number} for a bid of zero"),
            "cards": (number + cards, f"{number} + {plural(cards, 'card')}"),
            "each-card": (number * cards, f"{number} × {plural(cards, 'card')}"),
        }[rules.zero]
    bonus, a_trick = rules.exact_points, rules.trick_points
    if a_trick == 0:
        return bonus, f"{bonus} for an exact bid"
    tricks = f"{bid}²" if a_trick is None else str(bid) if a_trick == 1 else f"{a_trick} × {bid}"
    points = bonus + bid * (bid if a_trick is None else a_trick)
    return points, f"{bonus} + {tricks}" if bonus else tricks


def missed(bid: int, took: int, cards: int, rules: HouseRules) -> tuple[int, str]:
    """Return what a missed bid brings, and the sum in words."""
    off, lost = f"{abs(took - bid)} off", loss(rules)
    if rules.missed in TIMES:
        count, in_words = TIMES[rules.missed]
        times = count(took - bid)
        if times:
            return -lost * times, f"{off}, −{lost} × {in_words(took - bid)}"
        return 0, f"{off.removesuffix('off')}{'over' if took > bid else 'under'}, no points"
    if rules.missed in EACH_BID and bid and EACH_BID[rules.missed](took - bid):
        return -lost * bid, f"{off}, −{lost} × {bid} bid"
    if rules.missed in EACH_BID:
        return 0, f"{off}, no points"
    if rules.missed == "minus":
        points, sum_ = exact(bid, cards, rules)
        return -points, f"{off}, −({sum_})"
    if rules.missed == "tricks":
        return took - lost, f"{off}, {f'{took} − {lost}' if lost else 'a point a trick'}"
    return -lost, f"{off}, {f'−{lost}' if lost else 'no points'}"


def loss(rules: HouseRules) -> int:
    """Return the points that a missed bid loses, or each trick of it where they count."""
    return rules.missed_points or USUAL_LOSS.get(rules.missed, 0)


def stakes(facts: Facts, state: MatchState) -> Iterator[Stake]:
    """Yield what each bid scores made and missed: “+40 / −10 each” for each trick off."""
    for seat, bid in enumerate(facts.bids):
        yield Stake(seat, _worth_in_short(bid, state.deal.cards[0], state.rules))


def _worth_in_short(bid: int, cards: int, rules: HouseRules) -> str:
    worth, lost = exact(bid, cards, rules)[0], minus(-loss(rules))
    made = signed(worth)
    if rules.missed == "minus" or (bid == 0 and rules.zero == "each-card"):
        return f"{made} / {signed(-worth)}"
    if rules.missed == "tricks":
        return f"{made}, else {f'tricks {lost}' if loss(rules) else 'a point a trick'}"
    if rules.missed in EACH_BID:
        return f"{made} / {minus(-loss(rules) * bid)}{' under' if rules.missed == 'each-bid-under' else ''}"
    if rules.missed in {"growing", "square"}:
        count = TIMES[rules.missed][0]
        return f"{made} / {', '.join(minus(-loss(rules) * count(off)) for off in (1, 2))}…"
    if rules.missed in TIMES:
        return f"{made} / {lost} {rules.missed.replace('-', ' ').removesuffix(' off')}"
    return f"{made} / {lost}" if loss(rules) else f"{made}, else nothing"
