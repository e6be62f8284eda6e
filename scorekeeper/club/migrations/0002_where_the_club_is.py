from django.db import migrations, models

import scorekeeper.club.models


class Migration(migrations.Migration):
    dependencies = [("club", "0001_initial")]

    operations = [
        migrations.AddField("club", "zone", models.CharField(default=scorekeeper.club.models.zone_here, max_length=64)),
    ]
