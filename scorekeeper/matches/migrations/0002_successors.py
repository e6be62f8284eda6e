"""Move matches and presets to the game that their house rules have become; totals stay the same."""

from django.db import migrations

from games.core.errors import Impossible
from games.core.registry import find, games
from games.core.schema import read
from games.core.scoresheet import Scoresheet
from games.core.successors import as_successor, successor_of


def move_matches(apps, schema_editor):
    from scorekeeper.matches.ledger import RoundRows

    def model(name):
        return apps.get_model('matches', name)

    for match in model('Match').objects.filter(game_key__in=games_with_successors()).iterator():
        seats = list(match.seats.order_by('number').select_related('player'))
        rounds = list(match.rounds.order_by('number'))
        sheet = Scoresheet(
            scoresheet=1, game=match.game_key, players=[seat.player.name for seat in seats],
            first_dealer=match.first_dealer, house_rules=match.house_rules,
            ended='by the table' if match.ended_by_table else None, rounds=[row.facts for row in rounds],
        )
        moved = as_successor(sheet)
        if moved is sheet:
            continue
        match.game_key, match.house_rules = moved.game, moved.house_rules
        # Pages that are kept by it are drawn anew.
        match.names_version += 1
        match.save(update_fields=['game_key', 'house_rules', 'names_version'])
        game = find(moved.game)
        initial_state = game.table(moved.players, moved.first_dealer, moved.house_rules)
        state = game.replay(initial_state, [read(row.facts, game.facts) for row in rounds])
        for row, scored in zip(rounds, state.rounds, strict=True):
            rows = RoundRows.of(initial_state, scored)
            for name in ('Bid', 'Trick', 'Line'):
                model(name).objects.filter(round=row).delete()
            model('Bid').objects.bulk_create(
                model('Bid')(round=row, seat=seats[seat], level=level, kind=kind, made=made, hand=hand, taken=taken)
                for seat, level, kind, made, hand, taken in rows.bids
            )
            model('Trick').objects.bulk_create(
                model('Trick')(round=row, side=side, kind=kind, count=count) for side, kind, count in rows.tricks
            )
            model('Line').objects.bulk_create(
                model('Line')(round=row, side=side, points=points, rule=rule, reason=reason)
                for side, points, rule, reason in rows.lines
            )


def move_presets(apps, schema_editor):
    for preset in apps.get_model('matches', 'HouseRulePreset').objects.filter(game_key__in=games_with_successors()):
        game = find(preset.game_key)
        try:
            found = successor_of(game, preset.house_rules, game.seats)
        except Impossible:  # of a release with other house rules
            continue
        if found:
            preset.game_key, preset.house_rules = found[0].key, found[1]
            preset.save()


def games_with_successors():
    return [game.key for game in games().values() if game.successors]


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0001_initial'),
        ('matches', '0001_initial'),
    ]

    operations = [
        migrations.RunPython(move_matches, migrations.RunPython.noop),
        migrations.RunPython(move_presets, migrations.RunPython.noop),
    ]
