"""Others that write, for test_database.py: threads, and a process (python -m tests.concurrency <database> <times>)."""

import os
import sys
import threading

import django

# More than a busy machine needs, since each attempt waits for its turn.
ATTEMPTS = 60


def main(database, times):
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from django.db import connections

    connections.settings["default"]["NAME"] = database
    for _ in range(int(times)):
        count_one()


def count_one():
    """Reads, then writes, as saving a round does."""
    from django.db import connection, transaction

    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT n FROM counted")
        cursor.execute("UPDATE counted SET n = n + 1")


def post_until_saved(client, address, form):
    """Post as a phone does: again while too many save at once. Return the last answer."""
    for _ in range(ATTEMPTS):
        answer = client.post(address, form)
        if answer.status_code != 503:
            break
    return answer


def start_thread(work):
    """Start work in a thread that leaves no connection behind. An exception is kept in `error`."""

    def run():
        from django.db import connection

        try:
            work()
        except BaseException as error:
            thread.error = error
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.error = None
    thread.start()
    return thread


def finish_all(threads):
    for thread in threads:
        thread.join(timeout=60)
        assert not thread.is_alive()
        assert thread.error is None


if __name__ == "__main__":
    main(*sys.argv[1:])
