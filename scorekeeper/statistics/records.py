"""The records: the best few of every player, month by month, merged upwards; and read again, with ties."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import F, Min, QuerySet, Sum, Value, Window
from django.db.models.functions import RowNumber

from scorekeeper.statistics.counting import COLUMNS as OF_A_LEAF
from scorekeeper.statistics.counting import SOURCES, cases, insert_from_query
from scorekeeper.statistics.models import PlayerBest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.core.statistics import RecordKind
    from scorekeeper.clubs.models import Player
    from scorekeeper.statistics.counting import Branch, CountedMonths
    from scorekeeper.statistics.selection import Selection

KEPT = 5
"""How many bests of each player are kept, so how many can be shown of all."""

COLUMNS = (*OF_A_LEAF, "player", "feat", "value", "weight", "match", "started", "number")


class HeldRecord(NamedTuple):
    """A record and its place; equal ones share it."""

    rank: int
    best: PlayerBest


def count_records(leaf: CountedMonths) -> None:
    for feat in leaf.game.all_record_kinds:
        insert_from_query(PlayerBest, COLUMNS, _bests(leaf, feat))


def merge_records(branch: Branch) -> None:
    branch.rows(PlayerBest).delete()
    columns = [column for column in COLUMNS if column != "period"]
    parts = branch.parts(PlayerBest).annotate(
        into=Value(branch.period), nth=_nth(("feat", "seats", "player"), "started", "match", "number")
    )
    insert_from_query(
        PlayerBest, (*columns, "period"), parts.filter(nth__lte=KEPT).order_by().values_list(*columns, "into")
    )


def records(selection: Selection, feat: RecordKind, player: Player | None = None, most: int = KEPT) -> list[HeldRecord]:
    bests = selection.bests().filter(feat=feat.key, **({"player": player} if player else {}))
    best = list(bests.select_related("player").order_by("-weight", "started", "match", "number", "player")[:most])
    return [HeldRecord(1 + sum(other.weight > one.weight for other in best), one) for one in best]


def _bests(leaf: CountedMonths, feat: RecordKind) -> QuerySet[Any, Any]:
    source = SOURCES[feat.source]
    within = source.match if feat.within == "match" else source.round
    where = leaf.where(source.match) | {"told": Value(feat.key)}
    # Grouped by two ids alone; the rest is the same in each group, and Min picks it.
    groups = cases(feat, leaf.matches).annotate(**where, group=F(within)).order_by().values("group", "who")
    summed = groups.annotate(
        sum=Sum("value"), **{f"the_{name}": Min(name) for name in where},
        of_match=Min(source.match), begun=Min(f"{source.match}__started"),
        nr=Min(source.number) if feat.within == "round" else Min(Value(0)),
    )  # fmt: skip
    weighed = summed.annotate(weight=F("sum") * (-1 if feat.lowest else 1))
    best: QuerySet[Any, Any] = weighed.annotate(
        nth=_nth(("the_month", "the_sitting", "who"), "begun", "of_match", "nr")
    )
    columns = [f"the_{name}" for name in where]
    kept = best.filter(nth__lte=KEPT)
    return kept.values_list(*columns[:4], "who", "the_told", "sum", "weight", "of_match", "begun", "nr")


def _nth(among: Sequence[str], *order: str) -> Window:
    return Window(RowNumber(), partition_by=list(among), order_by=[F("weight").desc(), *order])
