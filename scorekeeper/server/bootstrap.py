"""Makes .venv beside manage.py and continues inside it. Standard library only: it runs before anything is installed."""

import fcntl
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
PROJECT = ROOT / "pyproject.toml"
# What people run, with all that it brings, and the hash of each file that may be installed.
HASHED = Path(__file__).with_name("packages.txt")
# A file that is there while packages are being installed, and after that failed: such an environment is made anew.
UNFINISHED = VENV / "unfinished"

Pins = dict[str, list[str]]


# What a host may need, whatever its settings say.
HOSTING = ("run-time", "postgres")


class EnvironmentCommand(NamedTuple):
    help: str
    module: str | None = None
    parts: tuple[str, ...] = (*HOSTING, "test")


# Commands that say which environment they need; the others are Django's.
ENVIRONMENT_COMMANDS = {
    "bench": EnvironmentCommand("Measure the server, its pages and what goes over the wire", "tests.bench"),
    "develop": EnvironmentCommand(
        "Make the development environment in .venv, with all tools", None, (*HOSTING, "test", "tool")
    ),
    "install": EnvironmentCommand(
        "Make the environment in .venv for a service that may not write there", None, HOSTING
    ),
    "test": EnvironmentCommand("Run the tests; arguments go to pytest", "tests"),
}


def version() -> str:
    return str(read_project()["project"]["version"])


def read_project() -> dict[str, Any]:
    with PROJECT.open("rb") as file:
        return tomllib.load(file)


def enter_environment(command: EnvironmentCommand | None) -> None:
    """Return at once inside an up-to-date environment; otherwise make it, then start this command again in it."""
    try:
        make_environment(*needed_parts(command))
    except OSError as error:
        stop(f"The environment in .venv could not be made: {error.filename}: {error.strerror}.")
    if Path(sys.prefix).resolve() != VENV.resolve():
        os.execv(PYTHON, [str(PYTHON), *sys.argv])


def make_environment(*parts: str) -> None:
    """Install what is missing of these parts; nothing is written where nothing is."""
    with one_at_a_time():
        pins = read_pins()
        if not is_installed("run-time", pins) or not PYTHON.exists():
            make_empty_environment()
        for part in parts:
            if not is_installed(part, pins):
                install(part, pins)


@contextmanager
def one_at_a_time() -> Iterator[None]:
    with PROJECT.open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def needed_parts(command: EnvironmentCommand | None) -> Iterator[str]:
    if command:
        yield from command.parts
        return
    yield "run-time"
    if os.environ.get("DATABASE_URL") or os.environ.get("DATABASE_URL_FILE"):
        yield "postgres"


def read_pins() -> Pins:
    project = read_project()
    groups = project["dependency-groups"]
    return {
        "run-time": project["project"]["dependencies"],
        **project["project"]["optional-dependencies"],
        "test": groups["test"],
        "tool": [pin for pin in groups["dev"] if isinstance(pin, str)],
        "constraints": project["tool"]["uv"]["constraint-dependencies"],
    }


def is_installed(part: str, pins: Pins) -> bool:
    """Look at what is there, whoever installed it; `uv sync` makes the same environment."""
    there = {} if UNFINISHED.exists() else installed_versions()
    wanted, constraints = versions(pins[part]), versions(pins["constraints"])
    return wanted.items() <= there.items() and all(there.get(name, one) == one for name, one in constraints.items())


def versions(pins: list[str]) -> dict[str, str]:
    found = [re.split(r"(?:\[.*\])?==", pin) for pin in pins]
    return {normalized(name): version for name, version in found}


def installed_versions() -> dict[str, str]:
    found = [folder.stem.split("-")[:2] for folder in VENV.glob("lib/python*/site-packages/*.dist-info")]
    return {normalized(name): version for name, version in found}


def normalized(name: str) -> str:
    return re.sub("[-_.]+", "-", name).lower()


def make_empty_environment() -> None:
    if VENV.is_symlink():
        stop(".venv is a link, and what it leads to is not deleted to make a new environment: remove the link.")
    # Debian ships Python without ensurepip; only uv can do without it.
    if not find_spec("venv") or not (find_spec("ensurepip") or shutil.which("uv")):
        stop("Python's venv is missing. Install it and try again: apt install python3-venv")
    say("Making the environment in .venv: once, and again when the pinned versions change.")
    run(sys.executable, "-m", "venv", "--clear", "--without-pip", str(VENV))


def install(part: str, pins: Pins) -> None:
    say(f"Installing {part} packages ...")
    UNFINISHED.touch()
    wanted = arguments(part, pins)
    if not installed_by_uv(wanted):
        if not (VENV / "bin" / "pip").exists():
            run(str(PYTHON), "-m", "ensurepip", "--default-pip")
        # Most modules are never imported: Python compiles the others at their first import.
        run(str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile", *wanted)
    UNFINISHED.unlink()


def arguments(part: str, pins: Pins) -> list[str]:
    """Return what an installer is told; for tests and tools without hashes."""
    file = VENV / "wanted.txt"
    if part in HOSTING:
        file.write_text("\n".join(hashed_packages(part, pins)))
        return ["--no-deps", "--require-hashes", "-r", str(file)]
    file.write_text("\n".join(pins["constraints"]))
    return ["--constraint", str(file), *pins[part]]


def hashed_packages(part: str, pins: Pins) -> list[str]:
    """Return the entries of HASHED that belong to a part: the extra ones name all theirs, the others are run time."""
    extra = versions(pins["postgres"])
    own = versions(pins[part])
    entries = re.findall(r"^\w.*(?:\n +.*)*", HASHED.read_text(encoding="utf-8"), re.MULTILINE)
    named = {normalized(entry.partition("==")[0]): entry for entry in entries}
    return [entry for name, entry in named.items() if (name not in extra if part == "run-time" else name in own)]


def installed_by_uv(wanted: list[str]) -> bool:
    if not shutil.which("uv"):
        return False
    done = run_quietly("uv", "pip", "install", "--quiet", "--python", str(PYTHON), *wanted)
    if done.returncode:
        say(f"{done.stderr}uv could not install them; trying pip.")
    return done.returncode == 0


def run(*command: str) -> None:
    """Quiet when it works; the installer's own words and one line when it does not."""
    done = run_quietly(*command)
    if done.returncode:
        say(done.stdout + done.stderr)
        stop("The environment could not be made: the installer's output is above. Nothing half-made will be used.")


def run_quietly(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def stop(line: str) -> NoReturn:
    say(line)
    sys.exit(1)
