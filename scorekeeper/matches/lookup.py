"""Look up objects named in a URL; Http404 if missing."""

from datetime import date

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.dateparse import parse_date

from games.core.definition import NAME_MARK, Game
from games.core.errors import Impossible
from games.core.registry import find
from games.core.schema import whole_number
from scorekeeper.clubs.models import GRACE_PERIOD, Club, Player
from scorekeeper.clubs.player import name_key
from scorekeeper.matches.models import Match, MatchQuerySet
from scorekeeper.server.database import snapshot


class MatchDeleted(Http404):
    """The match was deleted, and can be restored."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match


def find_match(club: Club, pk: int) -> Match:
    """Return a match of a club, with seats and rounds read lazily; 404 if there is none, MatchDeleted if it was."""
    return _find(Match.everything.select_related("locked_by"), club, pk)


def read_match(club: Club, pk: int) -> Match:
    """Return a match as `find_match` does, with its seats and rounds, read in one snapshot."""
    matches = Match.everything.select_related("locked_by").with_seats().with_rounds()
    with snapshot():
        return _find(matches, club, pk)


def _find(matches: MatchQuerySet, club: Club, pk: int) -> Match:
    # Every poll runs this query: get() and a condition on `deleted` would double its time.
    match = next(iter(matches.filter(club=club, pk=pk)), None)
    if match is None or (match.deleted and match.deleted <= timezone.now() - GRACE_PERIOD):
        raise Http404
    match.club = club
    if match.deleted:
        raise MatchDeleted(match)
    return match


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
