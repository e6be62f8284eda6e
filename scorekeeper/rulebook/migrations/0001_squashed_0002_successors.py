import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('rulebook', '0001_initial'), ('rulebook', '0002_successors')]

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='RulesNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game_key', models.CharField(max_length=60)),
                ('text', models.TextField(blank=True, max_length=10000)),
                ('written', models.DateTimeField(default=django.utils.timezone.now)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rules_notes', to='clubs.club')),
            ],
            options={
                'ordering': ['-written', '-pk'],
                'indexes': [models.Index(fields=['club', 'game_key'], name='notes_of_a_game')],
            },
        ),
        migrations.CreateModel(
            name='TableRuling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game_key', models.CharField(max_length=60)),
                ('section', models.CharField(blank=True, default='', max_length=80)),
                ('question', models.CharField(max_length=100)),
                ('ruling', models.CharField(max_length=280)),
                ('decided', models.DateField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rulings', to='clubs.club')),
            ],
            options={
                'ordering': ['-decided', '-pk'],
                'constraints': [models.UniqueConstraint(fields=('club', 'game_key', 'question'), name='question_decided_once')],
            },
        ),
    ]
