"""The referee of Spades: the deal, legal cards, who takes a trick, what a hand scores."""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from games.core.cards import JOKERS, RANKS, SUITS, Card, Deck, follow, french_deck, taker
from games.core.deal import Deal, deal_round
from games.core.house_rules import HouseRules
from games.core.keypad import CardKeys, french_card_keys
from games.core.prompts import PLAYERS, Prompt, yes_or_no
from games.core.referee import Question, Ruling
from games.core.text import listed, minus, ordinal, plural
from games.core.tricks import legal_question, winner_question
from games.spades import scoring
from games.spades.facts import PAIRS

TRUMP = "S"
# Cards that rank above the ace of spades, by the house rule `deck`, highest first.
HIGH_SPADES: dict[str, Sequence[str]] = {
    "plain": (),
    "jokers": ("BJ", "LJ"),
    "deuce": ("BJ", "LJ", "2S"),
    "deuces": ("BJ", "LJ", "2D", "2S"),
}
# The cards of each player, by players: without jokers, and with them.
CARDS_EACH = {2: (13, 13), 3: (17, 18), 4: (13, 13), 5: (10, 10), 6: (17, 18)}
# Two players take their cards from a whole pack.
STOCK_PLAYERS, STOCK = 2, 52
TWO_PACKS_PLAYERS = 6


def deck(rules: HouseRules) -> Deck:
    """Return the cards as they are played: jokers, and twos above the ace, are spades."""
    cards = french_deck(JOKERS if HIGH_SPADES[rules.deck] else {})
    for rank, code in enumerate(reversed(HIGH_SPADES[rules.deck]), RANKS["A"] + 1):
        cards[code] = cards[code]._replace(suit=TRUMP, rank=rank, name=_name(cards[code]))
    return cards


def _name(card: Card) -> str:
    return card.name.lower() or f"two of {SUITS[card.suit]}"


def card_keys(rules: HouseRules) -> CardKeys:
    return french_card_keys(JOKERS if HIGH_SPADES[rules.deck] else {})


def deal(players: int, number: int, first_dealer: int, rules: HouseRules) -> Deal:
    """Deal all cards but the small ones that stay out; two players leave half the pack."""
    each = CARDS_EACH[players][rules.deck != "plain"]
    return deal_round(players, number, first_dealer, each, STOCK if players == STOCK_PLAYERS else each * players)


def deal_note(players: int, _rules: HouseRules) -> str:
    if players != STOCK_PLAYERS:
        return ""
    return "two players take theirs from the stock: each in turn keeps a card or, unseen, the next one"


def rules_words(rules: HouseRules, players: int | None) -> dict[str, Any]:
    high = [_name(french_deck(JOKERS)[code]) for code in HIGH_SPADES[rules.deck]]
    return {
        "players": players,
        "alone": players is not None and players not in PAIRS,
        "each": CARDS_EACH[players or 4][rules.deck != "plain"],
        "each_of_three": CARDS_EACH[3][rules.deck != "plain"],
        "high_spades": listed([f"the {name}" for name in high]),
        # Only three and six players have more than thirteen cards.
        "or_more": " or more" if players in (None, 3, 6) else "",
        "passed": plural(rules.blind_pass, "card"),
        "blind": rules.nil * scoring.BLIND_TIMES,
        "bag_worth": minus(rules.bag_points),
        "penalty": scoring.penalty_cost(rules),
        "lost_bag_points": minus(scoring.lost_bag_points(rules)),
        "bag_in_words": {1: "one point", 0: "nothing", -1: "minus one point"}[rules.bag_points],
        "seven_with_eight": 7 * scoring.BID_TRICK_POINTS + rules.bag_points,
        "hands": plural(rules.hands or 0, "hand"),
        "sets": {1: "once", 2: "twice"}.get(rules.sets, f"{rules.sets} times"),
        "set_ordinal": ordinal(rules.sets or 1),
    }


def legal_cards(hand: list[Card], led: Card | None, broken: bool) -> list[Card]:
    """Return what may be played: the suit led; to lead, no spade before spades are broken, if there is another card."""
    if led:
        return follow(hand, led.suit)
    return hand if broken else [card for card in hand if card.suit != TRUMP] or hand


def take(trick: list[Card], _rules: HouseRules) -> Ruling:
    place = taker(trick, TRUMP)
    what = "spade" if trick[place].suit == TRUMP else "card of the suit led, and no spade was played"
    return Ruling(place, f"{trick[place]} is the highest {what}", "trick")


BROKEN = {"yes": "spades are? broken already?", "no": "spades are? not broken yet?, not broken yet?"}
Broken = Annotated[bool, Prompt("Has a spade been played?", yes_or_no, optional=True, said=BROKEN)]


def find_legal(
    hand: list[Card], led: Card | None, rules: HouseRules, *, broken: Broken = False
) -> tuple[list[Card], str, str]:
    cards = legal_cards(hand, led, broken or not rules.broken)
    if led is None:
        barred = "spades may not be led before one was played" if len(cards) < len(hand) else "any card may be led"
        return cards, barred, "lead"
    why = "the suit led has to be followed" if cards[0].suit == led.suit else "nothing to follow with: any card"
    return cards, why, "follow-suit"


class PassedCards(Question, tag="passing", frozen=True, kw_only=True):
    """How many cards does a nil exchange with the partner before the first lead?"""

    title: ClassVar[str] = "How many cards are passed on a nil?"
    blind: Annotated[bool, Prompt("Is the nil blind?", yes_or_no, said={"yes": "blind", "no": "not blind"})]

    def ruling(self, rules: HouseRules) -> Ruling:
        if not self.blind:
            return Ruling(0, "no cards are passed on a nil that is not blind", "blind-nil", "none")
        if not rules.blind_pass:
            return Ruling(0, "no cards are passed, not even on a blind nil", "blind-nil", "none")
        why = "the blind nil and the partner exchange them face down before the first lead"
        cards = plural(rules.blind_pass, "card")
        return Ruling(rules.blind_pass, f"{cards} each way: {why}", "blind-nil", f"{cards} each way")


class EqualCards(Question, tag="equal", frozen=True, kw_only=True):
    """Which of two equal cards in a trick is higher?"""

    title: ClassVar[str] = "Which of two equal cards is higher?"
    players: Annotated[int, Meta(ge=min(CARDS_EACH), le=max(CARDS_EACH)), PLAYERS]

    def ruling(self, rules: HouseRules) -> Ruling:
        if self.players != TWO_PACKS_PLAYERS:
            return Ruling("neither", "one pack is in play, so no two cards are equal", "cards")
        return Ruling("the first", "with two packs the card played first is higher than its double", "cards")


QUESTIONS = (
    winner_question(deck, take),
    legal_question(deck, find_legal),
    PassedCards,
    EqualCards,
)
