"""A plausible round of Das Grosse und das kleine A, made up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.grosse_kleine.record import Pile, Record
from games.grosse_kleine.scoring import BIG_A, COPIES, IN_THE_HAND, LITTLE_A, ON_THE_PILE
from games.plausible import happens, temper

if TYPE_CHECKING:
    from random import Random

    from games.so_far import SoFar

IN_PLAY = [card for card, copies in COPIES.items() for _ in range(copies) if card not in (LITTLE_A, BIG_A)]
ORDER = list(IN_THE_HAND)

PILES, LITTLE_A_HELD, BIG_A_HELD, COUNTED, PASSED = 0.4, 0.9, 0.9, 0.15, 0.05
ENDED_BY_THE_BIG_A = 0.02


def plausible(luck: Random, so_far: SoFar) -> Record:
    """Let somebody go out, the others keep some cards, and the A cards stay with who plays worse."""
    seats = range(so_far.players)
    out = luck.choices(seats, [0.5 + temper(name).skill for name in so_far.names])[0]
    big_a_ended = so_far.rules.end == "finish-a-trick" and happens(luck, ENDED_BY_THE_BIG_A)
    sizes = [_cards_left(luck, so_far, seat) for seat in seats]
    sizes[out] = so_far.players - 1 if big_a_ended else 0
    drawn = iter(luck.sample(IN_PLAY, len(IN_PLAY)))
    hands = [[next(drawn) for _ in range(size)] for size in sizes]
    pile = None
    if happens(luck, PILES):
        pile = [next(drawn) for _ in range(so_far.players - 1 - happens(luck, PASSED))]
    elif happens(luck, LITTLE_A_HELD):
        hands[_stuck(luck, so_far, out)].append(LITTLE_A)
    if big_a_ended or happens(luck, BIG_A_HELD):
        hands[out if big_a_ended else _stuck(luck, so_far, out)].append(BIG_A)
    return _told(hands, pile, luck.choice(seats), counted=happens(luck, COUNTED))


def _cards_left(luck: Random, so_far: SoFar, seat: int) -> int:
    """How many cards somebody still has when the round ends: the better the player, the fewer."""
    many = 2.5 + 3 * (1 - temper(so_far.names[seat]).skill)
    return min(1 + int(luck.expovariate(1 / many)), so_far.deal.cards[seat])


def _stuck(luck: Random, so_far: SoFar, out: int) -> int:
    """Return who is left with an A card: somebody who is not out."""
    others = [seat for seat in range(so_far.players) if seat != out]
    return luck.choices(others, [1.4 - temper(so_far.names[seat]).skill for seat in others])[0]


def _told(hands: Sequence[list[str]], pile: list[str] | None, taker: int, *, counted: bool) -> Record:
    """Write the cards down, or as some tables do only what they are worth."""
    if counted:
        points = tuple(sum(IN_THE_HAND[card] for card in hand) for hand in hands)
        return Record(points, None if pile is None else Pile(taker, sum(ON_THE_PILE[card] for card in pile)))
    return Record(tuple(map(_sorted, hands)), None if pile is None else Pile(taker, _sorted(pile)))


def _sorted(cards: list[str]) -> str:
    return " ".join(sorted(cards, key=ORDER.index))
