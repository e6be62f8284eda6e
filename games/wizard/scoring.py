"""The scoring of Wizard; see rules.md."""

from collections.abc import Iterator

from games.core import bids_and_tricks
from games.core.definition import MatchState, after_the_last_round
from games.core.facts import Doubt
from games.core.house_rules import HouseRules
from games.core.scorecard import ScoreLine, Stake
from games.core.text import plural, signed
from games.wizard.facts import Facts

EXACT, MISSED = "exact-bid", "missed-bid"
EXACT_POINTS, TRICK_POINTS = 20, 10
# Points lost for each trick over or under the bid.
OFF_POINTS = 10


def score(facts: Facts, state: MatchState) -> Iterator[ScoreLine]:
    cards = state.deal.cards[0]
    for seat, (bid, took) in enumerate(zip(facts.final_bids, facts.tricks or (), strict=True)):
        line, first = bid_line(seat, bid, took, cards, state.rules), facts.bids[seat]
        if bid != first:
            changed = f"bid {first}, made {bid} by the Cloud"
            line = line._replace(reason=line.reason.replace(f"bid {bid}", changed, 1))
        yield line


def bid_line(seat: int, bid: int, took: int, _cards: int, _rules: HouseRules) -> ScoreLine:
    """Return the line of a bid."""
    if bid == took:
        why = f"bid {bid}, took {took}: {EXACT_POINTS} + {TRICK_POINTS} × {took}"
        return ScoreLine(seat, EXACT, EXACT_POINTS + TRICK_POINTS * took, why)
    off = abs(bid - took)
    return ScoreLine(seat, MISSED, -OFF_POINTS * off, f"bid {bid}, took {took}: {off} off, −{OFF_POINTS} × {off}")


def stakes(facts: Facts, state: MatchState) -> Iterator[Stake]:
    """Yield what each bid scores made and missed: “+40 / −10 each” for each trick off."""
    for seat, bid in enumerate(facts.final_bids):
        made = bid_line(seat, bid, bid, state.deal.cards[0], state.rules)
        yield Stake(seat, f"{signed(made.points)} / −{OFF_POINTS} each")


def irregularities(facts: Facts, state: MatchState) -> Iterator[Doubt]:
    yield from bids_and_tricks.irregularities(facts, state)
    for seat, change in enumerate(facts.bid_changes or ()):
        if change and facts.tricks and not facts.tricks[seat]:
            why = "the Cloud changes the bid of the player who takes its trick"
            yield Doubt(f"{why}, and {state.names[seat]} took none", "bid_changes")


def finish(state: MatchState) -> tuple[int, ...] | None:
    leaders = after_the_last_round(state)
    if leaders is None or state.rules.ties == "shared":
        return leaders
    most = max(exact_bids(side, state) for side in leaders)
    return tuple(side for side in leaders if exact_bids(side, state) == most)


def why_won(state: MatchState) -> str:
    leaders, winners = after_the_last_round(state) or (), finish(state) or ()
    if len(winners) == len(leaders):
        return ""
    return f"equal totals, but {plural(exact_bids(winners[0], state), 'exact bid')}, more than the others"


def exact_bids(side: int, state: MatchState) -> int:
    return sum(line.rule == EXACT for line in state.lines[side])
