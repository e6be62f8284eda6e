"""Changes to a match: play, insert, correct or delete a round, end the match, undo. Each makes one entry.

Facts, ledger, standing and history are written in one transaction.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from games.core.definition import MatchState
from games.core.errors import Impossible, ImpossibleRound
from games.core.facts import RoundFacts
from games.core.schema import plain, read
from scorekeeper import limits
from scorekeeper.clubs.models import Club, Device
from scorekeeper.matches.drafts import EntryMode
from scorekeeper.matches.entry_history import REDONE, UNDONE, Entry, entries_of, undone_entries
from scorekeeper.matches.ledger import Ledger
from scorekeeper.matches.match import Match, Round, VersionConflict

# More rounds than any match has: see _renumber.
NUMBER_OFFSET = 1_000_000

# The changes that need the edit lock. The others are one tap each and do not disturb whoever is scoring.
LOCKED_VERBS = {"played", "inserted", "corrected"}

# Where a round stands and what it holds: {"round": its id, "number": from 1, "facts": …}; or {"over": true}.
# The history keeps the spot after a change without facts.
Spot = dict[str, Any]


class EntryRequest(NamedTuple):
    """How an entry was sent: its key (sent twice it counts once), a digest of the form, the match version seen."""

    key: int
    digest: int
    seen: int
    device: Device | None


class Change(NamedTuple):
    """The spot before and after a change; `undoes`: the earlier entry that it takes back."""

    verb: str
    before: Spot | None
    after: Spot | None
    undoes: Entry | None = None

    @property
    def since(self) -> int | None:
        """The number of the first round that changes; None where none does."""
        return min((spot["number"] for spot in (self.before, self.after) if spot and "number" in spot), default=None)

    def appends_to(self, match: Match) -> bool:
        return self.before is None and self.since == len(match.round_facts) + 1


class KeyReused(Exception):
    """A different entry was sent under the same key before; nothing was written."""


def play(match: Match, facts: RoundFacts, request: EntryRequest) -> Entry:
    def change() -> Change:
        if match.ended_by_table:
            raise Impossible("this match was ended: undo that in its history first")
        _check_room(match)
        return Change("played", None, {"number": len(match.round_facts) + 1, "facts": plain(facts)})

    return _record(match, request, change)


def insert(match: Match, number: int, facts: RoundFacts, request: EntryRequest) -> Entry:
    """Insert a missed round before round `number`."""

    def change() -> Change:
        _check_number(match, number)
        _check_room(match)
        return Change("inserted", None, {"number": number, "facts": plain(facts)})

    return _record(match, request, change)


def correct(match: Match, number: int, facts: RoundFacts, request: EntryRequest) -> Entry:
    def change() -> Change:
        before = _spot(match, number)
        return Change("corrected", before, {**before, "facts": plain(facts)})

    return _record(match, request, change)


def delete_round(match: Match, number: int, request: EntryRequest) -> Entry:
    return _record(match, request, lambda: Change("deleted", _spot(match, number), None))


def finish(match: Match, request: EntryRequest) -> Entry:
    def change() -> Change:
        if not match.is_open:
            raise Impossible("this match is over already")
        return Change("finished", {"over": False}, {"over": True})

    return _record(match, request, change)


def ending_of(match: Match) -> Entry | None:
    """Return the entry by which the table ended the match; None where it did not, or where that came from a file."""
    entries = list(match.entries.all())
    back = undone_entries((entry.pk, entry.undoes_id) for entry in entries)
    return next((one for one in entries if one.after == {"over": True} and one.pk not in back), None)


def undo(match: Match, entry: Entry, request: EntryRequest) -> Entry:
    """Take back one entry, whichever device made it; undoing an undo is redoing."""
    return _record(match, request, lambda: _undo_change(match, entry))


def delete_match(match: Match, seen: int) -> None:
    """Soft-delete a match; VersionConflict where it has changed since version `seen`."""
    with transaction.atomic():
        current = type(match).objects.filter(pk=match.pk, version=seen)
        if not current.update(deleted=timezone.now()):
            raise VersionConflict


def restore_match(match: Match) -> None:
    with transaction.atomic():
        type(match).everything.deleted().filter(pk=match.pk).update(deleted=None)


def rebuild(club: Club, pk: int) -> None:
    """Make anew what follows from the facts of a match, which may be deleted."""
    with transaction.atomic():
        match = Match.everything.select_for_update().get(pk=pk)
        card = match.scorecard
        over = match.ended_by_table or card.finished
        Match.everything.filter(pk=pk).update(
            finished=card.finished,
            ended=match.ended if over else None,
            night_date=club.night_date_of(match.started),
        )
        Ledger.of(match, card).rewrite()


def is_pending(match: Match, request: EntryRequest) -> bool:
    """Say whether an entry has not been written; VersionConflict where it was made for another version."""
    if request.seen == match.version:
        return True
    if _earlier_entry(match, request) is None:
        raise VersionConflict
    return False


def _record(match: Match, request: EntryRequest, change: Callable[[], Change]) -> Entry:
    try:
        if request.seen != match.version:
            raise VersionConflict
        if match.version % limits.RESTORED_VERSIONS >= limits.MAX_ENTRIES:
            raise Impossible(
                f"this match was changed {limits.MAX_ENTRIES:,} times, as often as one can be: begin another"
            )
        return _write_change(match, change(), request)
    except (VersionConflict, IntegrityError):
        # Somebody was faster: perhaps this very entry, sent twice.
        earlier = _earlier_entry(match, request)
        if earlier is None:
            raise
        return earlier


def _earlier_entry(match: Match, request: EntryRequest) -> Entry | None:
    earlier: Entry | None = match.entries.filter(key=request.key).first()
    if earlier is not None and earlier.digest != request.digest:
        raise KeyReused
    return earlier


def _undo_change(match: Match, entry: Entry) -> Change:
    entries = {one.pk: one for one in entries_of(match)}
    if entry.pk in undone_entries((pk, one.undoes_id) for pk, one in entries.items()):
        raise Impossible("that was undone already")
    before, after = _current_spot(match, entries[entry.pk].after), entry.before
    if after and "facts" in after:
        number = before["number"] if before else min(after["number"], len(match.round_facts) + 1)
        after = {**after, "number": number}
    return Change(REDONE if entry.verb == UNDONE else UNDONE, before, after, entry)


def _current_spot(match: Match, spot: Spot | None) -> Spot | None:
    """Return the spot an entry left, with the number it has now; Impossible where it has been changed since."""
    if spot is None:
        return None
    if "over" in spot:
        unchanged, number = match.ended_by_table == spot["over"], None
    else:
        found = next((one for one in match.round_list if one.pk == spot["round"]), None)
        unchanged, number = found is not None and found.facts == spot["facts"], found and found.number
    if not unchanged:
        raise Impossible("this has been changed again since: undo the later change first")
    return spot if number is None else {**spot, "number": number}


def _spot(match: Match, number: int) -> Spot:
    _check_number(match, number)
    found = match.round_list[number - 1]
    return {"round": found.pk, "number": number, "facts": found.facts}


def _check_room(match: Match) -> None:
    if len(match.round_facts) >= limits.MAX_ROUNDS:
        raise Impossible(f"a match has at most {limits.MAX_ROUNDS} {match.game.round_name}s: end it and begin another")


def _check_number(match: Match, number: int) -> None:
    if not 1 <= number <= len(match.round_facts):
        raise Impossible(f"there is no {match.game.round_name} {number} in this match")


def _replay(match: Match, change: Change) -> MatchState:
    """Play the rounds as they will be; ImpossibleRound names the one that no longer fits."""
    if change.since is None:
        return match.state
    state = match.before(change.since)
    for facts in _changed_facts(match, change)[change.since - 1 :]:
        try:
            state = state.game.play(state, facts)
        except Impossible as error:
            if change.after and change.after["number"] == state.number and not change.undoes:
                raise
            reason = _misfit_sentence(match.game.round_name, change, state.number, error.message)
            raise ImpossibleRound(reason) from None
    return state


def _changed_facts(match: Match, change: Change) -> list[RoundFacts]:
    rounds = list(match.round_facts)
    if change.before:
        rounds.pop(change.before["number"] - 1)
    if change.after:
        facts = read(change.after["facts"], match.game.facts)
        if not facts.is_complete:
            raise ImpossibleRound(f"this {match.game.round_name} was not finished")
        rounds.insert(change.after["number"] - 1, facts)
    return rounds


def _misfit_sentence(name: str, change: Change, number: int, reason: str) -> str:
    after, current = change.after, number
    if after and after["number"] == number:
        return f"as {name} {number} it does not fit any more: {reason}"
    if after and change.before:
        problem = f"with {name} {after['number']} like this, {name} {current} does not fit"
    else:
        current = number - 1 if after else number + 1
        problem = f"with one more {name} before it" if after else f"without {name} {change.since}"
        problem = f"{problem}, {name} {current} becomes {name} {number} and does not fit"
    return f"Correct {name} {current} first, or remove the later {name}s first: {problem} ({reason})."


def _write_change(match: Match, change: Change, request: EntryRequest) -> Entry:
    state = _replay(match, change)
    over = change.after["over"] if change.after and "over" in change.after else match.ended_by_table
    card = state.game.scorecard(state, ended=over)
    ended = (match.ended or timezone.now()) if over or card.finished else None
    columns: dict[str, Any] = {"ended_by_table": over, "finished": card.finished, "ended": ended}
    version, device = request.seen + 1, request.device if change.verb in LOCKED_VERBS else None
    ledger = Ledger.of(match, card, change.since)
    with transaction.atomic():
        match.claim(device, seen=request.seen, version=version, **columns)
        after = _write_rounds(match, change, ledger)
        entry = Entry.objects.create(
            match=match, number=version, verb=change.verb, before=change.before, after=after, undoes=change.undoes,
            key=request.key, digest=request.digest, device=request.device,
        )  # fmt: skip
    match.move_on(state, version=version, **columns)
    return entry


def _write_rounds(match: Match, change: Change, ledger: Ledger) -> Spot | None:
    """Write the facts, the ledger and how the match stands; return the spot as the history keeps it."""
    after = change.after if change.since is None else _write_facts(match, change)
    if after and change.appends_to(match):
        ledger.write({after["number"]: after["round"]})
    elif change.since is None:
        ledger.write({})
    else:
        ledger.rewrite()
    return after


def _write_facts(match: Match, change: Change) -> Spot | None:
    before, after, rounds = change.before, change.after, match.rounds
    if before and after:
        rounds.filter(pk=before["round"]).update(facts=after["facts"])
        match.drafts.filter(round=before["round"], mode=EntryMode.CORRECT).delete()
    elif before:
        rounds.filter(pk=before["round"]).delete()
        _renumber(match, before["number"], -1)
    elif after:
        number = after["number"]
        if number <= len(match.round_facts):
            match.drafts.filter(round__number=number, mode=EntryMode.INSERT).delete()
            _renumber(match, number, 1)
        else:
            match.drafts.filter(round=None).delete()
            match.draft = None
        # A round that comes back gets its old id, so that its history still finds it.
        created = Round.objects.create(pk=after.get("round"), match=match, number=number, facts=after["facts"])
        return {"round": created.pk, "number": number}
    return after and {"round": after["round"], "number": after["number"]}


def _renumber(match: Match, since: int, step: int) -> None:
    """Renumber the rounds from `since`, by way of free numbers: the unique constraint holds for each statement."""
    match.rounds.filter(number__gte=since).update(number=F("number") + NUMBER_OFFSET)
    match.rounds.filter(number__gte=NUMBER_OFFSET).update(number=F("number") - NUMBER_OFFSET + step)
