"""The settings a table may change, read from the environment and checked; .deploy/README.md says what each is for."""

import difflib
import os
import re
import secrets
import sys
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from environs import Env, EnvValidationError, FileAwareEnv, ValidationError, validate

from scorekeeper.server.systemd import notify

ROOT = Path(__file__).resolve().parents[2]
PREFIX = "SCOREKEEPER_"
NAMES = (
    "DATA", "SECRET_KEY", "ADDRESS", "HOSTS", "PORT", "PROXY", "LOG", "TIME_ZONE", "FOUNDING", "DEBUG",
)  # fmt: skip
SETTINGS = {"DATABASE_URL", *(f"{PREFIX}{name}" for name in NAMES)}
# Settings that an earlier release had.
REMOVED_SETTINGS = {"SCOREKEEPER_HTTPS", "SCOREKEEPER_CERT", "SCOREKEEPER_KEY"}
HTTPS_REMOVED = "is gone: a proxy encrypts, see .deploy/README.md#https-at-home."
# What follows the name of a setting that stands in a file, as container secrets do.
FILE_SUFFIX = "_FILE"
# An address that people can open: a scheme, a host, a port, and the path of a host that has other things, too.
ADDRESS = re.compile(
    r"https?://(\w[\w-]*(\.\w[\w-]*)*\.?|\[[\da-f:.]+\])(:\d{1,5})?(/[\w.-]*\w)*/?", re.ASCII | re.IGNORECASE
)
# Length of a secret key, as Django's own deployment check wants it.
MIN_KEY_LENGTH = 50
# Different characters of a secret key; one that was drawn at random has thirty and more.
MIN_KEY_CHARACTERS = 10
# Free bytes that SQLite needs to make the log beside a database: its index alone takes 32 KB.
MIN_LOG_BYTES = 48 * 1024


def read() -> dict[str, Any]:
    """All settings by their short names; stops the program with one line when one is malformed or ambiguous."""
    forget_empty_settings()
    refuse_unknown_names()
    try:
        values = read_values(FileAwareEnv(file_suffix=FILE_SUFFIX, strip_whitespace=True))
    except EnvValidationError as error:
        name = re.search(r'"(\w+)"', str(error))
        why = " ".join(map(str, error.error_messages)).replace("Not a valid boolean.", "Say yes or no.")
        stop(f"{name[1] if name else 'A setting'}: {why}")
    except (ValueError, OSError) as error:
        stop(f"A setting's file cannot be read: {error}")
    refuse_contradictions(values)
    return values


def read_values(env: Env) -> dict[str, Any]:
    long = validate.Length(min=MIN_KEY_LENGTH, error="It needs at least {min} characters.")
    with env.prefixed(PREFIX):
        address = urlsplit(env.str("ADDRESS", None, validate=validate_address) or "")
        values: dict[str, Any] = {
            "DATA": Path(env.str("DATA", str(ROOT / ".data"))).absolute(),
            "SECRET_KEY": env.str("SECRET_KEY", None, validate=[long, validate_secret_key]),
            "ORIGIN": f"{address.scheme}://{address.netloc}" if address.scheme else None,
            "PATH": address.path.rstrip("/"),
            "HOSTS": [*filter(None, [address.hostname]), *env.list("HOSTS", [], validate=validate_host_names)],
            "PORT": int(env.str("PORT", "8000", validate=validate_port)),
            # An address with HTTPS is that of a proxy.
            "BEHIND_PROXY": address.scheme == "https",
            "PROXY": env.list("PROXY", [], validate=validate_networks),
            "LOG": env.str("LOG", "lines", validate=validate.OneOf(["lines", "json"])),
            "TIME_ZONE": env.str("TIME_ZONE", local_time_zone(), validate=validate_time_zone),
            "FOUNDING": env.bool("FOUNDING", False),
            "DEBUG": env.bool("DEBUG", False),
        }
    url = validate.Regexp("postgres(ql)?://", error="It must begin with postgresql:// (SQLite needs no DATABASE_URL).")
    return values | {"DATABASE_URL": env.str("DATABASE_URL", None, validate=url)}


def forget_empty_settings() -> None:
    """Take `SCOREKEEPER_PORT=`, as unit files and compose write it, for a setting that is not said."""
    for setting in SETTINGS | REMOVED_SETTINGS:
        for name in (setting, f"{setting}{FILE_SUFFIX}"):
            if not os.environ.get(name, "said").strip():
                del os.environ[name]


def refuse_unknown_names() -> None:
    for name in sorted(os.environ):
        setting = name.removesuffix(FILE_SUFFIX)
        if setting in REMOVED_SETTINGS:
            stop(f"{name} {HTTPS_REMOVED}")
        if name.startswith(PREFIX) and setting not in SETTINGS:
            close = difflib.get_close_matches(setting, SETTINGS, n=1, cutoff=0.9)
            stop(f"{name} is not a setting" + (f"; did you mean {close[0]}?" if close else "."))
        if name != setting and setting in SETTINGS and setting in os.environ:
            stop(f"{setting} and {name} contradict each other: leave one of them out.")


def refuse_contradictions(values: dict[str, Any]) -> None:
    if values["PROXY"] and not values["BEHIND_PROXY"]:
        stop("SCOREKEEPER_PROXY also needs SCOREKEEPER_ADDRESS, the https:// address that the proxy answers.")
    if values["BEHIND_PROXY"] and values["DEBUG"]:
        stop("HTTPS and SCOREKEEPER_DEBUG contradict each other: error pages show secrets.")


def validate_address(text: str) -> None:
    try:
        parts = urlsplit(text)
        found = ADDRESS.fullmatch(text) and parts.port != 0
        if found and re.fullmatch(r"[\d.]+", parts.hostname or ""):
            ip_address(parts.hostname or "")
    except ValueError:  # a port over 65535, or numbers that are no address
        found = False
    if not found:
        such_as = "http://cards.lan:8000 or https://cards.example.org/club"
        raise ValidationError(f"{text!r} is not an address such as {such_as}.")


def validate_port(text: str) -> None:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 65535):
        raise ValidationError(f"{text!r} is not a port: a number from 1 to 65535.")


def validate_host_names(names: Iterable[str]) -> None:
    for name in names:
        if not name.strip() or set(name) & set("/:* \t"):
            raise ValidationError(f"{name!r} is not a host name (no scheme, port or *).")


def validate_networks(addresses: Iterable[str]) -> None:
    for address in addresses:
        try:
            ip_network(address)
        except ValueError:
            raise ValidationError(f"{address!r} is not an address or a network such as 172.16.0.0/12.") from None


def validate_time_zone(name: str) -> None:
    if name not in available_timezones():
        raise ValidationError(f"{name!r} is not a time zone.")


def local_time_zone() -> str:
    name = os.path.realpath("/etc/localtime").partition("zoneinfo/")[2]
    return name if name in available_timezones() else "UTC"


def stop(line: str) -> NoReturn:
    """Say what is wrong with the settings. Status 2 tells systemd that another start would not help."""
    print(line, file=sys.stderr)
    notify(f"STATUS={line}")
    sys.exit(2)


# --- The database ---

# How long a transaction waits for another one that writes.
LOCK_SECONDS = 2
# FULL: an acknowledged round survives a power cut.
# No mmap: a full disk or a truncated file is then an error, not a crash.
SQLITE_OPENING = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA mmap_size = 0;
PRAGMA foreign_keys = ON;
"""


def database_settings(url: str | None, folder: Path) -> dict[str, Any]:
    return postgresql_settings(url) if url else sqlite_settings(folder / "scorekeeper.sqlite3")


def sqlite_settings(path: Path) -> dict[str, Any]:
    # A transaction that begins as a reader and then writes fails at once when somebody else has written.
    options: dict[str, Any] = {"transaction_mode": "IMMEDIATE", "timeout": LOCK_SECONDS, "init_command": SQLITE_OPENING}
    if is_read_only(path):
        options |= {"database": read_only_uri(path), "init_command": ""}
    return {"ENGINE": "django.db.backends.sqlite3", "NAME": path, "CONN_MAX_AGE": None, "OPTIONS": options}


def is_read_only(file: Path) -> bool:
    """Whether a database is there that may only be read: its disk is full or mounted so, or it is somebody else's."""
    return file.exists() and not (can_create_log(file.parent) and os.access(file, os.W_OK))


def can_create_log(folder: Path) -> bool:
    """Whether SQLite can make the log beside a database, without which it opens none that may change."""
    disk = os.statvfs(folder)
    return os.access(folder, os.W_OK) and (disk.f_bavail * disk.f_frsize >= MIN_LOG_BYTES or not disk.f_blocks)


def read_only_uri(file: Path) -> str:
    """Return the URI by which SQLite opens a database that is only read.

    It has to make a log beside it even then, unless it knows that nothing changes; what stands in a log that is there
    already must not be left out.
    """
    log, index = (Path(f"{file}{part}") for part in ("-wal", "-shm"))
    whole = not index.exists() and not (log.exists() and log.stat().st_size)
    never_changes = whole and not can_create_log(file.parent)
    return f"{file.absolute().as_uri()}?{'immutable=1' if never_changes else 'mode=ro'}"


def postgresql_settings(url: str) -> dict[str, Any]:
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
        "OPTIONS": {"connect_timeout": LOCK_SECONDS, "tcp_user_timeout": 1000 * LOCK_SECONDS} | parts,
    }


def validate_secret_key(key: str) -> None:
    if len(set(key)) < MIN_KEY_CHARACTERS:
        raise ValidationError("It can be guessed: draw one at random, or leave the variable out to have one made.")


def read_or_make_key(folder: Path) -> str:
    """Return the key that signs cookies and forms: made once, kept in the data folder, readable only by its owner."""
    key = folder / "secret-key"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not key.exists():
            write_private_file(key, secrets.token_urlsafe(48).encode())
        elif key.stat().st_mode & 0o077:
            with suppress(OSError):
                key.chmod(0o600)
        secret = key.read_text(errors="replace").strip()
    except OSError as error:
        stop(f"The data folder {folder} cannot be used: {error.strerror}.")
    if len(secret) < MIN_KEY_LENGTH or not secret.isascii() or len(set(secret)) < MIN_KEY_CHARACTERS:
        stop(f"{key} is damaged: it holds no key. Delete it to get a new one.")
    return secret


def write_private_file(path: Path, content: bytes) -> None:
    """Write a file that only its owner may read, whole and safe on the disk."""
    with tempfile.NamedTemporaryFile(dir=path.parent) as draft:
        draft.write(content)
        draft.flush()
        os.fsync(draft.fileno())
        # Another process may have made it first: then that one counts.
        with suppress(FileExistsError):
            os.link(draft.name, path)
