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


def count_one(transaction=None):
    """Reads, then writes, as saving a round does."""
    from django.db import connection

    from scorekeeper.database import writing

    with (transaction or writing)(), connection.cursor() as cursor:
        cursor.execute("SELECT n FROM counted")
        cursor.execute("UPDATE counted SET n = n + 1")


if __name__ == "__main__":
    main(*sys.argv[1:])
