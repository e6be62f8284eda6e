"""Which part of the books is read: a club's, in a period, of one game or all, for so many at the table or any."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Max, Min

from games.registry import find
from games.statistics import feats_of, statistics_of
from scorekeeper.nights.models import Best, Pair, Tally
from scorekeeper.nights.periods import Period
from scorekeeper.table.models import Match

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from django.db.models import QuerySet

    from games.game import Game
    from games.statistics import Feat, Statistic
    from scorekeeper.club.models import Club


@dataclass(frozen=True)
class Selection:
    """What is looked at: `game` a game's key or "", `seats` how many sat at the table or 0."""

    club: Club
    period: Period = field(default_factory=Period)
    game: str = ""
    seats: int = 0

    def but(self, **changed: Any) -> Selection:
        """Return another selection that differs in this."""
        return replace(self, **changed)

    @property
    def told(self) -> tuple[Statistic, ...]:
        """The statistics there are: those of the game, or those of every game."""
        return statistics_of(find(self.game) if self.game else None)

    @property
    def feats(self) -> tuple[Feat, ...]:
        """The records there are: those of the game, or those of every game."""
        return feats_of(find(self.game) if self.game else None)

    def tallies(self, periods: Sequence[int] | None = None) -> QuerySet[Tally]:
        """What was counted of single players; also in other `periods` than the one selected."""
        return Tally.objects.filter(**self._which | ({} if periods is None else {"period__in": periods}))

    def pairs(self) -> QuerySet[Pair]:
        """What was counted of two."""
        return Pair.objects.filter(**self._which)

    def bests(self) -> QuerySet[Best]:
        """The bests of every player."""
        return Best.objects.filter(**self._which)

    @property
    def _which(self) -> dict[str, Any]:
        narrowed = {"game_key": self.game} if self.game else {}
        return {"club": self.club, "period__in": self.period.nodes, **narrowed} | (
            {"seats": self.seats} if self.seats else {}
        )


class Choice(NamedTuple):
    """A game there are figures of, and for how many at the table."""

    game: Game
    seats: list[int]


def choices(club: Club) -> list[Choice]:
    """Return what can be chosen: the games that were played, each with the numbers of players. One query."""
    found = Tally.objects.filter(club=club, period=0, stat="rounds").values_list("game_key", "seats").distinct()
    seats: dict[str, list[int]] = {}
    for game_key, number in sorted(found):
        seats.setdefault(game_key, []).append(number)
    return [Choice(find(game_key), numbers) for game_key, numbers in seats.items()]


def span(club: Club) -> tuple[date, date] | None:
    """Return the first and the last evening there was: the periods that can be chosen lie between. One query."""
    evenings = Match.objects.filter(club=club).aggregate(first=Min("evening"), last=Max("evening"))
    return (evenings["first"], evenings["last"]) if evenings["first"] else None
