import django.db.models.deletion
from django.db import migrations, models


def key(to, **options):
    options = {"on_delete": django.db.models.deletion.CASCADE, "related_name": "+", "db_index": False} | options
    return models.ForeignKey(to=to, **options)


def pk():
    return models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


def count_anew(apps, schema_editor):
    """The totals are counted from the ledger at the next start, with a progress bar."""
    apps.get_model("clubs", "Club").objects.update(counted_by="")


class Migration(migrations.Migration):
    """Rows of totals name what they count by a number: they are less than half as large."""

    dependencies = [
        ("clubs", "0005_founded_from"),
        ("matches", "0005_no_index_twice"),
        ("statistics", "0002_ratings_in_slices"),
    ]

    operations = [
        migrations.DeleteModel("PairTotal"),
        migrations.DeleteModel("PlayerTotal"),
        migrations.DeleteModel("PlayerBest"),
        migrations.CreateModel(
            name="FigureKey",
            fields=[
                ("id", pk()),
                ("club", key("clubs.club")),
                ("game_key", models.CharField(max_length=40)),
                ("seats", models.PositiveSmallIntegerField()),
                ("stat", models.CharField(max_length=40)),
                ("bucket", models.CharField(default="", max_length=20)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("club", "game_key", "seats", "stat", "bucket"), name="figure_key_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayerTotal",
            fields=[
                ("id", pk()),
                ("figure", key("statistics.figurekey")),
                ("period", models.PositiveIntegerField()),
                ("player", key("clubs.player")),
                ("n", models.PositiveBigIntegerField()),
                ("total", models.BigIntegerField()),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("figure", "period", "player"), name="tally_once")],
            },
        ),
        migrations.CreateModel(
            name="PairTotal",
            fields=[
                ("id", pk()),
                ("figure", key("statistics.figurekey")),
                ("period", models.PositiveIntegerField()),
                ("player", key("clubs.player")),
                ("n", models.PositiveBigIntegerField()),
                ("total", models.BigIntegerField()),
                ("other", key("clubs.player")),
                ("behind", models.BigIntegerField(default=0)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("figure", "period", "player", "other"), name="pair_once"),
                    models.CheckConstraint(
                        condition=models.Q(("player", models.F("other")), _negated=True), name="pair_of_two"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayerBest",
            fields=[
                ("id", pk()),
                ("figure", key("statistics.figurekey")),
                ("period", models.PositiveIntegerField()),
                ("player", key("clubs.player")),
                ("value", models.BigIntegerField()),
                ("weight", models.BigIntegerField()),
                ("match", key("matches.match", db_index=True)),
                ("number", models.PositiveIntegerField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("figure", "player", "period", "match", "number"), name="best_once")
                ],
                "indexes": [models.Index(fields=["figure", "period", "-weight"], name="best_by_weight")],
            },
        ),
        migrations.RunPython(count_anew, migrations.RunPython.noop),
    ]
