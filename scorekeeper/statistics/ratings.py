"""Ratings: the strength of a player in a game, updated per match by openskill (Weng and Lin, Plackett-Luce).

It takes any number of sides, partnerships and shared places. The scale starts at a mean of 25, give or take 25/3.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import groupby
from typing import NamedTuple

from openskill.models import PlackettLuce

from scorekeeper.clubs.models import Player
from scorekeeper.matches.models import Seat
from scorekeeper.statistics.selection import Period, Selection
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


@dataclass
class History:
    """A player's ratings after each match, the first one first, as arrays: they are read from the cache at each visit.

    `nights`: as ordinals of dates.
    """

    nights: array[int] = field(default_factory=lambda: array("l"))
    points: array[int] = field(default_factory=lambda: array("l"))

    def __len__(self) -> int:
        return len(self.points)

    def rating(self, nth: int) -> Rating:
        return Rating(nth, date.fromordinal(self.nights[nth - 1]), self.points[nth - 1])


class RatedMatches(NamedTuple):
    """The history of each player, by id, and their strength at its end."""

    histories: dict[int, History]
    strengths: dict[int, Strength]


def rate_matches(selection: Selection) -> dict[int, History]:
    """Return the history of each player in all matches of the selected game on its scale, by id."""
    every_match = replace(selection, period=Period(), seats=0)
    first, *later = every_match.parts
    # Each rating follows from the one before, so a change in the first part rates everything again: 5,000 matches of
    # one game take 400 ms of processor time, a month of them 4.

    def rate_all(_: Selection) -> RatedMatches:
        rated = first.cached("ratings of a part", lambda part: _rate(part, RatedMatches({}, {})))
        for part in later:
            rated = _rate(part, rated)
        return rated

    return every_match.cached("ratings", rate_all).histories


def _rate(selection: Selection, before: RatedMatches) -> RatedMatches:
    """Rate the selected matches after those before; the histories that are given are continued."""
    histories, strengths = before
    seats = Seat.objects.filter(left=False, match__finished=True, **selection.match_lookups("match__"))
    rows = seats.order_by("match__started", "match", "number").values_list(
        "match", "match__night_date", "side", "place", "player"
    )
    for (_, night), seats_of_match in groupby(rows, key=lambda row: row[:2]):
        sides: dict[int, list[int]] = {}
        ranks: dict[int, int] = {}
        for *_, side, place, player in seats_of_match:
            sides.setdefault(side, []).append(player)
            ranks[side] = place
        if len(sides) < 2 or not (selection.has_points or len({*ranks.values()}) > 1):
            continue  # somebody played alone, or all together against the game
        # Partners are rated together.
        teams = [[MODEL.rating(*strengths.get(player, Strength())) for player in players] for players in sides.values()]
        new_teams = MODEL.rate(teams, ranks=[ranks[side] for side in sides])
        for players, ratings_of_side in zip(sides.values(), new_teams, strict=True):
            for player, rating in zip(players, ratings_of_side, strict=True):
                strengths[player] = Strength(rating.mu, rating.sigma)
                history = histories.setdefault(player, History())
                history.nights.append(night.toordinal())
                history.points.append(strengths[player].points)
    return before


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
    counts = {pk: bisect_right(history.nights, last_day.toordinal()) for pk, history in histories.items()}
    last = {pk: histories[pk].rating(count) for pk, count in counts.items() if count}
    players = Player.objects.in_bulk(last)
    best = sorted(last, key=lambda pk: (-last[pk].points, players[pk].name))[:most]
    ranks = shared_ranks([-last[pk].points for pk in best])
    return [RankedRating(rank, players[pk], last[pk], histories[pk]) for rank, pk in zip(ranks, best, strict=True)]


def thin_history(history: History, most: int = 60) -> list[Rating]:
    """Return at most `most` ratings of a history, evenly spaced, with the last one."""
    count = len(history)
    numbers = [count * step // most for step in range(1, most + 1)] if count > most else range(1, count + 1)
    return [history.rating(nth) for nth in numbers]
