"""The facts of a round of Das Grosse und das kleine A: the cards left in each hand, and the little-a pile."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from games.core import facts
from games.core.deal import Deal
from games.core.definition import MatchState
from games.core.errors import Impossible
from games.core.facts import TricksTaken
from games.core.schema import not_found_error
from games.core.seats import BySeat, SeatNumber
from games.core.text import minus, plural

NUMBERS = {str(face): face for face in range(1, 14)}
JOKER, LITTLE_A, BIG_A = "J", "a", "A"
SPOKEN = {JOKER: "the joker", LITTLE_A: "the little a", BIG_A: "the Big A"}

COPIES = {**dict.fromkeys(NUMBERS, 8), JOKER: 4, LITTLE_A: 1, BIG_A: 1}
IN_THE_HAND = {**NUMBERS, JOKER: 14, LITTLE_A: 15, BIG_A: 20}
ON_THE_PILE = {**NUMBERS, JOKER: 1, LITTLE_A: 0}
BOX_POINTS = sum(COPIES[card] * worth for card, worth in IN_THE_HAND.items())

MAX_NAMED_POINTS = 10**6
LITTLE_A_TRICK, STILL_HELD = "little-a", "still-held"


class Pile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The little-a trick. `seat`: who took it. `cards`: the cards, with or without the a, or their points."""

    seat: SeatNumber
    cards: str | int


Hand = str | int


class Facts(facts.RoundFacts, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """`left`: by seat the cards in the hand (`4 9 J a`, "" for none) or their points. `pile`: if it was taken."""

    left: BySeat[Hand]
    pile: Pile | None = None

    def check(self, state: MatchState) -> None:
        names = state.names
        if len(self.left) != len(names):
            raise Impossible(f"{plural(len(self.left), 'hand')} for {len(names)} players: enter one for each", "left")
        for seat, hand in enumerate(self.left):
            _check_hand(hand, f"{names[seat]}’s hand", f"left[{seat}]")
        if self.pile:
            _check_pile(self.pile, names)
        _check_copies(self, names)
        _check_worth(self)

    def notes(self, deal: Deal, state: MatchState) -> Sequence[str]:
        return [self._note(seat) for seat in range(state.players)]

    def _note(self, seat: int) -> str:
        """Return what the points do not show: went out, held an A card, points of the pile (“A pile 33”)."""
        hand = self.left[seat]
        held = ["out"] if is_out(hand) else [card for card in (LITTLE_A, BIG_A) if card in cards_in(hand)]
        if self.pile and self.pile.seat == seat:
            held.append(f"pile {points_of(self.pile.cards, ON_THE_PILE)}")
        return " ".join(held)

    def tricks_taken(self) -> Iterator[TricksTaken]:
        if self.pile:
            yield TricksTaken(self.pile.seat, 1, LITTLE_A_TRICK)
        for seat, hand in enumerate(self.left):
            if isinstance(hand, str) or is_out(hand):
                yield TricksTaken(seat, len(cards_in(hand)), STILL_HELD)


def is_out(hand: str | int) -> bool:
    return not (hand.split() if isinstance(hand, str) else hand)


def points_of(cards: str | int, worth: Mapping[str, int]) -> int:
    """Return the points of cards; points counted at the table are returned as they are."""
    return cards if isinstance(cards, int) else sum(worth[card] for card in cards.split())


def cards_in(hand: str | int) -> list[str]:
    """Return the cards of a hand or pile; none if only its points were counted."""
    return hand.split() if isinstance(hand, str) else []


def check_cards(cards: Iterable[str], field: str, whose: str = "") -> None:
    where = f"{whose}: " if whose else ""
    for card, count in Counter(cards).items():
        if card not in COPIES:
            raise Impossible(f"{where}“{card[:20]}” is no card: the cards are 1 to 13, J, a and A", field)
        if count > COPIES[card]:
            only = f"only {COPIES[card]} in the box"
            raise Impossible(f"{where}{spoken(card)} is there {count} times, but {only}", field)


def spoken(card: str) -> str:
    """Return the name of a card in a sentence: “the 7”, “the little a”."""
    return SPOKEN.get(card, f"the {card}")


def _check_hand(hand: str | int, whose: str, field: str) -> None:
    if isinstance(hand, int):
        _check_points(hand, f"in {whose}", field)
    check_cards(cards_in(hand), field, whose)


def _check_pile(pile: Pile, names: tuple[str, ...]) -> None:
    if not 0 <= pile.seat < len(names):
        raise Impossible(f"who took the little-a pile: {not_found_error('player', names)}", "pile.seat")
    whose = f"{names[pile.seat]}’s pile"
    if isinstance(pile.cards, int):
        _check_points(pile.cards, f"on {whose}", "pile.cards")
    check_cards(cards_in(pile.cards), "pile.cards", whose)
    if BIG_A in cards_in(pile.cards):
        never = "but it is never played to the trick of the little a"
        raise Impossible(f"the Big A is on {whose}, {never}", "pile.cards")


def _check_points(points: int, where: str, field: str) -> None:
    if not 0 <= points <= BOX_POINTS:
        off = f"{-points} too few" if points < 0 else f"{points - BOX_POINTS} too many"
        how_far = "far off" if abs(points) >= MAX_NAMED_POINTS else f"{minus(points)}, {off}"
        raise Impossible(f"points {where}: {how_far}; the whole box is {BOX_POINTS}", field)


# --- All hands and the pile together hold no more cards and points than the box.


def _check_copies(facts: Facts, names: tuple[str, ...]) -> None:
    # By path of the fact: the owner and the cards.
    places = {f"left[{seat}]": (f"{names[seat]}’s hand", cards_in(hand)) for seat, hand in enumerate(facts.left)}
    if facts.pile:
        on_pile = [LITTLE_A, *(card for card in cards_in(facts.pile.cards) if card != LITTLE_A)]
        places["pile.cards"] = (f"{names[facts.pile.seat]}’s pile", on_pile)
    counts = Counter(card for _, cards in places.values() for card in cards)
    for card, copies in COPIES.items():
        if counts[card] > copies:
            where = ", ".join(f"{cards.count(card)} in {whose}" for whose, cards in places.values() if card in cards)
            count = f"{spoken(card)} is there {counts[card]} times ({where}), but only {copies} in the box"
            last = [field for field, (_, cards) in places.items() if card in cards][-1]
            raise Impossible(f"{count}: {counts[card] - copies} too many", last)


def _check_worth(facts: Facts) -> None:
    """Refuse more points than the box has: no card is worth more on the pile than in a hand."""
    points = sum(points_of(hand, IN_THE_HAND) for hand in facts.left)
    points += points_of(facts.pile.cards, ON_THE_PILE) if facts.pile else 0
    if points > BOX_POINTS:
        what = "the hands and the pile" if facts.pile else "the hands"
        counted = f"{what} add up to {points} points, but the whole box is {BOX_POINTS}"
        raise Impossible(f"{counted}: {points - BOX_POINTS} too many, count again", "left")
