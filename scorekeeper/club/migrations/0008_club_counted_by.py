from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("club", "0007_guess_origin")]

    operations = [migrations.AddField("club", "counted_by", models.CharField(default="", max_length=16))]
