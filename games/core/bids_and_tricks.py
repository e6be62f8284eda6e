"""Facts and form of games in which each player bids a number of tricks: bids, tricks, trump, and the hook.

A game adds what a bid scores, which bids are made, who leads and what can be trump. Made-up hands are in simulation.py.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Self, cast

from msgspec import UNSET, UnsetType, structs

from games.core import facts, keypad, round_form
from games.core.cards import SYMBOLS, FrenchSuit
from games.core.deal import Deal, around
from games.core.definition import MatchState
from games.core.errors import Impossible
from games.core.facts import BidMade, Doubt, TricksTaken
from games.core.house_rules import NamedChoice
from games.core.keypad import EntryRow, EntrySection, FixedSum, Key, Shortcut
from games.core.round_form import PickOne
from games.core.text import minus, plural

NO_TRUMPS = "none"

ZERO_BID = re.compile(r"\b(?:(?:0|null|nil|nothing) bid|bid (?:of )?(?:0|null|nil|nothing)|nil|null)\b")
BID = re.compile(r"\bbid (?:of )?(\d+)\b|\b(\d+) bid\b")
MADE, NOT_MADE = re.compile(r"\b(?:made|make|exact|exactly)\b(?! \d)"), re.compile(r"\b(?:not|missed|failed|lost)\b")
TOOK = re.compile(r"\b(?:took|got|made|won|take|get) (?:only |just )?(\d+|none|nothing)\b")
SHORT = re.compile(r"\b(?:short by|short|missed by|missed it by|under by) (\d+)\b|\b(\d+) (?:short|under|too few)\b")
OVER = re.compile(r"\b(?:over by|more by) (\d+)\b|\b(\d+) (?:over|too many)\b")


def read_bid(text: str) -> dict[str, int]:
    """Return bid and tricks of what players say: “bid 4 took 6”, “0 bid made”, “bid 4 2 short”, “bid 3 1 over”."""
    bids = {int(behind or before) for behind, before in BID.findall(text)}
    if ZERO_BID.search(text):
        bids.add(0)
    # With two bids nobody can tell whose tricks are meant.
    if len(bids) != 1:
        return {}
    bid = bids.pop()
    if took := TOOK.search(text):
        return {"bid": bid, "took": int(took[1]) if took[1].isdecimal() else 0}
    if by := SHORT.search(text):
        tricks = bid - int(by[1] or by[2])
        return {"bid": bid, "took": tricks} if tricks >= 0 else {}
    if by := OVER.search(text):
        return {"bid": bid, "took": bid + int(by[1] or by[2])}
    return {"bid": bid, "took": bid} if MADE.search(text) and not NOT_MADE.search(text) else {}


class BidFacts(facts.RoundFacts, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Bids and tricks by seat. `tricks`: missing while the hand is played. `trump`: null for no trumps."""

    bids: tuple[int, ...]
    tricks: tuple[int, ...] | UnsetType = UNSET
    trump: FrenchSuit | UnsetType | None = UNSET

    @property
    def is_complete(self) -> bool:
        return self.tricks is not UNSET

    @classmethod
    def no_such_trump(cls, trump: str | None, state: MatchState) -> str:
        """Return why this trump is impossible (None: no trumps), or ""."""
        if trump and not state.deal.left:
            return "all cards are dealt, so none is left to turn up: this hand is played without trumps"
        return ""

    @classmethod
    def leader(cls, bids: Sequence[int], dealer: int) -> int | None:
        """Return the seat that leads because of its bid; None if the dealer's left leads."""
        return None

    def without_unasked(self, state: MatchState) -> Self:
        """Leave out a trump that cannot be: it scores nothing."""
        asked = self.trump is UNSET or not self.no_such_trump(self.trump, state)
        return self if asked else structs.replace(self, trump=UNSET)

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
        """Return whether a bid is made."""
        return took >= bid

    def bids_made(self, deal: Deal, state: MatchState) -> Iterator[BidMade]:
        for seat, bid in enumerate(self.bids):
            made = None if self.tricks is UNSET else self.makes(bid, self.tricks[seat])
            yield BidMade(seat, bid, made=made)

    def tricks_taken(self) -> Iterator[TricksTaken]:
        for seat, tricks in enumerate(self.tricks or ()):
            yield TricksTaken(seat, tricks)


def check_each(field: str, verb: str, numbers: Sequence[int], cards: int, state: MatchState) -> None:
    """Raise Impossible unless there is a number from 0 to the cards dealt for each player."""
    if len(numbers) != len(state.names):
        message = f"enter one number for each of {len(state.names)} players, not {len(numbers)}"
        raise Impossible(f"{message} (“{field}”)", field)
    for seat, number in enumerate(numbers):
        if not 0 <= number <= cards:
            dealt = plural(cards, "card was", "cards were")
            why = "that is less than nothing" if number < 0 else f"only {dealt} dealt"
            raise Impossible(f"{state.names[seat]} {verb} {minus(number)}, but {why}", f"{field}[{seat}]")


def check_sum(tricks: Sequence[int], cards: int) -> None:
    taken = sum(tricks)
    if taken != cards:
        difference = f"{taken - cards} too many" if taken > cards else f"{cards - taken} missing"
        dealt = plural(cards, "card was", "cards were")
        raise Impossible(f"tricks add up to {taken}, but {dealt} dealt: {difference}, count the piles again", "tricks")


def has_hook(state: MatchState) -> bool:
    """Return whether the table plays with the hook: the dealer may not make the bids add up to the cards."""
    return bool(state.rules.in_force.get("hook"))


def hook_violation(bids: Sequence[int], state: MatchState) -> str:
    """Return why the hook forbids these bids of all players, or ""."""
    deal = state.deal
    if not has_hook(state) or sum(bids) != deal.cards[0]:
        return ""
    return (
        f"the bids add up to {deal.cards[0]}, as many as there are tricks, so "
        f"{state.names[deal.dealer]}, who deals, has to bid something else"
    )


def irregularities(facts: BidFacts, state: MatchState) -> Iterator[Doubt]:
    if violation := hook_violation(facts.bids, state):
        yield Doubt(violation, f"bids[{state.deal.dealer}]")


def hook_could_differ(facts: BidFacts, state: MatchState, hook: bool) -> bool:
    """Return whether the dealer could have bid another number with the other value of the hook."""
    dealer, cards = state.deal.dealer, state.deal.cards[0]
    barred = cards - sum(bid for seat, bid in enumerate(facts.bids) if seat != dealer)
    return facts.bids[dealer] == barred if hook else barred >= 0


# The house rule for games that have it; a game gives its default and the reason.
hook = partial(
    NamedChoice, name="hook", rule="bidding", title="The hook", could_differ=hook_could_differ,
    labels={False: "any bids", True: "the dealer may not make the bids add up to the cards"},
)  # fmt: skip


class BidForm(round_form.RoundForm):
    """Bids in bidding order, then tricks, of which the last follows from the others; trump is optional."""

    def further_columns(self) -> Mapping[str, Sequence[Key]]:
        """Return the keys of further facts by seat, by name; a number that is not entered is 0."""
        return {}

    def ask(self) -> None:
        deal, names = self.state.deal, self.state.names
        self.cards = deal.cards[0]
        self.order = around(deal.first, len(names))
        keys = keypad.numbers(0, self.cards)
        for seat in self.order:
            self.fields[f"bids-{seat}"] = PickOne(f"{names[seat]} bids", keys, short="bid")
        for seat in self.order:
            self.fields[f"tricks-{seat}"] = PickOne(
                f"{names[seat]} took", keys, short="took", outlined_by=f"bids-{seat}"
            )
        self.sums["tricks"] = FixedSum(tuple(f"tricks-{seat}" for seat in self.order), self.cards, "trick")
        further = self.further_columns()
        for name, more_keys in further.items():
            for seat in self.order:
                label = f"{names[seat]}: {name} points"
                self.fields[f"{name}-{seat}"] = PickOne(
                    label, more_keys, short=name, required=False, only_when_tapped=True
                )
        asked = ("bids", "tricks", *further)
        sides = {seat: side for side, seats in enumerate(self.state.teams) for seat in seats}
        rows = [
            EntryRow(names[seat], tuple(f"{name}-{seat}" for name in asked), side=sides[seat], seat=seat)
            for seat in self.order
        ]
        self.sections = [EntrySection(rows, columns=("bid", "took", *further))]
        self._ask_trump()

    def bid(self, answer: str) -> int:
        """Return the number of tricks of an answer."""
        return int(answer)

    def _ask_trump(self) -> None:
        # Either all suits are possible as trump, or none.
        suits, none = keypad.suits(), [Key(NO_TRUMPS, "none", "no trumps")]
        possible = [(suits[0].value, suits), (None, none)]
        keys = [key for trump, keys in possible if not self.facts.no_such_trump(trump, self.state) for key in keys]
        if keys:
            self.fields["trump"] = PickOne("Trump", keys, required=False, only_when_tapped=True)
            self.sections.append(EntrySection([EntryRow("Trump", ("trump",))], grid=True))

    @property
    def facts(self) -> type[BidFacts]:
        return cast("type[BidFacts]", self.state.game.facts)

    def read_facts(self, answers: dict[str, str]) -> dict[str, Any]:
        seats = range(len(self.order))
        facts: dict[str, Any] = {"bids": [self.bid(answers[f"bids-{seat}"]) for seat in seats]}
        if all(f"tricks-{seat}" in answers for seat in seats):
            facts["tricks"] = [int(answers[f"tricks-{seat}"]) for seat in seats]
        for name in self.further_columns():
            if any(f"{name}-{seat}" in answers for seat in seats):
                facts[name] = [int(answers.get(f"{name}-{seat}", 0)) for seat in seats]
        if "trump" in answers:
            facts["trump"] = None if answers["trump"] == NO_TRUMPS else answers["trump"]
        return facts

    @classmethod
    def answers_of(cls, facts: Any, state: MatchState) -> dict[str, str]:
        by_seat = {name: value for name, value in structs.asdict(facts).items() if isinstance(value, tuple)}
        answers = {
            f"{name}-{seat}": str(number) for name, numbers in by_seat.items() for seat, number in enumerate(numbers)
        }
        return answers if facts.trump is UNSET else answers | {"trump": facts.trump or NO_TRUMPS}

    def barred(self) -> dict[str, dict[str, str]]:
        """Bar the dealer's bid that the hook forbids, too."""
        given, (*others, dealer) = self.answers, (f"bids-{seat}" for seat in self.order)
        # An invalid bid is shown again as it was sent.
        if not has_hook(self.state) or not all(given.get(name) and name not in self.errors for name in others):
            return super().barred()
        even = self.cards - sum(self.bid(given[name]) for name in others)
        hooked = {key.value: "hook" for key in self.fields[dealer].keys if self.bid(key.value) == even}
        return super().barred() | {dealer: hooked}

    def sentence(self, given: dict[str, str]) -> str:
        bids = [self.bid(given[f"bids-{seat}"]) for seat in self.order if f"bids-{seat}" in given]
        tricks = [int(given[f"tricks-{seat}"]) for seat in self.order if f"tricks-{seat}" in given]
        if tricks and len(tricks) < len(self.order):
            over = sum(tricks) - self.cards
            too_many = f": {over} too many" if over > 0 else ""
            return f"{sum(tricks)} of {plural(self.cards, 'trick')} accounted for{too_many}"
        return self._balance(bids) if bids else ""

    def turn(self, given: dict[str, str]) -> str:
        bids = [self.bid(given[name]) for seat in range(len(self.order)) if (name := f"bids-{seat}") in given]
        if len(bids) < len(self.order):
            return f"{self.state.names[self.order[0]]} bids first"
        leader = self.facts.leader(bids, self.state.deal.dealer)
        if leader is None:
            return f"{self.state.names[self.order[0]]} leads"
        return f"{self.state.names[leader]} leads (bid {bids[leader]})"

    def _balance(self, bids: list[int]) -> str:
        """Compare the bids with the tricks; with the hook, name the bid that the dealer may not make."""
        tricks = plural(self.cards, "trick")
        over, to_come = sum(bids) - self.cards, len(self.order) - len(bids)
        if to_come:
            hook = has_hook(self.state) and to_come == 1 and over <= 0
            barred = f": {self.state.names[self.state.deal.dealer]}, who deals, may not bid {-over}" if hook else ""
            return f"bids {sum(bids)} so far for {tricks}{barred}"
        balance = f"{over} over" if over > 0 else f"{-over} under"
        violation = hook_violation(bids, self.state)
        if violation not in ("", self.confirmed_doubt):
            return violation
        return f"bids {sum(bids)} for {tricks}: {balance}" if over else f"bids make {sum(bids)}, all the tricks"

    def referee_facts(self, given: dict[str, str]) -> dict[str, Any]:
        facts: dict[str, Any] = {"dealt": self.cards}
        if "trump" in given:
            facts["trump"] = None if given["trump"] == NO_TRUMPS else given["trump"]
        bids = [given.get(f"bids-{seat}", "") for seat in range(self.state.players)]
        return facts | ({"bids": list(map(self.bid, bids))} if all(bids) else {})

    def shortcuts(self, given: dict[str, str]) -> list[Shortcut]:
        bids = {seat: self.bid(given[name]) for seat in self.order if (name := f"bids-{seat}") in given}
        if len(bids) < len(self.order) or sum(bids.values()) != self.cards or has_hook(self.state):
            return []
        made = {f"tricks-{seat}": str(bid) for seat, bid in bids.items()}
        return [Shortcut("made", "Everybody made it", made)]
