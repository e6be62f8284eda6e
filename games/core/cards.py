"""Cards, decks, following suit, and which card takes a trick."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from types import MappingProxyType
from typing import Literal, NamedTuple

from games.core.errors import Impossible, quoted

FrenchSuit = Literal["S", "H", "D", "C"]
SUITS: dict[str, str] = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
RANKS = {**{str(n): n for n in range(2, 11)}, "J": 11, "Q": 12, "K": 13, "A": 14}
# Names of the jokers by code, the highest first.
JOKERS = {"BJ": "Big joker", "LJ": "Little joker"}
# The suit of jokers if no suit is trump.
JOKER_SUIT = "jokers"


class Card(NamedTuple):
    """A card. `code`: in scoresheets (`10H`, `BJ`, `red7`). `suit`: "" for a joker. `copies`: in the deck.

    A card without a suit beats all others; with a rank below 0 it takes nothing.
    """

    code: str
    suit: str
    rank: float
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


def french_deck(jokers: Mapping[str, str] = MappingProxyType({}), lowest: str = "2", order: Sequence[str] = ()) -> Deck:
    """Return the cards of four suits from the lowest rank to the ace, by code.

    There are 52 cards from the 2, 32 from the 7, 24 from the 9.
    `jokers`: names by code, the highest first; they rank above the ace. `order`: the ranks of a pack that has an order
    of its own, the highest first.
    """
    ranks = {name: rank for name, rank in RANKS.items() if rank >= RANKS[lowest]}
    if order:
        ranks = {name: len(order) - at for at, name in enumerate(order)}
    cards = [Card(f"{name}{suit}", suit, rank) for suit in SUITS for name, rank in ranks.items()]
    lowest_first = enumerate(reversed([*jokers.items()]), RANKS["A"] + 1)
    cards += [Card(code, "", rank, name) for rank, (code, name) in lowest_first]
    return {card.code: card for card in cards}


def find_cards(codes: Iterable[str], deck: Deck, field: str = "") -> list[Card]:
    """Return the cards with these codes; Impossible if the deck does not hold them, or not as often."""
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
    """Return a function from a card to its suit, for games in which jokers are trumps."""
    return lambda card: card.suit or trump or JOKER_SUIT


def follow(hand: Sequence[Card], suit: str, suit_of: SuitOf = PRINTED_SUIT) -> list[Card]:
    """Return the cards that follow the suit led, and those without a suit; the whole hand if none follows."""
    if not suit or all(suit_of(card) != suit for card in hand):
        return list(hand)
    return [card for card in hand if suit_of(card) in (suit, "")]


def taker(trick: Sequence[Card], trump: str | None = None) -> int:
    """Return the position of the card that takes the trick; of equal cards the first."""
    led = next((card.suit for card in trick if card.suit), "")

    def height(card: Card) -> tuple[float, ...]:
        return (0, card.suit == trump, card.suit == led, card.rank) if card.suit else (card.rank,)

    return max(range(len(trick)), key=lambda place: height(trick[place]))
