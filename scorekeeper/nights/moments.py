"""What is told again of matches: the biggest round, a comeback, and what the game itself finds worth telling."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Value
from django.db.models.functions import Concat

from games.scorecard import Line, signed
from scorekeeper.nights.course import courses
from scorekeeper.table.models import Line as LedgerLine

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorekeeper.nights.course import Course
    from scorekeeper.table.models import Match

BIGGEST, COMEBACK = "biggest", "comeback"


class Moment(NamedTuple):
    """What a side did in a round: what such a moment is called, in words, and how big it is among its kind.

    `kind`: BIGGEST, COMEBACK, or the rule of the lines the game declares worth telling.
    """

    kind: str
    title: str
    match: int
    number: int
    side: int
    name: str
    said: str
    size: int


def moments(matches: Sequence[Match]) -> dict[int, list[Moment]]:
    """Return what is worth telling of each of these matches, by match, in the order it happened; two statements."""
    ran, lines = courses(matches), _declared(matches)
    told = {}
    for match in matches:
        found = [*_biggest(match, ran[match.pk]), *_comeback(match, ran[match.pk]), *lines.get(match.pk, ())]
        told[match.pk] = sorted(found, key=lambda moment: moment.number)
    return told


def _biggest(match: Match, course: Course) -> Iterator[Moment]:
    """The most points of one side in one round, the first of equal ones; where the lowest total wins, the dearest."""
    ranked = [
        (points, -number, -side) for number, row in enumerate(course.points, 1) for side, points in enumerate(row)
    ]
    points, number, side = max(ranked, default=(0, 0, 0))
    if points > 0:
        title = f"{'Dearest' if match.game.lowest_wins else 'Biggest'} {match.game.round_name}"
        yield _moment(match, BIGGEST, title, -number, -side, signed(points), points)


def _comeback(match: Match, course: Course) -> Iterator[Moment]:
    """How far a winner once was behind the best of the others, at most."""
    ahead = [(by, number, side) for side in _winners(match) for number, by in enumerate(course.ahead(side)[:-1])]
    by, number, side = min(ahead, default=(0, 0, 0))
    if by < 0:
        said = f"{-by} behind after {match.game.round_name} {number}, and won"
        yield _moment(match, COMEBACK, "Comeback", number, side, said, -by)


def _declared(matches: Sequence[Match]) -> dict[int, list[Moment]]:
    """What the games themselves find worth telling, in one statement."""
    by_pk = {match.pk: match for match in matches}
    rules = {tale.rule for match in matches for tale in match.game.tales}
    # The rule in disguise: SQLite would begin with every line of these rules there ever was.
    lines = LedgerLine.objects.alias(of=Concat("rule", Value(""))).filter(round__match__in=by_pk, of__in=rules)
    lines = lines.order_by("round__number", "side", "pk")
    told: dict[int, list[Moment]] = {}
    for pk, number, *line in lines.values_list("round__match", "round__number", *Line._fields):
        for tale in by_pk[pk].game.tales:
            if tale.tells(Line(*line)):
                side, rule, points, reason = line
                told.setdefault(pk, []).append(_moment(by_pk[pk], rule, tale.title, number, side, reason, abs(points)))
    return told


def _moment(match: Match, kind: str, title: str, number: int, side: int, said: str, size: int) -> Moment:
    name = match.game.side_names(match.names)[side]
    return Moment(kind, title, match.pk, number, side, name, said, size)


def _winners(match: Match) -> set[int]:
    return {seat.side for seat in match.places if seat.won}
