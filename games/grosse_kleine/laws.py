"""Questions to the table about facts that correct play of Das Grosse und das kleine A cannot bring."""

from collections import Counter
from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

from games.core.definition import MatchState
from games.core.facts import Doubt
from games.core.text import listed, plural
from games.grosse_kleine.facts import (
    BIG_A,
    COPIES,
    IN_THE_HAND,
    JOKER,
    LITTLE_A,
    NUMBERS,
    Facts,
    cards_in,
    is_out,
    points_of,
)  # fmt: skip

OTHER_CARDS = {card: count for card, count in COPIES.items() if card not in (LITTLE_A, BIG_A)}
# Points of all cards except the two A cards, the highest first.
HIGHEST_WORTHS = sorted((IN_THE_HAND[card] for card, count in OTHER_CARDS.items() for _ in range(count)), reverse=True)


class Query(NamedTuple):
    """A question to the table. `field`: the path of the fact. `a_card`: the A card whose holder would be the answer."""

    question: str
    field: str
    a_card: str = ""


def irregularities(facts: Facts, state: MatchState) -> Iterator[Doubt]:
    for query in _questions(facts, state):
        yield Doubt(query.question, query.field)


def forgotten_a_card(facts: Facts, state: MatchState) -> str:
    """Return the A card of the first question about an irregular round, or ""."""
    return next(query.a_card for query in _questions(facts, state))


def _questions(facts: Facts, state: MatchState) -> Iterator[Query]:
    end = RoundEnd(facts, state)
    laws = (
        _who_is_out, _big_a_for_a_pile, _little_a_before_the_big, _both_a_cards, _cards_of_the_pile, _early_end,
        _cards_gone,
    )  # fmt: skip
    for law in laws:
        yield from law(end)


class RoundEnd(NamedTuple):
    """The facts of a round, and conclusions about single cards and hands."""

    facts: Facts
    state: MatchState

    @property
    def finishes_a_trick(self) -> bool:
        """Whether an A trick is finished before the round is over."""
        return bool(self.state.rules.end == "finish-a-trick")

    @property
    def others(self) -> int:
        return self.state.players - 1

    @property
    def out(self) -> list[int]:
        return [seat for seat, hand in enumerate(self.facts.left) if is_out(hand)]

    def holder(self, card: str) -> int | None:
        return next((seat for seat, hand in enumerate(self.facts.left) if card in cards_in(hand)), None)

    def may_hold(self, card: str, hand: str | int) -> bool:
        """Return whether an A card can be in a hand: it is named, or its points may be among those of the hand."""
        if isinstance(hand, str):
            return card in cards_in(hand)
        on_the_pile = card == LITTLE_A and self.facts.pile
        return hand >= IN_THE_HAND[card] and self.holder(card) is None and not on_the_pile

    def is_held(self, card: str) -> bool:
        return any(self.may_hold(card, hand) for hand in self.facts.left)

    def is_a_card_alone(self, card: str, hand: str | int) -> bool:
        """Return whether a hand may be this A card alone, which has to pass in the trick of the other."""
        return cards_in(hand) == [card] or (hand == IN_THE_HAND[card] and self.may_hold(card, hand))

    @property
    def fewest_with_the_big_a(self) -> int:
        """The fewest cards taken with the Big A: one of each other player, except one who had to pass."""
        return self.others - any(self.is_a_card_alone(LITTLE_A, hand) for hand in self.facts.left)

    def took_the_big_a_last(self, seat: int) -> bool:
        """Return whether a hand is the Big A trick, taken with the last card."""
        hand, fewest = self.facts.left[seat], self.fewest_with_the_big_a
        if isinstance(hand, int):
            other_points = hand - IN_THE_HAND[BIG_A]
            return self.may_hold(BIG_A, hand) and fewest <= other_points <= sum(HIGHEST_WORTHS[: self.others])
        cards = cards_in(hand)
        return BIG_A in cards and LITTLE_A not in cards and fewest <= len(cards) - 1 <= self.others

    def holds_a_big_a_trick(self, seat: int) -> bool:
        hand, fewest = self.facts.left[seat], self.fewest_with_the_big_a
        if isinstance(hand, int):
            return self.may_hold(BIG_A, hand) and hand - IN_THE_HAND[BIG_A] >= fewest
        return BIG_A in cards_in(hand) and sum(card != LITTLE_A for card in cards_in(hand)) > fewest


def _who_is_out(end: RoundEnd) -> Iterator[Query]:
    """A hand must be empty, or its last card took the Big A trick. Several are empty only after an A trick."""
    seats, out = range(end.state.players), end.out
    if not out and not (end.finishes_a_trick and any(map(end.took_the_big_a_last, seats))):
        nobody = "Nobody is out of cards, but a round ends when a hand is empty: whose is it?"
        trick = (
            f" (Or the last card took the Big A trick: then that hand is the Big A and {plural(end.others, 'other')}.)"
        )
        yield Query(nobody + trick * end.finishes_a_trick, "left")
    if len(out) > 1:
        names = listed([end.state.names[seat] for seat in out])
        last = f"left[{out[-1]}]"
        if len(out) == len(seats):
            yield Query("All hands are empty, but somebody took the Big A: who holds it?", "left")
        elif not end.finishes_a_trick:
            at_once = "at your table the round stops as soon as one hand is empty"
            yield Query(f"{names} are out, but {at_once}: who still held a card?", last)
        elif not end.is_held(BIG_A):
            a_trick = "an A trick was the last and the Big A was taken"
            yield Query(f"{names} are out, so {a_trick}: who holds it?", last, BIG_A)
        elif not end.facts.pile and not any(map(end.holds_a_big_a_trick, seats)):
            trick = f"the Big A with at least {plural(end.fewest_with_the_big_a, 'card')}"
            yield Query(f"{names} are out, so the last trick was the Big A’s: somebody took {trick}, who?", last)


def _big_a_for_a_pile(end: RoundEnd) -> Iterator[Query]:
    """The little a is led after the trick of the Big A, so with a pile somebody holds the Big A."""
    if end.finishes_a_trick and end.facts.pile and not end.is_held(BIG_A):
        yield Query("There is a little-a pile, so somebody took the Big A: who holds it?", "left", BIG_A)


def _little_a_before_the_big(end: RoundEnd) -> Iterator[Query]:
    seat = end.holder(BIG_A)
    if end.finishes_a_trick and seat is not None and not end.facts.pile and not end.is_held(LITTLE_A):
        holds = f"{end.state.names[seat]} holds the Big A, so somebody took the little a before it"
        yield Query(f"{holds}: is it in a hand, or is there a pile?", "pile.seat", LITTLE_A)


def _both_a_cards(end: RoundEnd) -> Iterator[Query]:
    """If several are out after the Big A trick, points must include the Big A, and points the little a."""
    hands = end.facts.left
    if not end.finishes_a_trick or end.facts.pile or len(end.out) < 2 or end.holder(BIG_A) is not None:
        return
    if end.is_held(BIG_A) and not any(_hides_both(end, seat) for seat in range(len(hands))):
        hides = listed([end.state.names[seat] for seat, hand in enumerate(hands) if end.may_hold(BIG_A, hand)])
        yield Query(f"{hides} can hold the Big A, but then nobody holds the little a: count again?", "left")


def _hides_both(end: RoundEnd, seat: int) -> bool:
    """Return whether the points of a hand can include the Big A, with the little a there or in another hand."""
    hand = end.facts.left[seat]
    if not isinstance(hand, int) or not end.holds_a_big_a_trick(seat):
        return False
    others = [other for place, other in enumerate(end.facts.left) if place != seat]
    if any(end.may_hold(LITTLE_A, other) for other in others):
        return True
    other_points = hand - IN_THE_HAND[BIG_A] - IN_THE_HAND[LITTLE_A]
    return end.may_hold(LITTLE_A, hand) and other_points >= end.others


def _cards_of_the_pile(end: RoundEnd) -> Iterator[Query]:
    """A pile has a card of each other player, or one fewer if a hand is the Big A alone and had to pass."""
    pile, most = end.facts.pile, end.others
    if pile is None:
        return
    fewest = most - any(end.is_a_card_alone(BIG_A, hand) for hand in end.facts.left)
    whose = f"{end.state.names[pile.seat]}’s pile"
    reason = f"one from each of the others makes {most}, or {most - 1} if somebody with just the Big A had to pass"
    if isinstance(pile.cards, int):
        max_points = NUMBERS["13"] * most
        if not fewest <= pile.cards <= max_points:
            worth = f"with {end.state.players} players it is worth {fewest} to {max_points}"
            yield Query(f"{plural(pile.cards, 'point')} on {whose}, but {worth}: count again?", "pile.cards")
        return
    count = sum(card != LITTLE_A for card in cards_in(pile.cards))
    if not fewest <= count <= most:
        yield Query(f"{plural(count, 'card')} on {whose} besides the a, but {reason}: count again?", "pile.cards")


def _early_end(end: RoundEnd) -> Iterator[Query]:
    """Without a Big A or a pile the round ended in the second trick; if the little a is missing too, in the first."""
    if end.is_held(BIG_A) or end.facts.pile:
        return
    if not end.is_held(LITTLE_A) and not _fits_one_trick(end):
        never = "but these hands cannot come of a single trick"
        yield Query(f"Nobody holds the little a or the Big A, {never}: who holds the Big A?", "left", BIG_A)
    for seat, hand in enumerate(end.facts.left):
        count, dealt = len(cards_in(hand)), end.state.deal.cards[seat]
        if end.finishes_a_trick and count > dealt:
            held = f"{end.state.names[seat]} holds {count} cards and was dealt {dealt}"
            yield Query(f"{held}: only the Big A makes hands grow, who holds it?", f"left[{seat}]", BIG_A)


def _fits_one_trick(end: RoundEnd) -> bool:
    """Return whether one trick can empty a hand, in rising sets of one size with sets of others between them.

    True if nobody is out, or several are: another law asks about that.
    """
    if len(end.out) != 1:
        return True
    dealt = end.state.deal.cards
    others = [(dealt[seat], hand) for seat, hand in enumerate(end.facts.left) if seat != end.out[0]]
    return any(_fits_sets(size, dealt[end.out[0]], others) for size in range(1, max(dealt) + 1))


def _fits_sets(size: int, emptied: int, others: list[tuple[int, str | int]]) -> bool:
    """Return whether sets of one size can empty a hand of `emptied` cards in one trick.

    `others`: the cards dealt to each other hand, and the cards or points left of it. In a trick at most `most` sets can
    follow each other, and the sets of the others must be enough to come between those of the hand.
    """
    own, rest = divmod(emptied, size)
    copies, jokers = COPIES["1"], COPIES[JOKER]
    most = len(NUMBERS) + (size <= jokers) if size <= copies else jokers // (size - copies)
    # The possible numbers of sets that each of the others played, from the cards gone from the hand.
    counts = [
        range(max(0, ceil((cards - most_left(hand)) / size)), (cards - fewest_left(hand)) // size + 1)
        for cards, hand in others
    ]
    fewest_sets, most_sets = sum(count.start for count in counts), sum(count.stop - 1 for count in counts)
    return not rest and all(counts) and max(fewest_sets, own - 1) <= min(most_sets, most - own)


def fewest_left(hand: str | int) -> int:
    return ceil(hand / IN_THE_HAND[JOKER]) if isinstance(hand, int) else len(cards_in(hand))


def most_left(hand: str | int) -> int:
    return hand if isinstance(hand, int) else len(cards_in(hand))


def _cards_gone(end: RoundEnd) -> Iterator[Query]:
    """All cards of the hand that is out are gone, except one that may be on the pile."""
    facts, dealt = end.facts, end.state.deal.cards
    pile = facts.pile.cards if facts.pile else ""
    named = Counter(card for cards in (*facts.left, pile) for card in cards_in(cards) if card in OTHER_CARDS)
    on_the_pile = end.others - 1 if isinstance(pile, int) else 0
    left, most = named.total() + on_the_pile, sum(dealt) - min(dealt) + 1
    reason = f"whoever is out got rid of at least {plural(min(dealt) - 1, 'card')}"
    if left > most:
        yield Query(f"{left} cards are left, but {most} at most can be: {reason}. Count again?", "left")
        return
    counted = sum(hand for hand in facts.left if isinstance(hand, int))
    a_cards = sum(
        IN_THE_HAND[card] for card in (LITTLE_A, BIG_A) if any(end.may_hold(card, hand) for hand in facts.left)
        and end.holder(card) is None
    )  # fmt: skip
    free = sorted(((Counter(OTHER_CARDS) - named).elements()), key=IN_THE_HAND.__getitem__, reverse=True)
    max_points = points_of(" ".join(free[: most - left]), IN_THE_HAND) + a_cards
    if counted > max_points:
        yield Query(f"{counted} points were counted, but {max_points} at most can be: {reason}. Count again?", "left")
