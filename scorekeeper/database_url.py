"""Which database keeps the record, and how it is opened."""

from pathlib import Path
from typing import Any

from scorekeeper.environment import stop

# FULL: an acknowledged round survives a power cut.
# No mmap: a full disk or a truncated file is then an error, not a crash.
SQLITE_OPENING = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA mmap_size = 0;
PRAGMA foreign_keys = ON;
"""


def database_from(url: str | None, folder: Path) -> dict[str, Any]:
    return postgresql(url) if url else sqlite(folder / "scorekeeper.sqlite3")


def sqlite(path: Path) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            # A transaction that begins as a reader and then writes fails at once when somebody else has written.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": SQLITE_OPENING,
        },
    }


def postgresql(url: str) -> dict[str, Any]:
    # Installed only where DATABASE_URL is set.
    from psycopg import ProgrammingError  # noqa: PLC0415
    from psycopg.conninfo import conninfo_to_dict  # noqa: PLC0415

    try:
        parts: dict[str, Any] = conninfo_to_dict(url)
    except ProgrammingError:
        stop("DATABASE_URL is malformed: postgresql://user:password@host:port/name")
    if not parts.get("dbname"):
        stop("DATABASE_URL names no database: postgresql://user:password@host:port/name")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": parts.pop("dbname"),
        "USER": parts.pop("user", ""),
        "PASSWORD": parts.pop("password", ""),
        "HOST": parts.pop("host", ""),
        "PORT": parts.pop("port", ""),
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": parts,
    }
