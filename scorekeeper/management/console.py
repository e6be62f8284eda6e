"""What commands have in common: one answer for each file, errors in one line, the record, an invitation."""

import io
import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, BinaryIO

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection
from django.urls import reverse

from games.core.errors import Impossible
from scorekeeper.clubs.invitations import Invitation
from scorekeeper.management.command_line import EXIT_BAD
from scorekeeper.server import network
from scorekeeper.server.install import is_up_to_date

LARGEST = 16 * 2**20
OK = 0


def answer(names: Sequence[str], work: Callable[[bytes], str], *, json_lines: bool) -> int:
    """Print the answer to each file (“-” is standard input) and return the exit status; never a traceback.

    A bad file is one line: on standard error where it is the only one, `{"error": …}` among several answers in JSON.
    """
    if sys.stdout is None:
        return _complain("there is no standard output")
    try:
        _speak_plainly(utf8=json_lines)
        status = max(
            _answer(name, work, json_line=json_lines and len(names) > 1, alone=len(names) == 1) for name in names
        )
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _complain(f"the answer could not be written: {error.strerror}")
    except KeyboardInterrupt:
        return _complain("stopped")
    return status


def as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def read(name: str) -> bytes:
    """Return what a file holds; Impossible, in a line, where it cannot be read."""
    try:
        with _opened(name) as file:
            content = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise Impossible(f"{name}: there is no such file") from None
    except IsADirectoryError:
        raise Impossible(f"{name} is a folder, not a file") from None
    except OSError as error:
        raise Impossible(f"{name} cannot be read: {error.strerror}") from None
    if len(content) > LARGEST:
        raise Impossible(f"{name} is too large: a file has at most {LARGEST // 2**20} MB")
    return content


def _answer(name: str, work: Callable[[bytes], str], *, json_line: bool, alone: bool) -> int:
    try:
        text, status = work(read(name)), OK
    except Impossible as error:
        if not json_line:
            named = alone or error.message.startswith(name)
            return _complain(error.message if named else f"{name}: {error.message}")
        text, status = as_json({"error": error.message}), EXIT_BAD
    sys.stdout.write(text + "\n")
    return status


def _complain(line: str) -> int:
    sys.stderr.write(line + "\n")
    return EXIT_BAD


def _opened(name: str) -> AbstractContextManager[BinaryIO]:
    if name != "-":
        return Path(name).open("rb")
    if sys.stdin is None:
        raise Impossible("there is no standard input")
    return nullcontext(sys.stdin.buffer)


def _speak_plainly(*, utf8: bool) -> None:
    """JSON is UTF-8 everywhere; for people, a terminal that lacks a sign shows it in some other way."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8" if utf8 else None, errors="backslashreplace")


def check_record() -> None:
    """Refuse to work on a record that is not there, or of another version."""
    if connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists():
        raise CommandError(
            f"There is no record in {settings.DATA} yet: `manage.py serve` begins one.", returncode=EXIT_BAD
        )
    if not is_up_to_date():
        raise CommandError(
            "This record is not of this version: `manage.py serve` brings it up to date.", returncode=EXIT_BAD
        )


def invitation_text(invitation: Invitation, start: str) -> str:
    """Return its link and the code to scan it with; `start` is how links begin here."""
    link = start + reverse("join-link", args=[invitation.token])
    return f"  {link}\n{network.qr_code(link)}"
