from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("club", "0006_the_first_is_ours")]

    operations = [migrations.AddField("guess", "origin", models.CharField(default="", max_length=64))]
