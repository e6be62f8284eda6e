"""How a match begins: at the table, as the same again, from a scoresheet. A form sent twice begins it once."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F, Sum
from django.utils import timezone

from games.core.definition import Game, MatchState
from games.core.errors import Impossible
from games.core.scoresheet import check_name
from scorekeeper import limits
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.player import normalize_name
from scorekeeper.matches.match import Match, Seat, check_apart


def start_match(
    club: Club, game: Game, names: Sequence[str], first_dealer: int, house_rules: dict[str, Any],
    key: UUID | None = None, started: datetime | None = None,
) -> Match:  # fmt: skip
    """Seat the players and begin, now or as played on another day; Impossible for a table that cannot play this game.

    QuotaReached where more were started than any club plays.
    """
    names = checked_names(names)
    table = game.table(names, first_dealer, house_rules)
    facts = {"game_key": game.key, "first_dealer": first_dealer, "house_rules": table.rules.differing}
    return begin_once(key, lambda: _begin(Match(club=club, key=key, started=started or timezone.now(), **facts), table))


def _begin(match: Match, table: MatchState) -> Match:
    started = Match.everything.filter(club=match.club)
    limits.check_hourly_quota(
        started, "started", limits.MAX_MATCHES_PER_HOUR, "Very many matches were started in this club"
    )
    check_room(entries_of(match.club))
    return _seat(match, table)


def entries_of(club: Club) -> int:
    """Return how many matches, and changes to them, a club holds."""
    return Match.everything.filter(club=club).aggregate(held=Sum(F("version") + 1))["held"] or 0


def check_room(held: int, more: int = 1) -> None:
    """QuotaReached where so many more matches and changes would make one club too large; all it has goes on."""
    if held + more > limits.MAX_CLUB_ENTRIES:
        raise limits.QuotaReached(
            f"This club holds {held:,} matches and rounds, and there is room for {limits.MAX_CLUB_ENTRIES:,} here. "
            "Delete matches that nobody needs any more (after thirty days there is room again), or found another club."
        )


def rematch(match: Match, key: UUID | None = None) -> Match:
    return start_match(match.club, match.game, match.names, match.next_dealer, match.house_rules, key)


def begin_once(key: UUID | None, begin: Callable[[], Match]) -> Match:
    try:
        with transaction.atomic():
            return _match_begun_by(key) or begin()
    except IntegrityError:
        # The same form came in on another connection, and was faster.
        begun = _match_begun_by(key)
        if begun is None:
            raise
        return begun


def _match_begun_by(key: UUID | None) -> Match | None:
    # Also one that has been deleted since: the form still began only that.
    return Match.everything.filter(key=key).first() if key else None


def _seat(match: Match, table: MatchState) -> Match:
    match.night_date = match.club.night_date_of(match.started)
    match.save()
    players = match.club.players.get_or_create_named(table.names)
    check_apart(table.names, players)
    mark_played(players)
    Seat.objects.bulk_create(
        Seat(match=match, number=number, side=table.side_of(number), player=player)
        for number, player in enumerate(players)
    )
    return match


def mark_played(players: Iterable[Player]) -> None:
    Player.objects.filter(pk__in=[player.pk for player in players]).update(last_played=timezone.now(), archived=False)


def checked_names(names: Sequence[str]) -> list[str]:
    """Return players' names as they are stored; Impossible where one cannot be, or sits at two places."""
    tidied = [normalize_name(name) for name in names]
    for number, name in enumerate(tidied):
        check_name(name)
        if name in tidied[:number]:
            raise Impossible(f"{name} sits at two places", "players")
    return tidied
