from django.db import migrations, models


class Migration(migrations.Migration):
    """In a transaction of its own: PostgreSQL renames no table into which the same one has written."""

    dependencies = [
        ("matches", "0007_reasons"),
    ]

    operations = [
        migrations.DeleteModel("Line"),
        migrations.RenameModel("NewLine", "Line"),
        migrations.AlterField(
            model_name="line",
            name="round",
            field=models.ForeignKey(on_delete=models.CASCADE, related_name="lines", to="matches.round"),
        ),
        migrations.AlterField(
            model_name="bid",
            name="seat",
            field=models.ForeignKey(
                db_constraint=False, db_index=False, on_delete=models.DO_NOTHING, related_name="+", to="matches.seat"
            ),
        ),
    ]
