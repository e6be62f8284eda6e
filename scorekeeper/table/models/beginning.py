"""How a match begins: at the table, as the same again, from a scoresheet. A form sent twice begins it once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import IntegrityError
from django.utils import timezone

from games.impossible import Impossible
from games.scoresheet import Scoresheet, check_name
from games.scoresheet import play as play_sheet
from games.typed import plain
from scorekeeper.club.models import Club, Player, folded
from scorekeeper.database import writing
from scorekeeper.table.models.ledger import write_ledger, write_standing
from scorekeeper.table.models.round import Round
from scorekeeper.table.models.seat import Seat

if TYPE_CHECKING:
    from games.game import Game
    from games.so_far import SoFar
    from scorekeeper.table.models.match import Match


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
    game, whole, _ = play_sheet(sheet)
    names = tidy(sheet.players)
    played = [scored.record for scored in whole.rounds if scored.record.is_complete]
    so_far = game.fold(game.table(names, sheet.first_dealer, sheet.house_rules), played)
    called_over = sheet.ended is not None and not game.scorecard(so_far).finished
    match = cls(
        club=club, key=key, game_key=game.key, first_dealer=sheet.first_dealer, house_rules=so_far.rules.differing,
        started=_moment(sheet.started) or timezone.now(), ended=_moment(sheet.ended), called_over=called_over,
        night=sheet.night or "", notes=sheet.notes or "", finished=game.scorecard(so_far, called_over).finished,
    )  # fmt: skip
    for being_played in whole.rounds[len(played) :]:
        match.draft = game.form.answers_of(being_played.record, so_far)
    return _once(cls, key, lambda: _fill(_seat(match, names), so_far))


def sheet(match: Match) -> Scoresheet:
    """Return a match as a scoresheet; bids that were typed already are its unfinished last round."""
    return Scoresheet(
        scoresheet=1,
        game=match.game_key,
        players=match.names,
        first_dealer=match.first_dealer,
        house_rules=match.table.rules.differing,
        rounds=[plain(record) for record in (*match.records, *match.unfinished)],
        started=match.started.isoformat(),
        ended=match.ended.isoformat() if match.ended else None,
        night=match.night or None,
        notes=match.notes or None,
    )


def tidy(names: Sequence[str]) -> list[str]:
    """Return players' names as they are kept; Impossible where one cannot be, or sits at two places."""
    tidied = [folded(name) for name in names]
    for number, name in enumerate(tidied):
        check_name(name)
        if name in tidied[:number]:
            raise Impossible(f"{name} sits at two places", "players")
    return tidied


def _once(cls: type[Match], key: UUID | None, begin: Callable[[], Match]) -> Match:
    try:
        with writing():
            begun = cls.objects.filter(key=key).first() if key else None
            return begun or begin()
    except IntegrityError:
        # The same form came in on another connection, and was faster.
        begun = cls.objects.filter(key=key).first() if key else None
        if begun is None:
            raise
        return begun


def _seat(match: Match, names: Sequence[str]) -> Match:
    match.evening = match.club.evening_of(match.started)
    match.save()
    players = match.club.players_named(names)
    Player.objects.filter(pk__in=[player.pk for player in players]).update(last_played=timezone.now())
    Seat.objects.bulk_create(
        Seat(match=match, number=number, side=number % 2 if match.game.partners else number, player=player)
        for number, player in enumerate(players)
    )
    return match


def _fill(match: Match, so_far: SoFar) -> Match:
    rounds = [Round(match=match, number=one.number, facts=plain(one.record)) for one in so_far.rounds]
    Round.objects.bulk_create(rounds)
    match.moved_on(so_far)
    write_ledger(match, match.scorecard, {played.number: played.pk for played in rounds})
    write_standing(match, match.scorecard)
    return match


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
