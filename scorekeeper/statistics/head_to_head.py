"""The matches two people played: against each other, or as partners."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, cast
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, Q

from games.core.statistics import WON
from scorekeeper.clubs.models import Player
from scorekeeper.matches.match import Match, MatchQuerySet, Seat
from scorekeeper.statistics.figures import Figure
from scorekeeper.statistics.selection import ChosenSelection, Selection

MATCHES_ON_A_PAGE = 25

# Two seats of one match.
OPPOSITE = Q(match__seats__side__lt=F("side")) | Q(match__seats__side__gt=F("side"))
BESIDE = Q(match__seats__number__lt=F("number")) | Q(match__seats__number__gt=F("number"))
PARTNERS = BESIDE & Q(match__seats__side=F("side"))


@dataclass
class SharedMatches:
    """The matches of two players in the selection; `together`: as partners."""

    player: Player
    other: Player
    chosen: ChosenSelection
    together: bool
    asked: str = ""

    @cached_property
    def page(self) -> Page[Any]:
        found = matches_between(self.chosen.selection, self.player, self.other, together=self.together)
        return Paginator(found, MATCHES_ON_A_PAGE).get_page(self.asked)

    @cached_property
    def matches(self) -> list[Match]:
        return list(cast("MatchQuerySet", self.page.object_list).with_seats())

    @property
    def query(self) -> str:
        query = {"other": self.other.pk} | ({"together": 1} if self.together else {})
        return "&".join(filter(None, [urlencode(query), self.chosen.query]))


def matches_between(selection: Selection, player: Player, other: Player, *, together: bool) -> MatchQuerySet:
    sat = Seat.objects.filter(PARTNERS if together else OPPOSITE, player=player, match__seats__player=other)
    found = Match.objects.filter(**selection.matches()).filter(finished=True, pk__in=sat.values("match"))
    return found.order_by("-started", "-pk")


class Opponent(NamedTuple):
    """Results of a player against another: of `n` matches, placed `ahead`, `behind` or `level`."""

    player: Player
    other: Player
    n: int
    ahead: int
    behind: int

    @property
    def quarter(self) -> int:
        """How often ahead, in quarters of their meetings."""
        return 4 * self.ahead // self.n

    @property
    def percent(self) -> int:
        return round(100 * self.ahead / self.n)

    @property
    def level(self) -> int:
        return self.n - self.ahead - self.behind


class Matrix(NamedTuple):
    """The meetings of some players; pairs that never met are left out."""

    players: list[Player]
    meetings: dict[tuple[Player, Player], Opponent]

    @property
    def rows(self) -> list[tuple[Player, list[Opponent | None]]]:
        return [(one, [self.meetings.get((one, other)) for other in self.players]) for one in self.players]


class Partnership(NamedTuple):
    player: Player
    other: Player
    won: Figure


def opponents(selection: Selection, player: Player) -> list[Opponent]:
    return sorted(_meetings(selection, player=player), key=lambda one: (-one.n, one.other.name))


def matrix(selection: Selection, most: int) -> Matrix | None:
    """Return the head to head of the players with the most matches; None without any meeting."""
    played = Seat.objects.filter(match__finished=True, **selection.matches("match__")).values_list("player")
    shown = [pk for pk, _ in played.annotate(played=Count("pk")).order_by("-played", "player")[:most]]
    # Each meeting once, which is half the work, and then from both sides.
    sums: dict[tuple[Player, Player], tuple[int, int, int]] = defaultdict(lambda: (0, 0, 0))
    in_order = Q(match__seats__number__gt=F("number"))
    for one, other, n, ahead, behind in _meetings(
        selection, in_order, player__in=shown, match__seats__player__in=shown
    ):
        for pair, met in (((one, other), (n, ahead, behind)), ((other, one), (n, behind, ahead))):
            sums[pair] = (sums[pair][0] + met[0], sums[pair][1] + met[1], sums[pair][2] + met[2])
    meetings = {pair: Opponent(*pair, *met) for pair, met in sums.items()}
    return Matrix(list(Player.objects.filter(pk__in=shown).order_by("name")), meetings) if meetings else None


def partners(selection: Selection, player: Player) -> list[Partnership]:
    return sorted(_pairs(selection, player=player), key=lambda pair: (-pair.won.n, pair.other.name))


def partnerships(selection: Selection, most: int) -> list[Partnership]:
    """Return the pairs with the most wins, each once."""
    pairs = _pairs(selection, Q(match__seats__player__gt=F("player")))
    once = [
        pair if pair.player.name < pair.other.name else Partnership(pair.other, pair.player, pair.won) for pair in pairs
    ]
    return sorted(once, key=lambda pair: (-pair.won.total, pair.won.n, pair.player.name, pair.other.name))[:most]


def _meetings(selection: Selection, *which: Q, **whose: Any) -> list[Opponent]:
    ahead = Count("pk", filter=Q(place__lt=F("match__seats__place")))
    behind = Count("pk", filter=Q(place__gt=F("match__seats__place")))
    return [Opponent(*row) for row in _rows("met", selection, Q(OPPOSITE, *which), [ahead, behind], whose)]


def _pairs(selection: Selection, *which: Q, **whose: Any) -> list[Partnership]:
    rows = _rows("partners", selection, Q(PARTNERS, *which), [Count("pk", filter=Q(won=True))], whose)
    return [Partnership(one, other, Figure(WON, "", n, won, n)) for one, other, n, won in rows]


def _rows(
    name: str, selection: Selection, which: Q, counts: Sequence[Count], whose: dict[str, Any]
) -> list[tuple[Any, ...]]:
    """Return each two players with the matches they finished: how many, and how many by each of `counts`."""
    seats = Seat.objects.filter(which, match__finished=True, **selection.matches("match__"), **whose)
    pairs = seats.order_by().values_list("player", "match__seats__player")
    named = {f"count{number}": count for number, count in enumerate(counts)}
    player = getattr(whose.get("player"), "pk", "all")
    rows = selection.keep(f"{name}-{player}", lambda: list(pairs.annotate(n=Count("pk"), **named)))
    people = Player.objects.in_bulk({pk for player, other, *_ in rows for pk in (player, other)})
    return [(people[player], people[other], *counted) for player, other, *counted in rows]
