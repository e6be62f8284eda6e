"""All hands and the pile come out of one box: no card more often than it holds, no more points than it is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from games.core.errors import ImpossibleRound
from games.grosse_kleine.scoring import COPIES, IN_THE_HAND, LITTLE_A, cards_in, cards_left, little_a_pile, spoken

if TYPE_CHECKING:
    from games.grosse_kleine.facts import Facts

THE_WHOLE_BOX = sum(COPIES[card] * worth for card, worth in IN_THE_HAND.items())


class _Place(NamedTuple):
    """Where cards lie: the path of the fact, whose hand or pile, the cards; on a pile always the little a too."""

    field: str
    whose: str
    cards: list[str]


def check(facts: Facts, names: tuple[str, ...]) -> None:
    """Refuse a round that one box could not hold; each hand, and the pile, has been looked at before."""
    _check_copies(facts, names)
    _check_worth(facts)


def _check_copies(facts: Facts, names: tuple[str, ...]) -> None:
    places = list(_places(facts, names))
    counts = Counter(card for place in places for card in place.cards)
    for card, copies in COPIES.items():
        if counts[card] > copies:
            holders = [place for place in places if card in place.cards]
            where = ", ".join(f"{place.cards.count(card)} in {place.whose}" for place in holders)
            told = f"{spoken(card)} is there {counts[card]} times ({where}), but only {copies} in the box"
            raise ImpossibleRound(f"{told}: {counts[card] - copies} too many", holders[-1].field)


def _places(facts: Facts, names: tuple[str, ...]) -> Iterator[_Place]:
    for seat, hand in enumerate(facts.left):
        yield _Place(f"left[{seat}]", f"{names[seat]}’s hand", cards_in(hand))
    if facts.pile:
        cards = cards_in(facts.pile.cards)
        lying = cards if LITTLE_A in cards else [*cards, LITTLE_A]
        yield _Place("pile.cards", f"{names[facts.pile.seat]}’s pile", lying)


def _check_worth(facts: Facts) -> None:
    """Refuse more points than there are; a card is worth no more on the pile than in the hand."""
    pile = little_a_pile(facts.pile) if facts.pile else ()
    lines = [line for seat, hand in enumerate(facts.left) for line in cards_left(seat, hand)]
    points = sum(line.points for line in (*lines, *pile))
    if points > THE_WHOLE_BOX:
        counted = "the hands and the pile" if facts.pile else "the hands"
        told = f"{counted} add up to {points} points, but the whole box is {THE_WHOLE_BOX}"
        raise ImpossibleRound(f"{told}: {points - THE_WHOLE_BOX} too many, count again", "left")
