"""Back from a figure to what is behind it: the periods it is made of, and in each of them the very rounds.

    for part in parts(selection, statistic, player, bucket):    # all time: its years; a year: its months
        part.period, part.figure                                # they sum up to the figure
    for case in behind(selection, statistic, player, bucket)[:50]:
        case.of_match, case.nr, case.value, case.why            # a match, its round (0: all of it), what it added

The rounds of one month are few however much was played: show those, and let people go down to a month.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Count, F, Q, Sum, Value

from games.statistics import ROUNDS, Statistic
from scorekeeper.nights.books.counted import OPPOSITE, PARTNERS
from scorekeeper.nights.books.figure import Figure, Sums, figure_of
from scorekeeper.nights.books.selection import span
from scorekeeper.nights.books.sources import SOURCES, cases, part
from scorekeeper.nights.periods import Period
from scorekeeper.table.models import Match, Seat

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from scorekeeper.club.models import Player
    from scorekeeper.nights.books.selection import Selection


class Part(NamedTuple):
    """What one of the periods within adds to a figure."""

    period: Period
    figure: Figure


def parts(selection: Selection, statistic: Statistic, player: Player, bucket: str = "") -> list[Part]:
    """Return what a figure is made of, the latest period first: the years of all time, the months of anything else."""
    asked = Q(stat=statistic.key, **({"bucket": bucket} if bucket else {})) | Q(stat=ROUNDS.key)
    rows = selection.tallies(_within(selection)).filter(asked, player=player).values_list("period", "stat")
    sums: dict[int, Sums] = defaultdict(dict)
    for period, stat, n, total in rows.annotate(cases=Sum("n"), sum=Sum("total")):
        sums[period][stat, bucket if stat == statistic.key else ""] = (n, total)
    made_of = [Part(Period.node(period), figure_of(statistic, sums[period], bucket)) for period in sorted(sums)]
    return [one for one in reversed(made_of) if one.figure.n]


def behind(selection: Selection, statistic: Statistic, player: Player, bucket: str = "") -> QuerySet[Any, Any]:
    """Return every case that made up a player's figure, the latest first; as many as its `n`, adding up to its `total`.

    Each is a named tuple: of_match, nr, value, part, why (the reason of a line of points, else nothing).
    """
    source, matches = SOURCES[statistic.source], _matches(selection).values_list("pk", flat=True)
    rows = cases(statistic, list(matches) if selection.period.first else matches)
    # The player in disguise: SQLite would begin with everything this player ever did.
    rows = rows.alias(whose=F("who") + 0).filter(whose=player.pk)
    rows = rows.annotate(
        of_match=F(source.match), began=F(f"{source.match}__started"), part=part(statistic.by, statistic),
        nr=F(source.number) if source.number else Value(0),
        why=F("reason") if statistic.source == "lines" else Value(""),
    )  # fmt: skip
    found: QuerySet[Any, Any] = rows.filter(part=bucket) if bucket else rows
    return found.order_by("-began", "-of_match", "-nr", "pk").values_list(
        "of_match", "nr", "value", "part", "why", named=True
    )


def between(selection: Selection, player: Player, other: Player, *, together: bool) -> QuerySet[Match]:
    """Return the matches two played to the end, as partners or against each other, the latest first."""
    sat = Seat.objects.filter(PARTNERS if together else OPPOSITE, player=player, match__seats__player=other)
    return _matches(selection).filter(finished=True, pk__in=sat.values("match")).order_by("-started", "-pk")


def _matches(selection: Selection) -> QuerySet[Any, Any]:
    matches = Match.objects.filter(club=selection.club)
    if selection.period.first:
        matches = matches.filter(evening__range=selection.period.days)
    if selection.game:
        matches = matches.filter(game_key=selection.game)
    return matches.annotate(sitting=Count("seats")).filter(sitting=selection.seats) if selection.seats else matches


def _within(selection: Selection) -> list[int]:
    """Return the periods a selection is made of: of all time the years there are."""
    if selection.period.first:
        return selection.period.months
    there = span(selection.club)
    return list(range(there[0].year, there[1].year + 1)) if there else []
