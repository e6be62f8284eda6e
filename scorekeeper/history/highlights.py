"""What is told of an evening: of each kind of moment in each game the biggest one, the rarest kinds first."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Value
from django.db.models.functions import Concat

from games.core.scorecard import ScoreLine
from games.core.text import signed
from scorekeeper.history.progress import match_progress
from scorekeeper.matches.models import Line as LedgerLine

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorekeeper.history.progress import MatchProgress
    from scorekeeper.matches.models import Match

TOLD = 6
"""More than that nobody listens to."""


class NightHighlight(NamedTuple):
    """The biggest moment of its kind in a game this evening, and how many others of that kind there were."""

    moment: MatchHighlight
    match: Match
    others: int

    def __str__(self) -> str:
        return f"{self.moment.title}, {self.match.game.name}: {self.moment.name}, {self.moment.said}"


def night_highlights(matches: Sequence[Match]) -> list[NightHighlight]:
    """Return what is worth telling of these matches together; two statements."""
    told = match_highlights(matches)
    kinds: dict[tuple[str, str], list[tuple[MatchHighlight, Match]]] = {}
    for match in matches:
        for moment in told[match.pk]:
            kinds.setdefault((match.game_key, moment.title), []).append((moment, match))
    found = [NightHighlight(*max(alike, key=lambda one: one[0].size), len(alike) - 1) for alike in kinds.values()]
    return sorted(found, key=lambda one: one.others)[:TOLD]


# --- What is told again of matches: the biggest round, a comeback, and what the game itself finds worth
# telling.

BIGGEST, COMEBACK = "biggest", "comeback"


class MatchHighlight(NamedTuple):
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


def match_highlights(matches: Sequence[Match]) -> dict[int, list[MatchHighlight]]:
    """Return what is worth telling of each of these matches, by match, in the order it happened; two statements."""
    ran, lines = match_progress(matches), _declared(matches)
    told = {}
    for match in matches:
        found = [*_biggest(match, ran[match.pk]), *_comeback(match, ran[match.pk]), *lines.get(match.pk, ())]
        told[match.pk] = sorted(found, key=lambda moment: moment.number)
    return told


def _biggest(match: Match, course: MatchProgress) -> Iterator[MatchHighlight]:
    """The most points of one side in one round, the first of equal ones; where the lowest total wins, the dearest."""
    ranked = [
        (points, -number, -side) for number, row in enumerate(course.points, 1) for side, points in enumerate(row)
    ]
    points, number, side = max(ranked, default=(0, 0, 0))
    if points > 0:
        title = f"{'Costliest' if match.game.lowest_wins else 'Biggest'} {match.game.round_name}"
        yield _moment(match, BIGGEST, title, -number, -side, signed(points), points)


def _comeback(match: Match, course: MatchProgress) -> Iterator[MatchHighlight]:
    ahead = [(by, number, side) for side in _winners(match) for number, by in enumerate(course.ahead(side)[:-1])]
    by, number, side = min(ahead, default=(0, 0, 0))
    if by < 0:
        said = f"{-by} behind after {match.game.round_name} {number}, and won"
        yield _moment(match, COMEBACK, "Comeback", number, side, said, -by)


def _declared(matches: Sequence[Match]) -> dict[int, list[MatchHighlight]]:
    by_pk = {match.pk: match for match in matches}
    rules = {tale.rule for match in matches for tale in match.game.highlight_rules}
    # The rule in disguise: SQLite would begin with every line of these rules there ever was.
    lines = LedgerLine.objects.alias(of=Concat("rule", Value(""))).filter(round__match__in=by_pk, of__in=rules)
    lines = lines.order_by("round__number", "side", "pk")
    told: dict[int, list[MatchHighlight]] = {}
    for pk, number, *line in lines.values_list("round__match", "round__number", *ScoreLine._fields):
        for tale in by_pk[pk].game.highlight_rules:
            if tale.tells(ScoreLine(*line)):
                side, rule, points, reason = line
                told.setdefault(pk, []).append(_moment(by_pk[pk], rule, tale.title, number, side, reason, abs(points)))
    return told


def _moment(match: Match, kind: str, title: str, number: int, side: int, said: str, size: int) -> MatchHighlight:
    name = match.side_names[side]
    return MatchHighlight(kind, title, match.pk, number, side, name, said, size)


def _winners(match: Match) -> set[int]:
    return {seat.side for seat in match.seat_list if seat.won}
