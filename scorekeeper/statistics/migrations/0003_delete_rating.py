from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('statistics', '0002_longer_game_keys'),
    ]

    operations = [
        migrations.DeleteModel(name='Rating'),
    ]
