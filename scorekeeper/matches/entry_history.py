"""The history of a match: its entries, which of them stand, and what each changed, in words."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.functional import cached_property
from msgspec import structs

from games.core.facts import RoundFacts
from games.core.round_form import RoundForm, form_class
from games.core.schema import read
from scorekeeper.clubs.models import Device
from scorekeeper.matches.match import CompactEncoder, Match
from scorekeeper.matches.stand_ins import StoredPairs, describe_seating, stored_pairs

UNDONE, REDONE = "undone", "redone"
VERBS = ("played", "inserted", "corrected", "deleted", "finished", "noted", "seated", UNDONE, REDONE)


class RoundState(msgspec.Struct, frozen=True, omit_defaults=True):
    """A round before or after a change; `id` is None for one that is new, `facts` where they are not stored.

    `stand_ins`: who played it in the seat of another. `seated`: of a last round that is taken back, who sat in the
    seats of others just before that.
    """

    number: int
    id: int | None = msgspec.field(default=None, name="round")
    facts: Any = None
    note: str = ""
    stand_ins: StoredPairs = ()
    seated: StoredPairs | None = None


class MatchEnded(msgspec.Struct, frozen=True):
    """Whether the table had ended the match before or after a change."""

    over: bool


EntryState = RoundState | MatchEnded


class Entry(models.Model):
    """An append-only log entry: one change of a match, with the state before and after it as JSON.

    `number` is the version of the match that it made. `after` is stored without the content of its round (facts, note,
    stand-ins): whatever changes that keeps it as its `before`. See entries_of. `key` and `digest` are those of its
    EntryRequest.
    """

    match = models.ForeignKey(Match, models.CASCADE, db_index=False, related_name="entries")
    number = models.PositiveIntegerField()
    verb = models.CharField(max_length=10)
    before = models.JSONField(null=True, encoder=CompactEncoder)
    after = models.JSONField(null=True, encoder=CompactEncoder)
    undoes = models.ForeignKey("self", models.CASCADE, null=True, db_index=False, related_name="undone_by")
    key = models.BigIntegerField()
    digest = models.BigIntegerField()
    # No index: entries are never looked up by device, and devices are deleted with their club only.
    device = models.ForeignKey(Device, models.SET_NULL, null=True, db_index=False, db_constraint=False)
    at = models.DateTimeField(default=timezone.now)

    # The current number of its round, set by entries_of: later entries may have moved it.
    number_now: int | None = None

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "key"], name="entry_counts_once"),
            models.UniqueConstraint(fields=["match", "number"], name="one_entry_a_version"),
            models.CheckConstraint(condition=Q(number__gte=1), name="entries_count_from_one"),
            models.CheckConstraint(condition=Q(verb__in=VERBS), name="entry_has_a_known_verb"),
            models.CheckConstraint(
                condition=Q(before__isnull=False) | Q(after__isnull=False), name="entry_changes_something"
            ),
            models.CheckConstraint(
                condition=Q(verb__in=[UNDONE, REDONE], undoes__isnull=False)
                | ~Q(verb__in=[UNDONE, REDONE]) & Q(undoes__isnull=True),
                name="only_undoing_undoes",
            ),
        ]
        indexes = [models.Index(fields=["undoes"], condition=Q(undoes__isnull=False), name="entry_undone_by")]
        ordering = ["-number"]

    def __str__(self) -> str:
        return f"{self.verb} {self.round_number or ''}".strip()

    @cached_property
    def state_before(self) -> EntryState | None:
        return _read_state(self.before)

    @cached_property
    def state_after(self) -> EntryState | None:
        """Of a round without its content, unless entries_of has read the entry."""
        return _read_state(self.after)

    @property
    def round_state(self) -> RoundState | None:
        """The round that was changed, as it stands after the change, or stood before it was deleted."""
        state = self.state_after or self.state_before
        return state if isinstance(state, RoundState) else None

    @property
    def round_number(self) -> int | None:
        return self.round_state.number if self.round_state else None

    @property
    def changed_note(self) -> tuple[str, str] | None:
        """The note on a round before and after; None where it was not changed."""
        before, after = self.state_before, self.state_after
        if isinstance(before, RoundState) and isinstance(after, RoundState) and before.note != after.note:
            return before.note, after.note
        return None

    @property
    def changed_stand_ins(self) -> StoredPairs | None:
        """The stand-ins of a round after a change of them; None where they were not changed."""
        before, after = self.state_before, self.state_after
        if isinstance(before, RoundState) and isinstance(after, RoundState) and before.stand_ins != after.stand_ins:
            return after.stand_ins
        return None


def _read_state(stored: Any) -> EntryState | None:
    if stored is None:
        return None
    return read(stored, MatchEnded) if "over" in stored else read(stored, RoundState)


def entries_of(match: Match) -> list[Entry]:
    """Return the entries up to the match as it was read, the newest first, each with the content after it."""
    entries = list(match.entries.filter(number__lte=match.version).select_related("device"))
    numbers: dict[int | None, int] = {row.pk: row.number for row in match.round_list}
    contents: dict[int | None, RoundState] = {state.id: state for state in round_states(match)}
    changes: dict[int | None, str] = {}
    for entry in reversed(entries):
        changes[entry.pk] = changes.get(entry.undoes_id, entry.verb)
    for entry in entries:
        before, after = entry.state_before, entry.state_after
        if entry.round_state:
            entry.number_now = numbers.get(entry.round_state.id)
        if isinstance(after, RoundState):
            content = contents.get(after.id, after)
            after = entry.state_after = structs.replace(content, number=after.number)
        if isinstance(before, RoundState):
            if isinstance(after, RoundState) and changes[entry.pk] != "seated":
                # Stand-ins who were merged since, or parted again, are no change of this entry.
                before = entry.state_before = structs.replace(before, stand_ins=after.stand_ins)
            contents[before.id] = before  # as the change before this one left it
    return entries


class LastChange(NamedTuple):
    """The last change of a match, in words; `is_news` where it took something away, on another phone."""

    text: str
    is_undone: bool = False
    is_news: bool = False


# By verb, what a page says of a change that takes something away or puts it back, and of what.
CHANGES_SAID = {UNDONE: "Undone", REDONE: "Redone", "deleted": "Deleted", "finished": "Ended"}
CHANGED_THINGS = {
    "played": "{round} {number}", "inserted": "the missed {round} {number}",
    "corrected": "correction of {round} {number}", "deleted": "deletion of {round} {number}",
    "finished": "end of the match", "noted": "note on {round} {number}", "seated": "who played {round} {number}",
}  # fmt: skip


def last_change(match: Match, device: Device) -> LastChange | None:
    """Return the last change of a match as a device is told of it: “Undone on Ben’s phone: hand 5”."""
    if match.version == len(match.round_list):
        return LastChange("Saved") if match.version else None  # only rounds played
    entry = match.entries.filter(number=match.version).select_related("device", "undoes__undoes").first()
    if entry is None:
        return None  # it came in a file
    said, undone = CHANGES_SAID.get(entry.verb), entry
    if said is None:
        return LastChange("Saved")
    while undone.undoes:
        undone = undone.undoes
    thing = CHANGED_THINGS[undone.verb] if entry.undoes else "{round} {number}" if entry.round_number else "the match"
    is_news = entry.device != device
    where = f" on {entry.device.label if entry.device else 'another phone'}" if is_news else ""
    text = f"{said}{where}: {thing.format(round=match.game.round_name, number=entry.round_number)}"
    return LastChange(text, entry.verb == UNDONE, is_news)


def round_states(match: Match) -> list[RoundState]:
    """Return the rounds as they stand."""
    return [
        RoundState(row.number, row.pk, row.facts, row.note, stored_pairs(match.stand_ins.get(row.number, {})))
        for row in match.round_list
    ]


def undone_entries(entries: Iterable[Entry]) -> set[int]:
    """Return the ids of the entries that do not stand, given all of them, the newest first.

    An entry is undone by a later one that stands itself: undoing an undo is redoing.
    """
    undone: set[int] = set()
    for entry in entries:
        if entry.undoes_id is not None and entry.pk not in undone:
            undone.add(entry.undoes_id)
    return undone


def corrected_sides(match: Match) -> dict[int, set[int]]:
    """Return by round number the sides whose answers a correction that stands has changed."""
    if match.version == len(match.round_list):
        return {}  # only rounds played
    entries = entries_of(match)
    undone = undone_entries(entries)
    sides: dict[int, set[int]] = {}
    for entry in entries:
        before, after = _facts(match, entry.state_before), _facts(match, entry.state_after)
        if entry.verb != "corrected" or entry.pk in undone or entry.number_now is None or not (before and after):
            continue
        deal, table = match.state.rounds[entry.number_now - 1].deal, match.initial_state
        notes = zip(before.notes(deal, table), after.notes(deal, table), strict=True)
        changed = {side for side, (old, new) in enumerate(notes) if old != new}
        sides.setdefault(entry.number_now, set()).update(changed)
    return sides


def describe_change(match: Match, form: RoundForm, entry: Entry) -> list[str]:
    """Describe a change, one answer a line: “Ada took: 2 → 1”."""
    if entry.changed_note:
        old, new = entry.changed_note
        return [f"Note: {new}" if new else f"Note removed: {old}"]
    if entry.changed_stand_ins is not None:
        return [describe_seating(match, entry.changed_stand_ins)]
    facts = _facts(match, entry.state_after)
    irregular = ["irregular: the table says it was played that way"] if facts and facts.irregular else []
    before, after = _answers(match, entry.state_before), _answers(match, entry.state_after)
    if not (before and after):
        return irregular
    return irregular + [
        f"{question.label}: {question.display_text(before[name]) if name in before else '–'}"
        f" → {question.display_text(after[name]) if name in after else '–'}"
        for name, question in form.fields.items()
        if before.get(name) != after.get(name)
    ]


def _answers(match: Match, state: EntryState | None) -> dict[str, str]:
    facts = _facts(match, state)
    if facts is None or not isinstance(state, RoundState):
        return {}
    # Who dealt follows from the number alone.
    before = replace(match.initial_state, rounds_ahead=state.number - 1)
    return form_class(match.game).answers_of(facts, before)


def _facts(match: Match, state: EntryState | None) -> RoundFacts | None:
    if not isinstance(state, RoundState) or state.facts is None:
        return None
    return read(state.facts, match.game.facts)
