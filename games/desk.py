"""How a referee's question is asked with keys and nothing typed: for each of its fields, what to tap.

A Question says so in `facts` only where the type of a field does not: a suit has its four keys, a number its numbers,
yes or no two keys, text is a card of the game's deck, and a list of anything else is asked seat by seat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from games import keypad
from games.cards import JOKERS, SUITS, SYMBOLS
from games.keypad import Key

if TYPE_CHECKING:
    from games.game import Game
    from games.house_rules import HouseRules

ONE_OF_EACH: Mapping[str, int] = MappingProxyType({})
MOST_ROUNDS = 28
"""So many rounds of a game without end have a key."""


class Pack(NamedTuple):
    """The cards of a game as keys, row by row, and how many there are of what is there more than once."""

    rows: Sequence[Sequence[Key]]
    copies: Mapping[str, int] = ONE_OF_EACH


class Table(NamedTuple):
    """Where a question is asked: in which game, by which house rules, and who sits there."""

    game: Game
    rules: HouseRules
    names: Sequence[str]


Keys = Callable[[Table], Sequence[Key]]


@dataclass(frozen=True, kw_only=True)
class Fact:
    """One field of a question, as the desk asks for it; what is left out follows from the field's name and type.

    `label`: what it is called; {round} in it is the game's word for one, {player} the name of who is asked for.
    `keys`: the keys to tap; without them the type's own, or the deck. `least`, `most`: how many of them make a list.
    `each`: one answer for each of these, such as `seats`; they make a list in that order, or a group by their values.
    `optional`: the question may be asked without it. `none`: the key that stands for nothing (null), where that is
    an answer: a pass, no trumps, nothing led.
    """

    label: str = ""
    keys: Keys | None = None
    least: int = 1
    most: int = 0
    each: Keys | None = None
    optional: bool = False
    none: Key | None = None


def seats(table: Table) -> list[Key]:
    """Return a key for each player."""
    return [Key(str(seat), name, tone=f"side-{seat}") for seat, name in enumerate(table.names)]


def sides(table: Table) -> list[Key]:
    """Return a key for each side that has a score."""
    names = table.game.side_names(table.names)
    return [Key(str(side), name, tone=f"side-{side}") for side, name in enumerate(names)]


def players(table: Table) -> list[Key]:
    """Return the numbers of players the game is for."""
    return keypad.numbers(table.game.seats[0], table.game.seats[-1], "players")


def rounds(table: Table) -> list[Key]:
    """Return the numbers of the rounds; of a game without end, of the first of them."""
    length = table.game.length(len(table.names), table.rules)
    return keypad.numbers(1, length or MOST_ROUNDS, table.game.round_name)


def suits(_table: Table) -> list[Key]:
    """Return the four suits."""
    return keypad.suits()


def numbers(low: int, high: int, spoken: str = "") -> Keys:
    """Return what gives the numbers from low to high, whatever the table."""
    return lambda _table: keypad.numbers(low, high, spoken)


def yes_or_no(_table: Table) -> list[Key]:
    """Return the two keys."""
    return [Key("yes", "yes"), Key("no", "no")]


def words(*values: str) -> Keys:
    """Return what gives a key for each of some words."""
    return lambda _table: [Key(value, value) for value in values]


def french_pack(*jokers: str) -> Pack:
    """Return 52 cards and jokers, two rows of seven a suit from the ace down; jokers fill up the first suits' rows."""
    ranks = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", **{str(n): str(n) for n in range(10, 1, -1)}}
    rows: list[list[Key]] = []
    for at, suit in enumerate(SUITS):
        keys = [Key(rank + suit, rank + SYMBOLS[suit], f"{spoken} of {SUITS[suit]}", f"suit-{suit}")
                for rank, spoken in ranks.items()]  # fmt: skip
        keys += [Key(joker, joker, JOKERS[joker].removeprefix("the "), "joker") for joker in jokers[at : at + 1]]
        rows += [keys[:7], keys[7:]]
    return Pack(rows)


def two_jokers(_rules: HouseRules) -> Pack:
    """Return the deck of a game that says nothing of its own."""
    return french_pack("BJ", "LJ")


TRICK = Fact(label="The cards in the order played")
LED = Fact(label="The card led", none=Key("none", "nothing", "nothing led yet"), optional=True)
HAND = Fact(label="The hand")
TRUMP = Fact(label="What is trump?", keys=suits)
DEALER = Fact(label="Who deals?", keys=seats)
