"""A link may show a year, or any months."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("history", "0001_initial")]

    operations = [
        migrations.AddField("sharedlink", "period", models.CharField(default="", max_length=16)),
        migrations.RemoveConstraint("sharedlink", "link_shows_one_thing"),
        migrations.AddConstraint(
            "sharedlink",
            models.CheckConstraint(
                condition=(
                    models.Q(match=None, night_date__isnull=False, period="")
                    | models.Q(match__isnull=False, night_date=None, period="")
                    | models.Q(match=None, night_date=None) & ~models.Q(period="")
                ),
                name="link_shows_one_thing",
            ),
        ),
    ]
