from django.db import migrations, models


def number_answers(apps, schema_editor):
    answers = apps.get_model('matches', 'OwnAnswer').objects.filter(entry=None)
    for match in apps.get_model('matches', 'Match').objects.filter(own_answers__in=answers).distinct():
        match.own_answers.filter(entry=None).update(number=match.rounds.count() + 1)


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0005_stand_ins'),
    ]

    operations = [
        migrations.AddField(
            model_name='ownanswer',
            name='number',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.RunPython(number_answers, migrations.RunPython.noop),
    ]
