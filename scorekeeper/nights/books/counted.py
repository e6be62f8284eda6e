"""The leaves of the books: what was counted in some months of a game, straight from the ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import Count, F, Q, Sum, Value

from games.statistics import statistics_of
from scorekeeper.nights.books.leaf import COLUMNS
from scorekeeper.nights.books.sources import SOURCES, cases, one, part
from scorekeeper.nights.books.written import write
from scorekeeper.nights.models import Pair, Tally
from scorekeeper.table.models import Seat

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from games.statistics import Statistic
    from scorekeeper.nights.books.leaf import Leaf

BESIDE = Q(match__seats__number__lt=F("number")) | Q(match__seats__number__gt=F("number"))
OPPOSITE = Q(match__seats__side__lt=F("side")) | Q(match__seats__side__gt=F("side"))
PARTNERS = BESIDE & Q(match__seats__side=F("side"))


def count(leaf: Leaf) -> None:
    """Count all there is to tell of some months of a game."""
    for statistic in statistics_of(leaf.game):
        write(Tally, (*COLUMNS, "player", "stat", "bucket", "n", "total"), _tallies(leaf, statistic))
    ahead, behind = Q(place__lt=F("match__seats__place")), Q(place__gt=F("match__seats__place"))
    paired = (*COLUMNS, "player", "other", "stat", "n", "total", "behind")
    write(Pair, paired, _pairs(leaf, Pair.AGAINST, OPPOSITE, one(ahead), one(behind)))
    if leaf.game.partners:
        write(Pair, paired, _pairs(leaf, Pair.WITH, PARTNERS, one(Q(won=True)), Value(0)))


def _tallies(leaf: Leaf, statistic: Statistic) -> QuerySet[Any, Any]:
    where = leaf.where(SOURCES[statistic.source].match)
    split = {"told": Value(statistic.key), "part": part(statistic.by, statistic)}
    rows = cases(statistic, leaf.matches).annotate(**where, **split)
    keys = (*where, "who", *split)
    grouped: QuerySet[Any, Any] = rows.order_by().values(*keys).annotate(cases=Count("pk"), sum=Sum("value"))
    return grouped.values_list(*keys, "cases", "sum")


def _pairs(leaf: Leaf, stat: str, which: Q, value: Any, less: Any) -> QuerySet[Any, Any]:
    where, pair = leaf.where("match"), {"mate": F("match__seats__player"), "told": Value(stat)}
    rows = Seat.objects.filter(which, match__in=leaf.matches, match__finished=True)
    keys = (*where, "player", *pair)
    found = rows.annotate(**where, **pair, value=value, less=less).order_by().values(*keys)
    grouped: QuerySet[Any, Any] = found.annotate(cases=Count("pk"), sum=Sum("value"), lost=Sum("less"))
    return grouped.values_list(*keys, "cases", "sum", "lost")
