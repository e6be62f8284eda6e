"""The leaves of the books: what was counted in some months of a game, straight from the ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import Count, F, OuterRef, Q, Subquery, Sum, Value
from django.db.models.functions import ExtractMonth, ExtractYear

from games.statistics import statistics_of
from scorekeeper.nights.books.sources import SOURCES, cases, one, part
from scorekeeper.nights.books.written import write
from scorekeeper.nights.models import Pair, Tally
from scorekeeper.table.models import Seat

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from games.game import Game
    from games.statistics import Statistic
    from scorekeeper.club.models import Club

LEAF = ("club", "game_key", "seats", "period")

BESIDE = Q(match__seats__number__lt=F("number")) | Q(match__seats__number__gt=F("number"))
OPPOSITE = Q(match__seats__side__lt=F("side")) | Q(match__seats__side__gt=F("side"))
PARTNERS = BESIDE & Q(match__seats__side=F("side"))


def count(club: Club, game: Game, matches: QuerySet[Any]) -> None:
    """Count all there is to tell of some matches of a game, month by month."""
    for statistic in statistics_of(game):
        write(Tally, (*LEAF, "player", "stat", "bucket", "n", "total"), _tallies(club, game, statistic, matches))
    write(Pair, (*LEAF, "player", "other", "stat", "n", "total", "behind"), _against(club, game, matches))
    if game.partners:
        write(Pair, (*LEAF, "player", "other", "stat", "n", "total", "behind"), _with(club, game, matches))


def leaf(club: Club, game_key: str, match: str) -> dict[str, Any]:
    """Return what says where in the books a row belongs, from the path to its match."""
    sitting = Seat.objects.filter(match=OuterRef(match)).values("match").annotate(count=Count("pk"))
    return {
        "of_club": Value(club.pk),
        "of_game": Value(game_key),
        "sitting": Subquery(sitting.values("count")),
        "month": ExtractYear(f"{match}__evening") * 100 + ExtractMonth(f"{match}__evening"),
    }


def _tallies(club: Club, game: Game, statistic: Statistic, matches: QuerySet[Any]) -> QuerySet[Any, Any]:
    where = leaf(club, game.key, SOURCES[statistic.source].match)
    rows = cases(statistic, matches).annotate(**where, told=Value(statistic.key), part=part(statistic.by, statistic))
    keys = (*where, "who", "told", "part")
    grouped: QuerySet[Any, Any] = rows.order_by().values(*keys).annotate(cases=Count("pk"), sum=Sum("value"))
    return grouped.values_list(*keys, "cases", "sum")


def _against(club: Club, game: Game, matches: QuerySet[Any]) -> QuerySet[Any, Any]:
    ahead, behind = Q(place__lt=F("match__seats__place")), Q(place__gt=F("match__seats__place"))
    return _pairs(club, game, matches.filter(finished=True), Pair.AGAINST, OPPOSITE, (one(ahead), one(behind)))


def _with(club: Club, game: Game, matches: QuerySet[Any]) -> QuerySet[Any, Any]:
    return _pairs(club, game, matches.filter(finished=True), Pair.WITH, PARTNERS, (one(Q(won=True)), Value(0)))


def _pairs(
    club: Club, game: Game, matches: QuerySet[Any], stat: str, which: Q, values: tuple[Any, Any]
) -> QuerySet[Any, Any]:  # fmt: skip
    where = leaf(club, game.key, "match") | {"mate": F("match__seats__player"), "told": Value(stat)}
    rows = Seat.objects.filter(which, match__in=matches).annotate(**where, value=values[0], less=values[1])
    keys = (*list(where)[:4], "player", "mate", "told")
    grouped = rows.order_by().values(*keys).annotate(cases=Count("pk"), sum=Sum("value"), lost=Sum("less"))
    found: QuerySet[Any, Any] = grouped.values_list(*keys, "cases", "sum", "lost")
    return found
