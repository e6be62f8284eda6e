"""Changes to a match: play, insert, correct, delete or note a round, end the match, undo. Each makes one entry.

Facts, ledger, standing and history are written in one transaction.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import F
from django.http import Http404
from django.utils import timezone
from msgspec.structs import replace

from games.core.definition import MatchState
from games.core.errors import Impossible, ImpossibleRound
from games.core.facts import RoundFacts
from games.core.schema import plain, read
from games.core.scoresheet import MAX_NOTES_LENGTH, MAX_ROUND_NOTE_LENGTH, join_notes
from games.core.seating import split_stand_ins
from games.core.text import listed
from scorekeeper import limits
from scorekeeper.clubs.models import Club, Device
from scorekeeper.matches.drafts import EntryMode, unsaved_fingerprint
from scorekeeper.matches.entry_history import (
    REDONE,
    UNDONE,
    Entry,
    EntryState,
    MatchEnded,
    RoundState,
    entries_of,
    round_states,
    undone_entries,
)
from scorekeeper.matches.ledger import Ledger
from scorekeeper.matches.match import Match, Round, VersionConflict
from scorekeeper.matches.stand_ins import (
    SeatedPlayers,
    StoredPairs,
    current_stand_ins,
    possible_stand_ins,
    read_pairs,
    stored_pairs,
    write_seats,
    write_stand_ins,
)

# More rounds than any match has: see _renumber.
NUMBER_OFFSET = 1_000_000

# Changes that need the edit lock. The others are one tap each and do not disturb the device that is scoring.
LOCKED_VERBS = {"played", "inserted", "corrected"}

OTHER_ENTRY = "Something else was saved from this page before, so this was not. Look at the scores, then save again."
CHANGED_SINCE = "this has been changed again since: undo the later change first"


class EntryRequest(NamedTuple):
    """How an entry was sent: its key, a hash of its answers, and the match version that the form showed.

    `restore_time`: that of the match when its version was seen.
    """

    key: int
    digest: int
    seen: int
    device: Device | None
    restore_time: int = 0


class Change(NamedTuple):
    """What an entry changes: a round, from the state before to the state after; or whether the table ended the match.

    `undoes`: the earlier entry that it takes back.
    """

    verb: str
    before: RoundState | None = None
    after: RoundState | None = None
    ended: bool | None = None
    undoes: Entry | None = None

    @property
    def since(self) -> int | None:
        """The number of the first round whose facts change; None where none does."""
        if self.before and self.after and self.before.facts == self.after.facts:
            return None
        return min((state.number for state in (self.before, self.after) if state), default=None)

    @property
    def reseated_round(self) -> RoundState | None:
        """The round whose stand-ins change; None where none do."""
        before = self.before.stand_ins if self.before else ()
        return self.after if self.after and self.after.stand_ins != before else None

    @property
    def seating(self) -> StoredPairs | None:
        """Who plays the coming rounds instead of whom from then on; None where that stays as it is.

        Who played a last round that is taken back sits there again, until it is played again or put back.
        """
        if self.after:
            return self.after.seated
        return self.before.stand_ins if self.before and self.before.seated is not None else None


def write_once(match: Match, request: EntryRequest, write: Callable[[EntryRequest], object]) -> None:
    """Write an entry, which counts once: a phone that got no answer sends it again.

    VersionConflict where it was made for another version of the match; Impossible where another entry was sent under
    its key before.
    """
    try:
        write(request)
    except (VersionConflict, Impossible, IntegrityError, Http404):
        earlier = match.entries.filter(key=request.key).first()
        if earlier is None:
            # What is impossible in a match that has changed meanwhile is a conflict first of all.
            current = Match.objects.filter(pk=match.pk, version=request.seen, restore_time=request.restore_time)
            if not current.exists():
                raise VersionConflict from None
            raise
        if earlier.digest != request.digest:
            raise Impossible(OTHER_ENTRY) from None


def play(match: Match, facts: RoundFacts, request: EntryRequest) -> Entry:
    if match.ended_by_table:
        raise Impossible("this match was ended: undo that in its history first")
    _check_room(match)
    number, stand_ins = len(match.round_facts) + 1, stored_pairs(current_stand_ins(match))
    again = _round_taken_back(match, number)
    after = RoundState(number, None, plain(facts), stand_ins=stand_ins)
    if again:
        after = replace(after, note=again.note, seated=_seated_before(match, again))
    return _write(match, request, Change("played", None, after))


def _round_taken_back(match: Match, number: int) -> RoundState | None:
    """Return the next round if it was taken back, and only rounds before it were changed since: it is played again."""
    if match.version == len(match.round_facts):
        return None  # only rounds played
    undone = match.entries.filter(verb=UNDONE, after__isnull=True, before__number=number).first()
    if undone is None:
        return None
    later = match.entries.filter(number__gt=undone.number)
    is_new = any(entry.round_number and entry.round_number >= number for entry in later)
    return None if is_new else undone.round_state


def _seated_before(match: Match, again: RoundState) -> StoredPairs | None:
    """Return who sat there when the last round was taken back; None where others were seated since: they play on."""
    is_as_left = current_stand_ins(match) == read_pairs(match, again.stand_ins)
    return again.seated if is_as_left and again.number > len(match.round_facts) else None


def insert(match: Match, number: int, facts: RoundFacts, request: EntryRequest) -> Entry:
    """Insert a missed round before round `number`."""
    _check_room(match)
    return _write(match, request, insertion(match, number, facts))


def correct(match: Match, number: int, facts: RoundFacts, request: EntryRequest) -> Entry:
    return _write(match, request, correction(match, number, facts))


def delete_round(match: Match, number: int, request: EntryRequest) -> Entry:
    return _write(match, request, deletion(match, number))


def insertion(match: Match, number: int, facts: RoundFacts) -> Change:
    _check_number(match, number)
    return Change("inserted", None, RoundState(number, facts=plain(facts)))


def correction(match: Match, number: int, facts: RoundFacts) -> Change:
    before = _round_state(match, number)
    return Change("corrected", before, replace(before, facts=plain(facts)))


def deletion(match: Match, number: int) -> Change:
    return Change("deleted", _round_state(match, number))


def describe_end(match: Match, change: Change) -> str:
    """Say what a change of the rounds does to the end of a match; "" where that stays, or the table ended it."""
    if match.ended_by_table or change.since is None:
        return ""
    try:
        state = _replay(match, change)
    except Impossible:
        return ""  # said when it is saved
    before, after = match.state.scorecard().winners, state.scorecard().winners
    if before == after:
        return ""
    if not after:
        return f"This reopens the match: it goes on with {match.game.round_name} {state.number}."
    names = listed([state.side_names[side] for side in after])
    end = "changes the result" if before else "ends the match"
    return f"This {end}: {names} {'won' if len(after) == 1 else 'share the win'}."


def note_round(match: Match, number: int, note: str, request: EntryRequest) -> Entry | None:
    """Write a note on a round, or remove it: "". None where it is there already."""
    before, note = _round_state(match, number), " ".join(note.split())
    if note == before.note:
        return None
    if len(note) > MAX_ROUND_NOTE_LENGTH:
        raise Impossible(f"a note has at most {MAX_ROUND_NOTE_LENGTH} characters, and this one has {len(note)}")
    name = match.game.round_name
    if split_stand_ins(f"{name} 1: {note}", match.names, match.teams, 1, name)[1]:
        raise Impossible(f"who played this {name} for whom is written under “Somebody else played it”")
    notes = [note, *(row.note for row in match.round_list if row.note and row.number != number)]
    # By the highest numbers: rounds that are put in move the others.
    longest = join_notes(match.notes, dict(enumerate(notes, limits.MAX_ROUNDS)), name)
    if len(note) > len(before.note) and len(longest) > MAX_NOTES_LENGTH:
        raise Impossible(f"the notes of a match have at most {MAX_NOTES_LENGTH:,} characters together")
    return _write(match, request, Change("noted", before, replace(before, note=note)))


def change_stand_ins(match: Match, number: int, stand_ins: SeatedPlayers, request: EntryRequest) -> Entry | None:
    """Write who played a round instead of whom. None where it is so already."""
    before, pairs = _round_state(match, number), stored_pairs(stand_ins)
    if pairs == before.stand_ins:
        return None
    return _write(match, request, Change("seated", before, replace(before, stand_ins=pairs)))


def finish(match: Match, request: EntryRequest) -> Entry:
    if not match.is_open:
        raise Impossible("this match is over already")
    return _write(match, request, Change("finished", ended=True))


def ending_of(match: Match) -> Entry | None:
    """Return the entry by which the table ended the match; None where it did not, or where that came from a file."""
    entries = list(match.entries.all())
    undone = undone_entries(entries)
    standing = (entry for entry in entries if entry.pk not in undone)
    return next((entry for entry in standing if entry.state_after == MatchEnded(over=True)), None)


def undo(match: Match, entry: Entry, request: EntryRequest) -> Entry:
    """Undo an entry of any device; undoing an undo is redoing."""
    return _write(match, request, reversal(match, entry))


def reversal(match: Match, entry: Entry) -> Change:
    """Return the change that undoes an entry; Impossible where what it changed has changed again."""
    entries = entries_of(match)
    if entry.pk in undone_entries(entries):
        raise Impossible("that was undone already")
    verb = REDONE if entry.verb == UNDONE else UNDONE
    # The entry can be undone only while its result is unchanged.
    [(before, left)] = [(listed.state_before, listed.state_after) for listed in entries if listed.pk == entry.pk]
    restored = before if isinstance(before, RoundState) else None
    if isinstance(left, MatchEnded):
        if match.ended_by_table != left.over:
            raise Impossible(CHANGED_SINCE)
        return Change(verb, ended=not left.over, undoes=entry)
    if left:
        current = next((state for state in round_states(match) if state.id == left.id), None)
        if current is None:
            raise Impossible(CHANGED_SINCE)
        left, restored = _undo_in_round(current, left, restored)
    if restored:
        number = left.number if left else min(restored.number, len(match.round_facts) + 1)
        restored = replace(restored, number=number)
        restored = replace(restored, seated=_seated_before(match, restored))
    elif left and verb == UNDONE and left.number == len(match.round_facts):
        left = replace(left, seated=stored_pairs(current_stand_ins(match)))
    return Change(verb, left, restored, undoes=entry)


def _undo_in_round(
    current: RoundState, left: RoundState, restored: RoundState | None
) -> tuple[RoundState, RoundState | None]:
    """Return a round as it stands and as it will be, given how an entry found and left it.

    An entry changes the facts, the note or the stand-ins, and the others stay as they are now. Impossible where what it
    changed has changed again.
    """
    differing = [part for part in ("note", "stand_ins") if restored and getattr(restored, part) != getattr(left, part)]
    changed = differing[0] if differing else "facts"
    if getattr(current, changed) != getattr(left, changed):
        raise Impossible(CHANGED_SINCE)
    return current, replace(current, **{changed: getattr(restored, changed)}) if restored else None


def delete_match(
    match: Match, seen: int, restore_time: int = 0, *, by: Device | None = None, unsaved: str | None = None
) -> None:
    """Soft-delete a match; VersionConflict where it has changed since version `seen`.

    `unsaved`: the fingerprint of what was entered and not saved by then, or None where that does not matter.
    """
    with transaction.atomic():
        current = type(match).objects.filter(pk=match.pk, version=seen, restore_time=restore_time)
        if not current.update(deleted=timezone.now(), deleted_by=by):
            raise VersionConflict
        if unsaved not in (None, unsaved_fingerprint(match)):
            raise VersionConflict


def restore_match(match: Match) -> None:
    with transaction.atomic():
        type(match).everything.restorable().filter(pk=match.pk).update(deleted=None, deleted_by=None)


def rebuild(club: Club, pk: int) -> None:
    """Recompute all that follows from the facts of a match, which may be deleted."""
    with transaction.atomic():
        match = Match.everything.select_for_update().get(pk=pk)
        scorecard = match.scorecard
        over = match.ended_by_table or scorecard.finished
        Match.everything.filter(pk=pk).update(
            finished=scorecard.finished,
            ended=match.ended if over else None,
            night_date=club.night_date_of(match.started),
        )
        Ledger.of(match, scorecard).rewrite()


# --- What every change has in common ---


def _write(match: Match, request: EntryRequest, change: Change) -> Entry:
    """Write a change with all that follows from it in one transaction, and update `match`.

    Impossible for what the rules refuse; VersionConflict, LockedByOther and IntegrityError where another entry came
    first.
    """
    if (request.seen, request.restore_time) != (match.version, match.restore_time):
        raise VersionConflict
    if match.version >= limits.MAX_ENTRIES:
        raise Impossible(f"this match was changed {limits.MAX_ENTRIES:,} times, as often as one can be: begin another")
    state = _replay(match, change)
    over = match.ended_by_table if change.ended is None else change.ended
    scorecard = state.scorecard(ended=over)
    ended = (match.ended or timezone.now()) if over or scorecard.finished else None
    columns: dict[str, Any] = {"ended_by_table": over, "finished": scorecard.finished, "ended": ended}
    version, device = match.version + 1, request.device if change.verb in LOCKED_VERBS else None
    ledger = Ledger.of(match, scorecard, change.since)
    with transaction.atomic():
        match.update_if_current(device, seen=match.version, version=version, **columns)
        before: EntryState | None
        after: EntryState | None
        if change.ended is None:
            before, after = change.before, _write_round(match, change, ledger)
            if reseated := change.reseated_round:
                write_stand_ins(match, reseated.number, reseated.stand_ins)
            if change.seating is not None:
                with suppress(Impossible):  # merged since with somebody at the table
                    write_seats(match, possible_stand_ins(match, change.seating), before=current_stand_ins(match))
        else:
            before, after = MatchEnded(over=not change.ended), MatchEnded(over=change.ended)
            ledger.write({})
        entry = Entry.objects.create(
            match=match, number=version, verb=change.verb, before=plain(before), after=plain(after),
            undoes=change.undoes, key=request.key, digest=request.digest, device=request.device,
        )  # fmt: skip
        _keep_own_answers(match, change, entry)
    match.apply_saved_state(state, version=version, **columns)
    return entry


def _write_round(match: Match, change: Change, ledger: Ledger) -> RoundState | None:
    """Write, move or delete a round, its stand-ins, its ledger and the draft that it was.

    Return the state after, without its content.

    A round that comes back gets its old id, so that its history still finds it.
    """
    before, after, rounds = change.before, change.after, match.rounds
    if before and after:
        rounds.filter(number=before.number).update(facts=after.facts, note=after.note)
        if (before.note, before.stand_ins) == (after.note, after.stand_ins):
            match.drafts.filter(round__number=before.number, mode=EntryMode.CORRECT).delete()
    elif before:
        rounds.filter(number=before.number).delete()
        _renumber(match, before.number, -1)
    elif after:
        is_last = after.number > len(match.round_facts)
        if is_last:
            match.drafts.filter(mode=EntryMode.PLAY).delete()
            match.draft = None
        else:
            match.drafts.filter(round__number=after.number, mode=EntryMode.INSERT).delete()
            _renumber(match, after.number, 1)
        created = Round.objects.create(
            pk=after.id, match=match, number=after.number, facts=after.facts, note=after.note
        )
        after = replace(after, id=created.pk)
        if is_last:
            ledger.write({after.number: created.pk})
            return RoundState(after.number, after.id)
    ledger.rewrite()
    return after and RoundState(after.number, after.id)


def _keep_own_answers(match: Match, change: Change, entry: Entry) -> None:
    """Have what players answered on their own phones go with its round: saved, or still the next one to be played.

    While the last round is played again, answers to the one after it wait.
    """
    number, waiting = change.since, match.own_answers.filter(entry=None)
    if number is None or (change.before and change.after):
        return
    is_next, is_undone = number > len(match.round_facts), change.verb == UNDONE
    if change.after and is_next and not is_undone:
        waiting.filter(number=number).update(entry=entry, is_hidden=False)
    elif change.after:
        waiting.filter(number__gte=number).update(number=F("number") + 1)
    elif number < len(match.round_facts) or not is_undone:
        waiting.filter(number__gt=number).update(number=F("number") - 1)


def _renumber(match: Match, since: int, step: int) -> None:
    """Renumber the rounds from `since`, by way of free numbers: the unique constraint holds for each statement."""
    match.rounds.filter(number__gte=since).update(number=F("number") + NUMBER_OFFSET)
    match.rounds.filter(number__gte=NUMBER_OFFSET).update(number=F("number") - NUMBER_OFFSET + step)


def _replay(match: Match, change: Change) -> MatchState:
    """Play the changed rounds; ImpossibleRound names the first one that no longer fits."""
    if change.since is None:
        return match.state
    rounds, name = list(match.round_facts), match.game.round_name
    if change.before:
        rounds.pop(change.before.number - 1)
    if change.after:
        facts = read(change.after.facts, match.game.facts)
        if not facts.is_complete:
            raise ImpossibleRound(f"this {name} was not finished")
        rounds.insert(change.after.number - 1, facts)
    state = match.state_before(change.since)
    for facts in rounds[change.since - 1 :]:
        try:
            state = state.game.play(state, facts)
        except Impossible as error:
            if change.after and change.after.number == state.number and not change.undoes:
                raise
            raise ImpossibleRound(_describe_conflict(name, change, state.number, error.message)) from None
    return state


def _describe_conflict(name: str, change: Change, number: int, reason: str) -> str:
    after, current = change.after, number
    if after and after.number == number:
        return f"as {name} {number} it does not fit any more: {reason}"
    if after and change.before:
        problem = f"with {name} {after.number} like this, {name} {current} does not fit"
    else:
        current = number - 1 if after else number + 1
        problem = f"with one more {name} before it" if after else f"without {name} {change.since}"
        problem = f"{problem}, {name} {current} becomes {name} {number} and does not fit"
    return f"Correct {name} {current} first, or remove the later {name}s first: {problem} ({reason})."


def _round_state(match: Match, number: int) -> RoundState:
    _check_number(match, number)
    return round_states(match)[number - 1]


def _check_room(match: Match) -> None:
    if len(match.round_facts) >= limits.MAX_ROUNDS:
        raise Impossible(f"a match has at most {limits.MAX_ROUNDS} {match.game.round_name}s: end it and begin another")


def _check_number(match: Match, number: int) -> None:
    if not 1 <= number <= len(match.round_facts):
        raise Impossible(f"there is no {match.game.round_name} {number} in this match")
