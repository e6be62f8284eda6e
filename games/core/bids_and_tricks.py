"""Facts and form of games in which each player bids a number of tricks: bids, tricks, trump, and the hook.

A game adds the points of a bid, and may change which bids are made, who leads and which suits can be trump. For bids
that have to be met exactly see exact_bids.py too. Made-up hands are in simulation.py.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, Self, cast

from msgspec import UNSET, UnsetType, structs

from games.core import facts, keypad, round_form
from games.core.cards import SYMBOLS, FrenchSuit
from games.core.deal import Deal, around
from games.core.definition import MatchState
from games.core.errors import Impossible
from games.core.facts import BidMade, Doubt, TricksTaken
from games.core.house_rules import HouseRules, NamedChoice, every_round
from games.core.keypad import EntryRow, EntrySection, FixedSum, Key, Shortcut
from games.core.round_form import PickOne, WordsRead, cut
from games.core.seats import BySeat
from games.core.text import minus, plural

NO_TRUMPS = "none"
# Values of the house rule `bidding`: each bid is heard before the next; all are shown together, before or after play.
IN_TURN, AT_ONCE, AFTER_PLAY = "in-turn", "at-once", "after-play"
# Values of the house rule `hook` besides True and False.
FROM_FOUR, CANADIAN = "from-four", "canadian"
FROM_FOUR_CARDS = 4

ZERO_BID = re.compile(r"\b(?:(?:0|null|nil|nothing) bid|bid (?:of )?(?:null|nil|nothing)|nil|null)\b")
BID = re.compile(r"\bbid (?:of )?(\d+)\b|\b(\d+) bid\b")
SHORT = re.compile(
    r"\b(?:short by|short|missed by|missed it by|under by) (\d+)\b|\b(?:got )?(\d+) (?:short|under|too few)\b"
)
OVER = re.compile(r"\b(?:over by|more by) (\d+)\b|\b(?:got |with )?(\d+) (?:over|too many)\b")
TOOK = re.compile(
    r"\b(?:took|got|made|won|take|get) (?:only |just |exactly )?(\d+|none|nothing)\b(?! (?:points?|more)\b)"
    r"|\b(\d+) (?:taken|won)\b"
)
NOT_MADE = re.compile(r"\b(?:not (?:made|make)|missed|failed|lost|(?:went |got )?set)(?: it)?\b")
MADE = re.compile(r"\b(?:made|make)(?: it)?(?: exactly)?\b|\bexact(?:ly)?\b")


class BidRead(NamedTuple):
    """A bid and its tricks in a player's words, and the rest of the words. `is_counted`: not only “made it”."""

    bid: int
    took: int
    rest: str
    is_counted: bool


def read_bids(text: str) -> tuple[list[int], str]:
    """Return the bids that a text names, and the rest of it."""
    bids, rest = cut(BID, ZERO_BID.sub("bid 0", text))
    return [*map(int, bids)], rest


def read_bid(text: str) -> BidRead | None:
    """Read “bid 4 took 6”, “0 bid made”, “bid 4 2 short”, “bid 3 1 over”; None if words are missing or contradict."""
    bids, rest = read_bids(text)
    # With two bids nobody can tell whose tricks are meant.
    if len(bids) != 1:
        return None
    (bid,) = bids
    short, rest = cut(SHORT, rest)
    over, rest = cut(OVER, rest)
    took, rest = cut(TOOK, rest)
    lost, rest = cut(NOT_MADE, rest)
    made, rest = cut(MADE, rest)
    tricks = {int(number) if number.isdecimal() else 0 for number in took}
    tricks |= {bid - int(number) for number in short} | {bid + int(number) for number in over}
    counts = tricks or ({bid} if made and not lost else set())
    if len(counts) != 1:
        return None
    (count,) = counts
    contradicts = count < 0 or (made and count < bid) or (lost and count >= bid)
    return None if contradicts else BidRead(bid, count, rest, bool(tricks))


class BidFacts(facts.RoundFacts, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Bids and tricks by seat. `tricks`: missing while the hand is played. `trump`: null for no trumps."""

    bids: BySeat[int]
    tricks: BySeat[int] | UnsetType = UNSET
    trump: FrenchSuit | UnsetType | None = UNSET

    @property
    def is_complete(self) -> bool:
        return self.tricks is not UNSET

    @classmethod
    def no_such_trump(cls, trump: str | None, state: MatchState) -> str:
        """Return why this trump is impossible (None: no trumps), or ""."""
        if trump and not state.deal.left:
            word = state.game.round_name
            return f"all cards are dealt, so none is left to turn up: this {word} is played without trumps"
        return ""

    @classmethod
    def leader(cls, bids: Sequence[int], dealer: int) -> int | None:
        """Return the seat that leads because of its bid; None if the dealer's left leads."""
        return None

    def without_unasked(self, state: MatchState) -> Self:
        """Leave out an impossible trump: it scores nothing."""
        asked = self.trump is UNSET or not self.no_such_trump(self.trump, state)
        return self if asked else structs.replace(self, trump=UNSET)

    def check(self, state: MatchState) -> None:
        if self.trump is not UNSET and (why_not := self.no_such_trump(self.trump, state)):
            raise Impossible(why_not, "trump")
        cards = state.deal.cards[0]
        check_each("bids", "bid", self.bids, cards, state)
        if self.tricks is not UNSET:
            check_each("tricks", "took", self.tricks, cards, state)
            check_sum(self.tricks, cards, self.tricks_of_no_player)

    @property
    def tricks_of_no_player(self) -> int:
        return 0

    def heading(self, deal: Deal, state: MatchState) -> str:
        return SYMBOLS[self.trump] if self.trump else ""

    def notes(self, deal: Deal, state: MatchState) -> Sequence[str]:
        return [f"{bid}/{self.tricks[seat] if self.tricks else '–'}" for seat, bid in enumerate(self.bids)]

    @property
    def final_bids(self) -> tuple[int, ...]:
        """The bids that count."""
        return self.bids

    def makes(self, bid: int, took: int) -> bool:
        """Return whether a bid is made."""
        return took >= bid

    def bids_made(self, deal: Deal, state: MatchState) -> Iterator[BidMade]:
        for seat, bid in enumerate(self.final_bids):
            made = None if self.tricks is UNSET else self.makes(bid, self.tricks[seat])
            yield BidMade(seat, bid, made=made)

    def tricks_taken(self) -> Iterator[TricksTaken]:
        for seat, tricks in enumerate(self.tricks or ()):
            yield TricksTaken(seat, tricks)
        if self.tricks_of_no_player:
            yield TricksTaken(None, self.tricks_of_no_player)


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


def check_sum(tricks: Sequence[int], cards: int, of_no_player: int = 0) -> None:
    off = sum(tricks) + of_no_player - cards
    if off:
        difference = f"{off} too many" if off > 0 else f"{-off} missing"
        others = f" and {of_no_player} went to no player" if of_no_player else ""
        counted, dealt = f"tricks add up to {sum(tricks)}{others}", plural(cards, "card was", "cards were")
        raise Impossible(f"{counted}, but {dealt} dealt: {difference}, count the piles again", "tricks")


def bids_at_once(rules: HouseRules) -> bool:
    """Return whether nobody hears a bid before all have bid."""
    return bool(rules.in_force.get("bidding", IN_TURN) != IN_TURN)


def hook_in_force(rules: HouseRules) -> bool | str:
    """Return when the dealer may not make the bids add up to the cards: a value of the house rule `hook`."""
    return not bids_at_once(rules) and rules.in_force.get("hook", False)


def barred_bid(hook: bool | str, cards: int, others: int, *, leads: bool) -> int | None:
    """Return the bid that the hook forbids the dealer; None if any bid is allowed.

    `others`: what the others bid together. `leads`: the dealer's total is higher than any other.
    """
    if hook == CANADIAN:
        binds = leads and others != cards
    else:
        binds = cards >= FROM_FOUR_CARDS if hook == FROM_FOUR else bool(hook)
    return cards - others if binds and others <= cards else None


def dealers_barred_bid(others: int, state: MatchState, hook: bool | str | None = None) -> int | None:
    """Return the bid that the dealer may not make in this hand. `hook`: the table's house rule if None."""
    hook = hook_in_force(state.rules) if hook is None else hook
    dealers = state.side_of(state.deal.dealer)
    leads = all(state.totals[dealers] > total for side, total in enumerate(state.totals) if side != dealers)
    return barred_bid(hook, state.deal.cards[0], others, leads=leads)


def hook_violation(bids: Sequence[int], state: MatchState) -> str:
    """Return why the hook forbids these bids of all players, or ""."""
    deal = state.deal
    if dealers_barred_bid(sum(bids) - bids[deal.dealer], state) != bids[deal.dealer]:
        return ""
    leads = " and is alone in the lead" if hook_in_force(state.rules) == CANADIAN else ""
    return (
        f"the bids add up to {deal.cards[0]}, as many as there are tricks, so "
        f"{state.names[deal.dealer]}, who deals{leads}, has to bid something else"
    )


def irregularities(facts: BidFacts, state: MatchState) -> Iterator[Doubt]:
    if violation := hook_violation(facts.bids, state):
        yield Doubt(violation, f"bids[{state.deal.dealer}]")


def hook_could_differ(facts: BidFacts, state: MatchState, hook: bool | str) -> bool:
    """Return whether the dealer could have bid another number with the other value of the hook."""
    if bids_at_once(state.rules):
        return False
    bid = facts.bids[state.deal.dealer]
    ours, other = (dealers_barred_bid(sum(facts.bids) - bid, state, value) for value in (None, hook))
    return other == bid or ours not in (None, other)


# The house rule for games that have it; a game gives its default and the reason, and may give more values.
hook = partial(
    NamedChoice, name="hook", rule="bidding", title="The hook", could_differ=hook_could_differ,
    labels={False: "any bids", True: "the dealer may not make the bids add up to the cards"},
)  # fmt: skip


# The house rule for the way of bidding; a game gives its labels.
bidding = partial(NamedChoice, name="bidding", default=IN_TURN, rule="bidding", title="Bids", could_differ=every_round)


class FurtherColumn(NamedTuple):
    """A further number of each player. `label`: what is asked: “bonus points”."""

    heading: str
    label: str
    keys: Sequence[Key]


class BidForm(round_form.RoundForm):
    """Bids in bidding order, then tricks, of which the last follows from the others; trump is optional."""

    def further_columns(self) -> Mapping[str, FurtherColumn]:
        """Return the columns of further facts by seat, by name; a number that is not entered is 0."""
        return {}

    @property
    def bids_at_once(self) -> bool:
        return bids_at_once(self.state.rules)

    def ask(self) -> None:
        deal, names = self.state.deal, self.state.names
        self.cards = deal.cards[0]
        self.order = [*range(len(names))] if self.bids_at_once else around(deal.first, len(names))
        keys = keypad.numbers(0, self.cards)
        for seat in self.order:
            self.fields[f"bids-{seat}"] = PickOne(f"{names[seat]} bids", keys, short="bid")
        for seat in self.order:
            self.fields[f"tricks-{seat}"] = PickOne(
                f"{names[seat]} took", keys, short="took", outlined_by=f"bids-{seat}"
            )
        self.sums["tricks"] = FixedSum(tuple(f"tricks-{seat}" for seat in self.order), self.cards, "trick")
        further = self.further_columns()
        for name, column in further.items():
            for seat in self.order:
                label = f"{names[seat]}: {column.label}"
                self.fields[f"{name}-{seat}"] = PickOne(
                    label, column.keys, short=column.heading, required=False, only_when_tapped=True
                )
        asked = ("bids", "tricks", *further)
        sides = {seat: side for side, seats in enumerate(self.state.teams) for seat in seats}
        rows = [
            EntryRow(names[seat], tuple(f"{name}-{seat}" for name in asked), side=sides[seat], seat=seat)
            for seat in self.order
        ]
        self.sections = [EntrySection(rows, columns=("bid", "took", *(column.heading for column in further.values())))]
        self._ask_trump()

    @property
    def secret_questions(self) -> tuple[str, ...]:
        return self._bid_questions if self.bids_at_once else ()

    @property
    def secret_until_played(self) -> bool:
        return bool(self.state.rules.in_force.get("bidding") == AFTER_PLAY)

    def questions_now(self, answered: Collection[str]) -> Collection[str]:
        bids = self._bid_questions
        return self.fields.keys() if set(bids) <= set(answered) else bids

    @property
    def _bid_questions(self) -> tuple[str, ...]:
        return tuple(f"bids-{seat}" for seat in self.order)

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
        given, dealer = self.answers, f"bids-{self.state.deal.dealer}"
        others = [name for seat in self.order if (name := f"bids-{seat}") != dealer]
        # An invalid bid is shown again as it was sent.
        if not all(given.get(name) and name not in self.errors for name in others):
            return super().barred()
        even = dealers_barred_bid(sum(self.bid(given[name]) for name in others), self.state)
        hooked = {key.value: "hook" for key in self.fields[dealer].keys if self.bid(key.value) == even}
        return super().barred() | ({dealer: hooked} if hooked else {})

    def sentence(self, given: dict[str, str]) -> str:
        """Count the tricks entered, else compare the bids with them; name the bid that the hook forbids the dealer."""
        seats = range(len(self.order))
        bids = [self.bid(given[name]) for seat in seats if (name := f"bids-{seat}") in given]
        taken = [int(given[name]) for seat in seats if (name := f"tricks-{seat}") in given]
        tricks, dealer = plural(self.cards, "trick"), self.state.deal.dealer
        if taken and len(taken) < len(seats):
            over = sum(taken) - self.cards
            too_many = f": {over} too many" if over > 0 else ""
            return f"{sum(taken)} of {tricks} accounted for{too_many}"
        if not bids:
            return ""
        if len(bids) < len(seats):
            dealer_is_last = len(bids) == len(seats) - 1 and f"bids-{dealer}" not in given
            even = dealers_barred_bid(sum(bids), self.state) if dealer_is_last else None
            barred = "" if even is None else f": {self.state.names[dealer]}, who deals, may not bid {even}"
            return f"bids {sum(bids)} so far for {tricks}{barred}"
        violation = hook_violation(bids, self.state)
        if violation not in ("", self.confirmed_doubt):
            return violation
        over = sum(bids) - self.cards
        balance = f"{over} over" if over > 0 else f"{-over} under"
        return f"bids {sum(bids)} for {tricks}: {balance}" if over else f"bids make {sum(bids)}, all the tricks"

    def turn(self, given: dict[str, str]) -> str:
        deal, names = self.state.deal, self.state.names
        bids = [self.bid(given[name]) for seat in range(len(self.order)) if (name := f"bids-{seat}") in given]
        if len(bids) < len(self.order):
            return "Everybody bids at once" if self.bids_at_once else f"{names[deal.first]} bids first"
        leader = self.facts.leader(bids, deal.dealer)
        return f"{names[deal.first]} leads" if leader is None else f"{names[leader]} leads (bid {bids[leader]})"

    def read_words(self, text: str) -> WordsRead | None:
        """Read “bid 4 took 6”, “bid 3 1 short”, “0 bid made”."""
        said = read_bid(text)
        return WordsRead({"bids-0": str(said.bid), "tricks-0": str(said.took)}, said.rest) if said else None

    def referee_facts(self, given: dict[str, str]) -> dict[str, Any]:
        facts: dict[str, Any] = {"dealt": self.cards}
        if "trump" in given:
            facts["trump"] = None if given["trump"] == NO_TRUMPS else given["trump"]
        bids = [given.get(f"bids-{seat}", "") for seat in range(self.state.players)]
        return facts | ({"bids": list(map(self.bid, bids))} if all(bids) else {})

    def shortcuts(self, given: dict[str, str]) -> list[Shortcut]:
        bids = [self.bid(given[name]) for seat in range(len(self.order)) if (name := f"bids-{seat}") in given]
        if len(bids) < len(self.order) or sum(bids) != self.cards or hook_violation(bids, self.state):
            return []
        made = {f"tricks-{seat}": str(bid) for seat, bid in enumerate(bids)}
        return [Shortcut("made", "Everybody made it", made)]
