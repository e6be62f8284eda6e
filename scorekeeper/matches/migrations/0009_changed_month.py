import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0002_deleted_by'),
        ('matches', '0008_log'),
    ]

    operations = [
        migrations.CreateModel(
            name='ChangedMonth',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('month', models.DateField()),
                ('token', models.BigIntegerField()),
                ('club', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.club')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'month'), name='changed_month_once')],
            },
        ),
    ]
