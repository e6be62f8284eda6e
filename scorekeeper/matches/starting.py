"""Starting a match from a set-up, or as a rematch. A form sent twice starts one match."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.db.models import F, Sum
from django.utils import timezone

from games.core.definition import Game, MatchState
from games.core.errors import Impossible
from games.core.scoresheet import check_name
from games.core.text import ordinal
from scorekeeper import limits
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.player import normalize_name
from scorekeeper.matches.models import Match, Seat


def start_match(
    club: Club, game: Game, names: Sequence[str], first_dealer: int, house_rules: dict[str, Any],
    key: UUID | None = None, started: datetime | None = None,
) -> Match:  # fmt: skip
    """Start a match, now or on an earlier day; Impossible if these players cannot play this game.

    QuotaReached for more matches than a club ever plays.
    """
    names = checked_names(names)
    state = game.table(names, first_dealer, house_rules)
    key = key or uuid4()
    columns = {"game_key": game.key, "first_dealer": first_dealer, "house_rules": state.rules.differing}
    return start_once(
        club, key, lambda: _start(Match(club=club, key=key, started=started or timezone.now(), **columns), state)
    )


def _start(match: Match, state: MatchState) -> Match:
    started = Match.everything.filter(club=match.club)
    limits.check_hourly_quota(
        started, "started", limits.MAX_MATCHES_PER_HOUR, "Very many matches were started in this club"
    )
    check_quota(count_entries(match.club))
    return _create_match_with_seats(match, state)


def count_entries(club: Club) -> int:
    """Count the matches of a club and all changes to them."""
    return Match.everything.filter(club=club).aggregate(held=Sum(F("version") + 1))["held"] or 0


def check_quota(held: int, more: int = 1) -> None:
    """QuotaReached where `more` matches and changes would exceed the quota of a club."""
    if held + more > limits.MAX_CLUB_ENTRIES:
        raise limits.QuotaReached(
            f"This club holds {held:,} matches and rounds, and there is room for {limits.MAX_CLUB_ENTRIES:,} here. "
            "Delete matches that nobody needs any more (after thirty days there is room again), or found another club."
        )


def rematch(match: Match, key: UUID | None = None) -> Match:
    """Start the same match again. All phones offer it: one that comes later joins the rematch that goes on."""
    with transaction.atomic():
        Match.objects.select_for_update().filter(pk=match.pk).first()
        return _open_rematch(match) or start_match(
            match.club, match.game, match.next_names, match.next_dealer, match.house_rules, key
        )


def _open_rematch(match: Match) -> Match | None:
    later = Match.objects.active().filter(club=match.club, game_key=match.game_key, started__gt=match.started)
    seated = (match.next_names, match.house_rules)
    return next((other for other in later.with_seats() if (other.names, other.house_rules) == seated), None)


def usual_names(match: Match) -> list[str]:
    """Return the names for a set-up that follows a match. Stand-ins carry over only on the same night.

    In a rematch a stand-in has a seat of their own; the match before it knows whose seat that was. Partners who have
    changed seats keep them for that night.
    """
    earlier = Match.objects.filter(
        club=match.club, night_date=match.night_date, game_key=match.game_key, started__lt=match.started
    )
    first = match
    for before in earlier.order_by("-started").with_seats():
        if [seat.current_player.name for seat in before.seat_list] == first.names:
            first = before
    pairs = zip(first.next_names, first.seats_at_table, strict=True)
    return [now if now in first.names else seat.player.name for now, seat in pairs]


def start_once(club: Club, key: UUID, start: Callable[[], Match]) -> Match:
    try:
        with transaction.atomic():
            return _match_started_by(club, key) or start()
    except IntegrityError:
        # Another request with the same form was faster.
        started = _match_started_by(club, key)
        if started is None:
            raise
        return started


def _match_started_by(club: Club, key: UUID) -> Match | None:
    # Include deleted matches: a form sent twice must not start a second match.
    return Match.everything.filter(club=club, key=key).first()


def _create_match_with_seats(match: Match, state: MatchState) -> Match:
    match.night_date = match.club.night_date_of(match.started)
    match.save()
    players = match.club.players.get_or_create_named(state.names)
    check_distinct(state.names, players)
    mark_played(players)
    Seat.objects.bulk_create(
        Seat(match=match, number=number, side=state.side_of(number), player=player)
        for number, player in enumerate(players)
    )
    return match


def mark_played(players: Iterable[Player]) -> None:
    Player.objects.filter(pk__in=[player.pk for player in players]).update(last_played=timezone.now(), archived=False)


def checked_names(names: Sequence[str]) -> list[str]:
    """Return normalised names; Impossible if one is invalid or given twice."""
    normalised = [normalize_name(name) for name in names]
    for number, name in enumerate(normalised):
        check_name(name, f"the {ordinal(number + 1)} player")
        if name in normalised[:number]:
            raise Impossible(f"{name} sits at two places", "players")
    return normalised


def check_distinct(names: Sequence[str], players: Sequence[Player]) -> None:
    """Raise Impossible if two of these names belong to one player."""
    names_by_player: dict[int, str] = {}
    for name, player in zip(names, players, strict=True):
        other = names_by_player.setdefault(player.pk, name)
        if other != name:
            raise Impossible(f"{other} and {name} are the same player", "players")
