"""Make rows of answers of the drafts, and of what players answered on their own phones."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models
from django.db.models import Q

TURNED_OVER = "turned-over"


def make_answers(apps, schema_editor):
    answer_model, round_model = apps.get_model("matches", "Answer"), apps.get_model("matches", "Round")
    draft_model, own_model = apps.get_model("matches", "Draft"), apps.get_model("matches", "OwnAnswer")
    for draft in draft_model.objects.exclude(round=None).order_by("pk"):
        answer_model.objects.bulk_create(
            answer_model(match_id=draft.match_id, mode=draft.mode, round_id=draft.round_id, question=name, text=text)
            for name, text in texts(draft.answers)
        )
    for own in own_model.objects.exclude(entry=None).order_by("pk"):
        answer_model.objects.create(
            match_id=own.match_id, mode="play", number=own.number, question=own.question, text=own.answer,
            is_own=True, device_id=own.device_id, entry_id=own.entry_id,
        )  # fmt: skip
    drafts = dict(draft_model.objects.filter(round=None).values_list("match", "answers"))
    waiting = own_model.objects.filter(entry=None)
    for match in sorted({*drafts, *waiting.values_list("match", flat=True)}):
        number, draft = round_model.objects.filter(match=match).count() + 1, dict(texts(drafts.get(match)))
        own = list(waiting.filter(match=match).order_by("pk"))
        answer_model.objects.bulk_create(
            answer_model(match_id=match, mode="play", **row) for row in waiting_rows(own, draft, number)
        )


def waiting_rows(own, draft, number):
    """Return what waits to be saved, the latest last: of two answers to a question the draft has the one that counts."""
    current = {answer.question: answer for answer in own if answer.number == number}
    rows, said = [], set()
    for name, text in draft.items():
        if name not in current or current[name].is_hidden:
            rows.append({"number": number, "question": name, "text": text})
            said.add((name, text))
    for answer in own:
        name, text = answer.question, answer.answer
        if answer.replaced and (name, answer.replaced) not in said:
            rows.append({"number": answer.number, "question": name, "text": answer.replaced})
        rows.append(
            {"number": answer.number, "question": name, "text": text, "device_id": answer.device_id, "is_own": True,
             "is_hidden": answer.is_hidden}
        )  # fmt: skip
        said.add((name, text))
    for name, answer in current.items():
        if name in draft and not answer.is_hidden and draft[name] != answer.answer:
            rows.append({"number": number, "question": name, "text": draft[name]})
    return rows


def texts(answers):
    pairs = answers.items() if isinstance(answers, dict) else ()
    return [(name[:60], text[:400]) for name, text in pairs if isinstance(text, str)]


class Migration(migrations.Migration):
    dependencies = [("clubs", "0002_deleted_by"), ("matches", "0009_changed_month")]

    operations = [
        migrations.CreateModel(
            name="Answer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("mode", models.CharField(choices=[("play", "Play"), ("correct", "Correct"), ("insert", "Insert")], max_length=7)),
                ("number", models.PositiveIntegerField(default=0)),
                ("question", models.CharField(max_length=60)),
                ("text", models.CharField(max_length=400)),
                ("is_hidden", models.BooleanField(default=False)),
                ("is_own", models.BooleanField(default=False)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("device", models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="clubs.device")),
                ("entry", models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name="answers", to="matches.entry")),
                ("match", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="answers", to="matches.match")),
                ("round", models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name="answers", to="matches.round")),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(Q(("mode", "play"), ("round", None)), Q(("mode__in", ["correct", "insert"]), ("round__isnull", False)), _connector="OR"),
                        name="answer_has_its_place",
                    )
                ],
            },
        ),
        migrations.RunPython(make_answers, migrations.RunPython.noop),
        migrations.DeleteModel("Draft"),
        migrations.DeleteModel("OwnAnswer"),
        migrations.RemoveField("match", "answers_version"),
    ]
