"""The history of a match: its entries, which of them stand, and what each changed, in words."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.core.round_form import RoundForm, form_class
from games.core.schema import read
from scorekeeper.clubs.models import Device
from scorekeeper.matches.match import CompactEncoder, Match

UNDONE, REDONE = "undone", "redone"
VERBS = ("played", "inserted", "corrected", "deleted", "finished", UNDONE, REDONE)


class Entry(models.Model):
    """One change of a match: what stood there before, and where it stands after. Never altered.

    `number` is the version of the match that it made. `after` is stored without facts: whatever changes them keeps
    them as its `before`. See entries_of. `key` and `digest` are those of its EntryRequest.
    """

    match = models.ForeignKey(Match, models.CASCADE, db_index=False, related_name="entries")
    number = models.PositiveIntegerField()
    verb = models.CharField(max_length=10)
    before = models.JSONField(null=True, encoder=CompactEncoder)
    after = models.JSONField(null=True, encoder=CompactEncoder)
    undoes = models.ForeignKey("self", models.CASCADE, null=True, db_index=False, related_name="undone_by")
    key = models.BigIntegerField()
    digest = models.BigIntegerField()
    # Nobody asks for the entries of a device, and devices go with their club only.
    device = models.ForeignKey(Device, models.SET_NULL, null=True, db_index=False, db_constraint=False)
    at = models.DateTimeField(default=timezone.now)

    # The number its round has now, of entries_of: others may have moved it since.
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

    @property
    def round_number(self) -> int | None:
        number: int | None = (self.after or self.before or {}).get("number")
        return number


def entries_of(match: Match) -> list[Entry]:
    """Return the entries up to the match as it was read, the newest first, each with the facts it left in `after`."""
    entries = list(match.entries.filter(number__lte=match.version).select_related("device"))
    numbers = {one.pk: one.number for one in match.round_list}
    facts = {one.pk: one.facts for one in match.round_list}
    for entry in entries:
        pk = (entry.after or entry.before or {}).get("round", 0)
        entry.number_now = numbers.get(pk)
        if entry.after and pk in facts:
            entry.after["facts"] = facts[pk]
        if entry.before and pk:
            facts[pk] = entry.before["facts"]  # what the change before this one left there
    return entries


def undone_entries(entries: Iterable[tuple[int, int | None]]) -> set[int]:
    """Return which entries do not stand, given all as (id, the id it undoes), the newest first.

    An entry is undone by a later one that stands itself: undoing an undo is redoing.
    """
    back: set[int] = set()
    for entry, undoes in entries:
        if undoes is not None and entry not in back:
            back.add(undoes)
    return back


def corrected_sides(match: Match) -> dict[int, set[int]]:
    """Return by round number the sides whose answers a correction that stands has changed."""
    if match.version == len(match.round_list):
        return {}  # nothing but rounds played
    entries = entries_of(match)
    back = undone_entries((entry.pk, entry.undoes_id) for entry in entries)
    found: dict[int, set[int]] = {}
    for entry in entries:
        if entry.verb != "corrected" or entry.pk in back or entry.number_now is None:
            continue
        deal, table = match.state.rounds[entry.number_now - 1].deal, match.table
        spots = (entry.before, entry.after)
        notes = [read(spot["facts"], match.game.facts).notes(deal, table) for spot in spots if spot]
        changed = {side for side, (was, now) in enumerate(zip(*notes, strict=True)) if was != now}
        found.setdefault(entry.number_now, set()).update(changed)
    return found


def describe_change(match: Match, form: RoundForm, entry: Entry) -> list[str]:
    """Say what an entry changed, answer by answer: “Ada took: 2 → 1”."""
    irregular = (entry.after or {}).get("facts", {}).get("irregular")
    insisted = ["irregular: the table says it was played that way"] if irregular else []
    before, after = _answers(match, entry.before), _answers(match, entry.after)
    if not (before and after):
        return insisted
    return insisted + [
        f"{question.label}: {question.shown(before[name]) if name in before else '–'}"
        f" → {question.shown(after[name]) if name in after else '–'}"
        for name, question in form.fields.items()
        if before.get(name) != after.get(name)
    ]


def _answers(match: Match, spot: dict[str, Any] | None) -> dict[str, str]:
    if not spot or "facts" not in spot:
        return {}
    there = replace(match.table, unknown=spot["number"] - 1)  # who dealt follows from the number alone
    return form_class(match.game).answers_of(read(spot["facts"], match.game.facts), there)
