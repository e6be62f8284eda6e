from django.db import migrations, models

from scorekeeper.matches.models import Compact

AS_NUMBERS = """
    ALTER TABLE matches_entry
    ALTER COLUMN key TYPE bigint USING ('x0' || substr(replace(key::text, '-', ''), 1, 15))::bit(64)::bigint,
    ALTER COLUMN digest TYPE bigint USING ('x0' || substr(rpad(digest, 15, '0'), 1, 15))::bit(64)::bigint
"""
COMPACT = {
    "matches_entry": "before = json(before), after = json(after), key = first_bits(key), digest = first_bits(digest)",
    "matches_round": "facts = json(facts)",
}


def write_shorter(apps, schema_editor):
    """Keep 60 bits of keys and digests, as numbers; on SQLite, where JSON is text, without spaces."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(AS_NUMBERS)
        return
    schema_editor.connection.connection.create_function("first_bits", 1, lambda text: int(text[:15] or "0", 16))
    for table, values in COMPACT.items():
        schema_editor.execute(f"UPDATE {table} SET {values}")  # noqa: S608 -- ours


def write_longer(apps, schema_editor):
    """On the way back PostgreSQL cannot make a UUID of a number by itself."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            "ALTER TABLE matches_entry ALTER COLUMN key TYPE uuid"
            " USING rpad(lpad(to_hex(key), 15, '0'), 32, '0')::uuid"
        )


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0008_lean_ledger"),
    ]

    operations = [
        migrations.RunPython(write_shorter, migrations.RunPython.noop),
        migrations.AlterField(model_name="entry", name="key", field=models.BigIntegerField()),
        migrations.AlterField(model_name="entry", name="digest", field=models.BigIntegerField()),
        migrations.AlterField(
            model_name="entry",
            name="device",
            field=models.ForeignKey(
                db_constraint=False, db_index=False, null=True, on_delete=models.deletion.SET_NULL,
                to="clubs.device",
            ),
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField("entry", "after", models.JSONField(encoder=Compact, null=True)),
                migrations.AlterField("entry", "before", models.JSONField(encoder=Compact, null=True)),
                migrations.AlterField("round", "facts", models.JSONField(encoder=Compact)),
            ]
        ),
        migrations.RunPython(migrations.RunPython.noop, write_longer),
    ]
