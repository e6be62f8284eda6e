"""The referee of Maverick: the deal, the turn-up, legal cards, who takes a trick and what it is worth."""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from games.core.cards import SUITS, SYMBOLS, Card, FrenchSuit, find_cards, suit_with_jokers, taker
from games.core.deal import Deal, deal_round
from games.core.errors import Impossible
from games.core.house_rules import HouseRules
from games.core.keypad import CardKeys, french_card_keys
from games.core.prompts import Prompt, numbers, sides, suits
from games.core.prompts import Trump as TrumpSuit
from games.core.referee import Question, Ruling
from games.core.text import listed, minus, signed
from games.core.tricks import legal_question, winner_question
from games.maverick import scoring
from games.maverick.cards import (
    DECK,
    HAND_TRICKS,
    JOKERS,
    SUIT_CARDS,
    TRICK_CARDS,
    kind_of,
    legal_cards,
    turn_up,
)
from games.maverick.facts import BIDS, MIN_HAND_POINTS, NEEDS, barred, worth
from games.maverick.scoring import USUAL_HAND_POINTS, worth_with_bids

PASSED_CARDS = 2

Total = Annotated[int, Meta(ge=-99_999, le=99_999)]
Points = Annotated[int, Meta(ge=MIN_HAND_POINTS, le=SUIT_CARDS + HAND_TRICKS)]


class Bids(Question, tag="bids", frozen=True, kw_only=True):
    """Who may bid what, with these `totals` by side, and what is each bid worth with tricks worth `hand`?"""

    title: ClassVar[str] = "Who may bid what, and what is it worth?"
    totals: Annotated[tuple[Total, Total], Prompt("{player}: the total", numbers(-12, 24), each=sides)]
    hand: Annotated[Points, Prompt("What are their tricks worth?", numbers(-6, 18), optional=True)] = USUAL_HAND_POINTS

    def ruling(self, rules: HouseRules) -> Ruling:
        answer = [self._bids(total, rules) for total in self.totals]
        each = [
            f"seat {side} and seat {side + 2}, total {minus(total)}: {self._in_words(total, rules)}."
            for side, total in enumerate(self.totals)
        ]
        may = [" or ".join(bid for bid in BIDS if bids[bid]) for bids in answer]
        short = "; ".join(f"seat {side} and seat {side + 2}: {bids}" for side, bids in enumerate(may))
        stacked = " By your house rule several bids are applied one after the other." if rules.stack else ""
        why = f"what a bid brings, made or lost, with tricks worth {minus(self.hand)}. {' '.join(each)}{stacked}"
        return Ruling(answer, why, "bidding", short)

    def _bids(self, total: int, rules: HouseRules) -> dict[str, Any]:
        """Return what each bid is worth made and lost; None for one this total does not allow.

        If a pair may bid several, also the worth of each beside a null.
        """
        alone = {bid: None if barred(bid, total) else self._worth([bid], total, rules) for bid in BIDS}
        beside = [bid for bid in BIDS if alone[bid]] if rules.stack else []
        return alone | {f"null + {bid}": self._worth(["null", bid], total, rules) for bid in beside}

    def _worth(self, bids: Sequence[str], total: int, rules: HouseRules) -> dict[str, int]:
        outcomes = {"made": True, "lost": False}
        return {name: worth_with_bids(bids, self.hand, total, rules, made=made) for name, made in outcomes.items()}

    def _in_words(self, total: int, rules: HouseRules) -> str:
        allowed = {bid: points for bid, points in self._bids(total, rules).items() if points}
        closed = [f"{bid} {NEEDS[bid]}" for bid in BIDS if barred(bid, total)]
        each = [f"{bid} {signed(points['made'])} or {signed(points['lost'])}" for bid, points in allowed.items()]
        return "; ".join(filter(None, [", ".join(each), ", ".join(closed)]))


HAND_CARDS = 13


def pack(_rules: HouseRules) -> CardKeys:
    return french_card_keys(JOKERS)


def length(_players: int, rules: HouseRules) -> int | None:
    hands: int | None = None if rules.ends == "open" else rules.ends.get("hands")
    return hands


def deal(players: int, number: int, first_dealer: int, _rules: HouseRules) -> Deal:
    return deal_round(players, number, first_dealer, HAND_CARDS, len(DECK))


def take(trick: list[Card], _rules: HouseRules, *, trump: TrumpSuit) -> Ruling:
    place = taker(trick, trump)
    kind = "trump" if trick[place].suit in ("", trump) else "card of the suit led"
    return Ruling(place, f"{trick[place]} is the highest {kind}", "trick")


def find_legal(
    hand: list[Card], led: Card | None, _rules: HouseRules, *, trump: TrumpSuit
) -> tuple[list[Card], str, str]:
    cards = legal_cards(hand, led, trump)
    return cards, *_why_legal(led, cards, trump)


class Passed(Question, tag="passing", frozen=True, kw_only=True):
    """Was that pass legal? `got` are the two cards handed over from the right, `passed` those passed on."""

    title: ClassVar[str] = "Was that pass legal?"
    asked: ClassVar[str] = (
        "may|can i pass {passed} on?, may|can i pass on {passed}, i passed {passed} on?, passed {passed} on?"
    )
    named: ClassVar[Sequence[str]] = ("got", "passed")
    got: Annotated[
        list[str],
        Prompt(
            "The cards you were handed", many=True, least=PASSED_CARDS, most=PASSED_CARDS,
            phrases="i? got|received {}, i? was|were handed|passed|given {}",
        ),
    ]  # fmt: skip
    passed: Annotated[list[str], Prompt("The cards you passed on", many=True, least=PASSED_CARDS, most=HAND_CARDS)]

    def ruling(self, rules: HouseRules) -> Ruling:
        got, passed = find_cards(self.got, DECK), find_cards(self.passed, DECK)
        if len(passed) != PASSED_CARDS:
            return Ruling(False, f"two cards are passed to the left, not {len(passed)}", "passing")
        if back := [str(card) for card in passed if card in got]:
            return Ruling(False, f"{listed(back)} came from the right: what you were handed stays with you", "passing")
        return Ruling(True, "two cards go to the left, and none of those you were handed", "passing")


class Trump(Question, tag="trump", frozen=True, kw_only=True):
    """Which suits are trump and adder, and how many are in play? `turned` are both cards, in order."""

    title: ClassVar[str] = "What is trump, what is the adder?"
    asked: ClassVar[str] = "what|which s|is|are trump, what|which s|is trump and adder, what|which s|is adder"
    asks_alone: ClassVar[bool] = True
    named: ClassVar[Sequence[str]] = ("turned",)
    turned: Annotated[
        list[str],
        Prompt(
            "Both cards turned up, in order", many=True, least=2, most=2,
            phrases="{} are|were|is|was? turned up?, turned up? {}",
        ),
    ]  # fmt: skip

    def ruling(self, rules: HouseRules) -> Ruling:
        found = turn_up(self.turned, rules)
        answer = {"trump": found.trump, "adder": found.adder, "trumps": found.trumps, "adders": found.adders}
        suits = f"{SUITS[found.trump]} are trump ({found.trumps} in play), {SUITS[found.adder]} adder ({found.adders})"
        short = f"{SYMBOLS[found.trump]} trump, {SYMBOLS[found.adder]} adder"
        return Ruling(answer, f"{found.why}: {suits}", found.rule, short)


class Worth(Question, tag="worth", frozen=True, kw_only=True):
    """What is this trick worth? `cards` are all four of it."""

    title: ClassVar[str] = "What is this trick worth?"
    asked: ClassVar[str] = "what s|is it|this? trick? worth, what does it count, worth"
    named: ClassVar[Sequence[str]] = ("cards", "trump", "adder")
    trump: TrumpSuit
    adder: Annotated[FrenchSuit, Prompt("The adder", suits, phrases="{} is|are? adder, adder is|are? {}")]
    cards: Annotated[
        list[str],
        Prompt(
            "The four cards of the trick", many=True, least=TRICK_CARDS, most=TRICK_CARDS,
            phrases="trick? of|with|is? {}",
        ),
    ]  # fmt: skip

    def ruling(self, rules: HouseRules) -> Ruling:
        trick = find_cards(self.cards, DECK)
        if self.trump == self.adder:
            raise Impossible(f"{SUITS[self.trump]} cannot be trump and adder at once", "adder")
        if len(trick) != TRICK_CARDS:
            raise Impossible(f"a whole trick has {TRICK_CARDS} cards, not {len(trick)}", "cards")
        kind, adders = kind_of(trick, self.trump, self.adder)
        return Ruling(worth(kind, 1, adders), scoring.in_words(kind, 1, adders), kind)


def _why_legal(led: Card | None, cards: list[Card], trump: str) -> tuple[str, str]:
    if led is None:
        return "whoever leads may lead any card", "lead"
    suit_of, trumps = suit_with_jokers(trump), f"trump ({SYMBOLS[trump]} and the jokers)"
    suit = suit_of(led)
    name = trumps if suit == trump else SUITS[suit]
    if all(suit_of(card) == suit for card in cards):
        verbs = "was led and has" if suit == trump else "were led and have"
        return f"{name} {verbs} to be followed", "follow-suit"
    if all(suit_of(card) == trump for card in cards):
        return f"there is no card of {name} in the hand: it has to be {trumps}", "must-trump"
    nothing = name if suit == trump else f"{name} or of {trumps}"
    return f"there is no card of {nothing} in the hand: any card may be played", "must-trump"


QUESTIONS = (
    winner_question(DECK, take, most=TRICK_CARDS),
    legal_question(DECK, find_legal, most=HAND_CARDS),
    Passed,
    Trump,
    Worth,
    Bids,
)
