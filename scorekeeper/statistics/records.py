"""Records: the best values of every player by month, merged into years and all time."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import F, Min, QuerySet, Sum, Value, Window
from django.db.models.functions import RowNumber

from games.core.statistics import RecordKind
from scorekeeper.clubs.models import Player
from scorekeeper.statistics.counting import COLUMNS as COLUMNS_OF_TOTALS
from scorekeeper.statistics.counting import SOURCES, Branch, CountedMonths, cases, insert_from_query
from scorekeeper.statistics.models import PlayerBest
from scorekeeper.statistics.selection import Selection

STORED = 5
"""Best values stored for each player, and so the most that can be shown."""

COLUMNS = (*COLUMNS_OF_TOTALS, "player", "record", "value", "weight", "match", "started", "number")


class HeldRecord(NamedTuple):
    """`rank` is shared by equal values."""

    rank: int
    best: PlayerBest


def count_records(months: CountedMonths) -> None:
    for kind in months.game.all_record_kinds:
        insert_from_query(PlayerBest, COLUMNS, _bests(months, kind))


def merge_records(branch: Branch) -> None:
    branch.rows(PlayerBest).delete()
    columns = [column for column in COLUMNS if column != "period"]
    parts = branch.parts(PlayerBest).annotate(
        into=Value(branch.period), nth=_nth(("record", "seats", "player"), "started", "match", "number")
    )
    insert_from_query(
        PlayerBest, (*columns, "period"), parts.filter(nth__lte=STORED).order_by().values_list(*columns, "into")
    )


def records(
    selection: Selection, kind: RecordKind, player: Player | None = None, most: int = STORED
) -> list[HeldRecord]:
    bests = selection.bests().filter(record=kind.key, **({"player": player} if player else {}))
    best = list(bests.select_related("player").order_by("-weight", "started", "match", "number", "player")[:most])
    return [HeldRecord(1 + sum(other.weight > one.weight for other in best), one) for one in best]


def _bests(months: CountedMonths, kind: RecordKind) -> QuerySet[Any, Any]:
    source = SOURCES[kind.source]
    within = source.match if kind.within == "match" else source.round
    where = months.where(source.match) | {"stat_key": Value(kind.key)}
    # Group by two ids only: the other columns are equal within a group, and Min() picks their value.
    groups = cases(kind, months.matches).annotate(**where, group=F(within)).order_by().values("group", "who")
    summed = groups.annotate(
        sum=Sum("value"), **{f"the_{name}": Min(name) for name in where},
        of_match=Min(source.match), begun=Min(f"{source.match}__started"),
        nr=Min(source.number) if kind.within == "round" else Min(Value(0)),
    )  # fmt: skip
    weighed = summed.annotate(weight=F("sum") * (-1 if kind.lowest else 1))
    best: QuerySet[Any, Any] = weighed.annotate(
        nth=_nth(("the_month", "the_sitting", "who"), "begun", "of_match", "nr")
    )
    columns = [f"the_{name}" for name in where]
    return best.filter(nth__lte=STORED).values_list(
        *columns[:4], "who", "the_stat_key", "sum", "weight", "of_match", "begun", "nr"
    )


def _nth(among: Sequence[str], *order: str) -> Window:
    return Window(RowNumber(), partition_by=list(among), order_by=[F("weight").desc(), *order])
