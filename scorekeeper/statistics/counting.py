"""Count the monthly totals of a game from the ledger, and sum them up to years and all time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import (
    Case,
    CharField,
    Count,
    F,
    IntegerField,
    Model,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
    When,
)
from django.db.models.functions import Cast, Coalesce, Concat

from games.core.definition import Game
from games.core.statistics import CountedThing, Statistic
from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import Bid, Line, Round, Seat, Trick
from scorekeeper.statistics.models import PairTotal, PlayerTotal
from scorekeeper.statistics.periods import Period

BESIDE = Q(match__seats__number__lt=F("number")) | Q(match__seats__number__gt=F("number"))
OPPOSITE = Q(match__seats__side__lt=F("side")) | Q(match__seats__side__gt=F("side"))
PARTNERS = BESIDE & Q(match__seats__side=F("side"))


def count(months: CountedMonths) -> None:
    for statistic in months.game.all_statistics:
        insert_from_query(
            PlayerTotal, (*COLUMNS, "player", "stat", "bucket", "n", "total"), _tallies(months, statistic)
        )
    ahead, behind = Q(place__lt=F("match__seats__place")), Q(place__gt=F("match__seats__place"))
    paired = (*COLUMNS, "player", "other", "stat", "n", "total", "behind")
    insert_from_query(PairTotal, paired, _pairs(months, PairTotal.AGAINST, OPPOSITE, one_if(ahead), one_if(behind)))
    if months.game.has_partners:
        insert_from_query(PairTotal, paired, _pairs(months, PairTotal.WITH, PARTNERS, one_if(Q(won=True)), Value(0)))


def _tallies(months: CountedMonths, statistic: Statistic) -> QuerySet[Any, Any]:
    where = months.where(SOURCES[statistic.source].match)
    split = {"stat_key": Value(statistic.key), "part": part(statistic.by, statistic)}
    rows = cases(statistic, months.matches).annotate(**where, **split)
    keys = (*where, "who", *split)
    grouped: QuerySet[Any, Any] = rows.order_by().values(*keys).annotate(cases=Count("pk"), sum=Sum("value"))
    return grouped.values_list(*keys, "cases", "sum")


def _pairs(months: CountedMonths, stat: str, which: Q, value: Any, less: Any) -> QuerySet[Any, Any]:
    where, pair = months.where("match"), {"mate": F("match__seats__player"), "stat_key": Value(stat)}
    rows = Seat.objects.filter(which, match__in=months.matches, match__finished=True)
    keys = (*where, "player", *pair)
    found = rows.annotate(**where, **pair, value=value, less=less).order_by().values(*keys)
    grouped: QuerySet[Any, Any] = found.annotate(cases=Count("pk"), sum=Sum("value"), lost=Sum("less"))
    return grouped.values_list(*keys, "cases", "sum", "lost")


COLUMNS = ("club", "game_key", "seats", "period")


class CountedMonths(NamedTuple):
    """Some months (202611) of a club's game, and the ids of the matches played in them.

    Listing the ids keeps SQLite from scanning all rounds.
    """

    club: Club
    game: Game
    months: list[int]
    matches: Sequence[int]

    def where(self, match: str) -> dict[str, Any]:
        return {
            "of_club": Value(self.club.pk),
            "of_game": Value(self.game.key),
            "sitting": self._sitting(match),
            "month": self._month(f"{match}__night_date"),
        }

    def _sitting(self, match: str) -> Any:
        if len(self.game.seats) == 1:
            return Value(self.game.seats[0])
        seats = Seat.objects.filter(match=OuterRef(match)).values("match").annotate(count=Count("pk"))
        return Subquery(seats.values("count"))

    def _month(self, field: str) -> Any:
        # Compare dates instead of extracting the month: on SQLite extraction calls into Python for every row.
        latest, *earlier = sorted(self.months, reverse=True)
        first, cases = Period.node(latest).days[0], []
        for month in earlier:
            cases.append(When(**{f"{field}__lt": first}, then=month))
            first = Period.node(month).days[0]
        return Case(*reversed(cases), default=latest, output_field=IntegerField()) if cases else Value(latest)


def insert_from_query(model: type[Model], columns: Sequence[str], rows: QuerySet[Any, Any]) -> None:
    """Insert the result of a query inside the database; its columns are in the order of `columns`."""
    fields: list[Any] = [model._meta.get_field(column) for column in columns]
    quoted = connection.ops.quote_name
    table, names = quoted(model._meta.db_table), ", ".join(quoted(field.column) for field in fields)
    found, values = rows.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {table} ({names}) {found}", values)


class Source(NamedTuple):
    """Rows to count: the lookups from a row to its match, player, round and kind, and the filter of rows that count."""

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
    taken = Trick.objects.filter(round=OuterRef("round"), **which).values("round").annotate(sum=Sum("count"))
    return Coalesce(Subquery(taken.values("sum")), 0)


def one_if(which: Q) -> Case:
    return Case(When(which, then=1), default=0)


BY_THE_SIDE = _taken(side=OuterRef("seat__side"))
PLAYED, WITH_LEVEL = Q(made__isnull=False), Q(made__isnull=False, level__isnull=False)

VALUES: dict[str, tuple[Q, Any]] = {
    "times": (Q(), Value(1)),
    "won": (Q(), one_if(Q(won=True))),
    "place": (Q(), F("place")),
    "points": (Q(), F("points")),
    "made": (PLAYED, one_if(Q(made=True))),
    "level": (WITH_LEVEL, F("level")),
    "taken": (PLAYED, BY_THE_SIDE),
    "over": (WITH_LEVEL, BY_THE_SIDE - F("level")),
    "more": (WITH_LEVEL, one_if(Q(level__lt=BY_THE_SIDE))),
    "less": (WITH_LEVEL, one_if(Q(level__gt=BY_THE_SIDE))),
    "exact": (WITH_LEVEL, one_if(Q(level=BY_THE_SIDE))),
    "count": (Q(), F("count")),
}
WORTH = {"": Q(), "nothing": Q(points=0), "above": Q(points__gt=0), "below": Q(points__lt=0)}


def cases(counted: CountedThing, matches: Sequence[int] | QuerySet[Any]) -> QuerySet[Any]:
    """Return every case of a statistic in some matches, with the player it counts for (`who`) and its `value`."""
    source, (known, value) = SOURCES[counted.source], VALUES[counted.value]
    if counted.source == "matches" and counted.value == "points":
        value = F("total")
    which = Q(source.which, known, WORTH[counted.worth], **{f"{source.match}__in": matches})
    rows: QuerySet[Any] = source.rows._default_manager.filter(which).annotate(who=F(source.player), value=value)
    # Concat() keeps SQLite off the index on kind: it would read the rows of that kind from all matches.
    kinds = {"of_kind": Concat(source.kind, Value(""))} if counted.kinds else {}
    found: QuerySet[Any] = rows.alias(**kinds).filter(**({"of_kind__in": counted.kinds} if kinds else {}))
    return found


def part(by: str, counted: CountedThing) -> Any:
    if by == "hand":
        return Cast(_taken(), CharField())
    if by == "level":
        return Cast("level", CharField())
    return F(SOURCES[counted.source].kind) if by else Value("")


KEYS: dict[Any, tuple[str, ...]] = {
    PlayerTotal: ("club", "game_key", "seats", "player", "stat", "bucket"),
    PairTotal: ("club", "game_key", "seats", "player", "stat", "other"),
}
SUMS: dict[Any, tuple[str, ...]] = {PlayerTotal: ("n", "total"), PairTotal: ("n", "total", "behind")}


class Branch(NamedTuple):
    """A year or all time: its period, the first and last period it sums up, and the filter of players to update."""

    club: Club
    game_key: str
    period: int
    made_of: tuple[int, int]
    whose: Q

    def rows(self, kind: Any) -> QuerySet[Any]:
        return self._totals(kind).filter(period=self.period)

    def parts(self, kind: Any) -> QuerySet[Any]:
        return self._totals(kind).filter(period__range=self.made_of)

    def _totals(self, kind: Any) -> QuerySet[Any]:
        totals: QuerySet[Any] = kind._default_manager.filter(self.whose, club=self.club, game_key=self.game_key)
        return totals


def sum_up(branch: Branch) -> None:
    for kind, keys in KEYS.items():
        branch.rows(kind).delete()
        sums = {f"sum_of_{column}": Sum(column) for column in SUMS[kind]}
        summed = branch.parts(kind).order_by().values(*keys).annotate(into=Value(branch.period), **sums)
        insert_from_query(kind, (*keys, "period", *SUMS[kind]), summed.values_list(*keys, "into", *sums))
