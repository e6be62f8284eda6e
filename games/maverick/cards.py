"""The cards of Maverick: trump and adder by the two cards turned up, and the winner of a trick."""

from collections.abc import Sequence
from typing import NamedTuple

from games.core.cards import Card, find_cards, follow, french_deck, suit_with_jokers
from games.core.errors import Impossible
from games.core.house_rules import HouseRules

JOKERS = {"BJ": "Big Joker", "LJ": "Small Joker"}
DECK = french_deck(JOKERS)
SUIT_CARDS = 13
# Trump and adder if the two cards turned up do not decide.
FALLBACK = ("S", "D")

HAND_TRICKS = 13
TRICK_CARDS = 4

# A trick of four adders is a book.
BOOK_ADDERS = 4


class InPlay(NamedTuple):
    """The number of trumps and adders that are dealt."""

    trumps: int
    adders: int

    @property
    def others(self) -> int:
        return TRICK_CARDS * HAND_TRICKS - self.trumps - self.adders


# After a diamond and a heart or club of the same rank: spades are trump, diamonds adder.
EQUAL_RANKS = InPlay(15, 12)

# All possible numbers of cards in play after two cards are turned up.
ANY_TURN_UP = (InPlay(13, 13), InPlay(14, 12), InPlay(14, 13), InPlay(15, 11), EQUAL_RANKS, InPlay(15, 13))


class TurnUp(NamedTuple):
    """Trump and adder, how many cards of each are dealt, and the rule and reason."""

    trump: str
    adder: str
    trumps: int
    adders: int
    rule: str
    why: str


def turn_up(codes: Sequence[str], rules: HouseRules) -> TurnUp:
    """Return trump and adder by two cards turned up; Impossible if they are not in the deck."""
    cards = find_cards(codes, DECK, field="turned")
    if len(cards) != 2:
        raise Impossible(f"two cards are turned up, not {len(cards)}", "turned")
    first, second = cards
    (trump, adder), rule, why = _suits_turned(first, second, rules.equal_ranks == "first-card")
    # The two cards turned up are not dealt.
    jokers, suits = sum(card.is_joker for card in cards), [card.suit for card in cards]
    trumps = SUIT_CARDS + len(JOKERS) - jokers - suits.count(trump)
    return TurnUp(trump, adder, trumps, SUIT_CARDS - suits.count(adder), rule, why)


def cards_in_play(turned: Sequence[str], rules: HouseRules) -> Sequence[InPlay]:
    """Return the cards in play after these two; all possibilities if none are given."""
    if turned:
        turned_up = turn_up(turned, rules)
        return [InPlay(turned_up.trumps, turned_up.adders)]
    return [cards for cards in ANY_TURN_UP if cards != EQUAL_RANKS or rules.equal_ranks == "spades-diamonds"]


def _suits_turned(first: Card, second: Card, first_counts: bool) -> tuple[tuple[str, str], str, str]:
    if first.is_joker or second.is_joker:
        return FALLBACK, "turn-up", "a joker was turned up"
    if first.suit == second.suit:
        return FALLBACK, "turn-up", "both cards are of one suit"
    if first.rank == second.rank and not first_counts:
        return FALLBACK, "equal-ranks", f"{first} and {second} are of one rank, neither is the higher"
    if first.rank == second.rank:
        return (first.suit, second.suit), "equal-ranks", f"at your table {first}, turned first, counts as the higher"
    high, low = (first, second) if first.rank > second.rank else (second, first)
    return (high.suit, low.suit), "turn-up", f"{high} is higher than {low}"


def legal_cards(hand: list[Card], led: Card | None, trump: str) -> list[Card]:
    """Return the legal cards: of the suit led, else trumps, else all."""
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
