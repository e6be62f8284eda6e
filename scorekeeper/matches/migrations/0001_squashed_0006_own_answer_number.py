import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    # All migrations of the last release before the log.
    replaces = [
        ('matches', '0001_initial'),
        ('matches', '0002_successors'),
        ('matches', '0003_own_answers'),
        ('matches', '0004_round_note'),
        ('matches', '0005_stand_ins'),
        ('matches', '0006_own_answer_number'),
    ]

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Match',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.UUIDField(null=True, unique=True)),
                ('game_key', models.CharField(max_length=60)),
                ('first_dealer', models.PositiveSmallIntegerField()),
                ('house_rules', models.JSONField(default=dict)),
                ('started', models.DateTimeField()),
                ('night_date', models.DateField()),
                ('ended_by_table', models.BooleanField(default=False)),
                ('night', models.TextField(default='')),
                ('notes', models.TextField(default='')),
                ('version', models.PositiveIntegerField(default=0)),
                ('restore_time', models.PositiveBigIntegerField(default=0)),
                ('names_version', models.PositiveIntegerField(default=0)),
                ('finished', models.BooleanField(default=False)),
                ('ended', models.DateTimeField(null=True)),
                ('deleted', models.DateTimeField(null=True)),
                ('locked_at', models.DateTimeField(null=True)),
                ('answers_version', models.PositiveIntegerField(default=0)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='matches', to='clubs.club')),
                ('locked_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='clubs.device')),
            ],
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('verb', models.CharField(max_length=10)),
                ('before', models.JSONField(null=True)),
                ('after', models.JSONField(null=True)),
                ('key', models.BigIntegerField()),
                ('digest', models.BigIntegerField()),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('device', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, to='clubs.device')),
                ('undoes', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='undone_by', to='matches.entry')),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='matches.match')),
            ],
            options={
                'ordering': ['-number'],
            },
        ),
        migrations.CreateModel(
            name='OwnAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('question', models.CharField(max_length=40)),
                ('answer', models.CharField(max_length=400)),
                ('replaced', models.CharField(default='', max_length=400)),
                ('is_hidden', models.BooleanField(default=False)),
                ('number', models.PositiveIntegerField(default=0)),
                ('device', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='clubs.device')),
                ('entry', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='own_answers', to='matches.entry')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='own_answers', to='matches.match')),
            ],
        ),
        migrations.CreateModel(
            name='PlayerMerge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seats', models.JSONField()),
                ('names', models.JSONField()),
                ('devices', models.JSONField(default=list)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('undone', models.BooleanField(default=False)),
                ('stand_in_seats', models.JSONField(default=list)),
                ('stand_ins', models.JSONField(default=list)),
                ('duplicate', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.player')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='merges', to='clubs.player')),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('facts', models.JSONField()),
                ('note', models.CharField(default='', max_length=200)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='matches.match')),
            ],
        ),
        migrations.CreateModel(
            name='Line',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('side', models.PositiveSmallIntegerField()),
                ('points', models.BigIntegerField()),
                ('rule', models.CharField(max_length=40)),
                ('reason', models.TextField()),
                ('round', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='matches.round')),
            ],
        ),
        migrations.CreateModel(
            name='Draft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mode', models.CharField(choices=[('play', 'Play'), ('correct', 'Correct'), ('insert', 'Insert')], max_length=7)),
                ('answers', models.JSONField()),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='drafts', to='matches.match')),
                ('round', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='drafts', to='matches.round')),
            ],
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('side', models.PositiveSmallIntegerField()),
                ('total', models.BigIntegerField(default=0)),
                ('place', models.PositiveSmallIntegerField(default=1)),
                ('won', models.BooleanField(default=False)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='matches.match')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='clubs.player')),
                ('stand_in', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
            ],
        ),
        migrations.CreateModel(
            name='Bid',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('level', models.SmallIntegerField(null=True)),
                ('kind', models.CharField(default='', max_length=20)),
                ('made', models.BooleanField(null=True)),
                ('hand', models.PositiveIntegerField(default=0)),
                ('taken', models.PositiveIntegerField(default=0)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bids', to='matches.round')),
                ('seat', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='matches.seat')),
            ],
        ),
        migrations.CreateModel(
            name='StandIn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='stand_ins', to='clubs.player')),
                ('round', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='stand_ins', to='matches.round')),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stand_ins', to='matches.seat')),
            ],
        ),
        migrations.CreateModel(
            name='Trick',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('side', models.PositiveSmallIntegerField(null=True)),
                ('kind', models.CharField(default='', max_length=20)),
                ('count', models.PositiveIntegerField()),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tricks', to='matches.round')),
            ],
        ),
        migrations.CreateModel(
            name='HouseRulePreset',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game_key', models.CharField(max_length=60)),
                ('name', models.CharField(max_length=40)),
                ('house_rules', models.JSONField(default=dict)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='presets', to='clubs.club')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'game_key', 'name'), name='preset_name_once'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='preset_has_a_name')],
            },
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(fields=['club', '-started'], name='match_recent'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(fields=['club', '-night_date'], name='match_by_night'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('ended_by_table', False), ('finished', False)), fields=['club', '-started'], name='match_open'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('deleted__isnull', False)), fields=['club', '-deleted'], name='match_deleted'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('ended', None), ('ended_by_table', True), ('finished', True), _connector='OR'), name='what_goes_on_has_not_ended'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(condition=models.Q(('undoes__isnull', False)), fields=['undoes'], name='entry_undone_by'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('match', 'key'), name='entry_counts_once'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('match', 'number'), name='one_entry_a_version'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='entries_count_from_one'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('before__isnull', False), ('after__isnull', False), _connector='OR'), name='entry_changes_something'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('undoes__isnull', False), ('verb__in', ['undone', 'redone'])), models.Q(models.Q(('verb__in', ['undone', 'redone']), _negated=True), ('undoes__isnull', True)), _connector='OR'), name='only_undoing_undoes'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('verb__in', ('played', 'inserted', 'corrected', 'deleted', 'finished', 'noted', 'seated', 'undone', 'redone'))), name='entry_has_a_known_verb'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('match', 'number'), name='round_once'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='rounds_count_from_one'),
        ),
        migrations.AddIndex(
            model_name='line',
            index=models.Index(fields=['round', 'rule', 'side', 'points'], name='line_by_rule'),
        ),
        migrations.AddConstraint(
            model_name='line',
            constraint=models.CheckConstraint(condition=models.Q(('rule', ''), _negated=True), name='line_has_a_rule'),
        ),
        migrations.AddConstraint(
            model_name='draft',
            constraint=models.UniqueConstraint(fields=('round', 'mode'), name='draft_once'),
        ),
        migrations.AddConstraint(
            model_name='draft',
            constraint=models.UniqueConstraint(condition=models.Q(('round', None)), fields=('match',), name='next_round_has_one_draft'),
        ),
        migrations.AddConstraint(
            model_name='draft',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('mode', 'play'), ('round', None)), models.Q(('mode__in', ['correct', 'insert']), ('round__isnull', False)), _connector='OR'), name='draft_has_its_place'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('match', 'number'), name='seat_once'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('match', 'player'), name='player_sits_once'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('side__lte', models.F('number'))), name='sides_are_of_seats'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('place__gte', 1)), name='places_count_from_one'),
        ),
        migrations.AddConstraint(
            model_name='bid',
            constraint=models.CheckConstraint(condition=models.Q(('level__isnull', False), models.Q(('kind', ''), _negated=True), _connector='OR'), name='bid_says_something'),
        ),
        migrations.AddConstraint(
            model_name='standin',
            constraint=models.UniqueConstraint(fields=('round', 'seat'), name='one_stand_in_a_seat'),
        ),
    ]
