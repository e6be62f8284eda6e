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

from scorekeeper.clubs.models import Club, Player
from scorekeeper.matches.models import Seat
from scorekeeper.statistics.selection import Selection
from scorekeeper.statistics.standings import ranked

MODEL = PlackettLuce()
# The rating of somebody who never played; displayed points for one unit of openskill's scale.
NEW_PLAYER, POINTS_PER_UNIT = 1000, 40
# A rating of fewer matches is not reliable.
MIN_PROVEN_MATCHES = 5


class Strength(NamedTuple):
    """A strength on openskill's scale, as a normal distribution."""

    mean: float = MODEL.mu
    spread: float = MODEL.sigma

    @property
    def points(self) -> int:
        """The displayed rating: a lower bound of the strength; 1000 for a new player."""
        return NEW_PLAYER + round(POINTS_PER_UNIT * (self.mean - 3 * self.spread))


class Rating(NamedTuple):
    """A player's rating after their `nth` match of a game; `night`: the date of that match's game night."""

    nth: int
    night: date
    points: int


# The points of a player after each match, the first one first, each with the date of its game night.
History = list[tuple[date, int]]


class RatedPart(NamedTuple):
    """A part of a selection with its fingerprint. `strengths`: those of all who have played, at its end."""

    part: tuple[str, str]
    histories: dict[int, History]
    strengths: dict[int, Strength]


def rate_matches(club: Club, game_key: str) -> dict[int, History]:
    """Return the history of each player of a game.

    Each rating follows from the one before, so a change rates its part and the later ones again. 5,000 matches of
    one game take 400 ms of processor time to rate, a month of them 4, the cached ones 12 to read.
    """
    whole = Selection(club, game=game_key)
    # When the club's time zone changes, matches move to other nights.
    name, parts = f"ratings-{club.pk}-{club.zone}-{quote(game_key)}", list(whole.parts.items())
    cached: list[RatedPart] = caches["figures"].get(name, [])
    rated = [old for old, _ in takewhile(lambda pair: pair[0].part == pair[1], zip(cached, parts, strict=False))]
    for part in parts[len(rated) :]:
        rated.append(_rate_part(whole, part, rated[-1].strengths if rated else {}))
    if rated != cached:
        caches["figures"].set(name, rated, None)
    histories: dict[int, History] = {}
    for one in rated:
        for player, history in one.histories.items():
            histories.setdefault(player, []).extend(history)
    return histories


def _rate_part(whole: Selection, part: tuple[str, str], before: dict[int, Strength]) -> RatedPart:
    matches = whole.of_part(part[0]).matches("match__")
    seats = Seat.objects.filter(match__finished=True, **matches).order_by("match__started", "match", "number")
    rows = seats.values_list("match", "match__night_date", "side", "place", "player")
    strengths, histories = dict(before), dict[int, History]()
    for (_, night), seats_of_match in groupby(rows, key=lambda row: row[:2]):
        sides: dict[int, list[int]] = {}
        ranks: dict[int, int] = {}
        for *_, side, place, player in seats_of_match:
            sides.setdefault(side, []).append(player)
            ranks[side] = place
        # Partners are rated together.
        old = [[MODEL.rating(*strengths.get(player, Strength())) for player in players] for players in sides.values()]
        new = MODEL.rate(old, ranks=[ranks[side] for side in sides])
        for players, ratings_of_side in zip(sides.values(), new, strict=True):
            for player, rating in zip(players, ratings_of_side, strict=True):
                strengths[player] = Strength(rating.mu, rating.sigma)
                histories.setdefault(player, []).append((night, strengths[player].points))
    return RatedPart(part, histories, strengths)


class RankedRating(NamedTuple):
    """Somebody's rating among everybody's: `rank` is shared by those who are equal; `rating.nth` matches made it.

    `history`: all their ratings, later ones too.
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
    histories, until = rate_matches(selection.club, selection.game), selection.period.last
    counts = {player: bisect_right(history, until, key=itemgetter(0)) for player, history in histories.items()}
    last = {player: Rating(count, *histories[player][count - 1]) for player, count in counts.items() if count}
    players = Player.objects.in_bulk(last)
    best = sorted(last, key=lambda player: (-last[player].points, players[player].name))[:most]
    ranks = ranked([-last[player].points for player in best])
    return [RankedRating(rank, players[one], last[one], histories[one]) for rank, one in zip(ranks, best, strict=True)]


def thin_history(history: History, most: int = 60) -> list[Rating]:
    """Return at most `most` ratings of a history, at even distances, the last one among them."""
    last = len(history)
    shown = [last * step // most for step in range(1, most + 1)] if last > most else range(1, last + 1)
    return [Rating(nth, *history[nth - 1]) for nth in shown]
