"""Find what an address names; 404 for what is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404

from games.impossible import Impossible
from games.registry import find
from scorekeeper.database import LARGEST_ID
from scorekeeper.table.models import Match

if TYPE_CHECKING:
    from games.game import Game
    from scorekeeper.club.models import Club


def find_match(club: Club, pk: int) -> Match:
    """Return a match of a club with its seats."""
    try:
        match = Match.at(pk)
    except Match.DoesNotExist:
        raise Http404 from None
    if match.club_id != club.pk:
        raise Http404
    match.club = club
    return match


def find_deleted(club: Club, pk: int) -> Match | None:
    """Return a match that was deleted and can be brought back, if that is what this is."""
    return Match.everything.deleted().filter(club=club, pk=min(pk, LARGEST_ID)).first()


def find_game(key: str) -> Game:
    """Return the game of that key."""
    try:
        return find(key)
    except Impossible:
        raise Http404 from None
