from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("table", "0002_evenings")]

    operations = [migrations.AddField("match", "renamed", models.PositiveIntegerField(default=0))]
