from django.db import migrations, models
from django.db.models import Q

ACTIONS = ["begin", "play", "insert", "correct", "delete", "note", "seat", "end", "undo"]


class Migration(migrations.Migration):
    dependencies = [("matches", "0009_actions")]

    operations = [
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
            "entry", models.CheckConstraint(condition=Q(action__in=ACTIONS), name="entry_has_a_known_action")
        ),
        migrations.AddConstraint(
            "entry",
            models.CheckConstraint(
                condition=Q(action="undo", undoes__isnull=False) | ~Q(action="undo") & Q(undoes__isnull=True),
                name="only_undoing_undoes",
            ),
        ),
    ]  # fmt: skip
