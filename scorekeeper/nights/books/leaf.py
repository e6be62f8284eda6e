"""A leaf of the books: some months of a game, counted whole from the ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Case, Count, IntegerField, OuterRef, Subquery, Value, When

from scorekeeper.nights.periods import Period
from scorekeeper.table.models import Seat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.game import Game
    from scorekeeper.club.models import Club

COLUMNS = ("club", "game_key", "seats", "period")


class Leaf(NamedTuple):
    """Some months (202611) of a club's game, and the ids of the matches played in them.

    They are named one by one: SQLite, left to find them, would rather look through every round there is.
    """

    club: Club
    game: Game
    months: list[int]
    matches: Sequence[int]

    def where(self, match: str) -> dict[str, Any]:
        """Return what says where in the books a row belongs, as COLUMNS have it, from the path to its match."""
        return {
            "of_club": Value(self.club.pk),
            "of_game": Value(self.game.key),
            "sitting": self._sitting(match),
            "month": self._month(f"{match}__evening"),
        }

    def _sitting(self, match: str) -> Any:
        if len(self.game.seats) == 1:
            return Value(self.game.seats[0])
        seats = Seat.objects.filter(match=OuterRef(match)).values("match").annotate(count=Count("pk"))
        return Subquery(seats.values("count"))

    def _month(self, evening: str) -> Any:
        # Not by extracting it from the date: on SQLite that is a call into Python for every row.
        latest, *earlier = sorted(self.months, reverse=True)
        first, cases = Period.node(latest).days[0], []
        for month in earlier:
            cases.append(When(**{f"{evening}__lt": first}, then=month))
            first = Period.node(month).days[0]
        return Case(*reversed(cases), default=latest, output_field=IntegerField()) if cases else Value(latest)
