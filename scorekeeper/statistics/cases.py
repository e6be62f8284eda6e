"""The cases that figures count: rows of the ledger, each with the player it counts for and its value."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db.models import (
    BigIntegerField,
    Case,
    CharField,
    Exists,
    F,
    Model,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    TextField,
    Value,
    When,
)  # fmt: skip
from django.db.models.functions import Cast, Coalesce, Concat

from games.core.statistics import CountedThing
from scorekeeper.clubs.models import Player
from scorekeeper.matches.models import Bid, Line, Round, Seat, StandIn, Trick
from scorekeeper.statistics.selection import Selection, has_stand_ins


class Source(NamedTuple):
    """A table of cases: the lookups from a row to its match, seat, round and kind, and a filter."""

    model: type[Model]
    match: str
    seat: str = "pk"
    round: str = ""
    kind: str = ""
    filter: Q = Q()

    @property
    def player(self) -> str:
        return "player" if self.seat == "pk" else f"{self.seat}__player"

    @property
    def round_number(self) -> str:
        return "number" if self.round == "pk" else f"{self.round}__number"


# Who left is not counted; who joined counts from their first round on.
STAYED, OF_ROUND_STAYED = Q(match__seats__left=False), Q(round__match__seats__left=False)
SEATS_OF_THE_SIDE = Q(round__match__seats__side=F("side")) & OF_ROUND_STAYED
SOURCES = {
    "matches": Source(Seat, "match", filter=Q(match__finished=True, left=False)),
    "rounds": Source(
        Round, "match", "match__seats", "pk", filter=STAYED & Q(match__seats__first_round__lte=F("number"))
    ),
    "bids": Source(
        Bid, "round__match", "round__match__seats", "round", "kind", Q(round__match__seats=F("seat")) & OF_ROUND_STAYED
    ),
    "tricks": Source(Trick, "round__match", "round__match__seats", "round", "kind", SEATS_OF_THE_SIDE),
    "lines": Source(Line, "round__match", "round__match__seats", "round", "rule", SEATS_OF_THE_SIDE),
}


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
    expression = F("total") if is_total else VALUES[counted.value][1]
    for has_included, lines in _included_lines(counted):
        points = lines.values("round").annotate(sum=Sum("points")).values("sum")
        expression += Case(When(has_included, then=Subquery(points)), default=0)
    return expression


def reason_expression(counted: CountedThing) -> Any:
    """Return the expression for the reason of a line, with those of the lines that it includes."""
    expression: Any = F("reason") if counted.source == "lines" else Value("")
    for has_included, lines in _included_lines(counted):
        both = Concat(expression, Value("; "), Subquery(lines.values("reason")[:1]), output_field=CharField())
        expression = Case(When(has_included, then=both), default=expression, output_field=CharField())
    return expression


def _included_lines(counted: CountedThing) -> Iterator[tuple[Q, QuerySet[Line]]]:
    """Yield for each rule that a counted rule includes: whether a line includes some of its lines, and these lines."""
    for rule, included in counted.includes.items():
        of_side = Line.objects.filter(round=OuterRef("round"), side=OuterRef("side")).order_by()
        is_first = Q(rule=rule) & ~Exists(of_side.filter(rule=rule, pk__lt=OuterRef("pk")))
        lines = of_side.filter(rule=included)
        yield is_first & Exists(lines), lines


def case_filter(counted: CountedThing) -> Q:
    """Return a filter for the rows of its source that count."""
    of_kind = Q(**{f"{SOURCES[counted.source].kind}__in": counted.kinds}) if counted.kinds else Q()
    others = ~Q(**{f"{SOURCES[counted.source].kind}__in": counted.excluded}) if counted.excluded else Q()
    return VALUES[counted.value][0] & WORTH_FILTERS[counted.worth] & of_kind & others


def part_expression(by: str, source: str) -> Any:
    """Return the expression for the part of a statistic that a row belongs to."""
    if by in ("hand", "level"):
        return Cast(by, CharField())
    if by == "reason":
        return F("reason")
    return F(SOURCES[source].kind) if by else Value("")


def source_rows(source: str, selection: Selection, player: Player | None = None) -> QuerySet[Any]:
    """Return the rows of a source in the selected matches, of one player or of all.

    A round counts for who played it, a match for whose seat it is.
    Annotated: match_pk, player_pk, round_number (0: the whole match), night, started, and game_and_rules: the key of
    the game, and in the next line its house rules as JSON.
    """
    of = SOURCES[source]
    rows = of.model._default_manager.filter(of.filter, **selection.match_lookups(f"{of.match}__"))
    played_by: Any = F(of.player)
    if of.round and has_stand_ins(selection):
        stand_ins = StandIn.objects.filter(round=OuterRef(of.round), seat=OuterRef(of.seat))
        played_by = Coalesce(Subquery(stand_ins.values("player")), played_by, output_field=BigIntegerField())
    annotated: QuerySet[Any] = rows.annotate(
        player_pk=played_by, match_pk=F(of.match),
        game_and_rules=Concat(
            f"{of.match}__game_key", Value("\n"), Cast(f"{of.match}__house_rules", TextField()),
            output_field=TextField(),
        ),
        night=F(f"{of.match}__night_date"), started=F(f"{of.match}__started"),
        round_number=F(of.round_number) if of.round else Value(0),
    )  # fmt: skip
    of_player = {} if player is None else {"player_pk": player.pk}
    return annotated.filter(**of_player).order_by()


def cases(counted: CountedThing, selection: Selection, player: Player | None = None) -> QuerySet[Any]:
    """Return the rows that count, each with its `value`."""
    rows = source_rows(counted.source, selection, player).filter(case_filter(counted))
    with_value: QuerySet[Any] = rows.annotate(value=value_expression(counted))
    return with_value
