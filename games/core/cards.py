"""Cards, decks, following suit and the card that takes a trick: the words the referees share."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from types import MappingProxyType
from typing import Literal, NamedTuple

from games.core.errors import Impossible, quoted

FrenchSuit = Literal["S", "H", "D", "C"]
SUITS: dict[str, str] = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
RANKS = {**{str(n): n for n in range(2, 11)}, "J": 11, "Q": 12, "K": 13, "A": 14}
# By their codes, the highest first; a game may have other names for them.
JOKERS = {"BJ": "Big joker", "LJ": "Little joker"}
# The suit that jokers form where no suit is trump.
JOKER_SUIT = "jokers"


class Card(NamedTuple):
    """One card: its code in a scoresheet (`10H`, `BJ`, `red7`), its suit ("" for a joker), its rank and its name.

    `copies`: how many of it the deck has. A card of no suit beats all others, or takes nothing if its rank is below 0.
    """

    code: str
    suit: str
    rank: int
    name: str = ""
    copies: int = 1

    @property
    def is_joker(self) -> bool:
        return not self.suit

    def __str__(self) -> str:
        if self.name:
            return f"the {self.name}"
        return self.code.replace(self.suit, SYMBOLS[self.suit]) if self.suit in SYMBOLS else f"{self.suit} {self.rank}"


Deck = dict[str, Card]


def french_deck(jokers: Mapping[str, str] = MappingProxyType({}), lowest: str = "2") -> Deck:
    """Return the cards of four suits from the lowest rank to the ace by their codes, and jokers, the highest first.

    `jokers`: their names by their codes; they rank above the ace. There are 52 cards from the 2, 32 from the 7 and 24
    from the 9.
    """
    ranks = {name: rank for name, rank in RANKS.items() if rank >= RANKS[lowest]}
    cards = [Card(f"{name}{suit}", suit, rank) for suit in SUITS for name, rank in ranks.items()]
    lowest_first = enumerate(reversed([*jokers.items()]), RANKS["A"] + 1)
    cards += [Card(code, "", rank, name) for rank, (code, name) in lowest_first]
    return {card.code: card for card in cards}


def find_cards(codes: Iterable[str], deck: Deck, field: str = "") -> list[Card]:
    """Look the cards up in their deck; Impossible for one it does not hold, or holds less often."""
    codes = list(codes)
    for code in codes:
        if code not in deck:
            raise Impossible(f"there is no card {quoted(code)} in this deck", field)
        if (count := codes.count(code)) > deck[code].copies:
            times = "twice" if count == 2 else f"{count} times"
            most = f", but the pack has {deck[code].copies}" if deck[code].copies > 1 else ""
            raise Impossible(f"{deck[code]} is there {times}{most}", field)
    return [deck[code] for code in codes]


SuitOf = Callable[[Card], str]
PRINTED_SUIT: SuitOf = attrgetter("suit")


def suit_with_jokers(trump: str | None) -> SuitOf:
    """Return which suit a card counts as where jokers are trumps."""
    return lambda card: card.suit or trump or JOKER_SUIT


def follow(hand: Sequence[Card], suit: str, suit_of: SuitOf = PRINTED_SUIT) -> list[Card]:
    """Return the cards of a hand that follow the suit led, with those of no suit; every card where none follows."""
    if not suit or all(suit_of(card) != suit for card in hand):
        return list(hand)
    return [card for card in hand if suit_of(card) in (suit, "")]


def taker(trick: Sequence[Card], trump: str | None = None) -> int:
    """Return the place of the card that takes the trick; of equal ones the first."""
    led = next((card.suit for card in trick if card.suit), "")

    def height(card: Card) -> tuple[int, ...]:
        return (0, card.suit == trump, card.suit == led, card.rank) if card.suit else (card.rank,)

    return max(range(len(trick)), key=lambda place: height(trick[place]))
