"""Write stored house rules in today's names, as older files and links are read: figures ask the database for them."""

from django.db import migrations

from games.core.house_rules import in_todays_names
from games.core.registry import games


def write_todays_names(apps, schema_editor):
    for game in games().values():
        options = {option.name: option for option in game.house_rules}
        for former in {name for option in game.house_rules for name in option.formerly}:
            for model in ("Match", "HouseRulePreset"):
                # Matches in the bin too, which the default manager may leave out.
                rows = apps.get_model("matches", model)._base_manager.filter(game_key=game.key)
                for row in rows.filter(house_rules__has_key=former):
                    current = in_todays_names(options.values(), row.house_rules)
                    row.house_rules = {
                        name: value for name, value in current.items()
                        if name not in options or value != options[name].default
                    }  # fmt: skip
                    row.save(update_fields=["house_rules"])


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0010_answers'),
    ]

    operations = [migrations.RunPython(write_todays_names, migrations.RunPython.noop)]
