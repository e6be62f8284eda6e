from datetime import timedelta
from zoneinfo import ZoneInfo

from django.db import migrations, models


def find_evenings(apps, schema_editor):
    matches = apps.get_model("table", "Match").objects.using(schema_editor.connection.alias).select_related("club")
    for match in matches.iterator():
        there = match.started.astimezone(ZoneInfo(match.club.zone))
        match.evening = there.date() - timedelta(days=there.hour < 6)
        match.save(update_fields=["evening"])


class Migration(migrations.Migration):
    dependencies = [("club", "0002_where_the_club_is"), ("table", "0001_initial")]

    operations = [
        migrations.AddField("match", "evening", models.DateField(null=True)),
        migrations.AddField("match", "uncounted", models.BooleanField(default=True)),
        migrations.RunPython(find_evenings, migrations.RunPython.noop, elidable=True),
        migrations.AlterField("match", "evening", models.DateField()),
        migrations.AddIndex("match", models.Index(fields=["club", "-evening"], name="match_by_evening")),
        migrations.AddIndex(
            "match",
            models.Index(condition=models.Q(("uncounted", True)), fields=["club"], name="match_uncounted"),
        ),
    ]
