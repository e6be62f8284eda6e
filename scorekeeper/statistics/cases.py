"""The cases that figures count: rows of the ledger, each with the player it counts for and its value."""

from typing import Any, NamedTuple

from django.db.models import Case, CharField, F, Model, Q, QuerySet, Value, When
from django.db.models.functions import Cast

from games.core.statistics import CountedThing
from scorekeeper.matches.models import Bid, Line, Round, Seat, Trick
from scorekeeper.statistics.selection import Selection


class Source(NamedTuple):
    """A table of cases: the lookups from a row to its match, player, round number and kind, and a filter."""

    model: type[Model]
    match: str
    player: str
    round_number: str = ""
    kind: str = ""
    filter: Q = Q()


SEATS_OF_THE_SIDE = Q(round__match__seats__side=F("side"))
SOURCES = {
    "matches": Source(Seat, "match", "player", filter=Q(match__finished=True)),
    "rounds": Source(Round, "match", "match__seats__player", "number"),
    "bids": Source(
        Bid, "round__match", "round__match__seats__player", "round__number", "kind",
        Q(round__match__seats=F("seat")),
    ),
    "tricks": Source(
        Trick, "round__match", "round__match__seats__player", "round__number", "kind", SEATS_OF_THE_SIDE
    ),
    "lines": Source(
        Line, "round__match", "round__match__seats__player", "round__number", "rule", SEATS_OF_THE_SIDE
    ),
}  # fmt: skip


def zero_or_one(condition: Q) -> Case:
    return Case(When(condition, then=1), default=0)


PLAYED, WITH_LEVEL = Q(made__isnull=False), Q(made__isnull=False, level__isnull=False)

# By value: a filter for the rows that have it, and its expression.
VALUES: dict[str, tuple[Q, Any]] = {
    "times": (Q(), Value(1)),
    "won": (Q(), zero_or_one(Q(won=True))),
    "place": (Q(), F("place")),
    "points": (Q(), F("points")),
    "made": (PLAYED, zero_or_one(Q(made=True))),
    "level": (WITH_LEVEL, F("level")),
    "taken": (PLAYED, F("taken")),
    "over": (WITH_LEVEL, F("taken") - F("level")),
    "more": (WITH_LEVEL, zero_or_one(Q(level__lt=F("taken")))),
    "less": (WITH_LEVEL, zero_or_one(Q(level__gt=F("taken")))),
    "exact": (WITH_LEVEL, zero_or_one(Q(level=F("taken")))),
    "count": (Q(), F("count")),
}
WORTH_FILTERS = {"": Q(), "nothing": Q(points=0), "above": Q(points__gt=0), "below": Q(points__lt=0)}


def value_expression(counted: CountedThing) -> Any:
    is_total = counted.source == "matches" and counted.value == "points"
    return F("total") if is_total else VALUES[counted.value][1]


def case_filter(counted: CountedThing) -> Q:
    """Return a filter for the rows of its source that count."""
    of_kind = Q(**{f"{SOURCES[counted.source].kind}__in": counted.kinds}) if counted.kinds else Q()
    return VALUES[counted.value][0] & WORTH_FILTERS[counted.worth] & of_kind


def part_expression(by: str, source: str) -> Any:
    """Return the expression for the part of a statistic that a row belongs to."""
    if by in ("hand", "level"):
        return Cast(by, CharField())
    return F(SOURCES[source].kind) if by else Value("")


def source_rows(source: str, selection: Selection, player: Any = None) -> QuerySet[Any]:
    """Return the rows of a source in the selected matches, of one player or of all.

    Annotated: match_pk, player_pk, round_number (0: the whole match), game, night, started.
    """
    of = SOURCES[source]
    of_player = {of.player: player} if player is not None else {}
    rows = of.model._default_manager.filter(of.filter, **selection.match_lookups(f"{of.match}__"), **of_player)
    annotated: QuerySet[Any] = rows.annotate(
        player_pk=F(of.player), match_pk=F(of.match), game=F(f"{of.match}__game_key"),
        night=F(f"{of.match}__night_date"), started=F(f"{of.match}__started"),
        round_number=F(of.round_number) if of.round_number else Value(0),
    )  # fmt: skip
    return annotated.order_by()


def cases(counted: CountedThing, selection: Selection, player: Any = None) -> QuerySet[Any]:
    """Return the rows that count, each with its `value`."""
    rows = source_rows(counted.source, selection, player).filter(case_filter(counted))
    with_value: QuerySet[Any] = rows.annotate(value=value_expression(counted))
    return with_value
