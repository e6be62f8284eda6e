"""The cards of Maverick: what the two turned up make of the deck, and what four played make of a trick."""

from collections.abc import Sequence
from typing import NamedTuple

from games.core.cards import Card, find_cards, follow, french_deck, suit_with_jokers
from games.core.errors import Impossible
from games.core.house_rules import HouseRules

JOKERS = {"BJ": "Big Joker", "LJ": "Small Joker"}
DECK = french_deck(JOKERS)
SUIT_CARDS = 13
# Trump and adder where the two cards turned up do not say.
FALLBACK = ("S", "D")

HAND_TRICKS = 13
TRICK_CARDS = 4

# A trick of nothing but adders.
BOOK_ADDERS = 4


class InPlay(NamedTuple):
    """How many trumps and adders are dealt out."""

    trumps: int
    adders: int

    @property
    def others(self) -> int:
        return TRICK_CARDS * HAND_TRICKS - self.trumps - self.adders


# In play after a diamond and a heart or club of one rank, which leave spades trump and diamonds adder.
EQUAL_RANKS = InPlay(15, 12)

# What can be in play, whichever two cards are turned up.
ANY_TURN_UP = (InPlay(13, 13), InPlay(14, 12), InPlay(14, 13), InPlay(15, 11), EQUAL_RANKS, InPlay(15, 13))


class TurnUp(NamedTuple):
    """Two suits, how many cards of each are dealt out, and the rule that made them so, with the reason."""

    trump: str
    adder: str
    trumps: int
    adders: int
    rule: str
    why: str


def turn_up(codes: Sequence[str], rules: HouseRules) -> TurnUp:
    """Return what two cards make trump and adder; Impossible unless they are two of the deck."""
    cards = find_cards(codes, DECK, field="turned")
    if len(cards) != 2:
        raise Impossible(f"two cards are turned up, not {len(cards)}", "turned")
    one, other = cards
    (trump, adder), rule, why = _suits_turned(one, other, rules.equal_ranks == "first-card")
    jokers, gone = sum(card.is_joker for card in cards), [card.suit for card in cards]
    trumps = SUIT_CARDS + len(JOKERS) - jokers - gone.count(trump)
    return TurnUp(trump, adder, trumps, SUIT_CARDS - gone.count(adder), rule, why)


def cards_in_play(turned: Sequence[str], rules: HouseRules) -> Sequence[InPlay]:
    """Return what can be in play: one entry where two cards are named, else one for whatever was turned up."""
    if turned:
        found = turn_up(turned, rules)
        return [InPlay(found.trumps, found.adders)]
    return [cards for cards in ANY_TURN_UP if cards != EQUAL_RANKS or rules.equal_ranks == "spades-diamonds"]


def _suits_turned(one: Card, other: Card, first_counts: bool) -> tuple[tuple[str, str], str, str]:
    if one.is_joker or other.is_joker:
        return FALLBACK, "turn-up", "a joker was turned up"
    if one.suit == other.suit:
        return FALLBACK, "turn-up", "both cards are of one suit"
    if one.rank == other.rank and not first_counts:
        return FALLBACK, "equal-ranks", f"{one} and {other} are of one rank, neither is the higher"
    if one.rank == other.rank:
        return (one.suit, other.suit), "equal-ranks", f"at your table {one}, turned first, counts as the higher"
    high, low = (one, other) if one.rank > other.rank else (other, one)
    return (high.suit, low.suit), "turn-up", f"{high} is higher than {low}"


def legal_cards(hand: list[Card], led: Card | None, trump: str) -> list[Card]:
    """Return what may be played: the suit led; without it a trump; without either anything."""
    if led is None:
        return hand
    suit_of = suit_with_jokers(trump)
    follows = [card for card in hand if suit_of(card) == suit_of(led)]
    return follows or follow(hand, trump, suit_of)


def kind_of(trick: Sequence[Card], trump: str, adder: str) -> tuple[str, int]:
    played = list(map(suit_with_jokers(trump), trick))
    if adder in played:
        return "adders", played.count(adder)
    if trump in played:
        return ("all-trump" if set(played) == {trump} else "trump"), 0
    return "plain", 0
