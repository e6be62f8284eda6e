import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("club", "0003_players_lives"), ("nights", "0003_ahead_and_behind")]

    operations = [
        migrations.CreateModel(
            name="Merge",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seats", models.JSONField()),
                ("names", models.JSONField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("undone", models.BooleanField(default=False)),
                (
                    "gone",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="club.player"),
                ),
                (
                    "kept",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="merges", to="club.player"
                    ),
                ),
            ],
            options={"ordering": ["-pk"]},
        ),
    ]
