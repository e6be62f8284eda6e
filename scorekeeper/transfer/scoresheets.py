"""Scoresheets: matches leave as sheets and come in from them, one or ten thousand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple
from uuid import UUID

from django.db.models import Prefetch
from django.utils import timezone
from msgspec.structs import replace

from games.core.round_form import form_class
from games.core.schema import plain, read
from games.core.scoresheet import Scoresheet
from games.core.scoresheet import play as play_sheet
from scorekeeper.clubs.models import Club
from scorekeeper.matches.ledger import write_ledgers
from scorekeeper.matches.models import SEATS_PREFETCH, Match, Round, Seat, check_apart, with_seats
from scorekeeper.matches.starting import begin_once, checked_names, mark_played
from scorekeeper.server.database import snapshot, writing

if TYPE_CHECKING:
    from games.core.definition import MatchState
    from games.core.scorecard import Scorecard


def import_sheet(club: Club, sheet: Scoresheet, key: UUID | None = None) -> Match:
    """Take a scoresheet in as a match, all or nothing; Impossible where it cannot be."""
    played = match_from_sheet(club, sheet)
    played.match.key = key
    return begin_once(key, lambda: _write(played))


def _write(played: PlayedSheet) -> Match:
    match = played.match
    write_matches(match.club, [played])
    mark_played(seat.player for seat in match.seat_list)
    return match


AT_ONCE = 100
"""Matches read or written with one set of statements."""


class PlayedSheet(NamedTuple):
    """A sheet that was played through: the match it makes, not written down yet, and its rounds."""

    match: Match
    state: MatchState

    @property
    def scorecard(self) -> Scorecard:
        return self.match.game.scorecard(self.state, ended=self.match.ended_by_table)


def sheet_of(match: Match) -> Scoresheet:
    """Return a match as a scoresheet; bids that were typed already are its unfinished last round."""
    return Scoresheet(
        scoresheet=1,
        game=match.game_key,
        players=match.names,
        first_dealer=match.first_dealer,
        house_rules=match.table.rules.differing,
        rounds=[plain(facts) for facts in (*match.round_facts, *match.unfinished)],
        started=match.started.isoformat(),
        ended=match.ended.isoformat() if match.ended else None,
        night=match.night or None,
        notes=match.notes or None,
    )


def every_sheet(club: Club) -> Iterator[Scoresheet]:
    last = 0
    while matches := _some(club, last):
        yield from map(sheet_of, matches)
        last = matches[-1].pk


def match_from_sheet(club: Club, sheet: Scoresheet) -> PlayedSheet:
    """Play a sheet through as a match of this club, writing nothing; Impossible where it cannot be."""
    game, whole, _ = play_sheet(replace(sheet, players=checked_names(sheet.players)))
    records = [scored.facts for scored in whole.rounds]
    being_played = [facts for facts in records[-1:] if not facts.is_complete]
    start = game.table(whole.names, sheet.first_dealer, sheet.house_rules)
    state = game.fold(start, records[:-1]) if being_played else whole
    ended_by_table = sheet.ended is not None and not game.scorecard(state).finished
    started = _moment(sheet.started) or timezone.now()
    match = Match(
        club=club, game_key=game.key, first_dealer=sheet.first_dealer, house_rules=state.rules.differing,
        started=started, night_date=club.night_date_of(started), ended=_moment(sheet.ended),
        ended_by_table=ended_by_table,
        night=sheet.night or "", notes=sheet.notes or "", finished=game.scorecard(state, ended_by_table).finished,
    )  # fmt: skip
    for facts in being_played:
        match.draft = form_class(game).answers_of(facts, state)
    match.table = start
    match.moved_on(state)
    return PlayedSheet(match, state)


def write_matches(club: Club, played: Sequence[PlayedSheet]) -> None:
    with writing():
        Match.objects.bulk_create([one.match for one in played])
        _seat_all(club, played)
        rounds = [
            [Round(match=one.match, number=scored.number, facts=plain(scored.facts)) for scored in one.state.rounds]
            for one in played
        ]
        Round.objects.bulk_create(written for of_a_match in rounds for written in of_a_match)
        write_ledgers(
            (one.match, one.scorecard, {written.number: written.pk for written in of_a_match})
            for one, of_a_match in zip(played, rounds, strict=True)
        )


def _some(club: Club, last: int) -> list[Match]:
    rounds = Prefetch("rounds", Round.objects.only("match", "number", "facts").order_by("number"))
    with snapshot():
        following = Match.objects.filter(club=club, pk__gt=last).prefetch_related(SEATS_PREFETCH, rounds)
        matches = with_seats(following.order_by("pk")[:AT_ONCE])
    for match in matches:
        match.round_facts = [read(one.facts, match.game.facts) for one in match.rounds.all()]
    return matches


def _seat_all(club: Club, played: Sequence[PlayedSheet]) -> None:
    names = list(dict.fromkeys(name for one in played for name in one.state.names))
    players = dict(zip(names, club.players_named(names), strict=True))
    for match, state in played:
        card = PlayedSheet(match, state).scorecard
        check_apart(state.names, [players[name] for name in state.names])
        match.seat_list = [
            Seat(
                match=match, number=number, side=(side := state.side_of(number)), player=players[name],
                total=card.totals[side], place=card.places[side], won=side in card.winners,
            )
            for number, name in enumerate(state.names)
        ]  # fmt: skip
    Seat.objects.bulk_create(seat for one in played for seat in one.match.seat_list)


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
