"""The scoring of Das Grosse und das kleine A. Source: the rule text, Round end; see rules.md."""

from collections import Counter
from collections.abc import Iterator, Mapping

from games.core.definition import MatchState
from games.core.scorecard import ScoreLine
from games.core.text import plural
from games.grosse_kleine.facts import BIG_A, IN_THE_HAND, JOKER, LITTLE_A, NUMBERS, ON_THE_PILE, Facts, Pile, is_out

# Rules used by statistics and highlights.
WENT_OUT, LITTLE_A_LEFT, BIG_A_LEFT = "went-out", "little-a-left", "big-a-left"


def score(facts: Facts, _state: MatchState) -> Iterator[ScoreLine]:
    for seat, hand in enumerate(facts.left):
        yield from cards_left(seat, hand)
        if facts.pile and facts.pile.seat == seat:
            yield from little_a_pile(facts.pile)


def cards_left(seat: int, hand: str | int) -> Iterator[ScoreLine]:
    """Yield the points of the cards left in a hand."""
    if is_out(hand):
        yield ScoreLine(seat, WENT_OUT, 0, "went out: no card left in the hand")
    elif isinstance(hand, int):
        yield ScoreLine(seat, "counted-hand", hand, "the hand, counted at the table")
    else:
        cards = Counter(hand.split())
        yield from faces(seat, "cards-left", cards, "in the hand")
        yield from jokers(seat, "joker-left", cards[JOKER], IN_THE_HAND, "in the hand")
        if cards[LITTLE_A]:
            yield ScoreLine(seat, LITTLE_A_LEFT, IN_THE_HAND[LITTLE_A], "left with the little a")
        if cards[BIG_A]:
            yield ScoreLine(seat, BIG_A_LEFT, IN_THE_HAND[BIG_A], "left with the Big A")


def little_a_pile(pile: Pile) -> Iterator[ScoreLine]:
    """Yield the points of the little-a trick, in which a joker is worth 1 and the a nothing."""
    if isinstance(pile.cards, int):
        yield ScoreLine(pile.seat, "counted-pile", pile.cards, "the little-a pile, counted at the table")
        return
    cards = Counter(pile.cards.split())
    yield from faces(pile.seat, "pile", cards, "on the little-a pile")
    yield from jokers(pile.seat, "joker-on-pile", cards[JOKER], ON_THE_PILE, "on the little-a pile")
    yield ScoreLine(pile.seat, "little-a-on-pile", ON_THE_PILE[LITTLE_A], "the little a on top of its pile: 0")


def faces(seat: int, rule: str, cards: Counter[str], where: str) -> Iterator[ScoreLine]:
    """Yield the points of number cards: “4 + 2 × 11 in the hand”."""
    numbers = {face: count for face, count in cards.items() if face in NUMBERS}
    if numbers:
        points = sum(NUMBERS[face] * count for face, count in numbers.items())
        each = [face if count == 1 else f"{count} × {face}" for face, count in numbers.items()]
        yield ScoreLine(seat, rule, points, f"{' + '.join(each)} {where}")


def jokers(seat: int, rule: str, count: int, worth: Mapping[str, int], where: str) -> Iterator[ScoreLine]:
    if count:
        yield ScoreLine(seat, rule, count * worth[JOKER], f"{plural(count, 'joker')} × {worth[JOKER]} {where}")
