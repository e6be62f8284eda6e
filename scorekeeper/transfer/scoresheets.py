"""Export and import of matches as scoresheets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple
from uuid import uuid4

from django.db.models import QuerySet
from django.utils import timezone

from games.core.definition import MatchState
from games.core.house_rules import HouseRules
from games.core.joining import first_rounds_of
from games.core.registry import find
from games.core.round_form import form_class
from games.core.schema import plain
from games.core.scoresheet import (
    RoundNote,
    Scoresheet,
    SeatedFor,
    key_of,
    notes_by_round,
    read_rounds,
    scorecard_of,
    stand_ins_by_round,
    table_of,
)
from games.core.seating import StandIns
from scorekeeper.clubs.models import Club
from scorekeeper.matches.answers import Answers, read_drafts
from scorekeeper.matches.ledger import RoundRows, write_ledgers
from scorekeeper.matches.log import RoundContent, beginning
from scorekeeper.matches.models import (
    Answer,
    ChangedMonth,
    Entry,
    EntryMode,
    Match,
    Round,
    Seat,
    StandIn,
    named_winners,
)
from scorekeeper.matches.stand_ins import current_stand_ins, read_stand_ins, stored_pairs
from scorekeeper.matches.starting import check_distinct
from scorekeeper.server.database import snapshot

# Matches that are read or written by the same queries.
BATCH = 100
NOTHING: Mapping[int, Any] = MappingProxyType({})


class MatchRows(NamedTuple):
    """The rows of a match before they are saved; `names`: the players of its seats.

    `stand_ins`: by number of the round, also of the one to come.
    """

    match: Match
    names: Sequence[str]
    seats: list[Seat]
    facts: list[Any]
    ledger: list[RoundRows]
    draft: Answers | None
    round_notes: Mapping[int, str]
    stand_ins: Mapping[int, StandIns]

    @classmethod
    def of(
        cls, match: Match, state: MatchState, draft: Answers | None = None,
        round_notes: Mapping[int, str] = NOTHING, stand_ins: Mapping[int, StandIns] = NOTHING,
    ) -> MatchRows:  # fmt: skip
        scorecard = state.scorecard(match.ended_by_table, named_winners(match.decided, state.totals, state.playing))
        first_rounds = first_rounds_of(state.players, state.changes)
        seats = [
            Seat(
                match=match, number=number, side=(side := state.side_of(number)),
                total=scorecard.totals[side], place=scorecard.places[side], won=side in scorecard.winners,
                left=side not in scorecard.playing, first_round=first_rounds[number],
            )
            for number in range(state.players)
        ]  # fmt: skip
        facts = [plain(scored.facts) for scored in state.rounds]
        ledger = [RoundRows.of(state, scored) for scored in state.rounds]
        return cls(match, state.names, seats, facts, ledger, draft, round_notes, stand_ins)


def sheet_of(match: Match) -> Scoresheet:
    """Return a match as a scoresheet; the bids of a draft are its unfinished last round."""
    notes = {row.number: row.note for row in match.round_list if row.note}
    return _sheet(match, [plain(facts) for facts in match.round_facts], notes)


def _sheet(match: Match, rounds: list[Any], round_notes: Mapping[int, str]) -> Scoresheet:
    unfinished = match.draft_facts
    seated = dict(match.stand_ins)
    # Stand-ins of the next round.
    if match.is_open and (current := current_stand_ins(match)):
        seated[len(rounds) + 1] = current
    return Scoresheet(
        scoresheet=1,
        game=match.game_key,
        players=match.names,
        first_dealer=match.first_dealer,
        house_rules=HouseRules(match.game.house_rules, match.house_rules).differing,
        rounds=rounds if unfinished is None else [*rounds, plain(unfinished)],
        started=match.started.isoformat(),
        ended=match.ended.isoformat() if match.ended else None,
        night=match.night or None,
        notes=match.notes or None,
        key=match.key,
        decided=match.decision,
        stand_ins=[
            SeatedFor(round=number, seat=seat, name=player.name)
            for number, of_round in sorted(seated.items())
            for seat, player in sorted(of_round.items())
        ],
        round_notes=[RoundNote(round=number, note=note) for number, note in sorted(round_notes.items())],
        seat_changes=match.changes,
    )


def every_sheet(club: Club) -> Iterator[Scoresheet]:
    for match, rounds in matches_with_rows(
        club, Round.objects.order_by("number").values_list("match", "facts", "note")
    ):
        notes = {number: note for number, (_, _, note) in enumerate(rounds, 1) if note}
        yield _sheet(match, [facts for _, facts, _ in rounds], notes)


def matches_with_rows(club: Club, rounds: QuerySet[Round, Any]) -> Iterator[tuple[Match, list[Any]]]:
    """Yield the matches of a club, each with its rows of `rounds`, a values_list that begins with the match.

    All batches are read from one snapshot.
    """
    with snapshot():
        last_pk = 0
        while batch := list(club.matches.filter(pk__gt=last_pk).order_by("pk").with_seats()[:BATCH]):
            rows = defaultdict[int, list[Any]](list)
            for row in rounds.filter(match__in=batch):
                rows[row[0]].append(row)
            read_stand_ins(batch)
            read_drafts(batch)
            for match in batch:
                match.club = club
                yield match, rows[match.pk]
            last_pk = batch[-1].pk


def score_sheet(club: Club, sheet: Scoresheet) -> MatchRows:
    """Score a sheet as a match of a club without saving it; Impossible if it breaks the rules."""
    game, rounds = find(sheet.game), read_rounds(sheet)
    unfinished = [facts for facts in rounds[-1:] if not facts.is_complete]
    state = game.replay(table_of(sheet), rounds[: len(rounds) - len(unfinished)])
    ended_by_table = sheet.ended is not None and not state.scorecard().finished
    scorecard, started = scorecard_of(sheet, state), parsed_time(sheet.started) or timezone.now()
    decided = plain(sheet.decided) | {"why": sheet.decided.why, "totals": list(state.totals)} if sheet.decided else None
    match = Match(
        club=club, key=key_of(sheet), game_key=game.key, first_dealer=sheet.first_dealer,
        house_rules=state.rules.differing, started=started, night_date=club.night_date_of(started),
        ended=parsed_time(sheet.ended),
        ended_by_table=ended_by_table, version=len(state.rounds),
        night=sheet.night or "", notes=sheet.notes or "", finished=scorecard.finished, decided=decided,
        seat_changes=plain(sheet.seat_changes),
    )  # fmt: skip
    draft = None
    for scored in game.replay(state, unfinished).rounds[len(state.rounds) :]:
        draft = form_class(game).answers_of(scored.facts, state.table)
    return MatchRows.of(match, state, draft, notes_by_round(sheet, state), stand_ins_by_round(sheet, state))


def write_matches(club: Club, matches: Sequence[MatchRows]) -> list[Round]:
    """Save matches with their rounds and ledgers, inside a transaction; new names become players.

    Return the rounds of all matches. The log of the matches is not written: see write_beginnings.
    """
    # A match that was deleted comes in as a new one, and can be restored beside it.
    deleted = Match.everything.filter(club=club, key__in=[rows.match.key for rows in matches]).exclude(deleted=None)
    for match in deleted:
        Match.everything.filter(pk=match.pk).update(key=uuid4())
    Match.objects.bulk_create([rows.match for rows in matches])
    names = list(dict.fromkeys(name for rows in matches for name in [*rows.names, *_stand_in_names(rows)]))
    players = dict(zip(names, club.players.get_or_create_named(names), strict=True))
    for rows in matches:
        everybody = list(dict.fromkeys([*rows.names, *_stand_in_names(rows)]))
        check_distinct(everybody, [players[name] for name in everybody])
        current = rows.stand_ins.get(len(rows.facts) + 1, {})
        for seat, name in zip(rows.seats, rows.names, strict=True):
            seat.player, seat.stand_in = players[name], players.get(current.get(seat.number, ""))
        rows.match.seat_list = rows.seats
        rows.match.stand_ins = {
            number: {seat: players[name] for seat, name in rows.stand_ins.get(number, {}).items()}
            for number in range(1, len(rows.facts) + 1)
        }
    Seat.objects.bulk_create(seat for rows in matches for seat in rows.seats)
    Answer.objects.bulk_create(
        Answer(match=rows.match, mode=EntryMode.PLAY, number=len(rows.facts) + 1, question=name, text=text)
        for rows in matches
        for name, text in (rows.draft or {}).items()
    )
    rounds = Round.objects.bulk_create(
        Round(match=rows.match, number=number, facts=facts, note=rows.round_notes.get(number, ""))
        for rows in matches
        for number, facts in enumerate(rows.facts, 1)
    )
    StandIn.objects.bulk_create(
        StandIn(round=saved, seat=saved.match.seat_list[seat], player=player)
        for saved in rounds
        for seat, player in saved.match.stand_ins[saved.number].items()
    )
    ledgers = (ledger for rows in matches for ledger in rows.ledger)
    write_ledgers((saved.pk, saved.match, ledger) for saved, ledger in zip(rounds, ledgers, strict=True))
    ChangedMonth.objects.mark(club.pk, [rows.match.night_date for rows in matches])
    return rounds


def write_beginnings(matches: Sequence[MatchRows], rounds: Sequence[Round]) -> None:
    """Write the log of matches that came from a file: what each began with."""
    contents = defaultdict[int, list[RoundContent]](list)
    for saved in rounds:
        played = stored_pairs(saved.match.stand_ins[saved.number])
        contents[saved.match.pk].append(RoundContent(saved.pk, saved.facts, saved.note, played))
    Entry.objects.bulk_create(
        beginning(
            rows.match, contents[rows.match.pk], over=rows.match.ended_by_table,
            seated=stored_pairs({seat.number: seat.stand_in for seat in rows.seats if seat.stand_in}),
        )
        for rows in matches
    )  # fmt: skip


def _stand_in_names(rows: MatchRows) -> list[str]:
    return [name for stand_ins in rows.stand_ins.values() for name in stand_ins.values()]


def parsed_time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
