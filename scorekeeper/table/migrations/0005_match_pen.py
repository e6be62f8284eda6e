import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("club", "0001_initial"), ("table", "0004_match_deleted")]

    operations = [
        migrations.AddField(
            "match",
            "pen",
            models.ForeignKey("club.Device", django.db.models.deletion.SET_NULL, null=True, related_name="+"),
        ),
        migrations.AddField("match", "pen_at", models.DateTimeField(null=True)),
    ]
