from django.db import migrations


def find_ours(apps, schema_editor):
    clubs = apps.get_model("club", "Club").objects.using(schema_editor.connection.alias)
    first = clubs.filter(deleted=None).order_by("pk").first()
    if first and not clubs.filter(ours=True).exists():
        first.ours = True
        first.save(update_fields=["ours"])


class Migration(migrations.Migration):
    dependencies = [("club", "0005_club_deleted")]

    operations = [migrations.RunPython(find_ours, migrations.RunPython.noop, elidable=True)]
