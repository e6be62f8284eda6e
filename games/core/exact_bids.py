"""Games in which a bid has to be met exactly: hand sizes, cards that change tricks and bids, the referee."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Self, cast

from msgspec import UNSET, Meta, UnsetType, structs

from games.core import bids_and_tricks, keypad
from games.core.bids_and_tricks import (
    CANADIAN,
    FROM_FOUR,
    BidForm,
    FurtherColumn,
    barred_bid,
    bids_at_once,
    hook_in_force,
)
from games.core.deal import Deal
from games.core.definition import MatchState
from games.core.errors import Impossible
from games.core.house_rules import HouseRules
from games.core.keypad import EntryRow, EntrySection, FixedSum, Key, Shortcut, numbers
from games.core.prompts import MAX_ROUND_KEYS, Prompt, QuestionContext, yes_or_no
from games.core.referee import Question, Ruling
from games.core.round_form import PickOne
from games.core.schema import Count
from games.core.seats import BySeat
from games.core.statistics import BidHighlight
from games.core.text import minus, plural, signed

MAX_HAND_CARDS = 52
# Maximum bonus points of a player in a hand, if the table adds them up itself.
MAX_BONUS_POINTS = 200
BONUS_STEP_POINTS = 10
BONUS_COLUMN = FurtherColumn("bonus", "bonus points", keypad.numbers(0, MAX_BONUS_POINTS)[::BONUS_STEP_POINTS])
NOBODY = Key("", "none")

# A bid of zero is a highlight from this many cards on, one of most of the tricks from this many tricks on: rare enough
# to be felt, about one or two in a made-up match of three to five players, whatever the game and its house rules.
ZERO_HIGHLIGHT_CARDS, HIGHLIGHT_TRICKS = 9, 4
BID_HIGHLIGHTS = (
    BidHighlight(
        "Zero with many cards", lambda bid: bid.level == 0 and bid.hand >= ZERO_HIGHLIGHT_CARDS,
        " made a bid of zero with {hand} cards",
    ),
    BidHighlight(
        "Most of the tricks", lambda bid: (bid.level or 0) >= max(HIGHLIGHT_TRICKS, bid.hand // 2 + 1),
        " made a bid of {level} with {hand} cards",
    ),
)  # fmt: skip


def hand_sizes(hands: str, largest: int, same_hands: int, *, turn_twice: bool = False) -> list[int]:
    """Return the cards of each hand of a match. `same_hands`: how many there are if all have `largest` cards.

    `turn_twice`: whether the hand at which they turn is played twice.
    """
    turn = 0 if turn_twice else 1
    up = [*range(1, largest + 1)]
    down = up[::-1]
    sizes = {
        "up": up,
        "down": down,
        "up-down": up + down[turn:],
        "down-up": down + up[turn:],
        "by-two": sorted({*up[::2], largest}),
    }
    return sizes.get(hands) or [largest] * same_hands


class ExactBidFacts(bids_and_tricks.BidFacts, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    def makes(self, bid: int, took: int) -> bool:
        return took == bid


def check_bonus(bonus: Sequence[int], state: MatchState) -> None:
    if len(bonus) != state.players:
        raise Impossible(f"enter bonus points for each of {state.players} players, not {len(bonus)}", "bonus")
    for seat, points in enumerate(bonus):
        if not 0 <= points <= MAX_BONUS_POINTS or points % BONUS_STEP_POINTS:
            most = f"bonus points go in tens from 0 to {MAX_BONUS_POINTS}"
            raise Impossible(f"{state.names[seat]} has {minus(points)} bonus points, but {most}", f"bonus[{seat}]")


class SpecialCardFacts(ExactBidFacts, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """For packs with cards that destroy a trick or change a bid by one.

    `tricks_of_nobody`: tricks that no player takes. `bid_changes`: −1, 0 or 1 for each seat.
    """

    tricks_of_nobody: Count = 0
    bid_changes: BySeat[int] | UnsetType = UNSET

    @classmethod
    def most_tricks_of_nobody(cls, rules: HouseRules) -> int:
        """Return how many tricks the cards of this pack can destroy in a hand."""
        return 0

    @classmethod
    def bids_can_change(cls, rules: HouseRules) -> bool:
        """Return whether a card of this pack changes the bid of a player."""
        return False

    @property
    def final_bids(self) -> tuple[int, ...]:
        changes = self.bid_changes or (0,) * len(self.bids)
        return tuple(bid + change for bid, change in zip(self.bids, changes, strict=True))

    @property
    def tricks_of_no_player(self) -> int:
        return self.tricks_of_nobody

    def without_unasked(self, state: MatchState) -> Self:
        asked = super().without_unasked(state)
        return asked if self.bids_can_change(state.rules) else structs.replace(asked, bid_changes=UNSET)

    def check(self, state: MatchState) -> None:
        most = self.most_tricks_of_nobody(state.rules)
        if self.tricks_of_nobody > most:
            limit = f"at most {plural(most, 'trick')} of a {state.game.round_name} can go to nobody"
            every = "with these cards somebody takes every trick"
            raise Impossible(f"{limit}, not {self.tricks_of_nobody}" if most else every, "tricks_of_nobody")
        super().check(state)
        if self.bid_changes is not UNSET:
            self._check_changes(self.bid_changes, state)

    def _check_changes(self, changes: Sequence[int], state: MatchState) -> None:
        if not self.bids_can_change(state.rules):
            raise Impossible("with these cards no bid changes during play: leave the change out", "bid_changes")
        if len(changes) != state.players:
            message = f"say for each of {state.players} players whether the bid changed, not for {len(changes)}"
            raise Impossible(message, "bid_changes")
        changed = [seat for seat, change in enumerate(changes) if change]
        for seat in changed:
            if abs(changes[seat]) != 1:
                raise Impossible(f"the bid of {state.names[seat]} can change by one only", "bid_changes")
            if not 0 <= self.final_bids[seat] <= state.deal.cards[0]:
                end = "below zero" if changes[seat] < 0 else f"above {plural(state.deal.cards[0], 'trick')}"
                message = f"{state.names[seat]} bid {self.bids[seat]}, and no bid goes {end}"
                raise Impossible(message, "bid_changes")
        if len(changed) > 1:
            message = f"only one bid can change, not those of {plural(len(changed), 'player')}"
            raise Impossible(message, "bid_changes")

    def notes(self, deal: Deal, state: MatchState) -> Sequence[str]:
        changes = self.bid_changes or (0,) * len(self.bids)
        tricks = self.tricks or ("–",) * len(self.bids)
        return [
            f"{bid}{signed(change) if change else ''}/{took}"
            for bid, change, took in zip(self.bids, changes, tricks, strict=True)
        ]


class SpecialCardForm(BidForm):
    """The form of SpecialCardFacts. Tricks of nobody are asked last, and follow from those of the players."""

    # The card that changes a bid.
    change_card = ""

    @property
    def special_facts(self) -> type[SpecialCardFacts]:
        return cast("type[SpecialCardFacts]", self.state.game.facts)

    def ask(self) -> None:
        super().ask()
        most_of_nobody = min(self.special_facts.most_tricks_of_nobody(self.state.rules), self.cards)
        if most_of_nobody:
            keys = numbers(0, most_of_nobody)
            self.fields["tricks_of_nobody"] = PickOne("Tricks that nobody took", keys, short="nobody")
            self.sums["tricks"] = FixedSum((*self.sums["tricks"].questions, "tricks_of_nobody"), self.cards, "trick")
        if self.special_facts.bids_can_change(self.state.rules):
            seats = keypad.sides(self.state.names, self.state.seat_marks)
            changes = [
                seats[seat]._replace(value=f"{seat}:{change}", label=f"{seats[seat].label} {signed(change)}")
                for seat in self.order
                for change in (-1, 1)
            ]
            self.fields["bid_changes"] = PickOne(
                f"{self.change_card}: whose bid changes?", [*changes, NOBODY], short=self.change_card,
                required=False, only_when_tapped=True,
            )  # fmt: skip
        asked = tuple(name for name in ("trump", "tricks_of_nobody", "bid_changes") if name in self.fields)
        if len(asked) > 1:
            self.sections = [self.sections[0], EntrySection([EntryRow("Play", asked)], grid=True)]

    def bid_changes(self, given: Mapping[str, str]) -> list[int]:
        changes = [0] * self.state.players
        if "bid_changes" in given:
            seat, change = map(int, given["bid_changes"].split(":"))
            changes[seat] = change
        return changes

    def read_facts(self, answers: dict[str, str]) -> dict[str, Any]:
        changes = {"bid_changes": self.bid_changes(answers)} if "bid_changes" in answers else {}
        nobody = {"tricks_of_nobody": int(answers["tricks_of_nobody"])} if "tricks_of_nobody" in answers else {}
        return super().read_facts(answers) | changes | nobody

    @classmethod
    def answers_of(cls, facts: SpecialCardFacts, state: MatchState) -> dict[str, str]:
        answers = super().answers_of(structs.replace(facts, bid_changes=UNSET), state)
        for seat, change in enumerate(facts.bid_changes or ()):
            answers |= {"bid_changes": f"{seat}:{change}"} if change else {}
        is_asked = facts.most_tricks_of_nobody(state.rules) and (facts.is_complete or facts.tricks_of_nobody)
        return answers | {"tricks_of_nobody": str(facts.tricks_of_nobody)} if is_asked else answers

    def shortcuts(self, given: dict[str, str]) -> list[Shortcut]:
        """Offer that all players whose tricks are open made their bids, if the tricks that are left allow it."""
        seats = range(self.state.players)
        if not all(f"bids-{seat}" in given for seat in seats):
            return []
        bids = [self.bid(given[f"bids-{seat}"]) + change for seat, change in enumerate(self.bid_changes(given))]
        entered = {name: answer for name, answer in given.items() if name not in self.derived}
        still_open = [seat for seat in seats if f"tricks-{seat}" not in entered]
        left = (self.sums["tricks"].rest(entered) or 0) - sum(bids[seat] for seat in still_open)
        no_players = [name for name in self.sums["tricks"].questions if not name.startswith("tricks-")]
        most = sum(int(self.fields[name].keys[-1].value) for name in no_players if name not in entered)
        if not still_open or min(bids) < 0 or not 0 <= left <= most:
            return []
        made = {f"tricks-{seat}": str(bids[seat]) for seat in still_open}
        if len(still_open) == len(seats):
            return [Shortcut("made", "Everybody made it", made)]
        return [Shortcut("rest-made", "The rest made it", made, rest=True)]


# --- What the referee is asked.


def _hand_numbers(context: QuestionContext) -> Sequence[Key]:
    """Return keys up to the largest hand of a match; of a match without end, of its first hands."""
    game, rules, players = context.game, context.rules, context.game.seats[0]
    length = game.length(players, rules) or MAX_ROUND_KEYS
    return numbers(1, max(game.deal_of(players, number, 0, rules).cards[0] for number in range(1, 1 + length)))


def _trick_numbers(context: QuestionContext) -> Sequence[Key]:
    return (*numbers(0, 0), *_hand_numbers(context))


def _where_the_lead_counts(context: QuestionContext) -> Sequence[Key]:
    return yes_or_no(context) if hook_in_force(context.rules) == CANADIAN else ()


DEALT_PHRASES = "{} card|cards|tricks dealt? each?, {} dealt, in? hand of {}"
OTHERS_PHRASES = (
    "{} bid so? far?, {} bid already, {} bids so far, others have? bid|say|said {} together?, bids are {}, "
    "{} of {dealt} bid?, others bid|say {} of {dealt}"
)
Dealt = Annotated[
    int, Meta(ge=1, le=MAX_HAND_CARDS), Prompt("Cards dealt to each", _hand_numbers, phrases=DEALT_PHRASES)
]


class DealerBid(Question, tag="dealer-bid", frozen=True, kw_only=True):
    """May the dealer bid that? `others`: what all the others bid together."""

    title: ClassVar[str] = "May the dealer bid this?"
    asked: ClassVar[str] = (
        "may|can dealer bid|say|call|take {bid}, may|can i as dealer bid|say|call {bid}, "
        "may|can i bid|say|call {bid} as a? dealer, i am|m? dealer|deal may|can i bid|say|call {bid}, "
        "is dealer allowed to bid|say {bid}, dealer wants|bids|says to? bid? {bid}, is? that|it? allowed|ok"
    )
    named: ClassVar[Sequence[str]] = ("others", "bid")
    dealt: Dealt
    others: Annotated[Count, Prompt("The others’ bids together", _trick_numbers, phrases=OTHERS_PHRASES)]
    bid: Annotated[Count, Prompt("The dealer’s bid", _trick_numbers)]
    leads: Annotated[bool, Prompt("Is the dealer alone in the lead?", _where_the_lead_counts, optional=True)] = False

    def ruling(self, rules: HouseRules) -> Ruling:
        if self.bid > self.dealt:
            raise Impossible(f"{self.bid} of {plural(self.dealt, 'trick')} is {self.bid - self.dealt} too many", "bid")
        hook, bids = hook_in_force(rules), self.others + self.bid
        compared = f"the bids add up to {bids} for {plural(self.dealt, 'trick')}"
        if bids_at_once(rules):
            return Ruling(True, "all bid at once, so no bid depends on the others", "bidding")
        if barred_bid(hook, self.dealt, self.others, leads=self.leads) == self.bid:
            who = "a dealer alone in the lead" if hook == CANADIAN else "the dealer"
            return Ruling(False, f"{compared}: somebody has to miss, so {who} bids something else", "bidding")
        return Ruling(True, f"{compared}{self._why_allowed(hook) if bids == self.dealt else ''}", "bidding")

    def _why_allowed(self, hook: bool | str) -> str:
        if hook == FROM_FOUR:
            return ", and with fewer than four cards they may"
        if hook == CANADIAN:
            zero = "a bid of zero is always allowed"
            return f", and {zero if not self.bid else 'only a dealer alone in the lead has to prevent that'}"
        return ", and any bids are allowed"
