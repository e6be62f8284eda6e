"""The referee of Big Little: hand sizes, trump, legal cards, who takes a trick, who leads."""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

from games.big_little import scoring
from games.big_little.facts import Facts
from games.core.cards import JOKERS, SUITS, Card, FrenchSuit, find_cards, follow, french_deck, suit_with_jokers, taker
from games.core.deal import Deal, deal_round
from games.core.errors import Impossible
from games.core.house_rules import HouseRules
from games.core.keypad import Key
from games.core.prompts import NO_TRUMPS, TRUMP_PHRASES, Prompt, numbers, seats, suits
from games.core.referee import Question, Ruling
from games.core.schema import Count
from games.core.text import listed
from games.core.tricks import legal_question, winner_question

DECK = french_deck(JOKERS)
BIG_JOKER = DECK["BJ"]
ASK_TRUMP = Prompt(
    "What is trump?", suits, none=Key("none", "none", "no trumps"), phrases=TRUMP_PHRASES, said=NO_TRUMPS
)
TrumpSuit = Annotated[FrenchSuit | None, ASK_TRUMP]


def largest_hand(players: int, rules: HouseRules) -> int:
    left = {"leave-one": 1, "leave-three": 3, "deal-all": 0}[rules.largest_hand]
    return (len(DECK) - left) // players


def rules_words(rules: HouseRules, players: int | None) -> dict[str, Any]:
    """Return the sizes of hands and the price of sandbags, as rules.md tells them."""
    seats = [players] if players else range(2, 14)
    hands = [
        {"players": count, "largest": (most := largest_hand(count, rules)), "hands": 2 * most - 1,
         "left": len(DECK) - count * most}
        for count in seats
    ]  # fmt: skip
    twice = rules.penalty_at is not None and rules.penalty_repeats and rules.bags_after == "carry"
    due = [str(rules.penalty_at + times * scoring.PENALTY_SANDBAGS) for times in range(3)] if rules.penalty_at else []
    lost = scoring.lost(rules)
    in_words = "a hundred points" if lost == scoring.PENALTY_POINTS else f"{lost} points, the ten single ones too"
    return {
        "hands": hands, "largest": hands[0]["largest"], "lost": lost, "due": listed(due), "twice": twice,
        "lost_words": in_words,
    }  # fmt: skip


def length(players: int, rules: HouseRules) -> int:
    return 2 * largest_hand(players, rules) - 1


def deal(players: int, number: int, first_dealer: int, rules: HouseRules) -> Deal:
    largest = largest_hand(players, rules)
    cards = number if number <= largest else 2 * largest - number
    return deal_round(players, number, first_dealer, cards, len(DECK))


def trump_of(turned: list[Card]) -> str | None:
    """Return the suit of the first card turned that is no joker; None for no trumps."""
    return next((card.suit for card in turned if not card.is_joker), None)


def legal_cards(hand: list[Card], led: Card | None, trump: str | None) -> list[Card]:
    """Return what may be played: the suit led; under a led Big joker, the highest trump."""
    if led is None:
        return hand
    suit_of = suit_with_jokers(trump)
    follows = follow(hand, suit_of(led), suit_of)
    if led == BIG_JOKER and suit_of(follows[0]) == suit_of(led):
        return [max(follows, key=lambda card: card.rank)]
    return follows


def take(trick: list[Card], _rules: HouseRules, *, trump: TrumpSuit = None) -> Ruling:
    place = taker(trick, trump)
    best = trick[place]
    if best.is_joker and trump is None:
        return Ruling(place, f"{best} beats every suit, without trumps too", "trick")
    why = "trump" if best.suit in ("", trump) else "card of the suit led, and no trump was played"
    return Ruling(place, f"{best} is the highest {why}", "trick")


def find_legal(
    hand: list[Card], led: Card | None, _rules: HouseRules, *, trump: TrumpSuit = None
) -> tuple[list[Card], str, str]:
    cards = legal_cards(hand, led, trump)
    if led is None:
        return cards, "whoever leads may lead any card", "lead"
    return cards, _why_legal(hand, led, trump), "big-joker-led" if led == BIG_JOKER else "follow-suit"


class Trump(Question, tag="trump", frozen=True, kw_only=True):
    """Which suit is trump? `turned` are the cards turned up, in order."""

    title: ClassVar[str] = "What is trump?"
    turned: Annotated[list[str], Prompt("The cards turned up, in order", many=True)]

    def ruling(self, rules: HouseRules) -> Ruling:
        turned = find_cards(self.turned, DECK)
        suit = trump_of(turned)
        if suit is None:
            return Ruling(None, "no card of a suit was turned up", "turn-up", "no trumps")
        skipped = ", a joker turned up is passed over" if turned[0].is_joker else ""
        return Ruling(suit, f"the card turned up makes {SUITS[suit]} trump{skipped}", "turn-up")


class Lead(Question, tag="lead", frozen=True, kw_only=True):
    """Who leads to the first trick? `bids` by seat."""

    title: ClassVar[str] = "Who leads?"
    picks: ClassVar[str] = "seats"
    asked: ClassVar[str] = "who leads, who leads first, who has to lead"
    named: ClassVar[Sequence[str]] = ("bids",)
    dealer: Annotated[Count, Prompt("Who deals?", seats, phrases="{} deals, {} is dealer, dealer is {}")]
    bids: Annotated[list[Count], Prompt("{player} bids", numbers(0, 13), each=seats, phrases="{player} bids|bid {}")]

    def ruling(self, rules: HouseRules) -> Ruling:
        if self.dealer >= len(self.bids):
            raise Impossible(f"enter a bid for everybody, the dealer too: there are {len(self.bids)}", "dealer")
        seat = Facts.leader(self.bids, self.dealer)
        highest = self.bids[seat]
        first = f", and seat {seat} said it first" if self.bids.count(highest) > 1 else ""
        return Ruling(seat, f"{highest} is the highest bid{first}", "lead")


def _why_legal(hand: list[Card], led: Card, trump: str | None) -> str:
    suit_of = suit_with_jokers(trump)
    suit = suit_of(led)
    name = "trumps" if suit == trump else SUITS.get(suit, "jokers")
    if all(suit_of(card) != suit for card in hand):
        return f"there are no {name} in the hand: any card may be played"
    if led == BIG_JOKER:
        return "the Big joker was led: the highest trump in the hand has to be played"
    return f"{name} were led and have to be followed"


QUESTIONS = (winner_question(DECK, take), legal_question(DECK, find_legal), Trump, Lead)
