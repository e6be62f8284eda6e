"""What `manage.py` runs: our own commands and Django's, all of them with --data."""

import argparse
import codecs
import io
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.conf import settings
from django.core.management import ManagementUtility, get_commands, load_command_class
from django.core.management.base import BaseCommand, CommandError

from scorekeeper.management import sheet_commands
from scorekeeper.server import demo_folder
from scorekeeper.server.bootstrap import ENVIRONMENT_COMMANDS, version
from scorekeeper.server.environment import FILE_SUFFIX
from scorekeeper.server.systemd import notify

# Options of all of Django's commands that `--help` leaves out.
DJANGO_OPTIONS = {
    "--settings", "--pythonpath", "--traceback", "--no-color", "--force-color", "--verbosity", "--skip-checks",
}  # fmt: skip
# Commands whose log is read while they run.
LONG_RUNNING = ("serve", "runserver")
# Signs of our sentences that a terminal may lack, and what is written there instead; for all others a question mark.
IN_ASCII = str.maketrans({"“": '"', "”": '"', "’": "'", "…": "...", "–": "-", "−": "-", "×": "x", "·": "-"})


def run(arguments: list[str]) -> None:
    codecs.register_error("in_ascii", in_ascii)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="in_ascii")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    CommandLine(take_out_data_folder(arguments)).execute()


def in_ascii(error: UnicodeError) -> tuple[str, int]:
    """Replace what a terminal cannot show."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end].translate(IN_ASCII)
    return text.encode("ascii", "replace").decode(), error.end


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
    """Cookies and addresses depend on them: they have to be settings before Django reads those."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument("--address")
    parser.add_argument("--port")
    with suppress(argparse.ArgumentError):
        for name, value in vars(parser.parse_known_args(arguments)[0]).items():
            if value is not None:
                os.environ[f"SCOREKEEPER_{name.upper()}"] = value
    if "--demo" in arguments:
        use_own_record()


def use_own_record() -> None:
    """Leave the record of this installation alone, wherever its settings say that it is."""
    for setting in ("DATABASE_URL", "SCOREKEEPER_DATA", "SCOREKEEPER_SECRET_KEY"):
        for name in (setting, f"{setting}{FILE_SUFFIX}"):
            os.environ.pop(name, None)
    os.environ["SCOREKEEPER_DATA"] = str(demo_folder.make())


@contextmanager
def log_of(command: str) -> Iterator[None]:
    """Leave out what a command says itself: that it did its work."""
    log = logging.getLogger("scorekeeper")
    level = log.level
    if command not in LONG_RUNNING:
        log.setLevel(logging.WARNING)
    try:
        yield
    finally:
        log.setLevel(level)


class CommandLine(ManagementUtility):
    def execute(self) -> None:
        command, *others = *self.argv[1:], ""
        if command == "version" or "--version" in others:
            sys.stdout.write(f"{version()}\n")
        elif command == "help" and others[0] in sheet_commands.COMMANDS:
            sheet_commands.run([others[0], "--help"])
        elif command == "help" and others[0] in ENVIRONMENT_COMMANDS:
            sys.stdout.write(f"usage: manage.py {others[0]} [ARGUMENT ...]\n\n{ENVIRONMENT_COMMANDS[others[0]].help}\n")
        else:
            super().execute()

    def main_help_text(self, commands_only: bool = False) -> str:
        """Our own commands, each with the first sentence of its help."""
        if commands_only:
            return super().main_help_text(commands_only=True)
        helps = {name: command.help for name, command in ENVIRONMENT_COMMANDS.items()} | sheet_commands.COMMANDS
        for name, app in get_commands().items():
            if app.startswith("scorekeeper"):
                helps[name] = load_command_class(app, name).help.partition(". ")[0]
        lines = [f"  {name:10}{helps[name].rstrip('.')}" for name in sorted(helps)]
        end = "“manage.py help COMMAND” says more about one; “manage.py help --commands” names Django's own, too."
        return "\n".join(["usage: manage.py COMMAND [--data DIR] [...]", "", *lines, "", end])

    def fetch_command(self, subcommand: str) -> BaseCommand:
        # The models are known only now: Django has set them up.
        from scorekeeper.management.console import in_one_line  # noqa: PLC0415

        try:
            command = super().fetch_command(subcommand)
        except SystemExit:
            sys.exit(2)  # there is no such command
        command.suppressed_base_arguments = DJANGO_OPTIONS
        execute = command.execute

        def execute_in_one_line(*args: Any, **options: Any) -> Any:
            try:
                with in_one_line(f"“{subcommand}” could not be done"), log_of(subcommand):
                    return execute(*args, **options)
            except CommandError as error:  # Django would put the name of this class in front
                line = " ".join(str(error).split()) if type(error) is CommandError else str(error)
                if subcommand == "serve":
                    notify(f"STATUS={line}")
                if subcommand == "serve" and settings.LOG == "json":
                    logging.getLogger("scorekeeper.serve").error(line)  # noqa: TRY400 -- a sentence, no traceback
                else:
                    sys.stderr.write(f"{line}\n")
                sys.exit(error.returncode)

        command.execute = execute_in_one_line  # type: ignore[method-assign]
        return command
