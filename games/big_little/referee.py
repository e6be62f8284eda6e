"""The referee of Big Little: hand sizes, trump, legal cards, who takes a trick, who leads."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from games import dealing
from games.cards import SUITS, SYMBOLS, Card, find_cards, follow, french_deck, taker
from games.impossible import Impossible
from games.referee import Question, Ruling

if TYPE_CHECKING:
    from games.house_rules import HouseRules
    from games.scorecard import Deal

DECK = french_deck("BJ", "LJ")
JOKERS_ALONE = "jokers"
"""The trump suit the two jokers form where no suit is trump."""


def largest_hand(players: int, rules: HouseRules) -> int:
    """Return the most cards a hand can have: some are left to turn up, or all are dealt."""
    left = {"leave-one": 1, "leave-three": 3, "deal-all": 0}[rules.largest_hand]
    return (len(DECK) - left) // players


def length(players: int, rules: HouseRules) -> int:
    """Return the number of hands: up to the largest, once, and down to one card again."""
    return 2 * largest_hand(players, rules) - 1


def deal(players: int, number: int, first_dealer: int, rules: HouseRules) -> Deal:
    """Return one hand's deal: as many cards as its number, then one fewer each time."""
    largest = largest_hand(players, rules)
    cards = number if number <= largest else 2 * largest - number
    return dealing.dealt(players, number, first_dealer, cards, len(DECK))


def trump_of(turned: list[Card]) -> str | None:
    """Return the suit of the first card turned that is no joker; None for no trumps."""
    return next((card.suit for card in turned if not card.is_joker), None)


def legal_cards(hand: list[Card], led: Card | None, trump: str | None) -> list[Card]:
    """Return what may be played: the suit led; under a led Big joker, the highest trump."""
    if led is None:
        return hand
    suit_of = _suits(trump)
    follows = follow(hand, suit_of(led), suit_of)
    if led.code == "BJ" and suit_of(follows[0]) == suit_of(led):
        return [max(follows, key=lambda card: card.rank)]
    return follows


def lead(bids: list[int], dealer: int) -> int:
    """Return the seat that leads: the highest bid; of equal ones, the one made first."""
    order = dealing.around(dealing.left_of(dealer, len(bids)), len(bids))
    return max(order, key=lambda seat: bids[seat])


class Winner(Question, tag="winner", frozen=True, kw_only=True):
    """Which card takes this trick? `cards` in the order played."""

    title: ClassVar[str] = "Who takes this trick?"
    cards: list[str]
    trump: str | None = None

    def ruling(self, rules: HouseRules) -> Ruling:
        trick, trump = find_cards(self.cards, DECK), _trump(self.trump)
        if not trick:
            raise Impossible("a trick has at least one card", "cards")
        suit_of = _suits(trump)
        place = taker(trick, suit_of(DECK["BJ"]), suit_of)
        best = trick[place]
        kind = "trump" if suit_of(best) == suit_of(DECK["BJ"]) else "card of the suit led"
        return Ruling(place, f"{best} is the highest {kind}", "trick")


class Legal(Question, tag="legal", frozen=True, kw_only=True):
    """Which cards of this hand may be played? `led` is the card led, null to lead."""

    title: ClassVar[str] = "May I play this?"
    hand: list[str]
    led: str | None = None
    trump: str | None = None

    def ruling(self, rules: HouseRules) -> Ruling:
        hand, trump = find_cards(self.hand, DECK), _trump(self.trump)
        led = find_cards([self.led], DECK)[0] if self.led is not None else None
        if led in hand:
            raise Impossible(f"{led} is on the table, not in the hand", "hand")
        cards = legal_cards(hand, led, trump)
        return Ruling([card.code for card in cards], _why_legal(hand, led, cards, trump), _legal_rule(led))


class Trump(Question, tag="trump", frozen=True, kw_only=True):
    """Which suit is trump? `turned` are the cards turned up, in order."""

    title: ClassVar[str] = "What is trump?"
    turned: list[str]

    def ruling(self, rules: HouseRules) -> Ruling:
        suit = trump_of(find_cards(self.turned, DECK))
        if suit is None:
            return Ruling(None, "no card of a suit was turned up: no trumps", "turn-up")
        skipped = ", a joker turned up is passed over" if DECK[self.turned[0]].is_joker else ""
        return Ruling(suit, f"the card turned up makes {SUITS[suit]} trump{skipped}", "turn-up")


class Lead(Question, tag="lead", frozen=True, kw_only=True):
    """Who leads to the first trick? `bids` by seat."""

    title: ClassVar[str] = "Who leads?"
    bids: list[int]
    dealer: int

    def ruling(self, rules: HouseRules) -> Ruling:
        if not self.bids or not 0 <= self.dealer < len(self.bids):
            raise Impossible("give the bids by seat, and the seat that deals", "dealer")
        if min(self.bids) < 0:
            raise Impossible("a bid is 0 or more", "bids")
        seat = lead(self.bids, self.dealer)
        shared = self.bids.count(self.bids[seat]) > 1
        why = f"{self.bids[seat]} is the highest bid" + (", and seat " f"{seat} said it first" if shared else "")
        return Ruling(seat, why, "lead")


QUESTIONS = (Winner, Legal, Trump, Lead)


def _suits(trump: str | None):  # type: ignore[no-untyped-def]
    jokers = trump or JOKERS_ALONE
    return lambda card: card.suit or jokers


def _trump(suit: str | None) -> str | None:
    if suit is not None and suit not in SUITS:
        raise Impossible(f"“{suit}” is no suit; trump is one of {', '.join(SUITS)}, or null", "trump")
    return suit


def _legal_rule(led: Card | None) -> str:
    return "lead" if led is None else "big-joker-led" if led.code == "BJ" else "follow-suit"


def _why_legal(hand: list[Card], led: Card | None, cards: list[Card], trump: str | None) -> str:
    if led is None:
        return "whoever leads may lead any card"
    suit = _suits(trump)(led)
    name = f"trump ({SYMBOLS[suit]} and the jokers)" if suit == trump else SUITS.get(suit, "the jokers")
    if not any(_suits(trump)(card) == suit for card in cards):
        return f"there is no card of {name} in the hand: any card may be played"
    if led.code == "BJ":
        return "the Big joker was led: the highest trump in the hand has to be played"
    return f"{name} was led and has to be followed"
