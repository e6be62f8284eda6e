"""Find what an address names; 404 for what is not there."""

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
    """Return the game whose name the club, or else everybody, writes nearly as this one: a slip makes no other game."""
    if not game.is_named:
        return game
    kind = find(game.key.partition(NAME_MARK)[0])
    played = Match.objects.names_of(club, kind)
    if game.name in played:
        return game
    alike = (name for name in (*played, *(kind.known_names or ())) if name_key(name) == name_key(game.name))
    return kind.with_name(next(alike, game.name))


def find_day(text: str) -> date | None:
    """Return the day that a form names; None where it names none."""
    try:
        return parse_date(text)
    except ValueError:
        return None


def find_player(club: Club, pk: int) -> Player:
    return get_object_or_404(club.players.select_related("same_as"), pk=pk)


def find_other_player(player: Player, pk: str) -> Player:
    """Return another player of the club; the same one where `pk` is no number."""
    number = whole_number(pk, digits=18)
    return player if number is None else find_player(player.club, number)
