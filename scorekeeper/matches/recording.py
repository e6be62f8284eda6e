"""Changes to a match: play, insert, correct, delete or note a round, seat or order players, end, decide, undo.

Each is an entry of the log. Rounds, seats and ledger are derived from the log in the same transaction.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F
from django.http import Http404
from django.template.defaultfilters import truncatechars
from django.utils import timezone
from msgspec.structs import replace

from games.core.definition import MatchState
from games.core.errors import Impossible, ImpossibleRound
from games.core.facts import RoundFacts
from games.core.schema import plain, read
from games.core.scorecard import Scorecard, verb_of_winning
from games.core.scoresheet import MAX_ROUND_NOTE_LENGTH, Decision
from games.core.seats import Reseating, reseating
from games.core.text import listed
from scorekeeper import limits
from scorekeeper.clubs.models import Club, Device
from scorekeeper.clubs.security_log import MAX_MESSAGE_LENGTH, record
from scorekeeper.matches.answers import keep_with_entry, move_answers, unsaved_fingerprint
from scorekeeper.matches.conflicts import VersionConflict
from scorekeeper.matches.late_players import check_goes_on, columns_of_changes, table_after, write_players
from scorekeeper.matches.ledger import Ledger
from scorekeeper.matches.log import (
    Change,
    LogResult,
    RoundContent,
    Seating,
    change_of_seats,
    content_of,
    moved,
    read_log,
    replay,
    stored_rounds,
    undone_entries,
)
from scorekeeper.matches.models import Action, ChangedMonth, Entry, EntryMode, Match, Round, token_of
from scorekeeper.matches.stand_ins import (
    SeatedPlayers,
    StoredPairs,
    current_stand_ins,
    describe_seating,
    possible_stand_ins,
    read_pairs,
    stored_pairs,
    write_seats,
    write_stand_ins,
)
from scorekeeper.matches.starting import mark_played

# More rounds than any match has: see _renumber.
NUMBER_OFFSET = 1_000_000
# More seats than any table has: see _write_order.
SEAT_OFFSET = 1_000
# The id of a round that has no row yet.
NO_ID = 0

# Actions that need the edit lock. The others are one tap each and do not disturb the device that is scoring.
LOCKED_ACTIONS = {Action.PLAY, Action.INSERT, Action.CORRECT}

OTHER_ENTRY = "Something else was saved from this page before, so this was not. Look at the scores, then save again."


class EntryRequest(NamedTuple):
    """How an entry was sent: its key, a hash of its answers, and the token of the match that the form showed."""

    key: UUID
    digest: int
    seen: str
    device: Device | None

    @property
    def token(self) -> str:
        return token_of(self.key)


def write_once(match: Match, request: EntryRequest, write: Callable[[EntryRequest], object]) -> None:
    """Write an entry, which counts once: a phone that got no answer sends it again.

    VersionConflict if it was made for another version of the match; Impossible if another entry was sent under its key
    before.
    """
    try:
        write(request)
    except (VersionConflict, Impossible, IntegrityError, Http404):
        earlier = match.entries.filter(key=int(request.token, 16)).first()
        if earlier is None:
            # If the match has changed meanwhile, report the conflict rather than the refusal.
            current = Match.objects.filter(pk=match.pk, token=request.seen)
            if not current.exists():
                raise VersionConflict from None
            raise
        if earlier.digest != request.digest:
            raise Impossible(OTHER_ENTRY) from None


def play(match: Match, facts: RoundFacts, request: EntryRequest) -> Entry:
    if match.ended_by_table:
        raise Impossible("this match was ended: undo that in its history first")
    brought: dict[str, Any] = {"facts": plain(facts)}
    if stand_ins := stored_pairs(current_stand_ins(match)):
        brought["stand_ins"] = stand_ins
    if again := content_of(match).taken_back:
        brought |= {"again": again.id} | ({"note": again.note} if again.note else {})
    return _write(match, Change(Action.PLAY, NO_ID, brought), request)


def insert(match: Match, number: int, facts: RoundFacts, request: EntryRequest) -> Entry:
    """Insert a missed round before round `number`."""
    return _write(match, insertion(match, number, facts), request)


def correct(match: Match, number: int, facts: RoundFacts, request: EntryRequest) -> Entry:
    return _write(match, correction(match, number, facts), request)


def delete_round(match: Match, number: int, request: EntryRequest) -> Entry:
    return _write(match, deletion(match, number), request)


def insertion(match: Match, number: int, facts: RoundFacts) -> Change:
    return Change(Action.INSERT, NO_ID, {"facts": plain(facts), "before": _round_at(match, number).pk})


def correction(match: Match, number: int, facts: RoundFacts) -> Change:
    return Change(Action.CORRECT, _round_at(match, number).pk, {"facts": plain(facts)})


def deletion(match: Match, number: int) -> Change:
    return Change(Action.DELETE, _round_at(match, number).pk)


def describe_end(match: Match, change: Change) -> str:
    """Say what a change of the rounds does to the end of a match; "" if that stays, or if the table ended it."""
    if match.ended_by_table:
        return ""
    try:
        state, after = outcome_after(match, change)
    except Impossible:
        return ""  # said when it is saved
    before = match.scorecard
    if (before.finished, before.winners) == (after.finished, after.winners):
        return ""
    if not after.finished:
        return f"This reopens the match: it goes on with {match.game.round_name} {state.number}."
    names = listed([state.side_names[side] for side in after.winners] or ["nobody"])
    end = "changes the result" if before.finished else "ends the match"
    return f"This {end}: {names} {verb_of_winning(after, has_points=match.game.has_points)}."


def outcome_after(match: Match, change: Change) -> tuple[MatchState, Scorecard]:
    """Return the match as it would be after a change; Impossible if the rules refuse it."""
    _, old, new = _results(match, change)
    state, _ = _replay_rounds(match, old, new, change)
    return state, new.scorecard(state)


def note_round(match: Match, number: int, note: str, request: EntryRequest) -> Entry | None:
    """Write a note on a round, or remove it: "". None if it is there already."""
    noted, note = _round_at(match, number), " ".join(note.split())
    if note == noted.note:
        return None
    if len(note) > MAX_ROUND_NOTE_LENGTH:
        raise Impossible(f"a note has at most {MAX_ROUND_NOTE_LENGTH} characters, and this one has {len(note)}")
    return _write(match, Change(Action.NOTE, noted.pk, {"note": note}), request)


def change_stand_ins(match: Match, number: int, stand_ins: SeatedPlayers, request: EntryRequest) -> Entry | None:
    """Write who played a round instead of whom. None if it is so already."""
    played, pairs = _round_at(match, number), stored_pairs(stand_ins)
    if pairs == stored_pairs(match.stand_ins.get(number, {})):
        return None
    return _write(match, Change(Action.SEAT, played.pk, {"stand_ins": pairs}), request)


def seat(match: Match, stand_ins: SeatedPlayers, request: EntryRequest) -> Entry | None:
    """Have these players play the coming rounds instead of others. None if they sit there already."""
    pairs = stored_pairs(stand_ins)
    if pairs == stored_pairs(current_stand_ins(match)):
        return None
    with transaction.atomic():
        # Players before months, as an import locks them.
        mark_played(stand_ins.values())
        entry = _write(match, Change(Action.SEAT, None, {"stand_ins": pairs}), request)
        seated = f"changed seats in match {match.pk}: {describe_seating(match, pairs)}"
        record(truncatechars(seated, MAX_MESSAGE_LENGTH), match.club, request.device)
    return entry


def reseat(match: Match, order: Sequence[int], request: EntryRequest) -> Entry | None:
    """Put the order of the players right for all rounds; `order`: their present seats. None if they sit so already.

    What each bid, took and scored stays theirs. Impossible if a round does not fit, or partners would change.
    """
    change = reordering(match, order)
    return None if change is None else _write(match, change, request)


def reordering(match: Match, order: Sequence[int]) -> Change | None:
    """Return the change to another order; None if the players sit so already. Impossible if partners would change."""
    first = list(range(len(match.names)))
    if reseating(order, match.teams, match.names).seats == tuple(first):
        return None
    present = content_of(match).seating or first
    seats = [present[old] for old in order]
    return Change(Action.RESEAT, None, {"seats": [] if seats == first else seats})


def change_players(match: Match, change: Change, request: EntryRequest) -> Entry:
    """Have somebody join or leave: see `late_players`."""
    with transaction.atomic():
        # Players before months, as an import locks them.
        mark_played(match.club.players.filter(pk=change.brought["player"]))
        return _write(match, change, request)


def finish(match: Match, request: EntryRequest) -> Entry:
    if not match.is_open:
        raise Impossible("this match is over already")
    return _write(match, Change(Action.END), request)


def decide(match: Match, decision: Decision, request: EntryRequest) -> Entry:
    """Name the winners of a match that is over, whatever the totals."""
    decision.check(match.state, is_over=not match.is_open)
    decided = {"winners": list(decision.winners), "why": " ".join(decision.why.split())}
    return _write(
        match, Change(Action.DECIDE, None, {"decided": decided | {"totals": list(match.state.totals)}}), request
    )


def ending_of(match: Match) -> Entry | None:
    """Return the entry by which the table ended the match; None if it did not, or if that came from a file."""
    entries = read_log(match)
    undone = undone_entries(entries)
    endings = (entry for entry in reversed(entries) if entry.action == Action.END and entry.number not in undone)
    return next(endings, None)


def undo(match: Match, entry: Entry, request: EntryRequest) -> Entry:
    """Leave an entry of any device out of the log; undoing an undo is redoing.

    Impossible if it was undone already, if that changes nothing, or if a round would become impossible.
    """
    return _write(match, reversal(entry), request)


def reversal(entry: Entry) -> Change:
    return Change(Action.UNDO, entry.round, undoes=entry)


def delete_match(match: Match, seen: str, *, by: Device | None = None, unsaved: str | None = None) -> None:
    """Soft-delete a match; VersionConflict if it has changed since its token was `seen`.

    `unsaved`: the fingerprint of the unsaved answers on the page, or None if they do not matter.
    """
    with transaction.atomic():
        current = type(match).objects.filter(pk=match.pk, token=seen)
        if not current.update(deleted=timezone.now(), deleted_by=by):
            raise VersionConflict
        if unsaved not in (None, unsaved_fingerprint(match)):
            raise VersionConflict
        ChangedMonth.objects.mark(match.club_id, [match.night_date])


def restore_match(match: Match) -> None:
    with transaction.atomic():
        type(match).everything.restorable().filter(pk=match.pk).update(deleted=None, deleted_by=None)
        ChangedMonth.objects.mark(match.club_id, [match.night_date])


def rebuild(club: Club, pk: int) -> None:
    """Write all that follows from the log of a match again; the match may be deleted."""
    with transaction.atomic():
        match = Match.everything.select_for_update().get(pk=pk)
        logged = replay(read_log(match)).result(match)
        # Replace merged players by the one they were merged into.
        pairs = (stored_pairs(read_pairs(match, content.stand_ins)) for content in logged.rounds)
        rounds = [replace(row, stand_ins=stand_ins) for row, stand_ins in zip(logged.rounds, pairs, strict=True)]
        _write_rounds(match, stored_rounds(match), rounds)
        match.seat_changes = plain(logged.changes)
        match.forget_order()
        match.apply_saved_state(match.game.replay(match.initial_state, _facts(match, rounds)))
        scorecard = logged.scorecard(match.state)
        over = logged.over or scorecard.finished
        Match.everything.filter(pk=pk).update(
            ended_by_table=logged.over,
            decided=logged.decided,
            seat_changes=match.seat_changes,
            finished=scorecard.finished,
            ended=match.ended if over else None,
            night_date=club.night_date_of(match.started),
        )
        Ledger.of(match, match.state, scorecard).rewrite()
        ChangedMonth.objects.mark(club.pk, [match.night_date, club.night_date_of(match.started)])


# --- Common to all changes ---


def _write(match: Match, change: Change, request: EntryRequest) -> Entry:
    """Append a change to the log, write the rows derived from it in the same transaction, and update `match`.

    Impossible if the rules refuse it; VersionConflict, LockedByOther and IntegrityError if another entry came first.
    """
    if request.seen != match.token:
        raise VersionConflict
    if match.version >= limits.MAX_ENTRIES:
        raise Impossible(f"this match was changed {limits.MAX_ENTRIES:,} times, as often as one can be: begin another")
    entry, old, new = _results(match, change)
    if len(new.rounds) > max(limits.MAX_ROUNDS, len(old.rounds)):
        raise Impossible(f"a match has at most {limits.MAX_ROUNDS} {match.game.round_name}s: end it and begin another")
    state, since = _replay_rounds(match, old, new, change)
    scorecard = new.scorecard(state)
    ended = (match.ended or timezone.now()) if new.over or scorecard.finished else None
    columns: dict[str, Any] = {"ended_by_table": new.over, "finished": scorecard.finished, "ended": ended}
    columns |= {"decided": new.decided, "version": match.version + 1, "token": request.token}
    columns["first_dealer"] = state.first_dealer
    columns |= columns_of_changes(match, old, new)
    ledger = Ledger.of(match, state, scorecard, since)
    with transaction.atomic():
        device = request.device if change.action in LOCKED_ACTIONS else None
        match.update_if_current(device, seen=match.token, **columns)
        if reseated := change_of_seats(match, old.seating, new.seating):
            move_answers(match, reseated)
            _write_order(match, reseated)
        write_players(match, old, new)
        rows = _write_rounds(match, old.rounds, new.rounds)
        if since is None:
            ledger.write({})
        elif since == len(old.rounds) + 1 == len(new.rounds):
            ledger.write({since: rows[new.rounds[-1].id]})
        else:
            ledger.rewrite()
        if old.seated != new.seated:
            _write_seats(match, new.seated)
        entry.round = rows.get(change.round, change.round) if change.round is not None else None
        entry.key, entry.digest, entry.device = int(request.token, 16), request.digest, request.device
        entry.save()
        _keep_answers(match, entry, len(old.rounds), len(new.rounds), since)
        ChangedMonth.objects.mark(match.club_id, [match.night_date])
    match.apply_saved_state(state, **columns)
    return entry


def _entry(match: Match, change: Change, seating: Seating = ()) -> Entry:
    """Return the entry of a change that names the seats as they are now."""
    brought = plain(moved(match, change.brought, change_of_seats(match, seating, ())))
    return Entry(
        match=match, number=match.version + 1, action=change.action, round=change.round, brought=brought,
        undoes=change.undoes,
    )  # fmt: skip


def _results(match: Match, change: Change) -> tuple[Entry, LogResult, LogResult]:
    """Return the entry of a change, and what the log amounts to before and after it.

    Impossible for an undo that changes nothing.
    """
    if change.undoes is None:
        content = content_of(match)
        entry, old = _entry(match, change, content.seating), content.result(match)
        content.apply(entry)
        return entry, old, content.result(match)
    entries, entry = read_log(match), _entry(match, change)
    if change.undoes.number in undone_entries(entries):
        raise Impossible("that was undone already")
    old, new = replay(entries).result(match), replay([*entries, entry]).result(match)
    if old == new:
        raise Impossible("that would change nothing: it has been changed again since")
    return entry, old, new


def _write_order(match: Match, change: Reseating) -> None:
    """Write the order of the players, who keep the rows of their seats, and with them stand-ins and bids."""
    seats = match.seat_list
    # By way of free numbers: the unique constraint holds for each statement.
    match.seats.update(number=F("number") + SEAT_OFFSET)
    for number, old in enumerate(change.seats):
        match.seats.filter(pk=seats[old].pk).update(number=number, side=change.sides.index(seats[old].side))
    Match.everything.filter(pk=match.pk).update(names_version=F("names_version") + 1)
    match.forget_order()


def _write_seats(match: Match, seated: StoredPairs) -> None:
    Match.everything.filter(pk=match.pk).update(names_version=F("names_version") + 1)
    at_table = {seat.number for seat in match.seats_at_table}
    seated = tuple((seat, player) for seat, player in seated if seat in at_table)
    with suppress(Impossible):  # merged since with somebody at the table
        write_seats(match, possible_stand_ins(match, seated), before=current_stand_ins(match))


def _replay_rounds(match: Match, old: LogResult, new: LogResult, change: Change) -> tuple[MatchState, int | None]:
    """Play the rounds, and return the state and the number of the first that changed, None if none did.

    ImpossibleRound names the first one that no longer fits.
    """
    before, after = old.rounds, new.rounds
    if reseated := change_of_seats(match, old.seating, new.seating):
        since, state = 1, match.table_in_order(reseated)
    else:
        pairs = enumerate(zip(before, after, strict=False), 1)
        same = min(len(before), len(after)) + 1
        since = next((number for number, (was, now) in pairs if (was.id, was.facts) != (now.id, now.facts)), same)
        goes_on = _played_by_others(match, old, new, since)
        if since > max(len(before), len(after)):
            return goes_on or match.state, None
        state = goes_on or match.state_before(since)
    name = match.game.round_name
    facts = _facts(match, after[since - 1 :])
    for content, played in zip(after[since - 1 :], facts, strict=True):
        if not played.is_complete:
            raise ImpossibleRound(f"this {name} was not finished")
        try:
            state = state.game.play(state, played)
        except Impossible as error:
            if content.id == change.round and change.undoes is None:
                raise
            if reseated:
                problem = f"with the players in this order, {name} {state.number} does not fit: {error.message}"
                raise ImpossibleRound(problem) from None
            numbers = _numbers(before), _numbers(after)
            changed = change.round or 0
            raise ImpossibleRound(_describe_conflict(name, changed, content.id, numbers, error.message)) from None
    return state, since


def _facts(match: Match, rounds: Sequence[RoundContent]) -> list[RoundFacts]:
    """Return the facts of rounds; those that stand in the match as the same objects, whose scores are cached."""
    # Not strict: rounds may be gone meanwhile, and then the write is refused.
    stored = {row.pk: (row.facts, facts) for row, facts in zip(match.round_list, match.round_facts, strict=False)}
    found = [(content.facts, *stored.get(content.id, (None, None))) for content in rounds]
    return [facts if facts and raw == old else read(raw, match.game.facts) for raw, old, facts in found]


def _played_by_others(match: Match, old: LogResult, new: LogResult, since: int) -> MatchState | None:
    """Return the match before a round as it is once others play it; None if nobody came or went."""
    if old.changes == new.changes:
        return None
    state = match.game.replay(table_after(match, old, new), _facts(match, new.rounds[: since - 1]))
    if since > max(len(old.rounds), len(new.rounds)):
        check_goes_on(match, state)
    return state


def _numbers(rounds: Sequence[RoundContent]) -> dict[int, int]:
    return {content.id: number for number, content in enumerate(rounds, 1)}


def _describe_conflict(
    name: str, changed: int, refused: int, numbers: tuple[dict[int, int], dict[int, int]], reason: str
) -> str:
    """Say which round no longer fits, given its id, the changed round's id, and all numbers before and after."""
    before, after = numbers
    number, current = after[refused], before.get(refused)
    if current is None or refused == changed:
        return f"as {name} {number} it does not fit any more: {reason}"
    if current == number:
        problem = f"with {name} {after.get(changed)} like this, {name} {current} does not fit"
    else:
        cause = f"without {name} {before.get(changed)}" if number < current else f"with one more {name} before it"
        problem = f"{cause}, {name} {current} becomes {name} {number} and does not fit"
    return f"Correct {name} {current} first, or remove the later {name}s first: {problem} ({reason})."


def _write_rounds(match: Match, before: Sequence[RoundContent], after: Sequence[RoundContent]) -> dict[int, int]:
    """Write the rows of rounds as they are after a change; return their ids, a new round's under NO_ID.

    A round that comes back gets its old id, so that the log still names it.
    """
    old = {content.id: (number, content) for number, content in enumerate(before, 1)}
    new = {content.id: (number, content) for number, content in enumerate(after, 1)}
    match.rounds.filter(pk__in=old.keys() - new.keys()).delete()
    _renumber(match, {key: number for key, (number, _) in new.items() if key in old and old[key][0] != number})
    ids = {key: key for key in new}
    for key, (number, content) in new.items():
        was = old[key][1] if key in old else None
        if was is None:
            created = Round(pk=key or None, match=match, number=number, facts=content.facts, note=content.note)
            created.save(force_insert=True)
            ids[key] = created.pk
        elif (was.facts, was.note) != (content.facts, content.note):
            match.rounds.filter(pk=key).update(facts=content.facts, note=content.note)
        if content.stand_ins != (was.stand_ins if was else ()):
            write_stand_ins(match, number, content.stand_ins)
    return ids


def _renumber(match: Match, numbers: dict[int, int]) -> None:
    """Renumber rounds by way of free numbers: the unique constraint holds for each statement."""
    if numbers:
        match.rounds.filter(pk__in=numbers).update(number=F("number") + NUMBER_OFFSET)
        Round.objects.bulk_update([Round(pk=key, number=number) for key, number in numbers.items()], ["number"])


def _keep_answers(match: Match, entry: Entry, before: int, after: int, since: int | None) -> None:
    """Have the answers of the round that an entry saved stay with it, and those that wait keep to their round.

    `before` and `after`: the numbers of rounds. While the last round is played again, answers to the one after it wait.
    """
    if since is not None and before == after:
        match.answers.filter(round=entry.round, mode=EntryMode.CORRECT).delete()
    elif entry.action == Action.INSERT:
        match.answers.filter(round=entry.brought["before"], mode=EntryMode.INSERT).delete()
    if since is None or before == after:
        return
    waiting = match.answers.filter(entry=None, mode=EntryMode.PLAY)
    is_undone = entry.verb == "undone"
    if after > before and since == after and not is_undone:
        keep_with_entry(match, since, entry)
    elif after > before:
        if since == after:
            waiting.filter(number=since).shown().delete()
        waiting.filter(number__gte=since).update(number=F("number") + 1)
    elif since < before or not is_undone:
        waiting.filter(number__gt=since).update(number=F("number") - 1)


def _round_at(match: Match, number: int) -> Round:
    if not 1 <= number <= len(match.round_facts):
        raise Impossible(f"there is no {match.game.round_name} {number} in this match")
    return match.round_list[number - 1]
