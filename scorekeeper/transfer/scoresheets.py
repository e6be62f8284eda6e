"""Export and import of matches as scoresheets, one or ten thousand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
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


@dataclass(frozen=True)
class PlayedSheet:
    """The match a sheet makes, not saved yet, and its rounds. `is_dated`: the sheet has the time of the start."""

    match: Match
    state: MatchState
    is_dated: bool = True

    @cached_property
    def facts(self) -> list[Any]:
        return [plain(one.facts) for one in self.state.rounds]


class MatchRows(NamedTuple):
    """All that is written of a match; what its rows lack is their players and ids."""

    match: Match
    names: Sequence[str]
    seats: list[Seat]
    facts: list[Any]
    ledger: list[RoundRows]

    @classmethod
    def of(cls, played: PlayedSheet) -> MatchRows:
        match, state = played.match, played.state
        card = match.game.scorecard(state, ended=match.ended_by_table)
        seats = [
            Seat(
                match=match, number=number, side=(side := state.side_of(number)),
                total=card.totals[side], place=card.places[side], won=side in card.winners,
            )
            for number in range(state.players)
        ]  # fmt: skip
        return cls(match, state.names, seats, played.facts, [RoundRows.of(state, scored) for scored in state.rounds])


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
        write_matches(club.players.get_or_create_named, [MatchRows.of(played)])
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
    return PlayedSheet(match, state, is_dated=sheet.started is not None)


def write_matches(named: PlayersNamed, matches: Sequence[MatchRows]) -> None:
    """Write matches with their rounds and ledgers, inside a transaction. `named` returns the players of names."""
    Match.objects.bulk_create([one.match for one in matches])
    names = list(dict.fromkeys(name for one in matches for name in one.names))
    players = dict(zip(names, named(names), strict=True))
    for one in matches:
        check_apart(one.names, [players[name] for name in one.names])
        for seat, name in zip(one.seats, one.names, strict=True):
            seat.player = players[name]
        one.match.seat_list = one.seats
    Seat.objects.bulk_create(seat for one in matches for seat in one.seats)
    rounds = Round.objects.bulk_create(
        Round(match=one.match, number=number, facts=facts)
        for one in matches
        for number, facts in enumerate(one.facts, 1)
    )
    ledgers = (rows for one in matches for rows in one.ledger)
    write_ledgers((row.pk, row.match, rows) for row, rows in zip(rounds, ledgers, strict=True))


def parsed_time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
