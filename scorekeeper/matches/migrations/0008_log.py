"""Make actions of the entries that held a round before and after a change.

An undo restored what it found in its entry; now it leaves the entry out. Where the two differ, the undo becomes the action
that brings what it restored, so that every round stays as it is. A match gets the key that an import makes of its content,
so that files of the releases before add nothing.
"""

import json
from collections import defaultdict
from uuid import UUID, uuid4, uuid5

from django.db import migrations, models
from django.db.models import Q

ACTIONS = {
    "played": "play", "inserted": "insert", "corrected": "correct", "deleted": "delete", "noted": "note",
    "seated": "seat", "finished": "end", "undone": "undo", "redone": "undo",
}  # fmt: skip
PARTS = {"correct": "facts", "note": "note", "seat": "stand_ins"}
BATCH = 500
ALL_ACTIONS = ["begin", "play", "insert", "correct", "delete", "note", "seat", "end", "undo"]
KEYS_OF_CONTENT = UUID("9d3c6f6e-5b0f-4b0a-8f0e-7a4f2f2c1d5b")


def make_actions(apps, schema_editor):
    matches, keys = apps.get_model("matches", "Match")._base_manager, set()
    for match in matches.order_by("pk").iterator(chunk_size=BATCH):
        log = Log(apps, match)
        log.write()
        key = content_key(match, [row["facts"] for row in log.rounds])
        if (match.club_id, key) in keys:
            key = uuid4()
        keys.add((match.club_id, key))
        matches.filter(pk=match.pk).update(token=uuid4().hex[:15], key=key)
    if schema_editor.connection.vendor == "postgresql":
        # It changes no table while constraints of its rows are still to be checked.
        schema_editor.connection.check_constraints()


def name_columns(apps, schema_editor):
    """Make named columns of those that stood in a text."""
    for model in ("Match", "HouseRulePreset"):
        for row in apps.get_model("matches", model)._base_manager.filter(house_rules__has_key="last_column"):
            last, columns = row.house_rules.pop("last_column"), row.house_rules.get("columns")
            if isinstance(columns, str):
                names = [" ".join(name.split()) for name in columns.split(",")]
                columns = row.house_rules["columns"] = [{"name": name} for name in names if name]
                if last == "multiplies" and len(columns) > 1:
                    columns[-1]["times"] = True
            row.save(update_fields=["house_rules"])


def content_key(match, rounds):
    """Return the key that `key_of` in games/core/scoresheet.py gives a file of this match without one."""
    names = list(match.seats.order_by("number").values_list("player__name", flat=True))
    facts = [{name: fact for name, fact in row.items() if name != "irregular"} for row in rounds]
    content = [match.game_key, names, match.first_dealer, match.house_rules, match.started.timestamp(), facts]
    return uuid5(KEYS_OF_CONTENT, json.dumps(content, sort_keys=True))


class Log:
    """The log of one match, made of its stored rounds and entries."""

    def __init__(self, apps, match):
        self.match, self.entry_model = match, apps.get_model("matches", "Entry")
        stand_ins = defaultdict(list)
        rows = apps.get_model("matches", "StandIn").objects.filter(round__match=match)
        for key, seat, player in rows.order_by("seat__number").values_list("round", "seat__number", "player"):
            stand_ins[key].append([seat, player])
        rounds = apps.get_model("matches", "Round").objects.filter(match=match).order_by("number")
        self.rounds = [
            {"id": row.pk, "facts": row.facts, "note": row.note, "stand_ins": stand_ins[row.pk]} for row in rounds
        ]
        seated = match.seats.exclude(stand_in=None).order_by("number").values_list("number", "stand_in")
        self.seated = [list(pair) for pair in seated]
        self.entries = list(self.entry_model.objects.filter(match=match).order_by("number"))

    def write(self):
        states = self._states()
        first = states[0]
        if first or self.seated:
            self._begin(first)
        actions = []
        for entry, before, after in zip(self.entries, states, states[1:], strict=False):
            self._fill(entry, before, after)
            actions.append(entry)
            over = entry.after.get("over") if entry.after else None
            if entry.action == "undo" and replayed(first, actions) != (after, self._over_after(entry, over)):
                self._restore(entry, before, after)
        self.entry_model.objects.bulk_update(self.entries, ["action", "round", "brought", "undoes"], batch_size=BATCH)

    def _over_after(self, entry, over):
        if over is None:
            earlier = [one for one in self.entries if one.number < entry.number and one.after and "over" in one.after]
            over = earlier[-1].after["over"] if earlier else self._began_over()
        return over

    def _began_over(self):
        changes = [entry for entry in self.entries if entry.before and "over" in entry.before]
        return changes[0].before["over"] if changes else self.match.ended_by_table

    def _begin(self, rounds):
        brought = {"rounds": [compact(row) for row in rounds]}
        if self._began_over():
            brought["over"] = True
        if self.seated:
            brought["stand_ins"] = self.seated
        self.entry_model.objects.create(
            match=self.match, number=0, verb="", action="begin", brought=brought, key=0, digest=0, at=self.match.started
        )

    def _states(self):
        """Return the rounds before the first entry and after each, read backwards from those that are stored."""
        rows = [dict(row) for row in self.rounds]
        states = [rows]
        for entry in reversed(self.entries):
            rows = [dict(row) for row in rows]
            before, after = entry.before, entry.after
            if (after and "round" in after) or (before and "round" in before):
                if after:
                    rows = [row for row in rows if row["id"] != after["round"]]
                if before:
                    stand_ins = before.get("stand_ins", [])
                    if after and entry.verb not in ("seated", "undone", "redone"):
                        # Stand-ins who were merged since are no change of this entry.
                        stand_ins = next(row["stand_ins"] for row in states[-1] if row["id"] == after["round"])
                    rows.insert(
                        before["number"] - 1,
                        {"id": before["round"], "facts": before["facts"], "note": before.get("note", ""),
                         "stand_ins": [list(pair) for pair in stand_ins]},
                    )  # fmt: skip
            states.append(rows)
        return states[::-1]

    def _fill(self, entry, before, after):
        entry.action, held = ACTIONS[entry.verb], entry.after or entry.before
        entry.round = held.get("round")
        old = next((row for row in before if row["id"] == entry.round), None)
        new = next((row for row in after if row["id"] == entry.round), None)
        if entry.action in ("play", "insert"):
            if following := after[after.index(new) + 1 :]:
                entry.brought["before"] = following[0]["id"]
            entry.brought |= {name: value for name, value in new.items() if name != "id" and value}
            if entry.action == "play" and (again := self._taken_back(entry)):
                entry.brought["again"] = again
        elif part := PARTS.get(entry.action):
            entry.brought = {part: (new or old)[part]}

    def _taken_back(self, entry):
        """Return the id of the round with this number that was undone before, and is played again."""
        number = entry.after["number"]
        for earlier in reversed([one for one in self.entries if one.number < entry.number]):
            changed = earlier.after or earlier.before
            if earlier.verb == "undone" and not earlier.after and changed.get("number") == number:
                return changed["round"]
            if changed.get("number", 0) >= number:
                return None
        return None

    def _restore(self, entry, before, after):
        """Make an undo the action that brings what it restored."""
        entry.undoes = None
        old = next((row for row in before if row["id"] == entry.round), None)
        new = next((row for row in after if row["id"] == entry.round), None)
        if entry.round is None:
            entry.action = "end"
        elif new is None:
            entry.action = "delete"
        elif old is None:
            following = after[after.index(new) + 1 :]
            entry.action = "insert" if following else "play"
            entry.brought = {name: value for name, value in new.items() if name != "id"}
            if following:
                entry.brought["before"] = following[0]["id"]
        else:
            changed = next(name for name in ("note", "stand_ins", "facts") if old[name] != new[name])
            entry.action = {part: action for action, part in PARTS.items()}[changed]
            entry.brought = {changed: new[changed]}


def compact(row):
    return {name: value for name, value in row.items() if value or name in ("id", "facts")}


def replayed(first, entries):
    """Return the rounds that a log amounts to, and whether the match was ended."""
    numbers, undone = {entry.pk: entry.number for entry in entries}, set()
    for entry in reversed(entries):
        if entry.undoes_id is not None and entry.number not in undone:
            undone.add(numbers[entry.undoes_id])
    order, rows, gone, over = [row["id"] for row in first], {row["id"]: dict(row) for row in first}, set(), False
    for entry in entries:
        stands, brought = entry.number not in undone, entry.brought
        if entry.action in ("play", "insert"):
            if entry.round in order:
                order.remove(entry.round)
                gone.discard(entry.round)
            before = brought.get("before")
            order.insert(order.index(before) if before in order else len(order), entry.round)
            rows[entry.round] = {"id": entry.round, "facts": None, "note": "", "stand_ins": []} | {
                name: value for name, value in brought.items() if name != "before"
            }
            if not stands:
                gone.add(entry.round)
        elif not stands or entry.action == "undo":
            continue
        elif entry.action == "end":
            over = True
        elif entry.action == "delete":
            gone.add(entry.round)
        elif entry.round in rows:
            rows[entry.round] |= brought
    return [rows[key] for key in order if key not in gone], over


class Migration(migrations.Migration):
    dependencies = [("matches", "0007_deleted_by")]

    operations = [
        *(
            migrations.RemoveConstraint("entry", name)
            for name in (
                "entries_count_from_one", "entry_has_a_known_verb", "entry_changes_something", "only_undoing_undoes",
            )
        ),
        migrations.RemoveField("match", "restore_time"),
        migrations.AddField("match", "token", models.CharField(max_length=15, default="0")),
        migrations.AddField("entry", "action", models.CharField(max_length=10, default="play"), preserve_default=False),
        migrations.AddField("entry", "round", models.BigIntegerField(null=True)),
        migrations.AddField(
            "entry", "brought", models.JSONField(default=dict)
        ),
        migrations.RunPython(name_columns, migrations.RunPython.noop),
        migrations.RunPython(make_actions, migrations.RunPython.noop),
        migrations.RemoveField("entry", "verb"),
        migrations.RemoveField("entry", "before"),
        migrations.RemoveField("entry", "after"),
        migrations.AlterField(
            "entry",
            "action",
            models.CharField(
                choices=[
                    ("begin", "begun"), ("play", "played"), ("insert", "inserted"), ("correct", "corrected"),
                    ("delete", "deleted"), ("note", "noted"), ("seat", "seated"), ("end", "ended"), ("undo", "undone"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            "entry", models.CheckConstraint(condition=Q(action__in=ALL_ACTIONS), name="entry_has_a_known_action")
        ),
        migrations.AddConstraint(
            "entry",
            models.CheckConstraint(
                condition=Q(action="undo", undoes__isnull=False) | ~Q(action="undo") & Q(undoes__isnull=True),
                name="only_undoing_undoes",
            ),
        ),
        migrations.AlterField("match", "key", models.UUIDField(default=uuid4)),
        migrations.AddConstraint("match", models.UniqueConstraint(fields=["club", "key"], name="match_key_once")),
    ]  # fmt: skip
