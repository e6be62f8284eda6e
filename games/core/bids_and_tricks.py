"""Bids in order around the table, then the tricks each took: the facts, the form, the statistics and made-up hands.

A game where every seat bids a number builds on these; what a bid is worth, whether tricks over make it, who leads and
what can be trump, it says itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import sqrt
from random import Random
from typing import Any, cast

from msgspec import UNSET, UnsetType

from games.core import facts, keypad, round_form
from games.core.cards import SYMBOLS, FrenchSuit
from games.core.deal import Deal, around
from games.core.definition import MatchState
from games.core.errors import Impossible
from games.core.facts import BidMade, Doubt, TricksTaken
from games.core.house_rules import NamedChoice
from games.core.keypad import EntryRow, EntrySection, FixedSum, Key, Shortcut
from games.core.round_form import PickOne
from games.core.simulation import happens, strengths, temper
from games.core.statistics import Statistic
from games.core.text import minus, plural

NO_TRUMPS = "none"


class BidFacts(facts.RoundFacts, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Bids and tricks by seat; `tricks` are missing while the hand is played; `trump` null for no trumps."""

    bids: tuple[int, ...]
    tricks: tuple[int, ...] | UnsetType = UNSET
    trump: FrenchSuit | UnsetType | None = UNSET

    @property
    def is_complete(self) -> bool:
        return self.tricks is not UNSET

    @classmethod
    def no_such_trump(cls, trump: str | None, state: MatchState) -> str:
        """Say why this trump, or no trumps, cannot be; "" where it can."""
        if trump and not state.deal.left:
            return "all cards are dealt, so none is left to turn up: this hand is played without trumps"
        return ""

    @classmethod
    def leader(cls, bids: Sequence[int], dealer: int) -> int | None:
        """Return the seat whose bid gives it the first lead; None where the dealer's left leads, whatever was bid."""
        return None

    def check(self, state: MatchState) -> None:
        if self.trump is not UNSET and (why_not := self.no_such_trump(self.trump, state)):
            raise Impossible(why_not, "trump")
        cards = state.deal.cards[0]
        check_each("bids", "bid", self.bids, cards, state)
        if self.tricks is not UNSET:
            check_each("tricks", "took", self.tricks, cards, state)
            check_sum(self.tricks, cards)

    def heading(self, deal: Deal, state: MatchState) -> str:
        return SYMBOLS[self.trump] if self.trump else ""

    def notes(self, deal: Deal, state: MatchState) -> Sequence[str]:
        return [f"{bid}/{self.tricks[seat] if self.tricks else '–'}" for seat, bid in enumerate(self.bids)]

    def makes(self, bid: int, took: int) -> bool:
        """Say whether a bid is made: with that many tricks or more."""
        return took >= bid

    def bids_made(self, deal: Deal, state: MatchState) -> Iterator[BidMade]:
        for seat, bid in enumerate(self.bids):
            made = None if self.tricks is UNSET else self.makes(bid, self.tricks[seat])
            yield BidMade(seat, bid, made=made)

    def tricks_taken(self) -> Iterator[TricksTaken]:
        for seat, tricks in enumerate(self.tricks or ()):
            yield TricksTaken(seat, tricks)


def check_each(field: str, verb: str, numbers: Sequence[int], cards: int, state: MatchState) -> None:
    """Refuse numbers that are not one for each player, or not from 0 to the cards dealt."""
    if len(numbers) != len(state.names):
        told = f"enter one number for each of {len(state.names)} players, not {len(numbers)}"
        raise Impossible(f"{told} (“{field}”)", field)
    for seat, number in enumerate(numbers):
        if not 0 <= number <= cards:
            dealt = plural(cards, "card was", "cards were")
            why = "that is less than nothing" if number < 0 else f"only {dealt} dealt"
            raise Impossible(f"{state.names[seat]} {verb} {minus(number)}, but {why}", f"{field}[{seat}]")


def check_sum(tricks: Sequence[int], cards: int) -> None:
    taken = sum(tricks)
    if taken != cards:
        way = f"{taken - cards} too many" if taken > cards else f"{cards - taken} missing"
        dealt = plural(cards, "card was", "cards were")
        raise Impossible(f"tricks add up to {taken}, but {dealt} dealt: {way}, count the piles again", "tricks")


def why_hooked(bids: Sequence[int], state: MatchState) -> str:
    """Say that by the hook these bids of a whole table cannot stand; "" where they can."""
    deal = state.deal
    if not state.rules.hook or sum(bids) != deal.cards[0]:
        return ""
    return (
        f"the bids add up to {deal.cards[0]}, as many as there are tricks, so "
        f"{state.names[deal.dealer]}, who deals, has to bid something else"
    )


def irregularities(facts: BidFacts, state: MatchState) -> Iterator[Doubt]:
    if hooked := why_hooked(facts.bids, state):
        yield Doubt(hooked, f"bids[{state.deal.dealer}]")


def dealer_bids_otherwise(facts: BidFacts, state: MatchState, hook: bool) -> bool:
    """Without the hook the dealer may have bid the number barred; with it, bids that come out even are barred."""
    return not hook or sum(facts.bids) == state.deal.cards[0]


# The house rule that the dealer may not make the bids add up to the cards; each game on this file has it.
hook = partial(
    NamedChoice, name="hook", rule="bidding", title="The hook", could_differ=dealer_bids_otherwise,
    labels={False: "any bids", True: "the dealer may not make the bids add up to the cards"},
)  # fmt: skip


class BidForm(round_form.RoundForm):
    """Bids in bidding order, then tricks, of which the last adds up by itself; trump if somebody cares."""

    def ask(self) -> None:
        deal, names = self.state.deal, self.state.names
        self.cards = deal.cards[0]
        self.order = around(deal.first, len(names))
        keys = keypad.numbers(0, self.cards)
        for seat in self.order:
            self.fields[f"bids-{seat}"] = PickOne(f"{names[seat]} bids", keys, short="bid")
        for seat in self.order:
            self.fields[f"tricks-{seat}"] = PickOne(f"{names[seat]} took", keys, short="took", outline=f"bids-{seat}")
        self.sums["tricks"] = FixedSum(tuple(f"tricks-{seat}" for seat in self.order), self.cards)
        rows = [EntryRow(names[seat], (f"bids-{seat}", f"tricks-{seat}"), side=seat) for seat in self.order]
        self.sections = [EntrySection(rows, columns=("bid", "took"))]
        self._ask_trump()

    def _ask_trump(self) -> None:
        # Either all suits can be trump, or none.
        suits, none = keypad.suits(), [Key(NO_TRUMPS, "none", "no trumps")]
        possible = [(suits[0].value, suits), (None, none)]
        keys = [key for trump, keys in possible if not self.facts.no_such_trump(trump, self.state) for key in keys]
        if keys:
            self.fields["trump"] = PickOne("Trump", keys, required=False, passed_over=True)
            self.sections.append(EntrySection([EntryRow("Trump", ("trump",))], grid=True))

    @property
    def facts(self) -> type[BidFacts]:
        return cast("type[BidFacts]", self.state.game.facts)

    def read_facts(self, answers: dict[str, str]) -> dict[str, Any]:
        seats = range(len(self.order))
        facts: dict[str, Any] = {"bids": [int(answers[f"bids-{seat}"]) for seat in seats]}
        if all(f"tricks-{seat}" in answers for seat in seats):
            facts["tricks"] = [int(answers[f"tricks-{seat}"]) for seat in seats]
        if "trump" in answers:
            facts["trump"] = None if answers["trump"] == NO_TRUMPS else answers["trump"]
        return facts

    @classmethod
    def answers_of(cls, facts: Any, state: MatchState) -> dict[str, str]:
        answers = {f"bids-{seat}": str(bid) for seat, bid in enumerate(facts.bids)}
        answers |= {f"tricks-{seat}": str(tricks) for seat, tricks in enumerate(facts.tricks or ())}
        return answers if facts.trump is UNSET else answers | {"trump": facts.trump or NO_TRUMPS}

    def sentence(self, given: dict[str, str]) -> str:
        bids = [int(given[f"bids-{seat}"]) for seat in self.order if f"bids-{seat}" in given]
        tricks = [int(given[f"tricks-{seat}"]) for seat in self.order if f"tricks-{seat}" in given]
        if tricks and len(tricks) < len(self.order):
            over = sum(tricks) - self.cards
            too_many = f": {over} too many" if over > 0 else ""
            return f"{sum(tricks)} of {plural(self.cards, 'trick')} accounted for{too_many}"
        return self._balance(bids) if bids else ""

    def turn(self, given: dict[str, str]) -> str:
        bids = [int(given[name]) for seat in range(len(self.order)) if (name := f"bids-{seat}") in given]
        if len(bids) < len(self.order):
            return f"{self.state.names[self.order[0]]} bids first"
        leader = self.facts.leader(bids, self.state.deal.dealer)
        if leader is None:
            return f"{self.state.names[self.order[0]]} leads"
        return f"{self.state.names[leader]} leads (bid {bids[leader]})"

    def _balance(self, bids: list[int]) -> str:
        """Compare the bids with the tricks there are; where the house has the hook, with what the dealer may bid."""
        tricks = "1 trick" if self.cards == 1 else f"{self.cards} tricks"
        over, to_come = sum(bids) - self.cards, len(self.order) - len(bids)
        if to_come:
            hook = self.state.rules.hook and to_come == 1 and over <= 0
            barred = f": {self.state.names[self.state.deal.dealer]}, who deals, may not bid {-over}" if hook else ""
            return f"bids {sum(bids)} so far for {tricks}{barred}"
        balance = "just right" if not over else f"{over} over" if over > 0 else f"{-over} under"
        barred = why_hooked(bids, self.state)
        return barred if barred not in ("", self.insisted_on) else f"bids {sum(bids)} for {tricks}: {balance}"

    def known(self, given: dict[str, str]) -> dict[str, Any]:
        known: dict[str, Any] = {"dealt": self.cards}
        if "trump" in given:
            known["trump"] = None if given["trump"] == NO_TRUMPS else given["trump"]
        bids = [given.get(f"bids-{seat}", "") for seat in range(self.state.players)]
        return known | ({"bids": list(map(int, bids))} if all(bids) else {})

    def shortcuts(self, given: dict[str, str]) -> list[Shortcut]:
        bids = {seat: given.get(f"bids-{seat}") for seat in self.order}
        if None in bids.values() or sum(map(int, filter(None, bids.values()))) != self.cards or self.state.rules.hook:
            return []
        made = {f"tricks-{seat}": bid for seat, bid in bids.items() if bid is not None}
        return [Shortcut("made", "Everybody made it", made)]


# --- How bids come out, by the size of the hand.

by_hand = partial(Statistic, source="bids", by="hand", heading="cards", group="Bids by hand size")

EXACT = by_hand(
    key="bids-exact", title="Exact", value="exact", shown="rate",
    definition="Bids for which exactly that many tricks were taken.",
)  # fmt: skip
FEWER = partial(
    by_hand, key="bids-missed", value="less", shown="rate", definition="Bids for which fewer tricks were taken."
)
BIAS = by_hand(
    key="bid-bias", title="Off by", value="over", shown="signed",
    definition="Tricks taken minus tricks bid, on average: below zero for high bids, above for low ones.",
)  # fmt: skip


# --- A plausible hand, made up.


def simulate(rng: Random, state: MatchState) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Make up the bids and the tricks of a hand."""
    cards, strong = state.deal.cards[0], strengths(rng, state)
    worth = [cards * mine / sum(strong) for mine in strong]
    bids = [_bid(rng, fair, name, cards) for fair, name in zip(worth, state.names, strict=True)]
    if state.rules.hook and sum(bids) == cards:
        bids[state.deal.dealer] += _step_off_the_hook(rng, bids[state.deal.dealer], cards)
    return tuple(bids), tuple(_tricks_taken(rng, bids, strong, state))


def _bid(rng: Random, fair: float, name: str, cards: int) -> int:
    hoped = fair + temper(name).bold * 0.9 * sqrt(fair) + rng.gauss(0, 0.35)
    return max(0, min(cards, round(hoped)))


def _step_off_the_hook(rng: Random, bid: int, cards: int) -> int:
    return 1 if bid == 0 or (bid < cards and happens(rng, 0.5)) else -1


def _tricks_taken(rng: Random, bids: Sequence[int], strong: Sequence[float], state: MatchState) -> list[int]:
    seats = range(state.players)
    ducks = [0.75 - 0.5 * temper(name).skill for name in state.names]
    taken = [0] * state.players
    for _ in range(state.deal.cards[0]):
        wanting = [strong[seat] * (1.5 if taken[seat] < bids[seat] else ducks[seat]) for seat in seats]
        taken[rng.choices(seats, wanting)[0]] += 1
    return taken
