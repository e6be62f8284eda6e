from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("statistics", "0003_figure_keys"),
    ]

    operations = [
        migrations.AlterField(
            model_name="playerbest",
            name="match",
            field=models.ForeignKey(
                db_constraint=False, db_index=False, on_delete=models.deletion.CASCADE, related_name="+",
                to="matches.match",
            ),
        ),
        migrations.AlterField(
            model_name="rating",
            name="player",
            field=models.ForeignKey(
                db_index=False, on_delete=models.deletion.CASCADE, related_name="ratings", to="clubs.player"
            ),
        ),
    ]
