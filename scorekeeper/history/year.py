"""The page of a year at our table, or of any months: who won most, how much was played, what is worth telling."""

from collections import Counter
from collections.abc import Mapping
from datetime import date, timedelta
from functools import cached_property
from hashlib import sha256
from itertools import chain
from typing import NamedTuple, TypeVar

from django.utils import timezone

from games.core.definition import Game
from games.core.registry import find
from games.core.text import listed, plural
from scorekeeper.charts import BarChart
from scorekeeper.clubs.models import Club, Player
from scorekeeper.history.highlights import MatchHighlight, match_highlights
from scorekeeper.history.playing_time import duration
from scorekeeper.history.year_figures import Streak, YearFigures, first_times, year_figures
from scorekeeper.matches.models import Match
from scorekeeper.statistics.head_to_head import Opponent, Partnership, partnerships, rivalries
from scorekeeper.statistics.selection import Period, Selection
from scorekeeper.statistics.standings import LeaderboardRow, leaderboard

Key = TypeVar("Key")

# Fewer matches as partners, or against each other, say nothing about two players.
MIN_MATCHES_OF_PAIR = 3
MAX_PAIRS, MAX_STANDINGS, MAX_GAMES = 3, 8, 6
# Highlights of the match of the year.
MAX_DEEDS = 3
# From here on the minutes of a sum of hours are left out.
EVEN_HOURS = timedelta(hours=10)
# Bars of the chart: one for a month, of longer periods one for a year.
MAX_BARS = 14


class FirstTime(NamedTuple):
    """Something that was done for the first time on a night. `player`, or else `game`."""

    night: date
    player: Player | None
    game: Game | None
    deed: str


class YearHighlight(NamedTuple):
    """The biggest highlight of a title, with its match. `alike`: in how many others like that one it was as big."""

    highlight: MatchHighlight
    match: int
    game_key: str
    night: date
    alike: int

    @property
    def game(self) -> Game:
        return find(self.game_key)


class Year:
    """The year of a club, or any months of it."""

    def __init__(self, club: Club, period: Period) -> None:
        self.club, self.period = club, period
        self.selection = Selection(club, period)

    @property
    def noun(self) -> str:
        """What the period is: a year, a month, or else some months."""
        return "year" if self.period.is_year else "month" if self.period.is_month else "months"

    @property
    def day_after(self) -> date:
        return self.period.last + timedelta(days=1) if self.period.last < date.max else date.max

    @property
    def is_running(self) -> bool:
        return self.period.last >= self.club.night_date_of(timezone.now())

    # Read by every part of the page.
    @cached_property
    def figures(self) -> YearFigures:
        return year_figures(self.selection)

    @property
    def play(self) -> str:
        """How long was played in the matches whose time is known: “61 h”, “3 h 20 min”; "" if none is."""
        play = self.figures.play
        return f"{round(play / timedelta(hours=1))} h" if play >= EVEN_HOURS else duration(play) if play else ""

    @property
    def in_words(self) -> str:
        """Describe it in a line: “48 game nights, 212 matches and 61 h of play”."""
        figures = self.figures
        counts = [plural(figures.nights, "game night"), plural(figures.matches, "match", "matches")]
        return listed([*counts, f"{self.play} of play"] if figures.timed == figures.matches else counts)

    @cached_property
    def standings(self) -> list[LeaderboardRow]:
        return leaderboard(self.selection, "wins", MAX_STANDINGS)

    @property
    def bars(self) -> list[tuple[LeaderboardRow, int, int]]:
        """Each row with the lengths of its bars, matches played and won, in percent of the most matches."""
        most = max((row.won.n for row in self.standings), default=0) or 1
        return [(row, 100 * row.won.n // most, 100 * row.won.total // most) for row in self.standings]

    @property
    def champions(self) -> list[LeaderboardRow]:
        """The players with the most wins; empty if nobody won."""
        return [row for row in self.standings if row.rank == 1 and row.won.total]

    @property
    def champion_names(self) -> list[str]:
        return [row.player.name for row in self.champions]

    @property
    def result(self) -> str:
        """The rest of a sentence about the champions: “won most matches: 31 of 52”; "" if nobody won."""
        if not self.champions:
            return ""
        won = self.champions[0].won
        if self.figures.finished == 1:
            return "won the only match" if self.figures.matches == 1 else "won the only finished match"
        return (
            f"won most matches: {f'{won.total} of {won.n} played' if len(self.champions) == 1 else f'{won.total} each'}"
        )

    @property
    def games(self) -> list[tuple[Game, int, int]]:
        """The games of most matches, each with their number and the length of its bar in percent."""
        games = self.figures.games
        return [(find(key), count, 100 * count // games[0][1]) for key, count in games[:MAX_GAMES]]

    @property
    def other_games(self) -> int:
        return max(0, len(self.figures.games) - MAX_GAMES)

    @property
    def chart(self) -> BarChart | None:
        """The matches of each month, or of each year of many; None if all were played in one."""
        months = _months(self.period, self.figures.months)
        if len(self.figures.months) < 2:
            return None
        if len(months) > MAX_BARS:
            years = Counter[str]()
            for month, count in months:
                years[f"{month.year}"] += count
            parts = [(label, count, count) for label, count in years.items()]
            return BarChart("Year by year", "matches", "Year", parts) if len(parts) <= MAX_BARS else None
        letters = len(months) > MAX_BARS // 2
        parts = [(f"{month:%b}"[: 1 if letters else 3], count, count) for month, count in months]
        return BarChart("Month by month", "matches", "Month", parts)

    @cached_property
    def names(self) -> list[tuple[int, str, int, str]]:
        """What the page calls and draws players by: it changes with every new name and mark."""
        return list(self.club.players.order_by("pk").values_list("pk", "name", "mark", "emoji"))

    @cached_property
    def _told(self) -> tuple[list[MatchHighlight], list[YearHighlight]]:
        """The highlights of the match of the year, and the biggest of the year.

        Kept for as long as nobody is renamed: reading them again takes half the time of the page.
        """
        names = sha256(repr(self.names).encode()).hexdigest()
        return self.selection.cached(f"year told {names}", lambda _: self._read_highlights())

    def _read_highlights(self) -> tuple[list[MatchHighlight], list[YearHighlight]]:
        figures = self.figures
        keys = {figures.best_match or 0, *(biggest.match for biggest in figures.highlights)}
        matches = {match.pk: match for match in Match.objects.filter(pk__in=keys).with_seats()}
        by_match = match_highlights([*matches.values()])

        # Another phone may have changed or deleted a match since its figures were read.
        def biggest_of(pk: int | None, title: str) -> list[MatchHighlight]:
            of_title = [highlight for highlight in by_match.get(pk or 0, []) if highlight.title == title]
            return sorted(of_title, key=lambda highlight: -highlight.size)[:1]

        best = chain.from_iterable(biggest_of(figures.best_match, title) for title in figures.best_titles)
        told = [
            YearHighlight(highlight, pk, matches[pk].game_key, matches[pk].night_date, alike)
            for pk, title, alike in figures.highlights
            for highlight in biggest_of(pk, title)
        ]
        return [*best][:MAX_DEEDS], told

    @cached_property
    def best_match(self) -> Match | None:
        return Match.objects.filter(pk=self.figures.best_match or 0).with_seats().first()

    @property
    def why_best(self) -> list[MatchHighlight]:
        """The rarest highlights of the match of the year."""
        return self._told[0]

    @property
    def highlights(self) -> list[YearHighlight]:
        return self._told[1]

    @cached_property
    def partners(self) -> list[Partnership]:
        """The pairs with the most wins as partners."""
        pairs = partnerships(self.selection)
        return [pair for pair in pairs if pair.won.n >= MIN_MATCHES_OF_PAIR and pair.won.total][:MAX_PAIRS]

    @cached_property
    def rivals(self) -> list[Opponent]:
        """The pairs who met most often."""
        return [pair for pair in rivalries(self.selection, MAX_PAIRS) if pair.n >= MIN_MATCHES_OF_PAIR]

    @property
    def streaks(self) -> list[tuple[Player, Streak, Period]]:
        """The longest streaks, each with its player and months."""
        players = Player.objects.in_bulk([streak.player for streak in self.figures.streaks])
        return [
            (players[streak.player], streak, Period(Period.month(streak.first).first, Period.month(streak.last).last))
            for streak in self.figures.streaks
            if streak.player in players
        ]

    @cached_property
    def first_times(self) -> list[FirstTime]:
        """What was done for the first time in the period: in a club's first year, since its first night."""
        firsts = first_times(self.selection)
        club_began = min(firsts.nights.values(), default=date.max)

        def of_period(nights: Mapping[Key, date]) -> dict[Key, date]:
            first = self.period.first
            return {key: night for key, night in nights.items() if night >= first and night > club_began}

        newcomers, games, wins = of_period(firsts.played), of_period(firsts.nights), of_period(firsts.won)
        players = Player.objects.in_bulk([*newcomers, *wins])
        told = [
            FirstTime(night, players[pk], None, " played here for the first time") for pk, night in newcomers.items()
        ]
        told += [FirstTime(night, None, find(key), " was played for the first time") for key, night in games.items()]
        told += [
            FirstTime(night, players[pk], None, " won for the first time")
            for pk, night in wins.items()
            if night != newcomers.get(pk)
        ]
        return sorted(told, key=lambda first: first.night)

    @property
    def first_night(self) -> date | None:
        """The first night of the club, if it is in the period."""
        began = min(first_times(self.selection).nights.values(), default=None)
        return began if began and began >= self.period.first else None


def _months(period: Period, counts: Mapping[date, int]) -> list[tuple[date, int]]:
    """Return each month from the first with a match to the last; of a year all twelve."""
    if not counts:
        return []
    first, last = min(counts), max(counts)
    if period.is_year:
        first, last = period.first, period.last
    months = [date(number // 12, number % 12 + 1, 1) for number in range(_number(first), _number(last) + 1)]
    return [(month, counts.get(month, 0)) for month in months]


def _number(month: date) -> int:
    return month.year * 12 + month.month - 1
