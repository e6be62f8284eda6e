"""What a round of Das Grosse und das kleine A costs. Source: the rule text, Round end; see rules.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from games.core.errors import Impossible
from games.core.scorecard import ScoreLine

if TYPE_CHECKING:
    from games.core.definition import MatchState
    from games.grosse_kleine.facts import Facts, Pile

NUMBERS = {str(face): face for face in range(1, 14)}
JOKER, LITTLE_A, BIG_A = "J", "a", "A"
SPOKEN = {JOKER: "the joker", LITTLE_A: "the little a", BIG_A: "the Big A"}

COPIES = {**dict.fromkeys(NUMBERS, 8), JOKER: 4, LITTLE_A: 1, BIG_A: 1}
IN_THE_HAND = {**NUMBERS, JOKER: 14, LITTLE_A: 15, BIG_A: 20}
ON_THE_PILE = {**NUMBERS, JOKER: 1, LITTLE_A: 0}

DEAREST = [IN_THE_HAND[JOKER]] * COPIES[JOKER] + [IN_THE_HAND["13"]] * COPIES["13"]
"""What the cards beside an A card in a trick can be worth in a hand, dearest first."""

WENT_OUT, CARDS_LEFT, JOKER_LEFT, COUNTED_HAND = "went-out", "cards-left", "joker-left", "counted-hand"
LITTLE_A_LEFT, BIG_A_LEFT = "little-a-left", "big-a-left"
PILE, JOKER_ON_PILE, LITTLE_A_ON_PILE, COUNTED_PILE = "pile", "joker-on-pile", "little-a-on-pile", "counted-pile"


def score(facts: Facts, _so_far: MatchState) -> Iterator[ScoreLine]:
    """Yield the lines of a round, seat by seat: the hand, then the pile of the little a."""
    for seat, hand in enumerate(facts.left):
        yield from cards_left(seat, hand)
        if facts.pile and facts.pile.seat == seat:
            yield from little_a_pile(facts.pile)


def cards_left(seat: int, hand: str | int) -> Iterator[ScoreLine]:
    """Every card still in the hand counts against its holder; who went out has none."""
    if is_out(hand):
        yield ScoreLine(seat, WENT_OUT, 0, "went out: no card left in the hand")
    elif isinstance(hand, int):
        yield ScoreLine(seat, COUNTED_HAND, hand, "the hand, counted at the table")
    else:
        cards = Counter(hand.split())
        yield from faces(seat, CARDS_LEFT, cards, "in the hand")
        yield from jokers(seat, JOKER_LEFT, cards[JOKER], IN_THE_HAND, "in the hand")
        if cards[LITTLE_A]:
            yield ScoreLine(seat, LITTLE_A_LEFT, IN_THE_HAND[LITTLE_A], "the little a, still in the hand")
        if cards[BIG_A]:
            yield ScoreLine(seat, BIG_A_LEFT, IN_THE_HAND[BIG_A], "the Big A, still in the hand")


def little_a_pile(pile: Pile) -> Iterator[ScoreLine]:
    """The cards of the little-a trick lie beside its taker: there a joker is worth 1 and the a nothing."""
    if isinstance(pile.cards, int):
        yield ScoreLine(pile.seat, COUNTED_PILE, pile.cards, "the little-a pile, counted at the table")
        return
    cards = Counter(pile.cards.split())
    yield from faces(pile.seat, PILE, cards, "on the little-a pile")
    yield from jokers(pile.seat, JOKER_ON_PILE, cards[JOKER], ON_THE_PILE, "on the little-a pile")
    yield ScoreLine(pile.seat, LITTLE_A_ON_PILE, ON_THE_PILE[LITTLE_A], "the little a on top of its pile: 0")


def faces(seat: int, rule: str, cards: Counter[str], where: str) -> Iterator[ScoreLine]:
    """Number cards count their face: “4 + 2 × 11 in the hand”."""
    numbers = {face: count for face, count in cards.items() if face in NUMBERS}
    if numbers:
        points = sum(NUMBERS[face] * count for face, count in numbers.items())
        each = [face if count == 1 else f"{count} × {face}" for face, count in numbers.items()]
        yield ScoreLine(seat, rule, points, f"{' + '.join(each)} {where}")


def jokers(seat: int, rule: str, count: int, worth: Mapping[str, int], where: str) -> Iterator[ScoreLine]:
    """A joker is worth what the place it lies in makes it."""
    if count:
        named = "1 joker" if count == 1 else f"{count} jokers"
        yield ScoreLine(seat, rule, count * worth[JOKER], f"{named} × {worth[JOKER]} {where}")


def note(facts: Facts, seat: int) -> str:
    """Say what a seat's points do not tell: who went out, who held an A card, what the pile added (“A +33”)."""
    hand = facts.left[seat]
    held = ["out"] if is_out(hand) else [card for card in (LITTLE_A, BIG_A) if card in cards_in(hand)]
    if facts.pile and facts.pile.seat == seat:
        held.append(f"+{sum(line.points for line in little_a_pile(facts.pile))}")
    return " ".join(held)


def took_the_big_a_last(facts: Facts) -> bool:
    """Say whether some hand can be of a player whose last card took the Big A trick, which ends the round as well."""
    return any(_is_the_big_a_trick(facts, seat) for seat in range(len(facts.left)))


def is_out(hand: str | int) -> bool:
    """Say whether nothing is left of a hand: no card, or no points."""
    return not (hand.split() if isinstance(hand, str) else hand)


def cards_in(hand: str | int) -> list[str]:
    """Return the cards of a hand or pile; none where its points were counted at the table."""
    return hand.split() if isinstance(hand, str) else []


def check_box(cards: Iterable[str], field: str) -> None:
    """Refuse what is no card of this game, or is there more often than in the box."""
    for card, count in Counter(cards).items():
        if card not in COPIES:
            raise Impossible(f"“{card[:20]}” is no card: the cards are 1 to 13, J, a and A", field)
        if count > COPIES[card]:
            raise Impossible(f"{spoken(card)} is there {count} times, but only {COPIES[card]} in the box", field)


def spoken(card: str) -> str:
    """Name a card in a sentence: “the 7”, “the little a”."""
    return SPOKEN.get(card, f"the {card}")


def _is_the_big_a_trick(facts: Facts, seat: int) -> bool:
    """Say whether a hand can be all of a Big A trick: the A, and one card from each of the others who had one."""
    hand, others = facts.left[seat], [*facts.left[:seat], *facts.left[seat + 1 :]]
    fewest, most = len(others) - any(_is_only_the_little_a(other, facts) for other in others), len(others)
    if isinstance(hand, str):
        cards = hand.split()
        return BIG_A in cards and LITTLE_A not in cards and fewest < len(cards) <= most + 1
    elsewhere = any(BIG_A in cards_in(other) for other in others)
    return not elsewhere and fewest <= hand - IN_THE_HAND[BIG_A] <= sum(DEAREST[:most])


def _is_only_the_little_a(hand: str | int, facts: Facts) -> bool:
    """Say whether a hand can be the little a alone, whose holder had to pass."""
    elsewhere = facts.pile or any(LITTLE_A in cards_in(other) for other in facts.left)
    return cards_in(hand) == [LITTLE_A] or (hand == IN_THE_HAND[LITTLE_A] and not elsewhere)
