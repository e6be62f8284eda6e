"""Files in, one answer each out: what `score` and `referee` have in common. Knows neither Django nor cards."""

import io
import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, BinaryIO

from games.impossible import Impossible

LARGEST = 16 * 2**20
OK, BAD = 0, 2

Work = Callable[[bytes], str]


def answer(names: Sequence[str], work: Work, *, json_lines: bool) -> int:
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
    """Write an answer for a program: one line."""
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


def _answer(name: str, work: Work, *, json_line: bool, alone: bool) -> int:
    try:
        told = work(read(name))
    except Impossible as error:
        if not json_line:
            named = alone or error.message.startswith(name)
            return _complain(error.message if named else f"{name}: {error.message}")
        told, status = as_json({"error": error.message}), BAD
    else:
        status = OK
    sys.stdout.write(told + "\n")
    return status


def _complain(line: str) -> int:
    sys.stderr.write(line + "\n")
    return BAD


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
