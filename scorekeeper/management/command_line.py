"""What `manage.py` runs: our own commands and Django's, all of them with --data."""

import argparse
import os
import sqlite3
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NoReturn

from django.core.management import ManagementUtility, get_commands, load_command_class
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader

from scorekeeper.server.backups import Unusable
from scorekeeper.server.bootstrap import DEVELOPMENT, version
from scorekeeper.server.database import DISK_FULL, is_full
from scorekeeper.server.environment import HTTPS_PORT, is_port
from scorekeeper.server.install import refuse_newer

WITHOUT_RECORD = {"check", "collectstatic", "findstatic", "makemigrations"}
EXIT_BAD = 2


def run(arguments: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    CommandLine(take_out_data_folder(arguments)).execute()


def take_out_data_folder(arguments: list[str]) -> list[str]:
    parser = argparse.ArgumentParser(prog="manage.py", add_help=False, allow_abbrev=False)
    parser.add_argument("--data")
    options, others = parser.parse_known_args(arguments)
    if options.data is not None:
        os.environ["SCOREKEEPER_DATA"] = options.data
    if arguments[1:2] == ["serve"]:
        take_over_options_of_serve(others)
    return others


def take_over_options_of_serve(arguments: list[str]) -> None:
    """Cookies and addresses depend on them: they are settings before Django reads those. The command checks them."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument("--port")
    parser.add_argument("--https", nargs="?", const=str(HTTPS_PORT))
    parser.add_argument("--cert")
    parser.add_argument("--key")
    with suppress(argparse.ArgumentError):
        for name, value in vars(parser.parse_known_args(arguments)[0]).items():
            if value is not None and (name not in ("port", "https") or is_port(value)):
                os.environ[f"SCOREKEEPER_{name.upper()}"] = value


class CommandLine(ManagementUtility):
    def execute(self) -> None:
        if self.argv[1:2] == ["version"]:
            sys.stdout.write(f"{version()}\n")
        elif self.argv[1:2] == ["help"] and self.argv[2:3] and self.argv[2] in DEVELOPMENT:
            sys.stdout.write(f"usage: manage.py {self.argv[2]} [ARGUMENT ...]\n\n{DEVELOPMENT[self.argv[2]].help}\n")
        else:
            super().execute()

    def main_help_text(self, commands_only: bool = False) -> str:
        """Our own commands, each with the first sentence of its help; then the names of Django's."""
        if commands_only:
            return super().main_help_text(commands_only=True)
        helps = {name: command.help for name, command in DEVELOPMENT.items()}
        django = []
        for name, app in get_commands().items():
            if app.startswith("scorekeeper"):
                helps[name] = load_command_class(app, name).help.partition(". ")[0].rstrip(".")
            elif name not in helps:
                django.append(name)
        return "\n".join(
            [
                "usage: manage.py COMMAND [--data DIR] [...]",
                "",
                *(f"  {name:10}{helps[name]}" for name in sorted(helps)),
                "",
                "Django's own:",
                *textwrap.wrap(", ".join(sorted(django)), 78, initial_indent="  ", subsequent_indent="  "),
                "",
                "“manage.py help COMMAND” says more about one.",
            ]
        )

    def fetch_command(self, subcommand: str) -> BaseCommand:
        command = super().fetch_command(subcommand)
        add_arguments = command.add_arguments

        def add_arguments_and_data(parser: CommandParser) -> None:
            add_arguments(parser)
            parser.add_argument(
                "--data",
                metavar="DIR",
                type=refuse_abbreviation,
                help="the data folder (default: .data)",
            )

        execute = command.execute

        def execute_on_our_record(*args: Any, **options: Any) -> Any:
            try:
                with in_one_line(f"“{subcommand}” could not be done"):
                    # Our own look by themselves.
                    if subcommand not in WITHOUT_RECORD and not get_commands()[subcommand].startswith("scorekeeper"):
                        refuse_newer_record()
                    return execute(*args, **options)
            except CommandError as error:  # Django would put the name of this class in front
                sys.stderr.write(f"{' '.join(str(error).split()) if type(error) is CommandError else error}\n")
                sys.exit(error.returncode)

        command.execute = execute_on_our_record  # type: ignore[method-assign]
        command.add_arguments = add_arguments_and_data  # type: ignore[method-assign]
        command.get_version = version  # type: ignore[method-assign]
        return command


def refuse_newer_record() -> None:
    """Before one of Django's own commands: one line where a newer release wrote this record."""
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite" and not Path(name).exists():
        return
    with suppress(DatabaseError):  # whatever else is wrong with it, the command says
        refuse_newer(MigrationLoader(connection))


def refuse_abbreviation(_: str) -> NoReturn:
    raise argparse.ArgumentTypeError("write --data in full")


@contextmanager
def in_one_line(what: str) -> Iterator[None]:
    """Say what did not happen, and why; whatever is written meanwhile belongs to whoever runs this."""
    os.umask(0o077)
    try:
        yield
    except (Unusable, DatabaseError, sqlite3.Error, OSError) as error:
        said = DISK_FULL if isinstance(error, DatabaseError) and is_full(error) else error
        raise CommandError(f"{what}: {' '.join(str(said).split())}", returncode=EXIT_BAD) from None
