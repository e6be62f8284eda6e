#!/usr/bin/env python3
"""The one command: makes its own environment on first use, then runs the app, its tests or a Django command."""

import os
import sys

DEVELOPMENT = {"test": "tests", "bench": "tests.bench", "develop": None}


def main():
    if sys.version_info < (3, 11):  # noqa: UP036 -- this file is what meets an old Python
        sys.exit("Scorekeeper needs Python 3.11 or newer; this is Python " + sys.version.split()[0] + ".")
    from scorekeeper import bootstrap

    command = sys.argv[1] if len(sys.argv) > 1 else "help"
    bootstrap.enter_environment(development=command in DEVELOPMENT)
    if command in DEVELOPMENT:
        develop(DEVELOPMENT[command], sys.argv[2:])
    else:
        run_django_command(sys.argv)


def develop(module, arguments):
    if module is None:
        print("The development environment is ready: .venv/bin/python")
    else:
        os.execv(sys.executable, [sys.executable, "-m", module, *arguments])


def run_django_command(arguments):
    from django.core.management import execute_from_command_line

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    execute_from_command_line(without_data_folder(arguments))


def without_data_folder(arguments):
    """Every command takes --data; it is taken out here because settings are read before a command sees its options."""
    import argparse

    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--data")
    options, others = parser.parse_known_args(arguments)
    if options.data is not None:
        os.environ["SCOREKEEPER_DATA"] = options.data
    return others


if __name__ == "__main__":
    main()
