"""Export and import of matches as scoresheets, one or ten thousand."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import chain, islice
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Prefetch
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
from scorekeeper.matches.models import Match, Round, Seat, check_apart
from scorekeeper.matches.starting import begin_once, checked_names, mark_played
from scorekeeper.server.database import fetch_rows, snapshot, writing

BATCH = 100
"""Matches read with one set of statements."""
MATCHES_AT_ONCE, ROUNDS_AT_ONCE = 20, 50
"""What is written in one turn, for which others wait."""

FACTS = "SELECT match_id, facts FROM matches_round WHERE match_id IN ({matches}) ORDER BY match_id, number"
ROUNDS = Prefetch("rounds", Round.objects.only("match", "number", "facts").order_by("number"))


PlayersNamed = Callable[[Sequence[str]], list[Player]]


class PlayedSheet(NamedTuple):
    """The match a sheet makes, not saved yet, and its rounds."""

    match: Match
    state: MatchState

    @property
    def scorecard(self) -> Scorecard:
        return self.match.game.scorecard(self.state, ended=self.match.ended_by_table)


FOLLOWING = "IN (SELECT id FROM matches_match WHERE club_id = %s AND deleted IS NULL AND id > %s ORDER BY id LIMIT %s)"


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
    for match, stored in chain.from_iterable(match_batches(club, FACTS)):
        yield _sheet(match, [json.loads(facts) for _, facts in stored])


def match_batches(club: Club, statement: str) -> Iterator[list[tuple[Match, list[tuple[Any, ...]]]]]:
    """Yield all matches of a club with their seats, each with what a statement finds of it, the match's id first.

    Each batch is of one moment.
    """
    last = 0
    while True:
        with snapshot():
            batch = Match.with_their_seats(FOLLOWING, club.pk, last, BATCH)
            stored: dict[int, list[tuple[Any, ...]]] = {match.pk: [] for match in batch}
            for row in fetch_rows(statement.format(matches=", ".join(map(str, stored)))) if batch else ():
                stored[row[0]].append(row)
        if not batch:
            return
        for match in batch:
            match.club = club
        yield [(match, stored[match.pk]) for match in batch]
        last = batch[-1].pk


def import_sheet(club: Club, sheet: Scoresheet, key: UUID | None = None) -> Match:
    """Import a scoresheet as a match, all or nothing; Impossible where it cannot be."""
    played = match_from_sheet(club, sheet)
    played.match.key = key

    def write() -> Match:
        write_matches(club.players.get_or_create_named, [played])
        mark_played(seat.player for seat in played.match.seat_list)
        return played.match

    return begin_once(key, write)


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
    """Write matches with their rounds and ledgers; all or nothing only inside a transaction that writes.

    Outside of one others write in between, each after a few rounds. `named` returns the players of names.
    """
    for start in range(0, len(played), MATCHES_AT_ONCE):
        some = played[start : start + MATCHES_AT_ONCE]
        with writing(), _no_garbage_collection():
            Match.objects.bulk_create([one.match for one in some])
            _seat_players(named, some)
    scored = ((one.match, scored) for one in played for scored in one.state.rounds)
    while batch := list(islice(scored, ROUNDS_AT_ONCE)):
        rows = [Round(match=match, number=one.number, facts=plain(one.facts)) for match, one in batch]
        ledgers = [RoundRows.of(match, one) for match, one in batch]
        with writing(), _no_garbage_collection():
            Round.objects.bulk_create(rows)
            write_ledgers(zip([row.pk for row in rows], ledgers, strict=True))


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """Put it off: of that many objects it takes longer than writing them, and others wait for their turn."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


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
