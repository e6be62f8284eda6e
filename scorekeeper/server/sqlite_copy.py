"""Copies of SQLite databases: consistent while others write, and either whole or not there at all."""

import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings

from scorekeeper.server.environment import for_reading

# What reading a damaged database raises: SQLite may quote bytes that are no text.
UNREADABLE = (sqlite3.DatabaseError, UnicodeDecodeError)

# Copies are made in hidden folders. Those of a killed command are deleted at the next start after this time.
UNFINISHED_PREFIX = ".unfinished-"
UNFINISHED_SECONDS = 3600


def dated(kind: str) -> Path:
    """Return the path for a backup made now: the name has the moment in UTC."""
    moment = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S-%f")
    path: Path = settings.DATA / "backups" / f"{kind}-{moment}.sqlite3"
    return path


def copy_database(source: Path, target: Path) -> None:
    with being_written(target) as file:
        copy_pages(source, file)


def copy_pages(source: Path, file: Path) -> None:
    with closing(reading(source)) as origin, closing(sqlite3.connect(file)) as copy:
        copy.execute("PRAGMA synchronous = OFF")  # being_written syncs the whole file
        origin.backup(copy)


@contextmanager
def being_written(target: Path) -> Iterator[Path]:
    """Give a path to write to; move the file to its place once it is safe on the disk. Only its owner may read it."""
    with unfinished_folder(target.parent) as folder:
        file = folder / target.name
        file.touch(mode=0o600)
        yield file
        make_single_file(file)
        sync(file)
        file.replace(target)
    sync(target.parent)


@contextmanager
def unfinished_folder(parent: Path) -> Iterator[Path]:
    parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=UNFINISHED_PREFIX, dir=parent) as folder:
        yield Path(folder)


def delete_unfinished() -> None:
    for parent in (settings.DATA, settings.DATA / "backups"):
        for folder in parent.glob(f"{UNFINISHED_PREFIX}*"):
            if folder.stat().st_mtime < time.time() - UNFINISHED_SECONDS:
                shutil.rmtree(folder, ignore_errors=True)


def check_pages(file: Path) -> None:
    """Raise one of UNREADABLE if the pages of a database do not fit together."""
    with closing(reading(file)) as opened:
        answer = str(opened.execute("PRAGMA integrity_check(1)").fetchone()[0])
    if answer != "ok":
        raise sqlite3.DatabaseError(answer)


def reading(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(for_reading(file), uri=True, timeout=20)


def make_single_file(file: Path) -> None:
    """Leave write-ahead logging, which needs two more files beside a database."""
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("PRAGMA journal_mode = DELETE")


def sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
