"""What a bid of Big Little stands to win or lose, while its hand is still played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar

from msgspec import Meta

from games.big_little import scoring
from games.core import question_fields
from games.core.errors import Impossible
from games.core.question_fields import Field
from games.core.referee import Question, Ruling
from games.core.schema import Count
from games.core.scorecard import Stake
from games.core.text import minus, signed

if TYPE_CHECKING:
    from games.big_little.facts import Facts
    from games.core.definition import MatchState
    from games.core.house_rules import HouseRules

LARGEST_OF_ALL = 27
NEAR = 2


def points(bid: int, took: int, bags: int, rules: HouseRules) -> int:
    """Return what a hand is worth to somebody who came with so many sandbags."""
    return sum(line.points for line in scoring.hand(0, bid, took, bags, rules))


def stakes(facts: Facts, state: MatchState) -> Iterator[Stake]:
    """Show what each bid brings made and missed, and the sandbags that would cost a hundred in this hand."""
    rules, cards = state.rules, state.deal.cards[0]
    for seat, bid in enumerate(facts.bids):
        bags = scoring.sandbags(seat, state)
        yield Stake(seat, _short(bid, bags, rules))
        more = scoring.to_penalty(bags, rules)
        if more and more <= cards - bid:
            yield Stake(seat, f"{_sandbags(more)} to −{scoring.lost(rules)}", near=more <= NEAR)


class Stakes(Question, tag="stakes", frozen=True, kw_only=True):
    """What does this bid stand to win or lose? With so many cards `dealt`, and sandbags before the hand."""

    title: ClassVar[str] = "What does this bid stand to win or lose?"
    fields: ClassVar[dict[str, Field]] = {
        "dealt": Field(label="Cards dealt to each", keys=question_fields.numbers(1, LARGEST_OF_ALL)),
        "bid": Field(label="The bid", keys=question_fields.numbers(0, LARGEST_OF_ALL)),
        "sandbags": Field(label="Sandbags so far", keys=question_fields.numbers(0, 20), optional=True),
    }
    dealt: Annotated[int, Meta(ge=1, le=LARGEST_OF_ALL)]
    bid: Count
    sandbags: Annotated[int, Meta(ge=-99, le=99)] = 0

    def ruling(self, rules: HouseRules) -> Ruling:
        self._check(rules)
        answer = {
            "made": self._points(self.bid, rules),
            "missed": self._points(self.bid - 1, rules) if self.bid else None,
            "every_trick": self._points(self.dealt, rules),
            "sandbags_to_penalty": scoring.to_penalty(self.sandbags, rules),
            "penalty": None if rules.penalty_at is None else -scoring.lost(rules),
        }
        why = f"{self._bid(rules)}; each trick more brings {scoring.A_SANDBAG} and a sandbag; {self._penalty(rules)}"
        rule = scoring.BID_MET if self.bid else scoring.ZERO_BID
        return Ruling(answer, why, rule, _short(self.bid, self.sandbags, rules))

    def _check(self, rules: HouseRules) -> None:
        if self.bid > self.dealt:
            over = self.bid - self.dealt
            raise Impossible(f"a bid of {self.bid} with {self.dealt} in the hand is {over} too many", "bid")
        if rules.penalty_repeats and scoring.to_penalty(self.sandbags, rules) == 0:
            at = f"a hundred is lost at {rules.penalty_at}, and then fewer are left"
            raise Impossible(f"{_sandbags(self.sandbags)} cannot stand before a hand: {at}", "sandbags")

    def _points(self, took: int, rules: HouseRules) -> int:
        return points(self.bid, took, self.sandbags, rules)

    def _bid(self, rules: HouseRules) -> str:
        made = f"{signed(self._points(self.bid, rules))} with exactly {self.bid}"
        if not self.bid:
            return f"{signed(self._points(0, rules))} with no trick, and a bid of 0 cannot be missed"
        return f"{made}, {signed(self._points(self.bid - 1, rules))} with fewer"

    def _penalty(self, rules: HouseRules) -> str:
        more, lost = scoring.to_penalty(self.sandbags, rules), f"−{scoring.lost(rules)}"
        if more is None:
            return "by your house rule no hundred is ever lost"
        if more == 0:
            return f"{_sandbags(self.sandbags)} cost {lost} at the end of this hand, whatever it brings"
        most = self.dealt - self.bid
        reach = "" if more <= most else f", but this hand can bring no more than {most}"
        return f"{_sandbags(more)} more and {lost} is due{reach}"


def _short(bid: int, bags: int, rules: HouseRules) -> str:
    """Say what a bid brings made, and missed: “+40 / −40”."""
    made = signed(points(bid, bid, bags, rules))
    return f"{made} / {signed(points(bid, bid - 1, bags, rules))}" if bid else f"{made} with no trick"


def _sandbags(count: int) -> str:
    return f"{minus(count)} sandbag{'' if count == 1 else 's'}"
