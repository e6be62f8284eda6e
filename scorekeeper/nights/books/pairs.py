"""What the books say of two: head to head, and as partners."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Sum

from games.statistics import WON
from scorekeeper.club.models import Player
from scorekeeper.nights.books.figure import Figure
from scorekeeper.nights.models import Pair

if TYPE_CHECKING:
    from scorekeeper.nights.books.selection import Selection


class Meeting(NamedTuple):
    """How a player came out against another one: in `n` matches `ahead` of them, `behind` them, or `level`."""

    player: Player
    other: Player
    n: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        """In how many matches they shared a place."""
        return self.n - self.ahead - self.behind


class Partnership(NamedTuple):
    """How two came out as partners."""

    player: Player
    other: Player
    won: Figure


def opponents(selection: Selection, player: Player) -> list[Meeting]:
    """Return a player's meetings with each opponent, the most frequent first. Two queries."""
    return _most_first(_meetings(selection, player=player))


def matrix(selection: Selection) -> tuple[list[Player], dict[tuple[int, int], Meeting]]:
    """Return everybody by name, and their meetings by the ids of player and other: for a head-to-head table."""
    meetings = _meetings(selection)
    people = {one.player for one in meetings}
    return sorted(people, key=lambda one: one.name), {(one.player.pk, one.other.pk): one for one in meetings}


def partners(selection: Selection, player: Player) -> list[Partnership]:
    """Return a player's partnerships, the most frequent first. Two queries."""
    rows = _rows(selection, Pair.WITH, player=player)
    found = [Partnership(one, other, Figure(WON, "", n, won, n)) for one, other, n, won, _ in rows]
    return sorted(found, key=lambda one: (-one.won.n, one.other.name))


def partnerships(selection: Selection) -> list[Partnership]:
    """Return all partnerships of the selection, each once, the most often won first."""
    rows = _rows(selection, Pair.WITH)
    pairs = [Partnership(one, other, Figure(WON, "", n, won, n)) for one, other, n, won, _ in rows]
    once = [pair for pair in pairs if (pair.player.name, pair.player.pk) < (pair.other.name, pair.other.pk)]
    return sorted(once, key=lambda pair: (-pair.won.total, pair.won.n, pair.player.name, pair.other.name))


def _meetings(selection: Selection, **whose: Player) -> list[Meeting]:
    return [Meeting(*row) for row in _rows(selection, Pair.AGAINST, **whose)]


def _most_first(meetings: list[Meeting]) -> list[Meeting]:
    return sorted(meetings, key=lambda one: (-one.n, one.other.name))


def _rows(selection: Selection, stat: str, **whose: Player) -> list[tuple[Player, Player, int, int, int]]:
    pairs = selection.pairs().filter(stat=stat, **whose).values_list("player_id", "other_id")
    rows = list(pairs.annotate(cases=Sum("n"), sum=Sum("total"), lost=Sum("behind")))
    people = Player.objects.in_bulk({pk for player, other, *_ in rows for pk in (player, other)})
    return [(people[player], people[other], n, total, behind) for player, other, n, total, behind in rows]
