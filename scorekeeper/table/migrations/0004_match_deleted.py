from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("table", "0003_match_renamed")]

    operations = [migrations.AddField("match", "deleted", models.DateTimeField(null=True))]
