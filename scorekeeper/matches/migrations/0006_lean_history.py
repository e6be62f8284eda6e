from django.db import migrations, models

AFTER = {"sqlite": "json_remove(after, '$.facts')", "postgresql": "after - 'facts'"}


def drop_what_stands_twice(apps, schema_editor):
    """The facts an entry left are those that the next change of its round found, or the round still has."""
    schema_editor.execute(
        "UPDATE matches_entry SET digest = substr(digest, 1, 24), "  # noqa: S608 -- ours
        f"after = CASE WHEN after IS NULL THEN NULL ELSE {AFTER[schema_editor.connection.vendor]} END"
    )


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0005_no_index_twice"),
    ]

    operations = [
        migrations.RunPython(drop_what_stands_twice, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="entry",
            name="digest",
            field=models.CharField(max_length=24),
        ),
        migrations.AlterField(
            model_name="entry",
            name="undoes",
            field=models.ForeignKey(
                db_index=False, null=True, on_delete=models.deletion.CASCADE, related_name="undone_by",
                to="matches.entry",
            ),
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(
                condition=models.Q(("undoes__isnull", False)), fields=["undoes"], name="entry_undone_by"
            ),
        ),
    ]
