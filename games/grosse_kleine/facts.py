"""The facts of one round of Das Grosse und das kleine A: what was left in every hand, and the little-a pile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

import msgspec

from games.core import facts
from games.core.errors import Impossible, ImpossibleRound
from games.core.facts import TricksTaken
from games.core.text import minus
from games.grosse_kleine import box
from games.grosse_kleine.box import THE_WHOLE_BOX
from games.grosse_kleine.scoring import (
    BIG_A,
    IN_THE_HAND,
    LITTLE_A,
    cards_in,
    check_box,
    is_out,
    note,
    took_the_big_a_last,
)

if TYPE_CHECKING:
    from games.core.deal import Deal
    from games.core.definition import MatchState

FAR_OFF = 10**6
LITTLE_A_TRICK, STILL_HELD = "little-a", "still-held"


class Pile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The little-a trick: who took it, and its cards (the a itself may be named) or their points."""

    seat: int
    cards: str | int


class Facts(facts.RoundFacts, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """By seat the cards still in the hand (`4 9 J a`, "" for none) or their points; `pile` where it was taken."""

    seat_facts: ClassVar[frozenset[str]] = frozenset({"seat"})
    left: tuple[str | int, ...]
    pile: Pile | None = None

    def check(self, state: MatchState) -> None:
        names = state.names
        if len(self.left) != len(names):
            raise ImpossibleRound(
                f"{len(self.left)} hand{'s' * (len(self.left) != 1)} for {len(names)} players", "left"
            )
        for seat, hand in enumerate(self.left):
            _check_hand(hand, f"{names[seat]}’s hand", f"left[{seat}]")
        if self.pile:
            _check_pile(self.pile, names)
        box.check(self, names)
        _check_somebody_is_out(self, may_finish=state.rules.end == "finish-a-trick")

    def notes(self, deal: Deal, state: MatchState) -> Sequence[str]:
        return [note(self, seat) for seat in range(state.players)]

    def tricks_taken(self) -> Iterator[TricksTaken]:
        if self.pile:
            yield TricksTaken(self.pile.seat, 1, LITTLE_A_TRICK)
        for seat, hand in enumerate(self.left):
            if isinstance(hand, str) or is_out(hand):
                yield TricksTaken(seat, len(cards_in(hand)), STILL_HELD)


def _check_hand(hand: str | int, whose: str, field: str) -> None:
    if isinstance(hand, int):
        _check_between(hand, 0, THE_WHOLE_BOX, f"points in {whose}", f"the whole box is {THE_WHOLE_BOX}", field)
    _check_cards(cards_in(hand), whose, field)


def _check_pile(pile: Pile, names: tuple[str, ...]) -> None:
    players = len(names)
    if not 0 <= pile.seat < players:
        raise ImpossibleRound(f"the pile lies where nobody sits: seats are 0 to {players - 1}", "pile.seat")
    whose = f"{names[pile.seat]}’s pile"
    if isinstance(pile.cards, int):
        low, high = players - 2, IN_THE_HAND["13"] * (players - 1)
        reason = f"with {players} players it is worth {low} to {high}"
        _check_between(pile.cards, low, high, f"points on {whose}", reason, "pile.cards")
    else:
        _check_pile_cards(pile.cards.split(), whose, players)


def _check_pile_cards(cards: list[str], whose: str, players: int) -> None:
    _check_cards(cards, whose, "pile.cards")
    if BIG_A in cards:
        told = f"the Big A is on {whose}, but it is never played to the trick of the little a"
        raise ImpossibleRound(told, "pile.cards")
    low, high = players - 2, players - 1
    reason = f"one from each of the others makes {high}, or {low} if one had to pass"
    besides = sum(card != LITTLE_A for card in cards)
    _check_between(besides, low, high, f"cards on {whose} besides the a", reason, "pile.cards")


def _check_between(number: int, low: int, high: int, what: str, reason: str, field: str) -> None:
    if not low <= number <= high:
        raise ImpossibleRound(f"{what}: {_told(number, low, high)}; {reason}", field)


def _told(number: int, low: int, high: int) -> str:
    if abs(number) >= FAR_OFF:
        return "far off"
    return f"{minus(number)}, " + (f"{low - number} too few" if number < low else f"{number - high} too many")


def _check_cards(cards: list[str], whose: str, field: str) -> None:
    try:
        check_box(cards, field)
    except Impossible as error:
        raise ImpossibleRound(f"{whose}: {error.message}", field) from None


def _check_somebody_is_out(facts: Facts, *, may_finish: bool) -> None:
    """Refuse a round that nobody ended; may an A trick be finished, a last card can bring the Big A."""
    if any(map(is_out, facts.left)) or (may_finish and took_the_big_a_last(facts)):
        return
    told = "nobody is out of cards, but a round ends when a hand is empty: look whose it is"
    but = f" (or the last card took the Big A trick: then that hand is the Big A and {len(facts.left) - 1} others)"
    raise ImpossibleRound(told + but * may_finish, "left")
