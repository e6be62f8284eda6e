from collections import defaultdict

from django.db import migrations, models

from games.core.keypad import rarest_first


def give_marks(apps, schema_editor):
    """Give a mark to players without one, so that the people of a club differ."""
    by_club = defaultdict(list)
    for player in apps.get_model("clubs", "Player").objects.order_by("club", "same_as", "pk"):
        by_club[player.club_id].append(player)
    for players in by_club.values():
        spare = rarest_first(player.mark for player in players if player.mark is not None)
        for player in players:
            if player.mark is None:
                player.mark = next(spare)
                player.save(update_fields=["mark"])


class Migration(migrations.Migration):
    dependencies = [("clubs", "0001_initial")]

    operations = [
        migrations.RunPython(give_marks, migrations.RunPython.noop, elidable=False),
        migrations.AlterField("player", "mark", models.PositiveSmallIntegerField(default=0)),
    ]
