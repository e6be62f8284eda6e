"""What the books say of strength: the ratings as they are, how they came to be, and a player's form."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.db.models import OuterRef, Subquery

from scorekeeper.club.models import Player
from scorekeeper.nights.books.figures import rank
from scorekeeper.nights.models import Rating

if TYPE_CHECKING:
    from scorekeeper.club.models import Club
    from scorekeeper.nights.books.selection import Selection

UNPROVEN = 5
"""With fewer matches a rating says little."""


class Rated(NamedTuple):
    """Somebody's rating among everybody's: `rank` is shared by those who are equal; `rating.nth` matches made it."""

    rank: int
    player: Player
    rating: Rating

    @property
    def is_unproven(self) -> bool:
        """Say whether it stands on too few matches to say much."""
        return self.rating.nth < UNPROVEN


def ratings(selection: Selection) -> list[Rated]:
    """Return everybody's rating of the selection's game as it was at the end of its period. Two queries."""
    found = Rating.objects.filter(club=selection.club, game_key=selection.game, player=OuterRef("pk"))
    last = found.filter(evening__lte=selection.period.days[1]).order_by("-nth").values("pk")[:1]
    ids = Player.objects.filter(club=selection.club).annotate(last=Subquery(last)).exclude(last=None)
    now = list(Rating.objects.filter(pk__in=list(ids.values_list("last", flat=True))).select_related("player"))
    keys = [-rating.points for rating in now]
    rated = [Rated(rank(-rating.points, keys), rating.player, rating) for rating in now]
    return sorted(rated, key=lambda one: (one.rank, one.player.name))


def history(club: Club, game_key: str, player: Player, most: int = 60) -> list[Rating]:
    """Return how a rating came to be, oldest first: all of it, or of a longer one so many steps evenly apart."""
    rows = Rating.objects.filter(club=club, game_key=game_key, player=player)
    last = rows.order_by("-nth").values_list("nth", flat=True).first() or 0
    steps = {max(1, last * step // most) for step in range(1, most + 1)} if last > most else range(1, last + 1)
    return list(rows.filter(nth__in=steps).order_by("nth"))


def form(player: Player, game_key: str = "", most: int = 10) -> list[Rating]:
    """Return how a player's last matches came out (`won`, `place`, `match_id`), the latest first. One query."""
    rows = player.ratings.filter(**({"club": player.club_id, "game_key": game_key} if game_key else {}))
    order = ("-nth",) if game_key else ("-started", "-match_id")
    return list(rows.order_by(*order)[:most])
