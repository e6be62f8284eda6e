"""Ratings: the strength of a player in a game, updated per match by openskill (Weng and Lin, Plackett-Luce).

It takes any number of sides, partnerships and shared places. The scale starts at a mean of 25, give or take 25/3.
"""

from bisect import bisect_right
from datetime import date
from itertools import groupby, takewhile
from operator import itemgetter
from typing import NamedTuple
from urllib.parse import quote

from django.core.cache import caches
from openskill.models import PlackettLuce

from scorekeeper.clubs.models import Player
from scorekeeper.matches.models import Seat
from scorekeeper.statistics.selection import Selection
from scorekeeper.statistics.standings import shared_ranks

MODEL = PlackettLuce()
# The points of a new player, and points for a unit of openskill's scale.
NEW_PLAYER_POINTS, POINTS_PER_UNIT = 1000, 40
# A rating from fewer matches is marked as unreliable.
MIN_PROVEN_MATCHES = 5


class Strength(NamedTuple):
    """A strength on openskill's scale, as a normal distribution."""

    mean: float = MODEL.mu
    spread: float = MODEL.sigma

    @property
    def points(self) -> int:
        """The displayed rating: a lower bound of the strength; 1000 for a new player."""
        return NEW_PLAYER_POINTS + round(POINTS_PER_UNIT * (self.mean - 3 * self.spread))


class Rating(NamedTuple):
    """A player's points after their `nth` match of a game, which was played on a `night`."""

    nth: int
    night: date
    points: int


# The date of the game night of each match of a player, the first one first, and the points after it.
History = list[tuple[date, int]]


class RatedPart(NamedTuple):
    """The ratings of a part of a selection (its period and fingerprint); `strengths`: of all players at its end."""

    part: tuple[str, str]
    histories: dict[int, History]
    strengths: dict[int, Strength]


def rate_matches(selection: Selection) -> dict[int, History]:
    """Return the history of each player in all matches of the selected game on its scale, by id."""
    club, selection = selection.club, Selection(selection.club, game=selection.game, scale=selection.scale)
    # Cached by parts. Each rating follows from the one before, so a change rates its part and the later ones again.
    # 5,000 matches of one game take 400 ms of processor time to rate, a month of them 4, and 12 to read from the cache.
    # The time zone is part of the key because with another one matches belong to other nights.
    key = f"ratings-{club.pk}-{club.zone}-{quote(selection.game + selection.scale_text)}"
    parts = list(selection.period_fingerprints.items())
    cached: list[RatedPart] = caches["figures"].get(key, [])
    rated = [old for old, _ in takewhile(lambda pair: pair[0].part == pair[1], zip(cached, parts, strict=False))]
    for part in parts[len(rated) :]:
        rated.append(_rate_part(selection, part, rated[-1].strengths if rated else {}))
    if rated != cached:
        caches["figures"].set(key, rated, None)
    histories: dict[int, History] = {}
    for rated_part in rated:
        for player, history in rated_part.histories.items():
            histories.setdefault(player, []).extend(history)
    return histories


def _rate_part(selection: Selection, part: tuple[str, str], before: dict[int, Strength]) -> RatedPart:
    matches = selection.of_part(part[0]).match_lookups("match__")
    seats = Seat.objects.filter(match__finished=True, **matches).order_by("match__started", "match", "number")
    rows = seats.values_list("match", "match__night_date", "side", "place", "player")
    strengths, histories = dict(before), dict[int, History]()
    for (_, night), seats_of_match in groupby(rows, key=lambda row: row[:2]):
        sides: dict[int, list[int]] = {}
        ranks: dict[int, int] = {}
        for *_, side, place, player in seats_of_match:
            sides.setdefault(side, []).append(player)
            ranks[side] = place
        if len(sides) < 2:
            continue  # somebody played alone, against nobody
        # Partners are rated together.
        teams = [[MODEL.rating(*strengths.get(player, Strength())) for player in players] for players in sides.values()]
        new_teams = MODEL.rate(teams, ranks=[ranks[side] for side in sides])
        for players, ratings_of_side in zip(sides.values(), new_teams, strict=True):
            for player, rating in zip(players, ratings_of_side, strict=True):
                strengths[player] = Strength(rating.mu, rating.sigma)
                histories.setdefault(player, []).append((night, strengths[player].points))
    return RatedPart(part, histories, strengths)


class RankedRating(NamedTuple):
    """A player's rating at the end of the selected period; equal players share a `rank`.

    `history` goes on after the period.
    """

    rank: int
    player: Player
    rating: Rating
    history: History

    @property
    def is_unproven(self) -> bool:
        return self.rating.nth < MIN_PROVEN_MATCHES


def ratings(selection: Selection, most: int | None = None) -> list[RankedRating]:
    """Return the last rating of each player, the best first."""
    histories, last_day = rate_matches(selection), selection.period.last
    counts = {pk: bisect_right(history, last_day, key=itemgetter(0)) for pk, history in histories.items()}
    last = {pk: Rating(count, *histories[pk][count - 1]) for pk, count in counts.items() if count}
    players = Player.objects.in_bulk(last)
    best = sorted(last, key=lambda pk: (-last[pk].points, players[pk].name))[:most]
    ranks = shared_ranks([-last[pk].points for pk in best])
    return [RankedRating(rank, players[pk], last[pk], histories[pk]) for rank, pk in zip(ranks, best, strict=True)]


def thin_history(history: History, most: int = 60) -> list[Rating]:
    """Return at most `most` ratings of a history, evenly spaced, with the last one."""
    count = len(history)
    numbers = [count * step // most for step in range(1, most + 1)] if count > most else range(1, count + 1)
    return [Rating(nth, *history[nth - 1]) for nth in numbers]
