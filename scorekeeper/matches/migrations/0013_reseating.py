from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0002_deleted_by'),
        ('matches', '0012_decided'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='entry',
            name='entry_has_a_known_action',
        ),
        migrations.AlterField(
            model_name='entry',
            name='action',
            field=models.CharField(choices=[('begin', 'begun'), ('play', 'played'), ('insert', 'inserted'), ('correct', 'corrected'), ('delete', 'deleted'), ('note', 'noted'), ('seat', 'seated'), ('reseat', 'put right'), ('end', 'ended'), ('decide', 'decided'), ('undo', 'undone')], max_length=10),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('action__in', ['begin', 'play', 'insert', 'correct', 'delete', 'note', 'seat', 'reseat', 'end', 'decide', 'undo'])), name='entry_has_a_known_action'),
        ),
    ]
