"""The facts of a round of Good Little Tricks: who collected each suit."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import msgspec
from msgspec import UNSET, UnsetType

from games.core import facts
from games.core.definition import MatchState
from games.core.errors import Impossible
from games.core.facts import TricksTaken
from games.core.house_rules import HouseRules
from games.core.schema import not_found_error
from games.core.seats import SeatNumber
from games.core.text import listed, plural

# Number of cards by suit, in the order in which they become trump.
SIZES = {"orange": 2, "purple": 3, "green": 4, "pink": 5, "blue": 6, "red": 7}


class Suits(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The seat that collected each suit; UNSET for suits that are not in the deck."""

    orange: SeatNumber | UnsetType = UNSET
    purple: SeatNumber | UnsetType = UNSET
    green: SeatNumber | UnsetType = UNSET
    pink: SeatNumber | UnsetType = UNSET
    blue: SeatNumber | UnsetType = UNSET
    red: SeatNumber | UnsetType = UNSET


class Facts(facts.RoundFacts, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The owners of all suits in the deck: a round ends when the last card is collected."""

    suits: Suits

    @property
    def owners(self) -> dict[str, int]:
        by_suit = msgspec.structs.asdict(self.suits)
        return {suit: by_suit[suit] for suit in SIZES if by_suit[suit] is not UNSET}

    def check(self, state: MatchState) -> None:
        _check_in_deck(self.owners, state.rules.deck)
        _check_all_collected(self.owners, state.rules.deck)
        _check_seats(self.owners, state.names)
        _check_tricks(self.owners, state.deal.cards[0], state.names)

    def tricks_taken(self) -> Iterator[TricksTaken]:
        for suit, seat in self.owners.items():
            yield TricksTaken(seat, SIZES[suit], suit)


def cards_in(suits: Iterable[str]) -> int:
    return sum(SIZES[suit] for suit in suits)


def _check_in_deck(owners: dict[str, int], deck: list[str]) -> None:
    for suit in owners:
        if suit not in deck:
            raise Impossible(
                f"{suit} was collected, but at your table it is not in the deck; this table plays with {listed(deck)}",
                f"suits.{suit}",
            )


def _check_all_collected(owners: dict[str, int], deck: list[str]) -> None:
    missing = [suit for suit in deck if suit not in owners]
    if missing:
        nobody = "has no owner" if len(missing) == 1 else "have no owner"
        raise Impossible(
            f"{listed(missing)} {nobody}: {cards_in(missing)} of {cards_in(deck)} cards are missing, "
            "look at who won the trick that completed the suit",
            f"suits.{missing[0]}",
        )


def _check_seats(owners: dict[str, int], names: tuple[str, ...]) -> None:
    for suit, seat in owners.items():
        if not 0 <= seat < len(names):
            raise Impossible(f"who collected {suit}: {not_found_error('player', names)}", f"suits.{suit}")


def _check_tricks(owners: dict[str, int], tricks: int, names: tuple[str, ...]) -> None:
    """Refuse more owners than tricks: a trick has one winner."""
    winners = list(dict.fromkeys(owners.values()))
    if len(winners) > tricks:
        collected = f"{listed([names[seat] for seat in winners])} collected suits: {len(winners)} players"
        played = f"{cards_in(owners)} cards among {len(names)} players make {plural(tricks, 'trick')}"
        last = next(suit for suit, seat in owners.items() if seat == winners[-1])
        raise Impossible(f"{collected}, but {played}, and a trick has one winner", f"suits.{last}")


# --- The decks: all six suits, or fewer so that the cards divide evenly.

ALL_SUITS = tuple(SIZES)
# Decks with fewer cards are possible but not suggested.
MIN_OFFERED_CARDS = 20


def house_decks(players: int) -> list[tuple[str, ...]]:
    choices = [suits for count in range(len(SIZES), 0, -1) for suits in combinations(SIZES, count)]
    return [suits for suits in sorted(choices, key=cards_in, reverse=True) if cards_in(suits) % players == 0]


def check_table(players: int, rules: HouseRules) -> None:
    cards = cards_in(rules.deck)
    hand, over = divmod(cards, players)
    if over:
        decks = house_decks(players)
        best = [ALL_SUITS] if ALL_SUITS in decks else decks[:3]
        raise Impossible(
            f"{cards} cards do not divide evenly among {players} players: {players} × {hand} leaves {over} over; "
            f"what fits is {'; '.join(map(deck_in_words, best))}",
            "deck",
        )


def offered_decks() -> tuple[tuple[str, ...], ...]:
    """Return the suggested decks, most cards first. Decks for four players are among those for two."""
    decks = dict.fromkeys(house_decks(2) + house_decks(5))
    return tuple(sorted((deck for deck in decks if cards_in(deck) >= MIN_OFFERED_CARDS), key=cards_in, reverse=True))


def decks_for(players: int) -> Sequence[tuple[str, ...]]:
    """Return the decks to choose from, most cards first; none if all six suits divide evenly."""
    decks = house_decks(players)
    return [] if ALL_SUITS in decks else [deck for deck in decks if cards_in(deck) >= MIN_OFFERED_CARDS]


def deck_in_words(deck: tuple[str, ...]) -> str:
    left_out = [suit for suit in SIZES if suit not in deck]
    return f"{cards_in(deck)} cards, {'without ' + listed(left_out) if left_out else 'all six suits'}"
