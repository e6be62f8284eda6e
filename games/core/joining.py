"""Players who join a match or leave it between two rounds.

The seats of such a match are all that were ever played in. A round is entered and scored at the table of those who play
it, as if nobody else were there: `MatchState.table`. So no game has to know of it.

`game` is a games.core.definition.Game, which this file cannot import: definition.py imports this one.
"""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from games.core.errors import Impossible
from games.core.house_rules import HouseRules
from games.core.text import isolate, minus

# Beginnings of a player who joins, with the words for each.
Beginning = Literal["start", "average", "lowest", "highest"]
BEGINNINGS: dict[str, str] = {
    "start": "as everybody began", "average": "the average", "lowest": "the lowest total",
    "highest": "the highest total",
}  # fmt: skip
MAX_TOTAL = 99_999
# More than any table has: each round looks through all of them.
MAX_CHANGES = 200


class SeatChange(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who joins or leaves before a round, numbered from 1. `total`: what a new player begins with, None for all others.

    `begins`: which total that was. Later corrections of earlier rounds do not change it.
    """

    round: int
    seat: int
    joins: bool
    total: int | None = None
    begins: Beginning | None = None

    def in_words(self, name: str, round_name: str) -> str:
        """Return “Eve joined before hand 4 with 35, the average”."""
        said = f"{isolate(name)} {'joined' if self.joins else 'left'} before {round_name} {self.round}"
        if self.joins and self.total is None:
            return f"{isolate(name)} came back before {round_name} {self.round}"
        begins = f", {BEGINNINGS[self.begins]}" if self.begins else ""
        return f"{said} with {minus(self.total)}{begins}" if self.total is not None else said


SeatChanges = tuple[SeatChange, ...]


def seats_at(number: int, players: int, changes: SeatChanges) -> tuple[int, ...]:
    """Return the seats that play a round. `players`: all who ever play."""
    if not changes:
        return tuple(range(players))
    first = {change.seat: change for change in reversed(changes)}
    seats = {seat for seat in range(players) if seat not in first or not first[seat].joins}
    for change in changes:
        if change.round <= number:
            (seats.add if change.joins else seats.discard)(change.seat)
    return tuple(sorted(seats))


def first_rounds_of(players: int, changes: SeatChanges) -> list[int]:
    """Return by seat the number of the first round that its player plays."""
    joined = {change.seat: change.round for change in changes if change.total is not None}
    return [joined.get(seat, 1) for seat in range(players)]


def dealer_at(number: int, players: int, first_dealer: int, changes: SeatChanges) -> int:
    """Return the seat that deals a round: the next one that plays it, clockwise from who dealt the round before."""

    def next_in(seats: Sequence[int], after: int) -> int:
        return min(seats, key=lambda seat: (seat - after - 1) % players)

    at, seats = 1, seats_at(1, players, changes)
    dealer = next_in(seats, first_dealer - 1)
    for since in sorted({change.round for change in changes if 1 < change.round <= number}):
        last = seats[(seats.index(dealer) + since - 1 - at) % len(seats)]
        at, seats = since, seats_at(since, players, changes)
        dealer = next_in(seats, last)
    return seats[(seats.index(dealer) + number - at) % len(seats)]


def check_changes(game: Any, players: int, rules: HouseRules, changes: SeatChanges) -> None:
    """Raise Impossible for changes that the game, or the order in which they come, does not allow."""
    if len(changes) > MAX_CHANGES:
        raise Impossible(f"players come and go at most {MAX_CHANGES} times in a match: begin another", "seat_changes")
    check_game(game, players, rules)
    seats, number = set(seats_at(0, players, changes)), 1
    known = set(seats)
    for change in changes:
        if not (0 <= change.seat < players and change.round >= number):
            raise Impossible("name who joined and left in the order in which they did", "seat_changes")
        number = change.round
        if (change.seat in seats) == change.joins:
            raise Impossible(f"nobody can {'join' if change.joins else 'leave'} twice in a row", "seat_changes")
        is_new = change.joins and change.seat not in known
        known.add(change.seat)
        if is_new != (change.total is not None):
            raise Impossible("say with how many points a new player begins, and only of a new player", "seat_changes")
        if change.total is not None and abs(change.total) > MAX_TOTAL:
            raise Impossible(f"a player begins with at most {MAX_TOTAL:,} points", "seat_changes")
        (seats.add if change.joins else seats.remove)(change.seat)
    for since in {1, *(change.round for change in changes)}:
        check_table(game, len(seats_at(since, players, changes)), rules)


def check_game(game: Any, players: int, rules: HouseRules) -> None:
    """Raise Impossible if the rounds of a game could not go on with others."""
    if any(len(seats) > 1 for seats in game.teams(players, rules)):
        raise Impossible("partners score together: end this match and begin another with the new players")
    if not game.rounds_are_independent(rules):
        raise Impossible(
            f"{game.name} carries more than points from {game.round_name} to {game.round_name}: end this match and "
            "begin another with the new players"
        )


def check_table(game: Any, players: int, rules: HouseRules) -> None:
    game.check_seats(players)
    game.check_table(players, rules)
