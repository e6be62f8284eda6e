"""Create .venv beside manage.py and continue inside it. Standard library only: nothing is installed yet."""

import fcntl
import hashlib
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import IO, NamedTuple, NoReturn

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
PYTHON_VERSION = "{}.{}".format(*sys.version_info)
PROJECT = ROOT / "pyproject.toml"
# PART.txt: pinned packages with hashes and all dependencies, compiled from PART.in.
REQUIREMENTS = Path(__file__).with_name("requirements")
# Written after a complete installation: the version of Python, and the hash of each installed PART.txt. Without this
# file .venv is created again.
STAMP = VENV / "installed"

# The parts for a host, whatever its settings.
HOSTING = ("run-time", "postgres")


class EnvironmentCommand(NamedTuple):
    help: str
    # Arguments for Python, if the command does more than make its environment.
    program: tuple[str, ...] = ()
    parts: tuple[str, ...] = (*HOSTING, "test")


# Commands with an environment of their own. All others need the run-time part.
ENVIRONMENT_COMMANDS = {
    "bench": EnvironmentCommand("Measure the server, its pages and what goes over the wire", (f"{ROOT}/.ci/bench",)),
    "develop": EnvironmentCommand(
        "Make or renew the development environment in .venv, with all tools", (), (*HOSTING, "test", "dev")
    ),
    "install": EnvironmentCommand(
        "Make or renew the environment in .venv for a service that may not write there", (), HOSTING
    ),
    "test": EnvironmentCommand("Run the tests; arguments go to pytest", ("-m", "tests")),
}


def version() -> str:
    import tomllib

    with PROJECT.open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


def answer_help() -> None:
    """Say what one of these commands does, if asked, and end. Nothing is installed for that.

    The help of a program needs the standard library alone.
    """
    first, *others = [*sys.argv[1:], ""]
    name = others[0] if first == "help" else first
    command = ENVIRONMENT_COMMANDS.get(name)
    asked = first == "help" or not {"-h", "--help"}.isdisjoint(others)
    if not command or not (asked or (others[0] and not command.program)):
        return
    if command.program:
        os.execv(sys.executable, [sys.executable, *command.program, "--help"])
    print(f"usage: manage.py {name}\n\n{command.help}.\nIt installs these parts: {', '.join(command.parts)}.")
    sys.exit(0 if asked else 2)


def enter_environment(command: EnvironmentCommand | None) -> None:
    """Return if this is the up-to-date environment; otherwise make it so, and execute this command again inside."""
    try:
        with environment_lock() as lock:
            was_ready = make_environment(needed_parts(command), lock)
    except OSError as error:
        stop(f"The environment in .venv could not be made: {error.filename}: {error.strerror}.")
    if not (was_ready and is_inside()):
        os.execv(PYTHON, [str(PYTHON), *sys.argv])


def needed_parts(command: EnvironmentCommand | None) -> Iterator[str]:
    if command:
        yield from command.parts
        return
    yield "run-time"
    if os.environ.get("DATABASE_URL") or os.environ.get("DATABASE_URL_FILE"):
        yield "postgres"


@contextmanager
def environment_lock() -> Iterator[IO[str]]:
    with PROJECT.open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield lock


def make_environment(parts: Iterable[str], lock: IO[str]) -> bool:
    """Install missing parts; return whether everything was installed already."""
    wanted = {part: hashlib.sha256((REQUIREMENTS / f"{part}.txt").read_bytes()).hexdigest() for part in parts}
    installed = read_stamp()
    if wanted.items() <= installed.items():
        return True
    if not installed or any(installed.get(part, text) != text for part, text in wanted.items()):
        make_empty_environment(lock)
        installed = {"python": PYTHON_VERSION}
    STAMP.unlink(missing_ok=True)
    # --no-deps: the lists are complete, and some releases of pip look for "coverage[toml]" beyond the pinned
    # "coverage" and refuse whatever was published since. .ci/run checks that nothing is missing.
    # --no-compile: most modules are never imported, and Python compiles the others then.
    options = ("--quiet", "--disable-pip-version-check", "--no-compile", "--no-deps", "--require-hashes")
    for part in [part for part in wanted if part not in installed]:
        say(f"Installing {part} packages ...")
        run(lock, PYTHON, "-m", "pip", "install", *options, "-r", REQUIREMENTS / f"{part}.txt")
    STAMP.write_text("".join(f"{name} {text}\n" for name, text in (installed | wanted).items()))
    STAMP.chmod(0o644)
    return False


def read_stamp() -> dict[str, str]:
    """Return the hash of each installed part; {} for an incomplete environment or one of another Python."""
    if not (STAMP.exists() and PYTHON.exists()):
        return {}
    stamp = dict(line.split(" ") for line in STAMP.read_text().splitlines() if " " in line)
    # The link to Python may lead to another version by now, which only shows inside.
    return {} if is_inside() and stamp.get("python") != PYTHON_VERSION else stamp


def is_inside() -> bool:
    return Path(sys.prefix).resolve() == VENV.resolve()


def make_empty_environment(lock: IO[str]) -> None:
    if VENV.is_symlink():
        stop(".venv is a link, and what it leads to is not deleted to make a new environment: remove the link.")
    if not (find_spec("venv") and find_spec("ensurepip")):  # a package of their own on Debian
        stop("Python's venv is missing. Install it and try again: apt install python3-venv")
    say("Making the environment in .venv: once, and again when the pinned versions change.")
    STAMP.unlink(missing_ok=True)
    run(lock, sys.executable, "-m", "venv", "--clear", "--without-pip", VENV)
    run(lock, PYTHON, "-m", "ensurepip", "--default-pip")


def run(lock: IO[str], *command: str | Path) -> None:
    """Run a program; if it fails, print its output and stop. It inherits the lock, in case this process is killed."""
    # Imported here: every command passes this file twice, and most run no program.
    import subprocess

    done = subprocess.run(
        command,
        cwd=ROOT,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        pass_fds=[lock.fileno()],
        umask=0o022,  # root makes .venv, the user of the service reads it
        check=False,
    )
    if done.returncode:
        say(done.stdout + done.stderr)
        stop("The environment could not be made: the installer's output is above. Nothing half-made will be used.")


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def stop(line: str) -> NoReturn:
    say(line)
    sys.exit(1)
