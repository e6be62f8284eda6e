"""What a bid of Maverick stands to win or lose, while its hand is still played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from msgspec import Meta

from games.core import question_fields
from games.core.question_fields import Field
from games.core.referee import Question, Ruling
from games.core.scorecard import Stake
from games.core.text import minus, signed
from games.maverick import scoring
from games.maverick.bidding import BIDS, barred
from games.maverick.cards import A_SUIT
from games.maverick.counting import TRICKS, WORST_HAND

if TYPE_CHECKING:
    from games.core.definition import MatchState
    from games.core.house_rules import HouseRules
    from games.maverick.facts import Facts

USUAL_HAND = 6
"""So many points a pair takes in a hand, more or less."""

Total = Annotated[int, Meta(ge=-99_999, le=99_999)]
Points = Annotated[int, Meta(ge=WORST_HAND, le=A_SUIT + TRICKS)]


def worth(bids: Sequence[str], hand: int, total: int, rules: HouseRules, *, made: bool) -> int:
    """Return what a hand is worth to a side with this total, when all these bids are made, or all lost."""
    return hand + sum(line.points for line in scoring.settled(0, [(bid, made) for bid in bids], hand, total, rules))


def stakes(facts: Facts, state: MatchState) -> Iterator[Stake]:
    """Show what a usual hand would be worth to each side that has bid; near where the total is at stake."""
    for side, total in enumerate(state.totals):
        if bids := [bid.bid for bid in facts.bids if bid.side == side]:
            made, lost = (worth(bids, USUAL_HAND, total, state.rules, made=made) for made in (True, False))
            text = f"{' + '.join(bids)}: {signed(made)} / {signed(lost)} with {USUAL_HAND} points"
            yield Stake(side, text, near="bling" in bids)


class Bids(Question, tag="bids", frozen=True, kw_only=True):
    """Who may bid what, with these `totals` by side, and what would each bid make of a hand of so many points?"""

    title: ClassVar[str] = "Who may bid what, and what is it worth?"
    fields: ClassVar[dict[str, Field]] = {
        "totals": Field(label="{player}: the total", keys=question_fields.numbers(-12, 24), each=question_fields.sides),
        "hand": Field(label="What are their tricks worth?", keys=question_fields.numbers(-6, 18), optional=True),
    }
    totals: tuple[Total, Total]
    hand: Points = USUAL_HAND

    def ruling(self, rules: HouseRules) -> Ruling:
        answer = [self._bids(total, rules) for total in self.totals]
        each = [
            f"seat {side} and seat {side + 2} have {minus(total)}: {self._in_words(total, rules)}"
            for side, total in enumerate(self.totals)
        ]
        may = [" or ".join(bid for bid in BIDS if said[bid]) for said in answer]
        short = "; ".join(f"seat {side} and seat {side + 2}: {bids}" for side, bids in enumerate(may))
        stacked = "; by your house rule several bids are applied one after the other" if rules.stack else ""
        why = f"made / lost with a hand of {minus(self.hand)}: {'; '.join(each)}{stacked}"
        return Ruling(answer, why, "bidding", short)

    def _bids(self, total: int, rules: HouseRules) -> dict[str, Any]:
        """Return what each bid is worth made and lost; None for one this total does not allow.

        Where a pair may say several, also what each is beside a null.
        """
        alone = {bid: None if barred(bid, total) else self._worth([bid], total, rules) for bid in BIDS}
        beside = [bid for bid in BIDS if alone[bid]] if rules.stack else []
        return alone | {f"null + {bid}": self._worth(["null", bid], total, rules) for bid in beside}

    def _worth(self, bids: Sequence[str], total: int, rules: HouseRules) -> dict[str, int]:
        outcomes = {"made": True, "lost": False}
        return {name: worth(bids, self.hand, total, rules, made=made) for name, made in outcomes.items()}

    def _in_words(self, total: int, rules: HouseRules) -> str:
        open_bids = {bid: said for bid, said in self._bids(total, rules).items() if said}
        closed = [why for bid in BIDS if (why := barred(bid, total))]
        said = [f"{bid} {signed(points['made'])} / {signed(points['lost'])}" for bid, points in open_bids.items()]
        return ", but ".join([", ".join(said), ", and ".join(closed)])
