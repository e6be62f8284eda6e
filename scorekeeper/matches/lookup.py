"""Find what an address names; 404 for what is not there."""

from __future__ import annotations

from django.http import Http404

from games.core.definition import Game
from games.core.errors import Impossible
from games.core.registry import find
from scorekeeper.clubs.models import Club, Player
from scorekeeper.matches.models import Match
from scorekeeper.server.database import LARGEST_ID


def find_deleted(club: Club, pk: int) -> Match | None:
    return Match.everything.deleted().filter(club=club, pk=min(pk, LARGEST_ID)).first()


def find_game(key: str) -> Game:
    try:
        return find(key)
    except Impossible:
        raise Http404 from None


def find_player(club: Club, pk: int) -> Player:
    found = Player.objects.filter(club=club, pk=min(pk, LARGEST_ID)).select_related("club", "same_as").first()
    if found is None:
        raise Http404
    return found
