"""How a match begins: at the table, as the same again, from a scoresheet. A form sent twice begins it once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import IntegrityError
from django.utils import timezone

from scorekeeper.club.models import Club, Player
from scorekeeper.database import writing
from scorekeeper.table.models.seat import Seat, check_apart
from scorekeeper.table.models.sheets import tidy

if TYPE_CHECKING:
    from games.game import Game
    from games.scoresheet import Scoresheet
    from scorekeeper.table.models.match import Match
    from scorekeeper.table.models.sheets import Played


def start(
    cls: type[Match], club: Club, game: Game, names: Sequence[str], first_dealer: int, house_rules: dict[str, Any],
    key: UUID | None = None,
) -> Match:  # fmt: skip
    """Seat the players and begin; Impossible for a table that cannot play this game."""
    names = tidy(names)
    rules = game.table(names, first_dealer, house_rules).rules
    facts = {"game_key": game.key, "first_dealer": first_dealer, "house_rules": rules.differing}
    return _once(cls, key, lambda: _seat(cls(club=club, key=key, started=timezone.now(), **facts), names))


def again(match: Match, key: UUID | None = None) -> Match:
    """Begin the same again: players, seats and house rules stay, the deal moves on."""
    return start(type(match), match.club, match.game, match.names, match.next_dealer, match.house_rules, key)


def from_sheet(cls: type[Match], club: Club, sheet: Scoresheet, key: UUID | None = None) -> Match:
    """Take a scoresheet in as a match, all or nothing; Impossible where it cannot be."""
    played = cls.play_sheet(club, sheet)
    played.match.key = key
    return _once(cls, key, lambda: _written(played))


def _once(cls: type[Match], key: UUID | None, begin: Callable[[], Match]) -> Match:
    try:
        with writing():
            return _begun(cls, key) or begin()
    except IntegrityError:
        # The same form came in on another connection, and was faster.
        begun = _begun(cls, key)
        if begun is None:
            raise
        return begun


def _begun(cls: type[Match], key: UUID | None) -> Match | None:
    # Also one that has been deleted since: the form still began only that.
    return cls.everything.filter(key=key).first() if key else None


def _seat(match: Match, names: Sequence[str]) -> Match:
    match.evening = match.club.evening_of(match.started)
    match.save()
    players = match.club.players_named(names)
    check_apart(names, players)
    _now_played(players)
    Seat.objects.bulk_create(
        Seat(match=match, number=number, side=number % 2 if match.game.partners else number, player=player)
        for number, player in enumerate(players)
    )
    return match


def _written(played: Played) -> Match:
    match = played.match
    match.take_in(match.club, [played])
    _now_played(seat.player for seat in match.places)
    return match


def _now_played(players: Iterable[Player]) -> None:
    Player.objects.filter(pk__in=[player.pk for player in players]).update(last_played=timezone.now(), archived=False)
