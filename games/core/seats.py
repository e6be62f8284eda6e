"""Facts that name seats or sides, by their declared types; and what becomes of them in another order of the players.

What the players bid, took and scored stays theirs: only who sits where changes, and so who deals and who comes first.
"""

from collections.abc import Sequence
from enum import Enum
from functools import partial, reduce
from types import UnionType
from typing import Annotated, Any, NamedTuple, TypeVar, Union, get_args, get_origin

from msgspec import Struct, structs

from games.core.deal import Teams
from games.core.errors import Impossible
from games.core.text import listed

T = TypeVar("T")
Value = TypeVar("Value")


class Names(Enum):
    """What a number names. A tuple that is marked so has a value for each of them."""

    SEAT = "seat"
    SIDE = "side"


# Types for the fields of facts.
SeatNumber = Annotated[int, Names.SEAT]
SideNumber = Annotated[int, Names.SIDE]
BySeat = Annotated[tuple[T, ...], Names.SEAT]
BySide = Annotated[tuple[T, ...], Names.SIDE]


class Reseating(NamedTuple):
    """Another order of the players: by new seat their old one, and by new side the old one.

    Seats of players whose joining was undone keep their numbers.
    """

    seats: tuple[int, ...]
    sides: tuple[int, ...]

    def seat(self, old: int) -> int:
        return self.seats.index(old) if old in self.seats else old

    def side(self, old: int) -> int:
        return self.sides.index(old) if old in self.sides else old

    def by_seat(self, values: Sequence[T]) -> tuple[T, ...]:
        return _by_place(values, self.seats)

    def by_side(self, values: Sequence[T]) -> tuple[T, ...]:
        return _by_place(values, self.sides)

    def move(self, value: Value) -> Value:
        """Return facts as this order has them."""
        moved: Value = _moved(value, type(value), self)
        return moved


def reseating(order: Sequence[int], teams: Teams, names: Sequence[str]) -> Reseating:
    """Return the change to an order of seats, given by their present numbers. `names`: by present seat.

    Impossible if partners would change: their points are those of their side.
    """
    if sorted(order) != list(range(len(names))):
        raise Impossible("each player sits in one place: name each of them once")
    sides = {frozenset(seats): side for side, seats in enumerate(teams)}
    moved = [frozenset(order[seat] for seat in seats) for seats in teams]
    for seats in moved:
        if seats not in sides:
            together = listed([names[seat] for seat in order if seat in seats])
            raise Impossible(
                f"{together} would be partners then, but played on different sides: everybody keeps their partner"
            )
    return Reseating(tuple(order), tuple(sides[seats] for seats in moved))


def _moved(value: Any, kind: Any, change: Reseating) -> Any:
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        marks = [mark for mark in parts[1:] if isinstance(mark, Names)]
        return reduce(partial(_renumbered, change), marks, _moved(value, parts[0], change))
    if origin in (Union, UnionType):
        return reduce(lambda moved, option: _moved(moved, option, change), parts, value)
    if origin is tuple and isinstance(value, tuple):
        kinds = parts[:1] * len(value) if parts[1:] == (...,) else parts
        return tuple(_moved(part, of, change) for part, of in zip(value, kinds, strict=True))
    if isinstance(value, Struct) and kind is type(value):
        moved = {field.name: _moved(getattr(value, field.name), field.type, change) for field in structs.fields(kind)}
        return structs.replace(value, **moved)
    return value


def _renumbered(change: Reseating, value: Any, mark: Names) -> Any:
    if isinstance(value, tuple):
        return change.by_seat(value) if mark == Names.SEAT else change.by_side(value)
    if not isinstance(value, int):
        return value  # a card may also be lost, and a fact unset
    return change.seat(value) if mark == Names.SEAT else change.side(value)


def _by_place(values: Sequence[T], old_numbers: Sequence[int]) -> tuple[T, ...]:
    # A round that was deleted may have been played by fewer, or by more.
    there = (values[old] for old in old_numbers if old < len(values))
    return (*there, *values[len(old_numbers) :])
