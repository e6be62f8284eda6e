"""The keys of Maverick's pad: cards turned up, bids, tricks by the adders in them, pairs."""

from __future__ import annotations

from collections.abc import Sequence

from games.core import keypad
from games.core.cards import RANKS
from games.core.keypad import MARKS, Key
from games.maverick.answers import PAIRS
from games.maverick.bidding import BIDS, NEEDS, barred

TRICK_WORDS = {
    "4t": "four trumps",
    "t": "trump but no adder",
    "0": "neither trump nor adder",
    "1": "1 adder",
    "2": "2 adders",
    "3": "3 adders",
    "4": "4 adders, a book",
}


def turned() -> list[Key]:
    """Return the ranks and suits of a card turned up; a joker is all of it."""
    jokers = [Key("BJ", "BJ", "Big Joker", alone=True), Key("LJ", "SJ", "Small Joker", alone=True)]
    return [*(Key(rank, rank) for rank in RANKS), *keypad.suits(), *jokers]


def bids(total: int, *, combined: bool) -> list[Key]:
    """Return the bids of a player whose side has this total, with what those not open now need."""
    closed = {bid: NEEDS[bid] for bid in BIDS if barred(bid, total)}
    all_bids = [*BIDS, *(["null blind", "null bling"] if combined else [])]
    keys = [Key(bid, bid.replace(" ", " + "), why_not=closed.get(bid.split()[-1], "")) for bid in all_bids]
    return [Key("", "no bid"), *keys]


def tricks(pairs: Sequence[str]) -> list[Key]:
    """Return a key for each kind of trick of each pair: a row a pair."""
    return [
        Key(letter + name, MARKS[side] + name.upper(), f"{pair}: {words}", f"side-{side}")
        for side, (letter, pair) in enumerate(zip(PAIRS, pairs, strict=True))
        for name, words in TRICK_WORDS.items()
    ]


def pairs(names: Sequence[str]) -> list[Key]:
    """Return a key for each pair."""
    lettered = enumerate(zip(PAIRS, names, strict=True))
    return [Key(letter, MARKS[side], name, f"side-{side}") for side, (letter, name) in lettered]


def bids_of(names: Sequence[str]) -> list[Key]:
    """Return a key for each bid of each player."""
    return [Key(f"{seat}-{bid}", f"{name} {bid}") for seat, name in enumerate(names) for bid in BIDS]
