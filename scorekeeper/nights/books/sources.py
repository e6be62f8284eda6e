"""How the words a game declares its statistics in are said to the database: rows, their players, values and parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Case, CharField, F, Model, OuterRef, Q, QuerySet, Subquery, Sum, Value, When
from django.db.models.functions import Cast, Coalesce, Concat

from scorekeeper.table.models import Bid, Line, Round, Seat, Trick

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.statistics import Counted


class Source(NamedTuple):
    """Rows that are counted: how to get from one to its match, player, round and kind, and which of them count."""

    rows: type[Model]
    match: str
    player: str
    round: str = ""
    number: str = ""
    kind: str = ""
    which: Q = Q()


OF_THE_SIDE = Q(round__match__seats__side=F("side"))
SOURCES = {
    "matches": Source(Seat, "match", "player", which=Q(match__finished=True)),
    "rounds": Source(Round, "match", "match__seats__player", "pk", "number"),
    "bids": Source(Bid, "round__match", "seat__player", "round", "round__number", "kind"),
    "tricks": Source(
        Trick, "round__match", "round__match__seats__player", "round", "round__number", "kind", OF_THE_SIDE
    ),
    "lines": Source(Line, "round__match", "round__match__seats__player", "round", "round__number", "rule", OF_THE_SIDE),
}


def _taken(**which: Any) -> Coalesce:
    """Return how many tricks were taken in the round of a row."""
    taken = Trick.objects.filter(round=OuterRef("round"), **which).values("round").annotate(sum=Sum("count"))
    return Coalesce(Subquery(taken.values("sum")), 0)


def one(which: Q) -> Case:
    """Return 1 where this holds, else 0."""
    return Case(When(which, then=1), default=0)


BY_THE_SIDE = _taken(side=OuterRef("seat__side"))
PLAYED, WITH_LEVEL = Q(made__isnull=False), Q(made__isnull=False, level__isnull=False)

VALUES: dict[str, tuple[Q, Any]] = {
    "times": (Q(), Value(1)),
    "won": (Q(), one(Q(won=True))),
    "place": (Q(), F("place")),
    "points": (Q(), F("points")),
    "made": (PLAYED, one(Q(made=True))),
    "level": (WITH_LEVEL, F("level")),
    "taken": (PLAYED, BY_THE_SIDE),
    "over": (WITH_LEVEL, BY_THE_SIDE - F("level")),
    "more": (WITH_LEVEL, one(Q(level__lt=BY_THE_SIDE))),
    "less": (WITH_LEVEL, one(Q(level__gt=BY_THE_SIDE))),
    "exact": (WITH_LEVEL, one(Q(level=BY_THE_SIDE))),
    "count": (Q(), F("count")),
}
WORTH = {"": Q(), "nothing": Q(points=0), "above": Q(points__gt=0), "below": Q(points__lt=0)}


def cases(counted: Counted, matches: Sequence[int] | QuerySet[Any]) -> QuerySet[Any]:
    """Return every case of something in some matches, with the player it counts for (`who`) and its `value`."""
    source, (known, value) = SOURCES[counted.source], VALUES[counted.value]
    if counted.source == "matches" and counted.value == "points":
        value = F("total")
    which = Q(source.which, known, WORTH[counted.worth], **{f"{source.match}__in": matches})
    rows: QuerySet[Any] = source.rows._default_manager.filter(which).annotate(who=F(source.player), value=value)
    # The kind in disguise: SQLite would go by its index, through all rows of that kind there ever were.
    kinds = {"of_kind": Concat(source.kind, Value(""))} if counted.kinds else {}
    rows = rows.alias(**kinds)
    return rows.filter(**({"of_kind__in": counted.kinds} if kinds else {}))


def part(by: str, counted: Counted) -> Any:
    """Return the part of a statistic that a case belongs to, as text."""
    if by == "hand":
        return Cast(_taken(), CharField())
    if by == "level":
        return Cast("level", CharField())
    return F(SOURCES[counted.source].kind) if by else Value("")
