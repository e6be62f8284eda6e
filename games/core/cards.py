"""Cards, decks, following suit and the card that takes a trick: the words the referees share."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, NamedTuple

from games.core.errors import Impossible, quoted

FrenchSuit = Literal["S", "H", "D", "C"]
SUITS: dict[str, str] = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
RANKS = {**{str(n): n for n in range(2, 11)}, "J": 11, "Q": 12, "K": 13, "A": 14}
# By their codes, the highest first; a game may have other names for them.
JOKERS = {"BJ": "Big joker", "LJ": "Little joker"}


class Card(NamedTuple):
    """One card: its code in a scoresheet (`10H`, `BJ`, `red7`), its suit ("" for a joker), its rank and its name."""

    code: str
    suit: str
    rank: int
    name: str = ""

    @property
    def is_joker(self) -> bool:
        return not self.suit

    def __str__(self) -> str:
        if self.name:
            return f"the {self.name}"
        return self.code.replace(self.suit, SYMBOLS[self.suit]) if self.suit in SYMBOLS else self.code


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


def find_cards(codes: Iterable[str], deck: Deck, copies: int = 1, field: str = "") -> list[Card]:
    """Look the cards up in their deck; Impossible for one it does not hold, or holds less often."""
    codes = list(codes)
    for code in codes:
        if code not in deck:
            raise Impossible(f"there is no card {quoted(code)} in this deck", field)
        if (count := codes.count(code)) > copies:
            times = "twice" if count == 2 else f"{count} times"
            raise Impossible(f"{deck[code]} is there {times}", field)
    return [deck[code] for code in codes]


def follow(hand: Sequence[Card], suit: str, suit_of: Callable[[Card], str]) -> list[Card]:
    """Return the cards of a hand that follow the suit led; every card where none does."""
    return [card for card in hand if suit_of(card) == suit] or list(hand)


def taker(trick: Sequence[Card], trump: str | None, suit_of: Callable[[Card], str]) -> int:
    led = suit_of(trick[0])
    wins = trump if trump and any(suit_of(card) == trump for card in trick) else led
    return max((i for i, card in enumerate(trick) if suit_of(card) == wins), key=lambda i: trick[i].rank)
