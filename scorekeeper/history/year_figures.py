"""What the matches of a year, or of any months, add up to; and what was done then for the first time.

Counted are matches that are over: finished, or stopped after a round.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from itertools import chain
from math import prod
from typing import NamedTuple, TypeVar

from django.db.models import Exists, Min, OuterRef, Q

from games.core.house_rules import Scale
from games.core.text import plural
from scorekeeper.clubs.models import Club
from scorekeeper.history.highlights import all_highlights, sizes_by_title
from scorekeeper.history.playing_time import duration, playing_times
from scorekeeper.matches.models import Match, MatchQuerySet, Round, Seat, StandIn
from scorekeeper.statistics.selection import Period, Selection, subject_of

Key = TypeVar("Key")

# Fewer wins one after the other are no streak.
MIN_STREAK = 3


class YearMatch(NamedTuple):
    """What a match adds to the figures of its year. It holds ids, for the cache.

    `players`: who played a round of it, or has a seat. `results`: whether each who played it to its end has won; none
    of a stopped match. `sizes`: by title, how big its biggest highlight is; `all_sizes`: also a biggest round that
    another highlight reports.
    """

    pk: int
    night: date
    game: str
    scale: Scale
    play: timedelta | None
    players: frozenset[int]
    results: tuple[tuple[int, bool], ...]
    sizes: Mapping[str, int]
    all_sizes: Mapping[str, int]


class LongNight(NamedTuple):
    """`play`: of all its matches together; None for the night of most matches, if the times are not known."""

    date: date
    matches: int
    play: timedelta | None

    @property
    def in_words(self) -> str:
        """Describe it: “The longest night: 5 h 12 min of play”, “The fullest night: 9 matches”."""
        if self.play:
            return f"The longest night: {duration(self.play)} of play"
        return f"The fullest night: {plural(self.matches, 'match', 'matches')}"


class Streak(NamedTuple):
    """Matches that a player won one after the other, of those they played to the end; the nights of the ends."""

    length: int
    player: int
    first: date
    last: date

    @property
    def in_words(self) -> str:
        """When it was: “on 3 March 2026”, “from 3 March to 21 March 2026”."""
        last = f"{self.last:%-d %B %Y}"
        if self.first == self.last:
            return f"on {last}"
        return f"from {self.first:{'%-d %B' if self.first.year == self.last.year else '%-d %B %Y'}} to {last}"


class BiggestHighlight(NamedTuple):
    """The biggest highlight of a title; `alike`: in how many other matches of its game and scale it was as big."""

    match: int
    title: str
    alike: int


class YearFigures(NamedTuple):
    """What the matches of a year add up to.

    `timed`: the number of matches whose playing time is known, `play`. `best_titles`: of the highlights of the best
    match, the rarest first.
    """

    nights: int = 0
    matches: int = 0
    finished: int = 0
    players: int = 0
    timed: int = 0
    play: timedelta = timedelta()
    games: Sequence[tuple[str, int]] = ()
    months: Mapping[date, int] = {}
    longest_night: LongNight | None = None
    nights_timed: int = 0
    streaks: Sequence[Streak] = ()
    best_match: int | None = None
    best_titles: Sequence[str] = ()
    highlights: Sequence[BiggestHighlight] = ()


# --- Counting ---


def matches_that_are_over(selection: Selection) -> MatchQuerySet:
    a_round = Exists(Round.objects.filter(match=OuterRef("pk")))
    return Match.objects.filter(Q(finished=True) | Q(a_round, ended_by_table=True), **selection.match_lookups())


def year_figures(selection: Selection) -> YearFigures:
    """Count the matches of the selection; of a change only its months are read again."""

    def count_all(whole: Selection) -> YearFigures:
        return _figures(list(chain.from_iterable(whole.cached_by_part("year matches", _read_matches))))

    return selection.cached("year", count_all)


def _read_matches(selection: Selection) -> list[YearMatch]:
    matches = list(matches_that_are_over(selection).order_by("night_date", "started", "pk").with_seats())
    highlights, times = all_highlights(matches), playing_times(matches)
    rows = []
    for match in matches:
        stand_ins = chain.from_iterable(of_round.values() for of_round in match.stand_ins.values())
        shown = [highlight for highlight in highlights[match.pk] if not highlight.reported]
        time = times[match.pk]
        rows.append(
            YearMatch(
                match.pk, match.night_date, match.game_key, match.initial_state.rules.scale,
                time.play if time else None,
                frozenset([seat.player_id for seat in match.seat_list] + [player.pk for player in stand_ins]),
                tuple((seat.player_id, seat.won) for seat in match.seat_list if match.finished and not seat.left),
                sizes_by_title(shown), sizes_by_title(highlights[match.pk]),
            )
        )  # fmt: skip
    return rows


def _figures(matches: Sequence[YearMatch]) -> YearFigures:
    times = [match.play for match in matches if match.play]
    by_night: dict[date, list[YearMatch]] = defaultdict(list)
    for match in matches:
        by_night[match.night].append(match)
    nights = [
        LongNight(night, len(played), sum((match.play or timedelta() for match in played), timedelta()))
        for night, played in by_night.items()
    ]
    timed_nights = [night for night in nights if all(match.play for match in by_night[night.date])]
    shares = _shares(matches)
    best = _best_match(matches, shares)
    return YearFigures(
        nights=len(by_night),
        matches=len(matches),
        finished=sum(bool(match.results) for match in matches),
        players=len(frozenset().union(*(match.players for match in matches))),
        timed=len(times),
        play=sum(times, timedelta()),
        games=Counter(subject_of(match.game).key for match in matches).most_common(),
        months=Counter(match.night.replace(day=1) for match in matches),
        longest_night=_longest(nights, timed_nights),
        nights_timed=len(timed_nights),
        streaks=_streaks(matches),
        best_match=best.pk if best else None,
        best_titles=sorted(best.sizes, key=lambda title: shares[best.pk, title]) if best else (),
        highlights=_biggest(matches, shares),
    )


def _longest(nights: Sequence[LongNight], timed: Sequence[LongNight]) -> LongNight | None:
    """Return the longest of several nights whose time is known, or else the fullest; the first of equal ones."""
    if len(timed) > 1:
        return max(timed, key=lambda night: night.play or timedelta())
    return max(nights, key=lambda night: night.matches)._replace(play=None) if len(nights) > 1 else None


def _streaks(matches: Sequence[YearMatch]) -> list[Streak]:
    """Return the longest streak, and of other players those that are as long."""
    running: dict[int, Streak] = {}
    longest: dict[int, Streak] = {}
    for match in matches:
        for player, won in match.results:
            if not won:
                running.pop(player, None)
                continue
            before = running.get(player, Streak(0, player, match.night, match.night))
            streak = running[player] = before._replace(length=before.length + 1, last=match.night)
            if player not in longest or streak.length > longest[player].length:
                longest[player] = streak
    most = max((streak.length for streak in longest.values()), default=0)
    return [streak for streak in longest.values() if streak.length == most >= MIN_STREAK]


# By the match and the title of a highlight: the share of matches of its game and scale that had one at least as big.
Shares = Mapping[tuple[int, str], Fraction]


def _shares(matches: Sequence[YearMatch]) -> Shares:
    of_kind: dict[tuple[str, Scale], list[YearMatch]] = defaultdict(list)
    for match in matches:
        of_kind[match.game, match.scale].append(match)
    shares = {}
    for alike in of_kind.values():
        sizes: dict[str, list[int]] = defaultdict(list)
        for match in alike:
            for title, size in match.all_sizes.items():
                sizes[title].append(size)
        for of_title in sizes.values():
            of_title.sort()
        for match in alike:
            for title, size in match.sizes.items():
                as_big = len(sizes[title]) - bisect_left(sizes[title], size)
                shares[match.pk, title] = Fraction(as_big, len(alike))
    return shares


def _best_match(matches: Sequence[YearMatch], shares: Shares) -> YearMatch | None:
    """Return the finished match whose highlights are the rarest together, the first of equal ones.

    None if no match has a rare highlight.
    """

    def rarity(match: YearMatch) -> Fraction:
        return prod((shares[match.pk, title] for title in match.sizes), start=Fraction(1))

    best = min((match for match in matches if match.results), key=rarity, default=None)
    return best if best and rarity(best) < 1 else None


def _biggest(matches: Sequence[YearMatch], shares: Shares) -> list[BiggestHighlight]:
    """Return the biggest highlight of each title, the rarest first; of equal ones the first of the year.

    None of a game and scale if another highlight reports a bigger one.
    """
    most: dict[tuple[str, Scale, str], int] = {}
    for match in matches:
        for title, size in match.all_sizes.items():
            kind = match.game, match.scale, title
            most[kind] = max(size, most.get(kind, size))
    biggest: dict[tuple[str, Scale, str], YearMatch] = {}
    for match in matches:
        for title, size in match.sizes.items():
            kind = match.game, match.scale, title
            if size == most[kind]:
                biggest.setdefault(kind, match)
    order = sorted(((shares[match.pk, title], match.night, match.pk, title), match)
                   for (*_, title), match in biggest.items())  # fmt: skip
    of_title: dict[str, YearMatch] = {}
    for (*_, title), match in order:
        of_title.setdefault(title, match)
    counts = Counter(
        (match.game, match.scale, title, size) for match in matches for title, size in match.all_sizes.items()
    )
    return [
        BiggestHighlight(match.pk, title, counts[match.game, match.scale, title, match.sizes[title]] - 1)
        for title, match in of_title.items()
    ]


# --- First times ---


class FirstTimes(NamedTuple):
    """The first nights of the club, of each game, and on which each player played and won."""

    nights: Mapping[str, date]
    played: Mapping[int, date]
    won: Mapping[int, date]


def first_times(selection: Selection) -> FirstTimes:
    """Return the first times up to the end of the selected period."""

    def read(part: Selection) -> FirstTimes:
        over = matches_that_are_over(part)
        seats = Seat.objects.filter(match__in=over).order_by()
        first = Min("match__night_date")
        games = over.order_by().values_list("game_key").annotate(first=Min("night_date"))
        stand_ins = StandIn.objects.filter(seat__match__in=over).order_by().values_list("player")
        played = dict(stand_ins.annotate(first=Min("seat__match__night_date")))
        for player, night in seats.values_list("player").annotate(first=first):
            played[player] = min(night, played.get(player, night))
        wins = seats.filter(won=True, left=False, match__finished=True).values_list("player").annotate(first=first)
        return FirstTimes(dict(games), played, dict(wins))

    parts = replace(selection, period=Period(last=selection.period.last)).cached_by_part("first times", read)
    return FirstTimes(*(_earliest(maps) for maps in zip(*parts, strict=True)))


def _earliest(maps: Sequence[Mapping[Key, date]]) -> dict[Key, date]:
    # The parts are in the order of time.
    return {key: first for of_part in reversed(maps) for key, first in of_part.items()}


# --- Years ---


def played_years(club: Club) -> list[int]:
    """Return the years in which a match ended, the newest first."""

    def in_part(part: Selection) -> list[int]:
        return [first.year for first in matches_that_are_over(part).dates("night_date", "year")]

    return sorted({*chain.from_iterable(Selection(club).cached_by_part("years", in_part))}, reverse=True)


def last_year_to_look_back_at(club: Club, today: date) -> int | None:
    """Return the last year, in January and if it was played in; else None."""
    last = today.year - 1
    return last if today.month == 1 and last in played_years(club) else None
