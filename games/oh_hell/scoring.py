"""The scorings of Oh Hell, and those of matches that stayed here; see rules.md."""

from collections.abc import Iterator

from games.core.definition import MatchState
from games.core.house_rules import HouseRules
from games.core.scorecard import ScoreLine, Stake
from games.core.text import minus, plural, signed
from games.oh_hell.facts import Facts

EXACT, MISSED, ZERO, BONUS = "exact-bid", "missed-bid", "zero-bid", "bonus"

# The scorings of Wizard and Skull King.
EXACT_POINTS_WIZARD = 20
TRICK_POINTS_WIZARD, TRICK_POINTS_SKULL_KING = 10, 20
# Points lost for each trick over or under the bid.
OFF_POINTS = 10
# Points of a zero bid for each card of the hand.
ZERO_CARD_POINTS = 10


def score(facts: Facts, state: MatchState) -> Iterator[ScoreLine]:
    cards = state.deal.cards[0]
    for seat, (bid, took) in enumerate(zip(facts.bids, facts.tricks or (), strict=True)):
        yield bid_line(seat, bid, took, cards, state.rules)
        if facts.bonus and facts.bonus[seat] and bid == took:
            yield ScoreLine(seat, BONUS, facts.bonus[seat], f"bid {bid} made exactly: the bonus counts")


def bid_line(seat: int, bid: int, took: int, cards: int, rules: HouseRules) -> ScoreLine:
    """Return the line of a bid."""
    made, off = bid == took, abs(bid - took)
    if rules.scoring == "skull-king" and bid == 0:
        points = ZERO_CARD_POINTS * cards * (1 if made else -1)
        sum_ = f"{ZERO_CARD_POINTS if made else f'−{ZERO_CARD_POINTS}'} × {plural(cards, 'card')}"
        return ScoreLine(seat, ZERO, points, f"bid 0, took {took}: {sum_}")
    points, sum_ = _exact(took, rules) if made else _missed(took, off, rules)
    return ScoreLine(seat, EXACT if made else MISSED, points, f"bid {bid}, took {took}: {sum_}")


def _exact(took: int, rules: HouseRules) -> tuple[int, str]:
    if rules.scoring == "wizard":
        points = EXACT_POINTS_WIZARD + TRICK_POINTS_WIZARD * took
        return points, f"{EXACT_POINTS_WIZARD} + {TRICK_POINTS_WIZARD} × {took}"
    if rules.scoring == "skull-king":
        return TRICK_POINTS_SKULL_KING * took, f"{TRICK_POINTS_SKULL_KING} × {took}"
    if rules.scoring == "exact-only":
        return rules.exact_points, f"{rules.exact_points} for an exact bid"
    return rules.exact_points + took, f"{rules.exact_points} + {took}"


def _missed(took: int, off: int, rules: HouseRules) -> tuple[int, str]:
    if rules.scoring in ("wizard", "skull-king"):
        return -OFF_POINTS * off, f"{off} off, −{OFF_POINTS} × {off}"
    lost = rules.missed_points or 0
    if rules.scoring == "tricks-and-ten":
        return took - lost, f"{off} off, {f'{took} − {lost}' if lost else 'a point a trick'}"
    return -lost, f"{off} off, {f'−{lost}' if lost else 'no points'}"


def stakes(facts: Facts, state: MatchState) -> Iterator[Stake]:
    """Yield what each bid scores made and missed: “+40 / −10 each” for each trick off."""
    for seat, bid in enumerate(facts.bids):
        yield Stake(seat, _worth_in_short(bid, state.deal.cards[0], state.rules))


def _worth_in_short(bid: int, cards: int, rules: HouseRules) -> str:
    made = signed(bid_line(0, bid, bid, cards, rules).points)
    if rules.scoring == "skull-king" and bid == 0:
        return f"{made} / −{ZERO_CARD_POINTS * cards}"
    if rules.scoring in {"wizard", "skull-king"}:
        return f"{made} / −{OFF_POINTS} each"
    lost = minus(-rules.missed_points) if rules.missed_points else ""
    if rules.scoring == "tricks-and-ten":
        return f"{made}, else {f'tricks {lost}' if lost else 'a point a trick'}"
    return f"{made} / {lost}" if lost else f"{made}, else nothing"
