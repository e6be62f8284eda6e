"""Highlights of matches and of game nights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.core.scorecard import ScoreLine
from games.core.text import signed
from scorekeeper.history.progress import MatchProgress, match_progress
from scorekeeper.matches.models import Line as LedgerLine
from scorekeeper.matches.models import Match

# Number of highlights shown for a night.
MAX_HIGHLIGHTS = 6


class NightHighlight(NamedTuple):
    """The biggest highlight of its kind in a game, and how many others of that kind the night had."""

    best: MatchHighlight
    match: Match
    others: int

    def __str__(self) -> str:
        return f"{self.best.title}, {self.match.game.name}: {self.best.name}, {self.best.text}"


def night_highlights(matches: Sequence[Match]) -> list[NightHighlight]:
    """Return the biggest highlight of each kind and game, the rarest kinds first. Two queries."""
    by_match = match_highlights(matches)
    kinds: dict[tuple[str, str], list[tuple[MatchHighlight, Match]]] = {}
    for match in matches:
        for highlight in by_match[match.pk]:
            kinds.setdefault((match.game_key, highlight.title), []).append((highlight, match))
    found = [NightHighlight(*max(alike, key=lambda one: one[0].size), len(alike) - 1) for alike in kinds.values()]
    found.sort(key=lambda one: (one.others, -one.best.size))
    told: Counter[str] = Counter()
    return sorted(found, key=lambda one: _times_told(told, one.best.title))[:MAX_HIGHLIGHTS]


def _times_told(told: Counter[str], title: str) -> int:
    """Count the titles, to put the second of each after the first of all: people like different stories."""
    told[title] += 1
    return told[title]


class MatchHighlight(NamedTuple):
    """Something notable that a side did in a round.

    `size` compares it with others of the same title. `deed` makes a sentence with the name before it.
    """

    title: str
    match: int
    number: int
    side: int
    mark: int
    name: str
    text: str
    deed: str
    size: int


def match_highlights(matches: Sequence[Match]) -> dict[int, list[MatchHighlight]]:
    """Return the highlights of each match, by match id, in the order of the rounds. Two queries."""
    ran, lines = match_progress(matches), _declared_highlights(matches)
    by_match = {}
    for match in matches:
        found = [*_biggest_round(match, ran[match.pk]), *_comeback(match, ran[match.pk]), *lines.get(match.pk, ())]
        by_match[match.pk] = sorted(found, key=lambda highlight: highlight.number)
    return by_match


def _biggest_round(match: Match, course: MatchProgress) -> Iterator[MatchHighlight]:
    """Yield the round in which a side scored most, the first of equal ones."""
    ranked = [
        (points, -number, -side) for number, row in enumerate(course.points, 1) for side, points in enumerate(row)
    ]
    points, number, side = max(ranked, default=(0, 0, 0))
    if points > 0:
        title = f"{'Costliest' if match.game.lowest_wins else 'Biggest'} {match.game.round_name}"
        deed = f" {'took' if match.game.lowest_wins else 'scored'} {points} in one {match.game.round_name}"
        yield _highlight(match, title, -number, -side, signed(points), deed, points)


def _comeback(match: Match, course: MatchProgress) -> Iterator[MatchHighlight]:
    ahead = [(by, number, side) for side in _winners(match) for number, by in enumerate(course.ahead(side)[:-1])]
    by, number, side = min(ahead, default=(0, 0, 0))
    if by < 0:
        text = f"{-by} behind after {match.game.round_name} {number}, and won"
        yield _highlight(match, "Comeback", number, side, text, f" came back from {-by} behind", -by)


# The columns of a ScoreLine.
SCORE_LINE = ("side", "rule", "points", "reason")


def _declared_highlights(matches: Sequence[Match]) -> dict[int, list[MatchHighlight]]:
    by_pk = {match.pk: match for match in matches}
    rules = {declared.rule for match in matches for declared in match.game.highlight_rules}
    lines = LedgerLine.objects.filter(round__match__in=by_pk, rule__in=rules)
    lines = lines.order_by("round__number", "side", "pk")
    by_match: dict[int, list[MatchHighlight]] = {}
    for pk, number, *line in lines.values_list("round__match", "round__number", *SCORE_LINE):
        for declared in by_pk[pk].game.highlight_rules:
            if declared.tells(ScoreLine(*line)):
                side, _, points, reason = line
                by_match.setdefault(pk, []).append(
                    _highlight(by_pk[pk], declared.title, number, side, reason, f": {reason}", abs(points))
                )
    return by_match


def _highlight(match: Match, title: str, number: int, side: int, text: str, deed: str, size: int) -> MatchHighlight:
    mark, name = match.side_marks[side], match.side_names[side]
    return MatchHighlight(title, match.pk, number, side, mark, name, text, deed, size)


def _winners(match: Match) -> set[int]:
    return {seat.side for seat in match.seat_list if seat.won}
