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
    Pair: ("club", "game_key", "seats", "player", "stat", "other"),
}
SUMS: dict[Any, tuple[str, ...]] = {Tally: ("n", "total"), Pair: ("n", "total", "behind")}


def sum_up(club: Club, game_key: str, into: int, first: int, last: int) -> None:
    """Add the periods from `first` to `last` up into another one."""
    for kind, keys in KEYS.items():
        books = kind._default_manager.filter(club=club, game_key=game_key)
        books.filter(period=into).delete()
        sums = {f"sum_of_{column}": Sum(column) for column in SUMS[kind]}
        summed = books.filter(period__range=(first, last)).order_by().values(*keys).annotate(into=Value(into), **sums)
        write(kind, (*keys, "period", *SUMS[kind]), summed.values_list(*keys, "into", *sums))
