"""A year is the sum of its months, and all is the sum of its years."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import Sum, Value

from scorekeeper.nights.books.written import write
from scorekeeper.nights.models import Pair, Tally

if TYPE_CHECKING:
    from scorekeeper.club.models import Club

KEYS: dict[Any, tuple[str, ...]] = {
    Tally: ("club", "game_key", "seats", "player", "stat", "bucket"),
    Pair: ("club", "game_key", "seats", "player", "other", "stat"),
}


def sum_up(club: Club, game_key: str, into: int, first: int, last: int) -> None:
    """Add the periods from `first` to `last` up into another one."""
    for kind, keys in KEYS.items():
        _sum_up(kind, keys, club, game_key, into, first, last)


def _sum_up(
    kind: Any, keys: tuple[str, ...], club: Club, game_key: str, into: int, first: int, last: int
) -> None:  # fmt: skip
    books = kind._default_manager.filter(club=club, game_key=game_key)
    books.filter(period=into).delete()
    parts = books.filter(period__range=(first, last)).values(*keys)
    summed = parts.annotate(into=Value(into), cases=Sum("n"), sum=Sum("total")).order_by()
    write(kind, (*keys, "period", "n", "total"), summed.values_list(*keys, "into", "cases", "sum"))
