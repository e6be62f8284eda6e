"""Move rulings to the game that they are about, which was played as house rules of another one."""

from django.db import migrations

from games.core.registry import find, games
from games.core.successors import successor_named


def move_rulings(apps, schema_editor):
    rulings = apps.get_model('rulebook', 'TableRuling').objects
    matches = apps.get_model('matches', 'Match').objects
    for game in [game for game in games().values() if game.successors]:
        keys = [successor.game for successor in game.successors]
        for ruling in rulings.filter(game_key=game.key):
            named = successor_named(game, f'{ruling.question} {ruling.ruling}')
            # What names no game holds for all games that the club's matches have become.
            played = matches.filter(club=ruling.club, game_key__in=keys).values_list('game_key', flat=True)
            for key in [named.key] if named else sorted(set(played)):
                values = {'section': ruling.section, 'ruling': ruling.ruling, 'decided': ruling.decided}
                rulings.get_or_create(club=ruling.club, game_key=key, question=ruling.question, defaults=values)
            if named:
                ruling.delete()


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0002_successors'),
        ('rulebook', '0001_initial'),
    ]

    operations = [migrations.RunPython(move_rulings, migrations.RunPython.noop)]
