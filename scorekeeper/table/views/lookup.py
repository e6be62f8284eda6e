"""Find what an address names; 404 for what is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404

from games.impossible import Impossible
from games.registry import find
from scorekeeper.table.models import Match

if TYPE_CHECKING:
    from games.game import Game


def find_match(pk: int) -> Match:
    """Return a match with its seats."""
    try:
        return Match.at(pk)
    except Match.DoesNotExist:
        raise Http404 from None


def find_game(key: str) -> Game:
    """Return the game of that key."""
    try:
        return find(key)
    except Impossible:
        raise Http404 from None
