"""What a table does to its match: play, insert, correct, delete, finish, undo. Each is one entry in its history."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID

from django.db import IntegrityError
from django.db.models import F
from django.utils import timezone

from games.core.errors import Impossible, ImpossibleRound
from games.core.schema import plain, read
from scorekeeper.clubs.models import Device
from scorekeeper.matches.edit_lock import VersionConflict, claim
from scorekeeper.matches.ledger import rewrite_ledger, write_ledger, write_standing
from scorekeeper.matches.models import AGAIN, BACK, Match, taken_back
from scorekeeper.server.database import writing

if TYPE_CHECKING:
    from games.core.definition import MatchState
    from games.core.facts import RoundFacts
    from games.core.scorecard import Scorecard
    from scorekeeper.matches.models import Entry


def play(match: Match, facts: RoundFacts, entered: EntryRequest) -> Entry:
    """Add a round at the end."""

    def change() -> Change:
        if match.ended_by_table:
            raise Impossible("this match was ended: take that back in its history first")
        return Change("played", None, {"number": len(match.round_facts) + 1, "facts": plain(facts)})

    return _record(match, entered, change)


def insert(match: Match, number: int, facts: RoundFacts, entered: EntryRequest) -> Entry:
    """Put a forgotten round in before another; that one and the later ones move down."""

    def change() -> Change:
        _check_there(match, number)
        return Change("inserted", None, {"number": number, "facts": plain(facts)})

    return _record(match, entered, change)


def correct(match: Match, number: int, facts: RoundFacts, entered: EntryRequest) -> Entry:
    """Put other facts in the place of a round's; later rounds are scored anew."""

    def change() -> Change:
        before = _spot(match, number)
        return Change("corrected", before, {**before, "facts": plain(facts)})

    return _record(match, entered, change)


def delete_round(match: Match, number: int, entered: EntryRequest) -> Entry:
    """Take a round out; later rounds move up."""
    return _record(match, entered, lambda: Change("deleted", _spot(match, number), None))


def finish(match: Match, entered: EntryRequest) -> Entry:
    """Call the match over."""

    def change() -> Change:
        if not match.is_open:
            raise Impossible("this match is over already")
        return Change("finished", {"over": False}, {"over": True})

    return _record(match, entered, change)


def undo(match: Match, entry: Entry, entered: EntryRequest) -> Entry:
    """Take one entry back, whichever device made it; undoing an undo is redoing."""
    return _record(match, entered, lambda: _undoing(match, entry))


def earlier_entry(match: Match, entered: EntryRequest) -> Entry | None:
    """Return the entry this one was counted as before; OtherEntry where its key was used for something else."""
    earlier: Entry | None = match.entries.filter(key=entered.key).first()
    if earlier is not None and earlier.digest != entered.digest:
        raise KeyReused
    return earlier


def is_pending(match: Match, entered: EntryRequest) -> bool:
    """Say whether this entry is still to be written; Stale where it was made for another version of the match."""
    if entered.seen == match.version:
        return True
    if earlier_entry(match, entered) is None:
        raise VersionConflict
    return False


def _record(match: Match, entered: EntryRequest, change: Callable[[], Change]) -> Entry:
    """Write an entry down, if it was made for the match as it is. Sent again, it is found and nothing is written."""
    try:
        if entered.seen != match.version:
            raise VersionConflict
        return write_change(match, change(), entered)
    except (VersionConflict, IntegrityError):
        # Somebody was faster: perhaps this very entry, on its way twice.
        earlier = earlier_entry(match, entered)
        if earlier is None:
            raise
        return earlier


def _undoing(match: Match, entry: Entry) -> Change:
    if entry.pk in taken_back(match.entries.values_list("pk", "undoes")):
        raise Impossible("that was taken back already")
    before, after = _as_it_stands(match, entry.after), entry.before
    if after and "facts" in after:
        number = before["number"] if before else min(after["number"], len(match.round_facts) + 1)
        after = {**after, "number": number}
    return Change(AGAIN if entry.verb == BACK else BACK, before, after, entry)


def _as_it_stands(match: Match, spot: Spot | None) -> Spot | None:
    """Return what an entry left behind with the number it has now; Impossible where it has been changed since."""
    if spot is None:
        return None
    if "over" in spot:
        stands, number = match.ended_by_table == spot["over"], None
    else:
        found = match.rounds.filter(pk=spot["round"]).first()
        stands, number = found is not None and found.facts == spot["facts"], found and found.number
    if not stands:
        raise Impossible("this has been changed again since: take the later change back first")
    return spot if number is None else {**spot, "number": number}


def _spot(match: Match, number: int) -> Spot:
    _check_there(match, number)
    found = match.rounds.filter(number=number).first()
    if found is None:  # somebody took it out since this match was read
        raise VersionConflict
    return {"round": found.pk, "number": number, "facts": found.facts}


def _check_there(match: Match, number: int) -> None:
    if not 1 <= number <= len(match.round_facts):
        raise Impossible(f"there is no {match.game.round_name} {number} in this match")


# --- How a change is written down: facts, ledger, standing and history in one transaction, or nothing at all.

FAR = 1_000_000
"""More rounds than any match has."""

LOCKED_VERBS = {"played", "inserted", "corrected"}
"""What takes a pen: the other changes are one tap each, whoever is entering."""


def write_change(match: Match, change: Change, entered: EntryRequest) -> Entry:
    """Write a change down; Impossible where it cannot be, Stale where the match moved on, Held by a pen."""
    state = replay(match, change)
    card, standing = _outcome(match, change, state)
    with writing():
        _claim(match, change, entered, standing)
        after = change.after if change.since is None else _write_rounds(match, change, card, change.since)
        write_standing(match, card)
        entry = match.entries.create(
            number=entered.seen + 1, verb=change.verb, before=change.before, after=after, undoes=change.undoes,
            key=entered.key, digest=entered.digest, device=entered.device,
        )  # fmt: skip
    match.moved_on(state, version=entered.seen + 1, **standing)
    return entry


def rebuild(pk: int) -> None:
    """Make all that follows from a match's facts anew: nothing changes, unless it was wrong."""
    with writing():
        match = Match.everything.select_for_update().get(pk=pk)
        card = match.scorecard
        over = match.ended_by_table or card.finished
        Match.everything.filter(pk=pk).update(
            finished=card.finished, ended=match.ended if over else None, needs_recount=True,
            night_date=match.club.night_date_of(match.started),
        )  # fmt: skip
        rewrite_ledger(match, card, 1)
        write_standing(match, card)


def _outcome(match: Match, change: Change, state: MatchState) -> tuple[Scorecard, dict[str, Any]]:
    """Return the scores after a change, and what the match itself says of them."""
    over = change.after["over"] if change.after and "over" in change.after else match.ended_by_table
    card = match.game.scorecard(state, ended=over)
    ended = (match.ended or timezone.now()) if over or card.finished else None
    standing = {"ended_by_table": over, "finished": card.finished, "ended": ended}
    return card, standing | ({"draft": {}} if _appends(match, change) else {})


def _appends(match: Match, change: Change) -> bool:
    return change.before is None and change.since == len(match.round_facts) + 1


def _claim(match: Match, change: Change, entered: EntryRequest, standing: dict[str, Any]) -> None:
    """Take the next version; the database itself refuses it to all but the first who saw the last one."""
    device, seen = entered.device if change.verb in LOCKED_VERBS else None, entered.seen
    claim(match, device, seen=seen, version=seen + 1, needs_recount=True, **standing)


def _write_rounds(match: Match, change: Change, card: Scorecard, since: int) -> Spot | None:
    """Write the facts and the ledger; return where the round stands now."""
    after = _edit(match, change)
    if after and _appends(match, change):
        write_ledger(match, card, {since: after["round"]})
    else:
        rewrite_ledger(match, card, since)
    return after


def _edit(match: Match, change: Change) -> Spot | None:
    """Write the facts; a round that comes back keeps its id, so that its history still finds it."""
    before, after, rounds = change.before, change.after, match.rounds
    if before and after:
        rounds.filter(pk=before["round"]).update(facts=after["facts"], correction=None)
    elif before:
        rounds.filter(pk=before["round"]).delete()
        _shift(match, before["number"], -1)
    elif after:
        number = after["number"]
        if number <= len(match.round_facts):
            _shift(match, number, 1)
            rounds.filter(number=number + 1).update(insertion=None)
        played = rounds.create(pk=after.get("round"), number=number, facts=after["facts"])
        return {**after, "round": played.pk}
    return after


def _shift(match: Match, since: int, step: int) -> None:
    """Renumber the rounds from `since`, by way of numbers nobody has: each number is there only once, always."""
    match.rounds.filter(number__gte=since).update(number=F("number") + FAR)
    match.rounds.filter(number__gte=FAR).update(number=F("number") - FAR + step)


# --- What comes in to change a match: the entry as it was sent, and the change it means.

Spot = dict[str, Any]
"""Where a round stands and what it holds: {"round": its id, "number": from 1, "facts": …}; or {"over": true}."""


class EntryRequest(NamedTuple):
    """How an entry came in: its key (sent twice it counts once), a digest of what was typed, the match version seen."""

    key: UUID
    digest: str
    seen: int
    device: Device | None


class KeyReused(Exception):
    """Another entry came in under the same key before; nothing was written."""


class Change(NamedTuple):
    """What stood somewhere before and what stands there after; `undoes` where that is an earlier entry taken back."""

    verb: str
    before: Spot | None
    after: Spot | None
    undoes: Entry | None = None

    @property
    def since(self) -> int | None:
        """The number of the first round it touches; None where it touches none."""
        return min((spot["number"] for spot in (self.before, self.after) if spot and "number" in spot), default=None)


# --- Whether the rounds of a match are still possible after a change, and if not, which one stands in the
# way.


def replay(match: Match, change: Change) -> MatchState:
    """Play the rounds as they will be; ImpossibleRound says which one stands in the way."""
    if change.since is None:
        return match.state
    state = match.before(change.since)
    for facts in _records(match, change)[change.since - 1 :]:
        try:
            state = match.game.play(state, facts)
        except Impossible as error:
            if change.after and change.after["number"] == state.number and not change.undoes:
                raise
            told = _in_the_way(match.game.round_name, change, state.number, error.message)
            raise ImpossibleRound(told) from None
    return state


def _records(match: Match, change: Change) -> list[RoundFacts]:
    records = list(match.round_facts)
    if change.before:
        records.pop(change.before["number"] - 1)
    if change.after:
        facts = read(change.after["facts"], match.game.facts)
        if not facts.is_complete:
            raise ImpossibleRound(f"this {match.game.round_name} was not played to its end")
        records.insert(change.after["number"] - 1, facts)
    return records


def _in_the_way(name: str, change: Change, number: int, why: str) -> str:
    """Say which round does not fit any more, by the number it has on the pad now, and what to do."""
    after, now = change.after, number
    if after and after["number"] == number:
        return f"as {name} {number} it does not fit any more: {why}"
    if after and change.before:
        what = f"With {name} {after['number']} like this, {name} {now} does not fit"
    else:
        now = number - 1 if after else number + 1
        what = f"With one more {name} before it" if after else f"Without {name} {change.since}"
        what = f"{what}, {name} {now} would be {name} {number} and does not fit"
    return f"{what}: {why}. Correct {name} {now} first, or delete the later {name}s from the last one back."


# --- A match that is deleted: off all pages and out of all figures at once. It can be brought back
# (club/deleting.py).


def delete_match(match: Match, seen: int) -> None:
    """Delete a match as it was seen; Stale where it has moved on. Nothing in it is altered."""
    with writing():
        there = type(match).objects.filter(pk=match.pk, version=seen)
        if not there.update(deleted=timezone.now(), needs_recount=True):
            raise VersionConflict


def restore_match(match: Match) -> None:
    """Have a match be there again, as it was."""
    with writing():
        type(match).everything.deleted().filter(pk=match.pk).update(deleted=None, needs_recount=True)
