from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("club", "0004_who_may_come_in")]

    operations = [migrations.AddField("club", "deleted", models.DateTimeField(null=True))]
