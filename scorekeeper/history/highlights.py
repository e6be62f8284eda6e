"""Highlights of matches and of game nights, read from the ledger."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.db.models import Sum

from games.core.scorecard import ScoreLine
from scorekeeper.matches.models import Line as LedgerLine
from scorekeeper.matches.models import Match, Round
from scorekeeper.matches.progress import MatchProgress

# Number of highlights shown for a night.
MAX_HIGHLIGHTS = 6


class NightHighlight(NamedTuple):
    """The biggest highlight of its kind in a game, and how many others of that kind the night had."""

    best: MatchHighlight
    match: Match
    others: int


def night_highlights(matches: Sequence[Match]) -> list[NightHighlight]:
    """Return the biggest highlight of each kind and game, the rarest kinds first. Two queries."""
    by_match = match_highlights(matches)
    kinds: dict[tuple[str, str], list[tuple[MatchHighlight, Match]]] = {}
    for match in matches:
        for highlight in by_match[match.pk]:
            kinds.setdefault((match.game_key, highlight.title), []).append((highlight, match))
    found = [NightHighlight(*max(alike, key=lambda one: one[0].size), len(alike) - 1) for alike in kinds.values()]
    found.sort(key=lambda one: (one.others, -one.best.size))
    # The second of each title after the first of all: people like different stories.
    titles = [one.best.title for one in found]
    told_before = [titles[:place].count(title) for place, title in enumerate(titles)]
    return [found[place] for place in sorted(range(len(found)), key=told_before.__getitem__)][:MAX_HIGHLIGHTS]


class MatchHighlight(NamedTuple):
    """Something notable that a side did in a round.

    `size` compares it with others of the same title. `deed` makes a sentence with the name before it.
    """

    title: str
    number: int
    side: int
    mark: int
    emoji: str
    name: str
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
        yield _highlight(match, title, -number, -side, deed, points)


def _comeback(match: Match, course: MatchProgress) -> Iterator[MatchHighlight]:
    winners = {seat.side for seat in match.seat_list if seat.won}
    ahead = [(by, number, side) for side in winners for number, by in enumerate(course.ahead(side)[:-1])]
    by, number, side = min(ahead, default=(0, 0, 0))
    if by < 0:
        yield _highlight(match, "Comeback", number, side, f" came back from {-by} behind", -by)


def _declared_highlights(matches: Sequence[Match]) -> dict[int, list[MatchHighlight]]:
    by_pk = {match.pk: match for match in matches}
    rules = {declared.rule for match in matches for declared in match.game.highlight_rules}
    lines = LedgerLine.objects.filter(round__match__in=by_pk, rule__in=rules)
    lines = lines.order_by("round__number", "side", "pk")
    by_match: dict[int, list[MatchHighlight]] = {}
    columns = "round__match", "round__number", "side", "rule", "points", "reason"
    for pk, number, side, rule, points, reason in lines.values_list(*columns):
        for declared in by_pk[pk].game.highlight_rules:
            if declared.tells(ScoreLine(side, rule, points, reason)):
                deed = declared.deed.format(points=abs(points), reason=reason)
                told = _highlight(by_pk[pk], declared.title, number, side, deed, abs(points))
                by_match.setdefault(pk, []).append(told)
    return by_match


def _highlight(match: Match, title: str, number: int, side: int, deed: str, size: int) -> MatchHighlight:
    mark, emoji, name = match.side_marks[side], match.side_emojis[side], match.side_names[side]
    return MatchHighlight(title, number, side, mark, emoji, name, deed, size)


# --- How totals moved ---


def match_progress(matches: Sequence[Match]) -> dict[int, MatchProgress]:
    """Return the points of all rounds of each match, by match id. One query."""
    rows = Round.objects.filter(match__in=[match.pk for match in matches]).values_list("match", "number", "lines__side")
    sums: dict[int, dict[int, dict[int, int]]] = defaultdict(lambda: defaultdict(dict))
    for match, number, side, points in rows.annotate(points=Sum("lines__points")).order_by("match", "number"):
        sums[match][number][side] = int(points or 0)
    progress = {}
    for one in matches:
        sides = range(len(one.side_names))
        points_of_rounds = [tuple(row.get(side, 0) for side in sides) for row in sums[one.pk].values()]
        progress[one.pk] = MatchProgress(one.game, len(sides), points_of_rounds)
    return progress
