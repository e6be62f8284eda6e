from django.db import migrations, models

SAY = "INSERT INTO matches_reason (rule, text) SELECT DISTINCT rule, reason FROM matches_line"
LINES = """
    INSERT INTO matches_newline (round_id, side, points, reason_id)
    SELECT line.round_id, line.side, line.points, reason.id
    FROM matches_line line JOIN matches_reason reason ON reason.rule = line.rule AND reason.text = line.reason
    ORDER BY line.id
"""


class Migration(migrations.Migration):
    """Lines of points name their reason by a number: a club says the same few thousand again and again."""

    dependencies = [
        ("matches", "0006_lean_history"),
    ]

    operations = [
        migrations.CreateModel(
            name="Reason",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("rule", models.CharField(max_length=40)),
                ("text", models.TextField()),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("rule", ""), _negated=True), name="reason_has_a_rule")
                ],
                "indexes": [models.Index(fields=["rule", "text"], name="reason_by_text")],
            },
        ),
        migrations.CreateModel(
            name="NewLine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="matches.round")),
                ("side", models.PositiveSmallIntegerField()),
                ("points", models.BigIntegerField()),
                (
                    "reason",
                    models.ForeignKey(
                        db_index=False, on_delete=models.PROTECT, related_name="+", to="matches.reason"
                    ),
                ),
            ],
        ),
        migrations.RunSQL(SAY, migrations.RunSQL.noop),
        migrations.RunSQL(LINES, migrations.RunSQL.noop),
    ]
