"""Look up objects named in a URL; Http404 if missing."""

from datetime import date

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.dateparse import parse_date

from games.core.definition import NAME_MARK, Game
from games.core.errors import Impossible
from games.core.registry import find
from games.core.schema import whole_number
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.player import name_key
from scorekeeper.matches.models import Match


def find_deleted(club: Club, pk: int) -> Match | None:
    return Match.everything.restorable().filter(club=club, pk=pk).first()


def find_game(key: str) -> Game:
    try:
        return find(key)
    except Impossible:
        raise Http404 from None


def find_own_game(club: Club, game: Game) -> Game:
    """Return a named game under the similar name in use, if there is one, so that a typo makes no new game."""
    if not game.is_named:
        return game
    base_game = find(game.key.partition(NAME_MARK)[0])
    played = Match.objects.names_of(club, base_game)
    if game.name in played:
        return game
    similar = (name for name in (*played, *(base_game.known_names or ())) if name_key(name) == name_key(game.name))
    return base_game.with_name(next(similar, game.name))


def find_day(text: str) -> date | None:
    """Return a date posted by a form; None if it is invalid."""
    try:
        return parse_date(text)
    except ValueError:
        return None


def find_player(club: Club, pk: int) -> Player:
    return get_object_or_404(club.players.select_related("same_as"), pk=pk)


def find_other_player(player: Player, pk: str) -> Player:
    """Return another player of the club; the same player if `pk` is not a number."""
    number = whole_number(pk, digits=18)
    return player if number is None else find_player(player.club, number)
