"""Find what an address names; 404 for what is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404
from django.shortcuts import get_object_or_404

from games.impossible import Impossible
from games.registry import find
from scorekeeper.table.models import Draft, Match

if TYPE_CHECKING:
    from games.game import Game
    from games.so_far import SoFar

TAPS = Coalesce(
    Subquery(Draft.objects.filter(match=OuterRef("pk"), correcting=False).order_by("-number").values("stamp")[:1]), 0
)
"""How often the round being entered was tapped: with the version, all that can change a match's page."""


def find_match(pk: int) -> Match:
    """Return a match with the taps of the round being entered."""
    return get_object_or_404(Match.objects.annotate(taps=TAPS), pk=pk)


def before_round(match: Match, number: int) -> SoFar:
    """Return the match before one of its rounds; 404 for a round that was not played."""
    if not 1 <= number <= len(match.records):
        raise Http404
    return match.before(number)


def find_game(key: str) -> Game:
    """Return the game of that key."""
    try:
        return find(key)
    except Impossible:
        raise Http404 from None
