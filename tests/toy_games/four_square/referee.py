"""The referee of Four Square: the deal, and who plays together."""

from typing import Annotated, ClassVar

from msgspec import Meta

from games.core.cards import french_deck
from games.core.deal import Deal, Teams, deal_round, each_alone, partners_across
from games.core.errors import Impossible
from games.core.house_rules import HouseRules
from games.core.keypad import CardKeys, french_card_keys
from games.core.prompts import PLAYERS, Prompt, seats
from games.core.referee import Question, Ruling

DECK = french_deck(lowest="9")
SEATS = range(2, 7)


def deal(players: int, number: int, first_dealer: int, _rules: HouseRules) -> Deal:
    """Two packs of 24 cards are dealt out, as far as they go around."""
    cards = 2 * len(DECK)
    return deal_round(players, number, first_dealer, cards // players, cards)


def deck(_rules: HouseRules) -> CardKeys:
    return french_card_keys(lowest="9", copies=2)


def teams(players: int, rules: HouseRules) -> Teams:
    """Four play two against two, six by house rule three against three; all others play alone."""
    paired = players == 4 or (players == 6 and rules.six == "teams")
    return partners_across(players, rules) if paired else each_alone(players, rules)


class Together(Question, tag="together", frozen=True, kw_only=True):
    """Who plays together with this seat?"""

    title: ClassVar[str] = "Who plays with whom?"
    picks: ClassVar[str] = "seats"
    players: Annotated[int, Meta(ge=SEATS[0], le=SEATS[-1]), PLAYERS]
    seat: Annotated[int, Meta(ge=0, le=SEATS[-1]), Prompt("Who asks?", seats)]

    def ruling(self, rules: HouseRules) -> Ruling:
        if self.seat >= self.players:
            raise Impossible(f"seat {self.seat} is not at a table of {self.players}", "seat")
        together = next(seats for seats in teams(self.players, rules) if self.seat in seats)
        others = [seat for seat in together if seat != self.seat]
        return Ruling(others, f"with {self.players} players there are {self.players // len(together)} sides", "sides")


QUESTIONS = (Together,)
