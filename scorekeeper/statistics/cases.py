"""The cases that figures are made of: rows of the ledger, each with the player it counts for and its value."""

from typing import Any, NamedTuple

from django.db.models import Case, CharField, F, Model, Q, QuerySet, Value, When
from django.db.models.functions import Cast

from games.core.statistics import CountedThing
from scorekeeper.matches.models import Bid, Line, Round, Seat, Trick
from scorekeeper.statistics.selection import Selection


class Source(NamedTuple):
    """Rows to count: the lookups from a row to its match, player, round number and kind, and which rows count."""

    rows: type[Model]
    match: str
    player: str
    number: str = ""
    kind: str = ""
    which: Q = Q()


OF_THE_SIDE = Q(round__match__seats__side=F("side"))
SOURCES = {
    "matches": Source(Seat, "match", "player", which=Q(match__finished=True)),
    "rounds": Source(Round, "match", "match__seats__player", "number"),
    "bids": Source(
        Bid, "round__match", "round__match__seats__player", "round__number", "kind",
        Q(round__match__seats=F("seat")),
    ),
    "tricks": Source(Trick, "round__match", "round__match__seats__player", "round__number", "kind", OF_THE_SIDE),
    "lines": Source(Line, "round__match", "round__match__seats__player", "round__number", "rule", OF_THE_SIDE),
}  # fmt: skip


def one_if(which: Q) -> Case:
    return Case(When(which, then=1), default=0)


PLAYED, WITH_LEVEL = Q(made__isnull=False), Q(made__isnull=False, level__isnull=False)

# Of each value the cases that have it, and what it is.
VALUES: dict[str, tuple[Q, Any]] = {
    "times": (Q(), Value(1)),
    "won": (Q(), one_if(Q(won=True))),
    "place": (Q(), F("place")),
    "points": (Q(), F("points")),
    "made": (PLAYED, one_if(Q(made=True))),
    "level": (WITH_LEVEL, F("level")),
    "taken": (PLAYED, F("taken")),
    "over": (WITH_LEVEL, F("taken") - F("level")),
    "more": (WITH_LEVEL, one_if(Q(level__lt=F("taken")))),
    "less": (WITH_LEVEL, one_if(Q(level__gt=F("taken")))),
    "exact": (WITH_LEVEL, one_if(Q(level=F("taken")))),
    "count": (Q(), F("count")),
}
WORTH = {"": Q(), "nothing": Q(points=0), "above": Q(points__gt=0), "below": Q(points__lt=0)}


def value_of(counted: CountedThing) -> Any:
    is_total = counted.source == "matches" and counted.value == "points"
    return F("total") if is_total else VALUES[counted.value][1]


def is_case(counted: CountedThing) -> Q:
    """Return which rows of its source count."""
    of_kind = Q(**{f"{SOURCES[counted.source].kind}__in": counted.kinds}) if counted.kinds else Q()
    return VALUES[counted.value][0] & WORTH[counted.worth] & of_kind


def part_of(by: str, source: str) -> Any:
    """Return the part of a statistic that a row belongs to."""
    if by in ("hand", "level"):
        return Cast(by, CharField())
    return F(SOURCES[source].kind) if by else Value("")


def rows_of(source: str, selection: Selection, **whose: Any) -> QuerySet[Any]:
    """Return the rows of a source in the selected matches, with their `match_id`, round `nr` and player (`who`)."""
    rows, match, player, number, _, which = SOURCES[source]
    lookups = {f"{player}{lookup.removeprefix('player')}": value for lookup, value in whose.items()}
    found = rows._default_manager.filter(which, **selection.matches(f"{match}__"), **lookups)
    rows_with_match: QuerySet[Any] = found.annotate(
        who=F(player), of_match=F(match), game=F(f"{match}__game_key"), night=F(f"{match}__night_date"),
        began=F(f"{match}__started"), nr=F(number) if number else Value(0),
    )  # fmt: skip
    return rows_with_match.order_by()


def cases(counted: CountedThing, selection: Selection, **whose: Any) -> QuerySet[Any]:
    rows = rows_of(counted.source, selection, **whose).filter(is_case(counted))
    with_value: QuerySet[Any] = rows.annotate(value=value_of(counted))
    return with_value
