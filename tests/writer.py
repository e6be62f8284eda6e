"""Another process that writes, for test_database.py: python -m tests.writer <database> <times>"""

import os
import sys

import django


def main(database, times):
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from django.db import connections

    connections.settings["default"]["NAME"] = database
    for _ in range(int(times)):
        count_one()


def count_one():
    from django.db import connection

    from scorekeeper.database import writing

    with writing(), connection.cursor() as cursor:
        cursor.execute("SELECT n FROM counted")  # begun as a reader, as a save is: this is what IMMEDIATE is for
        cursor.execute("UPDATE counted SET n = n + 1")


if __name__ == "__main__":
    main(*sys.argv[1:])
