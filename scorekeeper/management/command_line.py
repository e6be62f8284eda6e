"""Runs a command of Django or ours. Options that are settings are read before Django's settings."""

import argparse
import codecs
import io
import logging
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import django
from django.conf import settings
from django.core.management import execute_from_command_line, get_commands, load_command_class
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from scorekeeper.management import sheet_commands
from scorekeeper.server import demo_folder
from scorekeeper.server.backups import BackupError
from scorekeeper.server.bootstrap import ENVIRONMENT_COMMANDS, version
from scorekeeper.server.database import DISK_FULL, is_full, missing_record
from scorekeeper.server.environment import FILE_SUFFIX
from scorekeeper.server.systemd import notify

# Django's general options, hidden in `--help`.
BaseCommand.suppressed_base_arguments = {
    "--settings", "--pythonpath", "--traceback", "--no-color", "--force-color", "--verbosity", "--version",
}  # fmt: skip
# Commands that log at level INFO.
LONG_RUNNING = ("serve", "runserver")
# ASCII for characters that a terminal may lack. All others become a question mark.
ASCII_REPLACEMENTS = str.maketrans({"“": '"', "”": '"', "’": "'", "…": "...", "–": "-", "−": "-", "×": "x", "·": "-"})


def run(arguments: list[str]) -> None:
    codecs.register_error("replace_with_ascii", replace_with_ascii)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace_with_ascii")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    os.umask(0o077)  # files that a command creates get mode 600
    program, *others = export_settings(arguments)
    command, topic = [*others, "", ""][:2]
    if command == "version" or "--version" in others:
        sys.stdout.write(f"{version()}\n")
    elif command in ("", "help", "-h", "--help") and not topic:
        sys.stdout.write(f"{help_text()}\n")
    elif command == "help" and topic in sheet_commands.COMMANDS:
        sheet_commands.run([topic, "--help"])
    else:
        execute(program, command, others[1:])


def replace_with_ascii(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that the encoding of the terminal lacks: an error handler for `codecs`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end].translate(ASCII_REPLACEMENTS)
    return text.encode("ascii", "replace").decode(), error.end


def export_settings(arguments: list[str]) -> list[str]:
    """Set environment variables for options that are settings; return the other arguments."""
    parser = argparse.ArgumentParser(prog="manage.py", add_help=False, allow_abbrev=False)
    for option in ("--data", "--address", "--port"):
        parser.add_argument(option)
    options, others = parser.parse_known_args(arguments)
    for name, value in vars(options).items():
        if value is not None:
            os.environ[f"SCOREKEEPER_{name.upper()}"] = value
    if "--demo" in others:
        use_temporary_data()
    return others


def use_temporary_data() -> None:
    """Use a temporary record instead of the one in the settings."""
    for setting in ("DATABASE_URL", "SCOREKEEPER_DATA", "SCOREKEEPER_SECRET_KEY"):
        for name in (setting, f"{setting}{FILE_SUFFIX}"):
            os.environ.pop(name, None)
    os.environ["SCOREKEEPER_DATA"] = str(demo_folder.make())


def help_text() -> str:
    """Return a list of our own commands, each with the first sentence of its help."""
    django.setup()
    helps = {name: command.help for name, command in ENVIRONMENT_COMMANDS.items()} | sheet_commands.COMMANDS
    for name, app in get_commands().items():
        if app.startswith("scorekeeper"):
            helps[name] = load_command_class(app, name).help.partition(". ")[0]
    lines = [f"  {name:10}{helps[name].rstrip('.')}" for name in sorted(helps)]
    end = "“manage.py help COMMAND” says more about one; “manage.py help --commands” names Django's own, too."
    return "\n".join(["usage: manage.py COMMAND [--data DIR] [...]", "", *lines, "", end])


def execute(program: str, command: str, arguments: list[str]) -> None:
    """Run a command of Django or ours. A CommandError is one line on standard error."""
    if command not in LONG_RUNNING:
        logging.disable(logging.INFO)  # the command prints what it did
    try:
        with one_line_errors(f"“{command}” could not be done"):
            # --traceback: Django raises a CommandError instead of printing it.
            execute_from_command_line([program, command, "--traceback", *arguments])
    except CommandError as error:
        line = " ".join(str(error).split()) if type(error) is CommandError else str(error)
        if command == "serve":
            notify(f"STATUS={line}")
        if command == "serve" and settings.LOG == "json":
            logging.getLogger("scorekeeper.serve").error(line)  # noqa: TRY400 -- a sentence, no traceback
        else:
            sys.stderr.write(f"{line}\n")
        sys.exit(error.returncode)
    except SystemExit as end:
        if command not in get_commands():
            end.code = 2  # usage error
        raise
    finally:
        logging.disable(logging.NOTSET)


@contextmanager
def one_line_errors(what: str) -> Iterator[None]:
    """Raise errors of files and the database as a CommandError of one line: `what` failed, and why."""
    try:
        yield
    except (BackupError, DatabaseError, sqlite3.Error, OSError) as error:
        why = " ".join(str(error).split())
        if is_full(error):
            # SQLite tells a full disk and a missing folder by the same error.
            is_missing = not isinstance(error, OSError) and not settings.DATA.exists()
            why = (is_missing and missing_record()) or DISK_FULL
        raise CommandError(f"{what}: {why}") from None
