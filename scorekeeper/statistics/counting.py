"""Count the figures of a game from the ledger: what each match adds to totals, pairs and records."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from functools import cache
from heapq import nsmallest
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Case, CharField, Count, F, Model, Q, QuerySet, Sum, Value, When
from django.db.models.functions import Cast, Concat

from games.core.definition import Game
from games.core.statistics import CountedThing, RecordKind, Statistic
from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import Bid, Line, Match, Round, Seat, Trick
from scorekeeper.server.database import fetch_rows
from scorekeeper.statistics.models import PairTotal, PlayerBest, PlayerTotal

BESIDE = Q(match__seats__number__lt=F("number")) | Q(match__seats__number__gt=F("number"))
OPPOSITE = Q(match__seats__side__lt=F("side")) | Q(match__seats__side__gt=F("side"))
PARTNERS = BESIDE & Q(match__seats__side=F("side"))

STORED = 3
"""Best values stored for each player and period, and so the most that can be shown."""


class CountedMatch(NamedTuple):
    """A match that counts, and what changes of it when it has to be counted again."""

    pk: int
    started: datetime
    night_date: date
    version: int
    names_version: int

    @property
    def month(self) -> int:
        return self.night_date.year * 100 + self.night_date.month


Days = tuple[date, date]
"""The first and the last day of some months."""

Counted = tuple[int, str, str]
"""What is counted of a game: how many sit at the table, the statistic or record, its part. See FigureKey."""

Rows = dict[tuple[Any, ...], tuple[Any, ...]]
"""What the totals hold, by all that names a row (KEYS; as counted, with a Counted for the id of its FigureKey): the
columns that add up (SUMS)."""

KEYS: dict[type[Model], tuple[str, ...]] = {
    PlayerTotal: ("period", "figure_id", "player_id"),
    PairTotal: ("period", "figure_id", "player_id", "other_id"),
    PlayerBest: ("period", "figure_id", "player_id", "value", "weight", "match_id", "number"),
}
SUMS: dict[type[Model], tuple[str, ...]] = {
    PlayerTotal: ("n", "total"),
    PairTotal: ("n", "total", "behind"),
    PlayerBest: (),
}


def count(club: Club, game: Game, days: Days, matches: Sequence[CountedMatch]) -> dict[type[Model], Rows]:
    """Return what the rows of these months should be; `matches` are all that were played on these days."""
    seats = dict(_seat_counts(club, game, days))
    where = {match.pk: (match.month, seats[match.pk]) for match in matches}
    return {
        PlayerTotal: _sums_by_period(where, _totals(club, game, days)),
        PairTotal: _sums_by_period(where, _pairs(club, game, days)),
        PlayerBest: _bests(club, game, days, {match.pk: match for match in matches}, where),
    }


CountedCase = tuple[int, str, str, tuple[int, ...], Sequence[int]]
"""Of a match: the statistic, its part, the players it counts for, the columns that add up."""


def _sums_by_period(where: dict[int, tuple[int, int]], counted: Iterator[CountedCase]) -> Rows:
    sums: dict[tuple[Any, ...], list[int]] = {}
    for match, stat, bucket, players, values in counted:
        month, seats = where[match]
        key = month, (seats, stat, bucket), *players
        known = sums.get(key)
        sums[key] = [*values] if known is None else [one + more for one, more in zip(known, values, strict=True)]
    # PostgreSQL adds up to decimals.
    return {key: tuple(map(int, values)) for key, values in sums.items()}


def _totals(club: Club, game: Game, days: Days) -> Iterator[CountedCase]:
    for statistic in game.all_statistics:
        for match, who, bucket, *values in _total_statement(game, statistic).rows(club, days):
            yield match, statistic.key, bucket, (who,), values


def _pairs(club: Club, game: Game, days: Days) -> Iterator[CountedCase]:
    for stat in (PairTotal.AGAINST, *([PairTotal.WITH] if game.has_partners else [])):
        for match, who, other, *values in _pair_statement(game, stat).rows(club, days):
            yield match, stat, "", (who, other), values


def _bests(
    club: Club, game: Game, days: Days,
    matches: dict[int, CountedMatch], where: dict[int, tuple[int, int]],
) -> Rows:  # fmt: skip
    best: dict[tuple[Any, ...], list[tuple[Any, ...]]] = defaultdict(list)
    for kind in game.all_record_kinds:
        for pk, who, number, value in _best_statement(game, kind).rows(club, days):
            below = int(value if kind.lowest else -value)
            month, seats = where[pk]
            key = month, (seats, kind.key, ""), who
            best[key].append((below, matches[pk].started, pk, number, int(value)))
    return {
        (*key, value, -below, pk, number): ()
        for key, found in best.items()
        for below, _, pk, number, value in nsmallest(STORED, found)
    }


# --- The statements: Django takes longer to put one together than the database to answer it, so each is made once ---

CLUB, FIRST, LAST = -7001, date(1001, 1, 1), date(1001, 1, 2)
"""Stand in a statement where a club and the days will."""


class Statement(NamedTuple):
    sql: str
    params: tuple[Any, ...]

    @classmethod
    def of(cls, rows: QuerySet[Any, Any]) -> Statement:
        return cls(*rows.query.sql_with_params())

    def rows(self, club: Club, days: Days) -> list[tuple[Any, ...]]:
        as_stored = connection.ops.adapt_datefield_value
        given = {CLUB: club.pk, as_stored(FIRST): as_stored(days[0]), as_stored(LAST): as_stored(days[1])}
        return fetch_rows(self.sql, *(given.get(one, one) for one in self.params))


def _of_matches(game: Game, match: str) -> dict[str, Any]:
    """The matches of the game that a club played on some days, as lookups from a row."""
    on = f"{match}__" if match else ""
    return {f"{on}club": CLUB, f"{on}night_date__range": (FIRST, LAST), f"{on}game_key": game.key, f"{on}deleted": None}


def counted_matches(club: Club, game: Game, days: Days) -> list[CountedMatch]:
    rows = Match.objects.filter(club=club, game_key=game.key, night_date__range=days)
    return [CountedMatch(*row) for row in rows.order_by("pk").values_list(*CountedMatch._fields)]


def _seat_counts(club: Club, game: Game, days: Days) -> list[tuple[Any, ...]]:
    return _seats_statement(game).rows(club, days)


@cache
def _seats_statement(game: Game) -> Statement:
    seats = Seat.objects.filter(**_of_matches(game, "match")).order_by()
    return Statement.of(seats.values("match").annotate(count=Count("pk")).values_list("match", "count"))


@cache
def _total_statement(game: Game, statistic: Statistic) -> Statement:
    match = SOURCES[statistic.source].match
    rows = cases(statistic, _of_matches(game, match)).annotate(part=part(statistic.by, statistic), in_match=F(match))
    keys = ("in_match", "who", "part")
    return Statement.of(
        rows.order_by().values(*keys).annotate(cases=Count("pk"), sum=Sum("value")).values_list(*keys, "cases", "sum")
    )


@cache
def _pair_statement(game: Game, stat: str) -> Statement:
    against = stat == PairTotal.AGAINST
    ahead, behind = Q(place__lt=F("match__seats__place")), Q(place__gt=F("match__seats__place"))
    found = Seat.objects.filter(
        OPPOSITE if against else PARTNERS, match__finished=True, **_of_matches(game, "match")
    ).annotate(
        mate=F("match__seats__player"), value=one_if(ahead if against else Q(won=True)),
        less=one_if(behind) if against else Value(0),
    ).order_by()  # fmt: skip
    keys = ("match", "player", "mate")
    grouped = found.values(*keys).annotate(cases=Count("pk"), sum=Sum("value"), lost=Sum("less"))
    return Statement.of(grouped.values_list(*keys, "cases", "sum", "lost"))


@cache
def _best_statement(game: Game, kind: RecordKind) -> Statement:
    source = SOURCES[kind.source]
    number = F(source.number) if kind.within == "round" else Value(0)
    rows = cases(kind, _of_matches(game, source.match)).annotate(in_match=F(source.match), nr=number)
    keys = ("in_match", "who", "nr")
    return Statement.of(rows.order_by().values(*keys).annotate(sum=Sum("value")).values_list(*keys, "sum"))


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


def one_if(which: Q) -> Case:
    return Case(When(which, then=1), default=0)


PLAYED, WITH_LEVEL = Q(made__isnull=False), Q(made__isnull=False, level__isnull=False)

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


def cases(counted: CountedThing, in_matches: dict[str, Any]) -> QuerySet[Any]:
    """Return every case of a statistic in some matches, with the player it counts for (`who`) and its `value`."""
    source, (known, value) = SOURCES[counted.source], VALUES[counted.value]
    if counted.source == "matches" and counted.value == "points":
        value = F("total")
    which = Q(source.which, known, WORTH[counted.worth], **in_matches)
    rows: QuerySet[Any] = source.rows._default_manager.filter(which).annotate(who=F(source.player), value=value)
    # Concat() keeps SQLite off the index on kind: it would read the rows of that kind from all matches.
    kinds = {"of_kind": Concat(source.kind, Value(""))} if counted.kinds else {}
    found: QuerySet[Any] = rows.alias(**kinds).filter(**({"of_kind__in": counted.kinds} if kinds else {}))
    return found


def part(by: str, counted: CountedThing) -> Any:
    if by == "hand":
        return Cast("hand", CharField())
    if by == "level":
        return Cast("level", CharField())
    return F(SOURCES[counted.source].kind) if by else Value("")
