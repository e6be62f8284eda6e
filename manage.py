"""Creates the environment on first use, then runs the app, its tests or a Django command."""

import os
import sys


def main():
    refuse_other_systems()
    from scorekeeper.server import bootstrap

    if sys.argv[1:] == ["--version"]:
        print(bootstrap.version())
        return
    bootstrap.answer_help()
    name = sys.argv[1] if sys.argv[1:] else "help"
    command = bootstrap.ENVIRONMENT_COMMANDS.get(name)
    bootstrap.enter_environment(command)
    if name in ("score", "referee"):
        from scorekeeper.management import sheet_commands

        sys.exit(sheet_commands.run(sys.argv[1:]))
    if command is None:
        from scorekeeper.management import command_line

        command_line.run(sys.argv)
    elif command.program:
        os.execv(sys.executable, [sys.executable, *command.program, *sys.argv[2:]])
    else:
        print("The environment is ready: .venv/bin/python")


def refuse_other_systems():
    if sys.version_info < (3, 11):  # noqa: UP036 -- this file is what meets an old Python
        sys.exit("Scorekeeper needs Python 3.11 or newer; this is Python " + sys.version.split()[0] + ".")
    if sys.platform not in ("linux", "darwin"):
        sys.exit("Scorekeeper runs on Linux and macOS, and on Windows inside WSL; this is " + sys.platform + ".")
    if sys.maxsize < 2**32:
        sys.exit("Scorekeeper needs a 64-bit Python: some packages it is made of exist for no other; this one has 32.")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
