"""The referee of Lone Hand: a deck of its own."""

from typing import Annotated, ClassVar

from games.core.cards import Card, find_cards
from games.core.deal import Deal, deal_round
from games.core.errors import Impossible
from games.core.house_rules import HouseRules
from games.core.keypad import CardKeys, Key
from games.core.prompts import Prompt, QuestionContext, TrickCards
from games.core.referee import Question, Ruling
from games.lone_hand.facts import Suit

SUITS = ("sun", "moon", "star")
DECK = {f"{suit}{rank}": Card(f"{suit}{rank}", suit, rank) for suit in SUITS for rank in range(1, 6)}


def deal(players: int, number: int, first_dealer: int, _rules: HouseRules) -> Deal:
    dealt = deal_round(players, number, first_dealer, len(DECK) // players, len(DECK))
    return dealt._replace(opening="the lowest sun")


def deck(_rules: HouseRules) -> CardKeys:
    keys = [Key(code, str(card.rank), f"{card.suit} {card.rank}", f"suit-{card.suit}") for code, card in DECK.items()]
    return CardKeys([keys[:5], keys[5:10], keys[10:]])


def suits(_table: QuestionContext) -> list[Key]:
    return [Key(suit, suit, tone=f"suit-{suit}") for suit in SUITS]


class Winner(Question, tag="winner", frozen=True, kw_only=True):
    """Which of these cards is the highest of the suit called?"""

    title: ClassVar[str] = "Who takes this trick?"
    picks: ClassVar[str] = "cards"
    suit: Annotated[Suit, Prompt("The suit called", suits)]
    cards: TrickCards

    def ruling(self, rules: HouseRules) -> Ruling:
        cards = find_cards(self.cards, DECK)
        if not cards:
            raise Impossible("nobody played a card", "cards")
        place = max(range(len(cards)), key=lambda at: (cards[at].suit == self.suit, cards[at].rank))
        return Ruling(place, f"{cards[place]} is the highest", "alone")


QUESTIONS = (Winner,)
