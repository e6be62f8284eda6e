"""Export and import of matches as scoresheets, one or ten thousand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Prefetch, QuerySet
from django.utils import timezone
from msgspec.structs import replace

from games.core.definition import MatchState
from games.core.errors import Impossible
from games.core.house_rules import HouseRules
from games.core.round_form import form_class
from games.core.schema import plain
from games.core.scorecard import Scorecard
from games.core.scoresheet import Scoresheet
from games.core.scoresheet import play as play_sheet
from scorekeeper import limits
from scorekeeper.clubs.models import Club, Player
from scorekeeper.matches.ledger import RoundRows, write_ledgers
from scorekeeper.matches.match import Match, Round, Seat, check_apart
from scorekeeper.matches.starting import checked_names, mark_played
from scorekeeper.server.database import snapshot

# Matches read, or written, with one set of statements.
BATCH = 100
ROUNDS = Prefetch("rounds", Round.objects.only("match", "number", "facts").order_by("number"))

PlayersNamed = Callable[[Sequence[str]], list[Player]]


class PlayedSheet(NamedTuple):
    """The match a sheet makes, not saved yet, and its rounds."""

    match: Match
    state: MatchState

    @property
    def scorecard(self) -> Scorecard:
        return self.match.game.scorecard(self.state, ended=self.match.ended_by_table)


def sheet_of(match: Match) -> Scoresheet:
    """Return a match as a scoresheet; the bids of a draft are its unfinished last round."""
    return _sheet(match, [plain(facts) for facts in match.round_facts])


def _sheet(match: Match, rounds: list[Any]) -> Scoresheet:
    return Scoresheet(
        scoresheet=1,
        game=match.game_key,
        players=match.names,
        first_dealer=match.first_dealer,
        house_rules=HouseRules(match.game.house_rules, match.house_rules).differing,
        rounds=[*rounds, *map(plain, match.unfinished)],
        started=match.started.isoformat(),
        ended=match.ended.isoformat() if match.ended else None,
        night=match.night or None,
        notes=match.notes or None,
    )


def every_sheet(club: Club) -> Iterator[Scoresheet]:
    for match, rounds in matches_with_rows(club, Round.objects.order_by("number").values_list("match", "facts")):
        yield _sheet(match, [facts for _, facts in rounds])


def matches_with_rows(club: Club, rounds: QuerySet[Round, Any]) -> Iterator[tuple[Match, list[Any]]]:
    """Yield all matches of a club, each with its rows of a query about rounds, the match's id first in each row.

    All is read as of one moment.
    """
    with snapshot():
        last = 0
        while batch := list(club.matches.filter(pk__gt=last).order_by("pk").with_seats()[:BATCH]):
            rows = defaultdict[int, list[Any]](list)
            for row in rounds.filter(match__in=batch):
                rows[row[0]].append(row)
            for match in batch:
                match.club = club
                yield match, rows[match.pk]
            last = batch[-1].pk


def import_sheet(club: Club, sheet: Scoresheet) -> Match:
    """Import a scoresheet as a match, all or nothing; Impossible where it cannot be."""
    played = match_from_sheet(club, sheet)
    with transaction.atomic():
        write_matches(club.players.get_or_create_named, [played])
        mark_played(seat.player for seat in played.match.seat_list)
    return played.match


def match_from_sheet(club: Club, sheet: Scoresheet) -> PlayedSheet:
    """Score a sheet as a match of this club without saving it; Impossible where it cannot be."""
    if len(sheet.rounds) > limits.MAX_ROUNDS:
        raise Impossible(f"a match has at most {limits.MAX_ROUNDS} rounds", "rounds")
    game, whole, _ = play_sheet(replace(sheet, players=checked_names(sheet.players)))
    all_facts = [scored.facts for scored in whole.rounds]
    unfinished = [facts for facts in all_facts[-1:] if not facts.is_complete]
    start = game.table(whole.names, sheet.first_dealer, sheet.house_rules)
    state = game.fold(start, all_facts[:-1]) if unfinished else whole
    ended_by_table = sheet.ended is not None and not game.scorecard(state).finished
    started = parsed_time(sheet.started) or timezone.now()
    match = Match(
        club=club, game_key=game.key, first_dealer=sheet.first_dealer, house_rules=state.rules.differing,
        started=started, night_date=club.night_date_of(started), ended=parsed_time(sheet.ended),
        ended_by_table=ended_by_table, version=len(state.rounds),
        night=sheet.night or "", notes=sheet.notes or "", finished=game.scorecard(state, ended_by_table).finished,
    )  # fmt: skip
    for facts in unfinished:
        match.draft = form_class(game).answers_of(facts, state)
    match.table = start
    match.move_on(state)
    return PlayedSheet(match, state)


def write_matches(named: PlayersNamed, played: Sequence[PlayedSheet]) -> None:
    """Write matches with their rounds and ledgers, inside a transaction. `named` returns the players of names."""
    Match.objects.bulk_create([one.match for one in played])
    _seat_players(named, played)
    scored = [(one.match, scored) for one in played for scored in one.state.rounds]
    rows = [Round(match=match, number=one.number, facts=plain(one.facts)) for match, one in scored]
    Round.objects.bulk_create(rows)
    write_ledgers((row.pk, RoundRows.of(match, one)) for row, (match, one) in zip(rows, scored, strict=True))


def _seat_players(named: PlayersNamed, played: Sequence[PlayedSheet]) -> None:
    names = list(dict.fromkeys(name for one in played for name in one.state.names))
    players = dict(zip(names, named(names), strict=True))
    for one in played:
        match, state, card = one.match, one.state, one.scorecard
        check_apart(state.names, [players[name] for name in state.names])
        match.seat_list = [
            Seat(
                match=match, number=number, side=(side := state.side_of(number)), player=players[name],
                total=card.totals[side], place=card.places[side], won=side in card.winners,
            )
            for number, name in enumerate(state.names)
        ]  # fmt: skip
    Seat.objects.bulk_create(seat for one in played for seat in one.match.seat_list)


def parsed_time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
