"""The referee of High Card."""

from typing import ClassVar

from games.core.cards import find_cards, french_deck
from games.core.deal import Deal, deal_round
from games.core.errors import Impossible
from games.core.house_rules import HouseRules
from games.core.question_fields import TrickCards
from games.core.referee import Question, Ruling

DECK = french_deck("BJ", "LJ")


def deal(players: int, number: int, first_dealer: int, _rules: HouseRules) -> Deal:
    """One card each."""
    return deal_round(players, number, first_dealer, 1, len(DECK))


class Winner(Question, tag="winner", frozen=True, kw_only=True):
    """Whose card is the highest?"""

    title: ClassVar[str] = "Who takes the round?"
    cards: TrickCards

    def ruling(self, rules: HouseRules) -> Ruling:
        cards = find_cards(self.cards, DECK)
        if not cards:
            raise Impossible("nobody turned up a card", "cards")
        best = max(cards, key=lambda card: card.rank)
        return Ruling(cards.index(best), f"{best} is the highest card", "taken")


QUESTIONS = (Winner,)
