from django.db import migrations, models

import scorekeeper.matches.match


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
            "entry", "brought", models.JSONField(default=dict, encoder=scorekeeper.matches.match.CompactEncoder)
        ),
    ]
