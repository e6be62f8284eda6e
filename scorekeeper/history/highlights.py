"""Highlights of matches and of game nights, read from the ledger."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import chain
from typing import NamedTuple

from django.db.models import Sum

from games.core.house_rules import Scale
from games.core.scorecard import ScoreLine
from games.core.statistics import Deed, MadeBid, deeds_of_bids, deeds_of_lines
from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import Bid, Match, Round
from scorekeeper.matches.models import Line as LedgerLine
from scorekeeper.matches.progress import MatchProgress
from scorekeeper.matches.stand_ins import read_stand_ins, side_name
from scorekeeper.statistics.selection import Period, Selection, played_matches

# Number of highlights shown for a night.
MAX_HIGHLIGHTS = 6


class NightHighlight(NamedTuple):
    """The biggest highlight of its kind in a game. `others`: how often the same was done besides in the night."""

    highlight: MatchHighlight
    match: Match
    others: int


def night_highlights(club: Club, night_date: date, matches: Sequence[Match]) -> list[NightHighlight]:
    """Return the biggest highlight of each kind, game and scale, the rarest first.

    A highlight is as rare as the share of matches that had one of its kind at least as big, among those of its game
    and scale in the club, in the year of the night and the year before.
    """
    by_match = match_highlights(matches)
    scales = {match.pk: match.initial_state.rules.scale for match in matches}
    kinds: dict[tuple[str, Scale, str], list[tuple[MatchHighlight, Match]]] = {}
    for match in matches:
        for highlight in by_match[match.pk]:
            kinds.setdefault((match.game_key, scales[match.pk], highlight.title), []).append((highlight, match))
    biggest = []
    for of_kind in kinds.values():
        highlight, match = max(of_kind, key=lambda pair: pair[0].size)
        alike = sum(other.deed == highlight.deed for other, _ in of_kind)
        biggest.append(NightHighlight(highlight, match, alike - 1))
    period = Period(date(max(night_date.year - 1, 1), 1, 1), date(night_date.year, 12, 31))
    in_period = Selection(club, period)
    sizes = {
        (game_key, scale): replace(in_period, game=game_key, scale=scale).cached_by_part("highlights", _sizes_by_match)
        for game_key, scale, _ in kinds
    }

    def share(night_highlight: NightHighlight) -> float:
        title, size, match = night_highlight.highlight.title, night_highlight.highlight.size, night_highlight.match
        of_matches = list(chain.from_iterable(sizes[match.game_key, scales[match.pk]]))
        return sum(of_match.get(title, -1) >= size for of_match in of_matches) / len(of_matches)

    biggest.sort(key=lambda night_highlight: (share(night_highlight), -night_highlight.highlight.size))
    # Show one highlight of each title before a second of any.
    titles = [night_highlight.highlight.title for night_highlight in biggest]
    order = sorted(range(len(biggest)), key=lambda index: titles[:index].count(titles[index]))
    return [biggest[index] for index in order[:MAX_HIGHLIGHTS]]


def _sizes_by_match(selection: Selection) -> list[dict[str, int]]:
    return [*map(sizes_by_title, all_highlights(list(played_matches(selection).with_seats())).values())]


def sizes_by_title(highlights: Sequence[MatchHighlight]) -> dict[str, int]:
    """Return how big the biggest highlight of each title is."""
    return {highlight.title: highlight.size for highlight in sorted(highlights, key=lambda highlight: highlight.size)}


class MatchHighlight(NamedTuple):
    """Something notable that a side did in a round.

    `title`: its kind, one for all games. `deed`: the rest of a sentence that begins with the name. `size`: compares it
    with others of the same title. `reported`: the biggest round, if another highlight is the reason for it: it is not
    shown, only compared with the biggest rounds of other matches.
    """

    title: str
    round_number: int
    side: int
    mark: int
    emoji: str
    name: str
    deed: str
    size: int
    reported: bool = False


def match_highlights(matches: Sequence[Match]) -> dict[int, list[MatchHighlight]]:
    """Return the highlights of each match, by match id, in the order of the rounds."""
    return {pk: [each for each in of_match if not each.reported] for pk, of_match in all_highlights(matches).items()}


def all_highlights(matches: Sequence[Match]) -> dict[int, list[MatchHighlight]]:
    """Return the highlights of each match, and biggest rounds that others report. Four queries, or five."""
    read_stand_ins(matches)
    progress_by_match, (declared, deeds_of_others) = match_progress(matches), _declared_highlights(matches)
    paid = _payments(matches)
    by_match = {}
    for match in matches:
        progress, of_match = progress_by_match[match.pk], declared.get(match.pk, [])
        deeds_of_match = {(highlight.round_number, highlight.side) for highlight in of_match}
        biggest = list(_biggest_rounds(match, progress, paid))
        unreported = [
            (number, side, points)
            for number, side, points in biggest
            if (match.pk, number, side) not in deeds_of_others and (number, side) not in deeds_of_match
        ]
        biggest_round = [
            highlight._replace(reported=not unreported) for highlight in _biggest_round(match, unreported or biggest)
        ]
        highlights = [*_comeback(match, progress), *_last_lead(match, progress), *biggest_round, *of_match]
        by_match[match.pk] = sorted(highlights, key=lambda highlight: highlight.round_number)
    return by_match


def _payments(matches: Sequence[Match]) -> dict[tuple[int, int, int], int]:
    """Return what was paid once, after the last round: by match id, number of the round and side."""
    paying = {match.pk: match.game.payments for match in matches if match.game.payments}
    if not paying:
        return {}
    lines = LedgerLine.objects.filter(round__match__in=paying, rule__in={*chain.from_iterable(paying.values())})
    paid = lines.values_list("round__match", "round__number", "side").annotate(sum=Sum("points"))
    return {place: int(points) for *columns, points in paid.order_by() for place in [tuple(columns)]}


def _biggest_rounds(
    match: Match, progress: MatchProgress, paid: Mapping[tuple[int, int, int], int]
) -> Iterator[tuple[int, int, int]]:
    """Yield the rounds in which a side scored most, if more than nothing: number, side and points."""
    if match.game.is_named and len(progress.points) == 1:
        return  # the totals of a whole match, as a file may have them on a sheet
    scored = [
        [points - paid.get((match.pk, number, side), 0) for side, points in enumerate(row)]
        for number, row in enumerate(progress.points, 1)
    ]
    most = max(chain.from_iterable(scored), default=0)
    for number, row in enumerate(scored, 1):
        yield from ((number, side, points) for side, points in enumerate(row) if points == most > 0)


def _biggest_round(match: Match, biggest: Sequence[tuple[int, int, int]]) -> Iterator[MatchHighlight]:
    """Yield the first of the biggest rounds, where rounds have points."""
    for number, side, points in biggest[: match.game.has_points]:
        title = "Costliest round" if match.game.lowest_wins else "Biggest round"
        words = f" {'took' if match.game.lowest_wins else 'scored'} {points} in one {match.game.round_name}"
        yield _by_whoever_played(match, number, Deed(side, title, words, points))


def _comeback(match: Match, progress: MatchProgress) -> Iterator[MatchHighlight]:
    winners = [seat.side for seat in match.seat_list if seat.won]
    comebacks = [(swing, side) for side in sorted({*winners}) if (swing := progress.comeback(side))]
    if comebacks:
        swing, side = min(comebacks, key=lambda pair: pair[0].before)
        deed = f" came back from {-swing.before} behind"
        yield _highlight(match, "Comeback", swing.number, side, deed, -swing.before)


def _last_lead(match: Match, progress: MatchProgress) -> Iterator[MatchHighlight]:
    """Yield that the only winner was ahead alone after the last round, and not before it."""
    winners, last = {seat.side for seat in match.seat_list if seat.won}, len(progress.points)
    swing = progress.last_not_ahead(side := winners.pop()) if len(winners) == 1 else None
    if swing and swing.number == last > 1 and swing.after > 0:
        deed = f" took the lead in the last {match.game.round_name}"
        yield _highlight(match, "Won in the last round", last, side, deed, -swing.before)


def _declared_highlights(
    matches: Sequence[Match],
) -> tuple[dict[int, list[MatchHighlight]], set[tuple[int, int, int]]]:
    """Return the highlights that games declare, by match id. Two queries.

    Also returns the sides that scored by the deed of another: match id, number of the round, side.
    """
    by_pk = {match.pk: match for match in matches}
    declarations = {declared for match in matches for declared in match.game.highlight_rules}
    rules = {rule for declared in declarations for rule in (declared.rule, declared.rule_of_others)}
    rows = LedgerLine.objects.filter(round__match__in=by_pk, rule__in=rules)
    rows = rows.order_by("round__number", "side", "pk")
    lines: dict[tuple[int, int], list[ScoreLine]] = defaultdict(list)
    deeds_of_others = set()
    columns = "round__match", "round__number", "side", "rule", "points", "reason"
    for pk, number, side, rule, points, reason in rows.values_list(*columns):
        line = ScoreLine(side, rule, points, reason)
        lines[pk, number].append(line)
        for declared in by_pk[pk].game.highlight_rules:
            if rule == declared.rule_of_others and not declared.applies_to(line):
                deeds_of_others.add((pk, number, side))
    bids = _made_bids(matches)
    by_match: dict[int, list[MatchHighlight]] = defaultdict(list)
    for pk, number in sorted({*lines, *bids}):
        match, of_round = by_pk[pk], (pk, number)
        deeds = deeds_of_lines(match.game.highlight_rules, lines.get(of_round, ()))
        for deed in deeds + deeds_of_bids(match.game.bid_highlights, bids.get(of_round, ())):
            by_match[pk].append(_by_whoever_played(match, number, deed))
    return by_match, deeds_of_others


def _made_bids(matches: Sequence[Match]) -> Mapping[tuple[int, int], list[MadeBid]]:
    """Return the bids that were made in games that declare some as highlights, by match id and number of the round."""
    rows = Bid.objects.filter(round__match__in=[match.pk for match in matches if match.game.bid_highlights], made=True)
    rows = rows.order_by("round__number", "seat__number")
    bids: dict[tuple[int, int], list[MadeBid]] = defaultdict(list)
    columns = "round__match", "round__number", "seat__side", "seat__number", "level", "kind", "hand"
    for pk, number, *bid in rows.values_list(*columns):
        bids[pk, number].append(MadeBid(*bid))
    return bids


def _by_whoever_played(match: Match, number: int, deed: Deed) -> MatchHighlight:
    name = side_name(match, deed.side, match.stand_ins.get(number, {}), deed.seat)
    return _highlight(match, deed.title, number, deed.side, deed.words, deed.size)._replace(name=name)


def _highlight(match: Match, title: str, number: int, side: int, deed: str, size: int) -> MatchHighlight:
    mark, emoji, name = match.side_marks[side], match.side_emojis[side], match.side_names[side]
    return MatchHighlight(title, number, side, mark, emoji, name, deed, size)


# --- The progress of totals ---


def match_progress(matches: Sequence[Match]) -> dict[int, MatchProgress]:
    """Return the points of all rounds of each match, by match id. One query."""
    rows = Round.objects.filter(match__in=[match.pk for match in matches]).values_list("match", "number", "lines__side")
    sums: dict[int, dict[int, dict[int, int]]] = defaultdict(lambda: defaultdict(dict))
    for match_id, number, side, points in rows.annotate(points=Sum("lines__points")).order_by("match", "number"):
        sums[match_id][number][side] = int(points or 0)
    progress = {}
    for match in matches:
        sides = range(len(match.side_names))
        points_by_round = [tuple(points.get(side, 0) for side in sides) for points in sums[match.pk].values()]
        progress[match.pk] = MatchProgress.of(match, points_by_round)
    return progress
