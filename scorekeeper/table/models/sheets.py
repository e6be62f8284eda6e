"""Scoresheets: matches leave as sheets and come in from them, one or ten thousand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Prefetch
from django.utils import timezone
from msgspec.structs import replace

from games.impossible import Impossible
from games.scoresheet import Scoresheet, check_name
from games.scoresheet import play as play_sheet
from games.typed import plain, read
from scorekeeper.club.models import folded
from scorekeeper.database import writing
from scorekeeper.one_moment import at_one_moment
from scorekeeper.table.models.ledger import write_ledgers
from scorekeeper.table.models.round import Round
from scorekeeper.table.models.seat import SEATS, Seat, check_apart, seated

if TYPE_CHECKING:
    from games.scorecard import Scorecard
    from games.so_far import SoFar
    from scorekeeper.club.models import Club
    from scorekeeper.table.models.match import Match

AT_ONCE = 100
"""Matches read or written with one set of statements."""


class Played(NamedTuple):
    """A sheet that was played through: the match it makes, not written down yet, and its rounds."""

    match: Match
    so_far: SoFar

    @property
    def scorecard(self) -> Scorecard:
        """The scores as they will stand."""
        return self.match.game.scorecard(self.so_far, ended=self.match.called_over)


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


def every_sheet(cls: type[Match], club: Club) -> Iterator[Scoresheet]:
    """Yield all matches of a club, the first one written down first: a few statements for each hundred."""
    last = 0
    while matches := _some(cls, club, last):
        yield from map(sheet, matches)
        last = matches[-1].pk


def play(cls: type[Match], club: Club, sheet: Scoresheet) -> Played:
    """Play a sheet through as a match of this club, writing nothing; Impossible where it cannot be."""
    game, whole, _ = play_sheet(replace(sheet, players=tidy(sheet.players)))
    records = [scored.record for scored in whole.rounds]
    being_played = [record for record in records[-1:] if not record.is_complete]
    start = game.table(whole.names, sheet.first_dealer, sheet.house_rules)
    so_far = game.fold(start, records[:-1]) if being_played else whole
    called_over = sheet.ended is not None and not game.scorecard(so_far).finished
    started = _moment(sheet.started) or timezone.now()
    match = cls(
        club=club, game_key=game.key, first_dealer=sheet.first_dealer, house_rules=so_far.rules.differing,
        started=started, evening=club.evening_of(started), ended=_moment(sheet.ended), called_over=called_over,
        night=sheet.night or "", notes=sheet.notes or "", finished=game.scorecard(so_far, called_over).finished,
    )  # fmt: skip
    for record in being_played:
        match.draft = game.form.answers_of(record, so_far)
    match.table = start
    match.moved_on(so_far)
    return Played(match, so_far)


def take_in(cls: type[Match], club: Club, played: Sequence[Played]) -> None:
    """Write matches down with their seats, rounds and ledger: all of them in a few statements, or nothing."""
    with writing():
        cls.objects.bulk_create([one.match for one in played])
        _seat_all(club, played)
        rounds = [
            [Round(match=one.match, number=scored.number, facts=plain(scored.record)) for scored in one.so_far.rounds]
            for one in played
        ]
        Round.objects.bulk_create(written for of_a_match in rounds for written in of_a_match)
        write_ledgers(
            (one.match, one.scorecard, {written.number: written.pk for written in of_a_match})
            for one, of_a_match in zip(played, rounds, strict=True)
        )


def tidy(names: Sequence[str]) -> list[str]:
    """Return players' names as they are kept; Impossible where one cannot be, or sits at two places."""
    tidied = [folded(name) for name in names]
    for number, name in enumerate(tidied):
        check_name(name)
        if name in tidied[:number]:
            raise Impossible(f"{name} sits at two places", "players")
    return tidied


def _some(cls: type[Match], club: Club, last: int) -> list[Match]:
    """Read the next matches after one, each with all it is made of."""
    rounds = Prefetch("rounds", Round.objects.only("match", "number", "facts").order_by("number"))
    with at_one_moment():
        following = cls.objects.filter(club=club, pk__gt=last).prefetch_related(SEATS, rounds)
        matches = seated(following.order_by("pk")[:AT_ONCE])
    for match in matches:
        match.records = [read(one.facts, match.game.record) for one in match.rounds.all()]
    return matches


def _seat_all(club: Club, played: Sequence[Played]) -> None:
    """Seat the players of all matches, with the standing their scorecards give them."""
    names = list(dict.fromkeys(name for one in played for name in one.so_far.names))
    players = dict(zip(names, club.players_named(names), strict=True))
    for match, so_far in played:
        card = Played(match, so_far).scorecard
        check_apart(so_far.names, [players[name] for name in so_far.names])
        match.places = [
            Seat(
                match=match, number=number, side=(side := so_far.side_of(number)), player=players[name],
                total=card.totals[side], place=card.places[side], won=side in card.winners,
            )
            for number, name in enumerate(so_far.names)
        ]  # fmt: skip
    Seat.objects.bulk_create(seat for one in played for seat in one.match.places)


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
