"""A year is the sum of its months, and all is the sum of its years."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Q, QuerySet, Sum, Value

from scorekeeper.nights.books.written import write
from scorekeeper.nights.models import Pair, Tally

if TYPE_CHECKING:
    from scorekeeper.club.models import Club

KEYS: dict[Any, tuple[str, ...]] = {
    Tally: ("club", "game_key", "seats", "player", "stat", "bucket"),
    Pair: ("club", "game_key", "seats", "player", "stat", "other"),
}
SUMS: dict[Any, tuple[str, ...]] = {Tally: ("n", "total"), Pair: ("n", "total", "behind")}


class Branch(NamedTuple):
    """A year or all of them: the period it is, the first and the last of those it is made of, and whose rows change."""

    club: Club
    game_key: str
    period: int
    made_of: tuple[int, int]
    whose: Q

    def rows(self, kind: Any) -> QuerySet[Any]:
        """The rows of it as they stand."""
        return self._books(kind).filter(period=self.period)

    def parts(self, kind: Any) -> QuerySet[Any]:
        """The rows it is made of."""
        return self._books(kind).filter(period__range=self.made_of)

    def _books(self, kind: Any) -> QuerySet[Any]:
        books: QuerySet[Any] = kind._default_manager.filter(self.whose, club=self.club, game_key=self.game_key)
        return books


def sum_up(branch: Branch) -> None:
    """Add up what a branch is made of."""
    for kind, keys in KEYS.items():
        branch.rows(kind).delete()
        sums = {f"sum_of_{column}": Sum(column) for column in SUMS[kind]}
        summed = branch.parts(kind).order_by().values(*keys).annotate(into=Value(branch.period), **sums)
        write(kind, (*keys, "period", *SUMS[kind]), summed.values_list(*keys, "into", *sums))
