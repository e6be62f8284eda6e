"""A database as one file of its own: consistent while others write, checked, and either whole or not there at all."""

import fcntl
import glob
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings

from scorekeeper.server.environment import for_reading

UNREADABLE = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What reading a damaged database raises: what SQLite says of it may quote bytes that are no text."""


class Damaged(Exception):
    """A database whose pages do not fit together."""


def dated(what: str) -> Path:
    """Return where a copy made now is kept: among the backups, with the moment in its name (UTC)."""
    moment = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S-%f")
    backup: Path = settings.DATA / "backups" / f"{what}-{moment}.sqlite3"
    return backup


def copy_database(source: Path, target: Path) -> None:
    with being_written(target) as file:
        copy_pages(source, file)


def copy_pages(source: Path, file: Path) -> None:
    """Copy one database over another in one transaction: who reads either sees all of it or nothing."""
    with closing(reading(source)) as origin, closing(sqlite3.connect(file)) as copy:
        if not file.stat().st_size:
            copy.execute("PRAGMA synchronous = OFF")  # who keeps a new file syncs it when it is whole
        origin.backup(copy)


@contextmanager
def being_written(target: Path) -> Iterator[Path]:
    """Write a file beside its place and put it there when it is safe on the disk; only its owner may read it."""
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    os.close(handle)
    file = Path(name)
    try:
        with copying_into(target.parent):
            yield file
            stand_alone(file)
            sync(file)
            file.replace(target)
            sync(target.parent)
    finally:
        for left_over in file.parent.glob(f"{glob.escape(file.name)}*"):
            left_over.unlink()


@contextmanager
def copying_into(folder: Path, lock: int = fcntl.LOCK_SH) -> Iterator[None]:
    """Keep what is half made in a folder from being deleted meanwhile."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, lock)
        yield
    finally:
        os.close(handle)


def delete_half_made() -> None:
    """Delete the copies that a killed backup or restore has left behind: all of a club, with what it deleted."""
    for folder, half_made in ((settings.DATA, ".restoring-*"), (settings.DATA / "backups", ".*.sqlite3.*")):
        # Not while somebody makes one, nor where there is none.
        with suppress(BlockingIOError, FileNotFoundError), copying_into(folder, fcntl.LOCK_EX | fcntl.LOCK_NB):
            for left_over in folder.glob(half_made):
                shutil.rmtree(left_over) if left_over.is_dir() else left_over.unlink()


def check(file: Path) -> None:
    _check_length(file)
    try:
        with closing(reading(file)) as opened:
            answer = str(opened.execute("PRAGMA integrity_check(1)").fetchone()[0])
    except UNREADABLE as error:
        raise Damaged(str(error)) from None
    if answer != "ok":
        raise Damaged(" ".join(answer.split()))


def _check_length(file: Path) -> None:
    with file.open("rb") as opened:
        header = opened.read(100)
    page, pages = int.from_bytes(header[16:18]), int.from_bytes(header[28:32])
    if file.stat().st_size < pages * (page if page > 1 else 65_536):
        raise Damaged("its end is missing")


def reading(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(for_reading(file), uri=True, timeout=20)


def stand_alone(file: Path) -> None:
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("PRAGMA journal_mode = DELETE")


def sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
