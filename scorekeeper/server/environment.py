"""The settings a table may change, read from the environment and checked; .deploy/README.md says what each is for."""

import difflib
import os
import re
import secrets
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from errno import ENOTDIR
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from environs import Env, EnvValidationError, FileAwareEnv, ValidationError, validate

from scorekeeper.server.systemd import ExitCode, notify

ROOT = Path(__file__).resolve().parents[2]
PREFIX = "SCOREKEEPER_"
NAMES = (
    "DATA", "SECRET_KEY", "ADDRESS", "HOSTS", "PORT", "PROXY", "LOG", "TIME_ZONE", "FOUNDING", "DEBUG",
)  # fmt: skip
SETTINGS = {"DATABASE_URL", *(f"{PREFIX}{name}" for name in NAMES)}
# Settings of an earlier release.
REMOVED_SETTINGS = {"SCOREKEEPER_HTTPS", "SCOREKEEPER_CERT", "SCOREKEEPER_KEY"}
HTTPS_REMOVED = "is gone: a proxy encrypts, see .deploy/README.md#https-at-home."
# With this suffix a setting names a file with its value, as container secrets do.
FILE_SUFFIX = "_FILE"
# An address for browsers: scheme, host, port, and a path if the host serves other apps, too.
ADDRESS = re.compile(
    r"https?://(\w[\w-]*(\.\w[\w-]*)*\.?|\[[\da-f:.]+\])(:\d{1,5})?(/[\w.-]*\w)*/?", re.ASCII | re.IGNORECASE
)
# Minimum length of a secret key, as in Django's deployment check.
MIN_KEY_LENGTH = 50
# Minimum number of different characters of a secret key. A random one has thirty and more.
MIN_KEY_CHARACTERS = 10
# Free bytes that SQLite needs to create the log beside a database: its index alone takes 32 KB.
MIN_LOG_BYTES = 48 * 1024


def read() -> dict[str, Any]:
    """Return the settings by their short names. An invalid or contradictory one ends the program with one line."""
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
    with stop_if_unusable(values["DATA"]):
        key_file(values["DATA"]).exists()  # PermissionError in a folder that is closed to this user
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
            # Scorekeeper does not encrypt: with an https address there is a proxy in front.
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
    """Remove empty variables: unit files and compose write `SCOREKEEPER_PORT=` for the default."""
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
    except ValueError:  # a port over 65535, or an invalid IP address
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
    """End the program with an error message."""
    print(line, file=sys.stderr)
    notify(f"STATUS={line}")
    sys.exit(ExitCode.WRONG_SETTING)


# --- The database ---

# How long a transaction waits for a lock.
LOCK_SECONDS = 2
# synchronous = FULL: a saved round survives a power cut.
# No mmap: a full disk or a truncated file raises an error instead of SIGBUS.
SQLITE_OPENING = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA mmap_size = 0;
PRAGMA foreign_keys = ON;
"""


def database_settings(url: str | None, folder: Path) -> dict[str, Any]:
    return postgresql_settings(url) if url else sqlite_settings(folder / "scorekeeper.sqlite3")


def sqlite_settings(path: Path) -> dict[str, Any]:
    # IMMEDIATE: a deferred transaction that reads, then writes, fails at once if another one wrote in between.
    options: dict[str, Any] = {"transaction_mode": "IMMEDIATE", "timeout": LOCK_SECONDS, "init_command": SQLITE_OPENING}
    if is_read_only(path):
        options |= {"database": read_only_uri(path), "init_command": ""}
    return {"ENGINE": "django.db.backends.sqlite3", "NAME": path, "CONN_MAX_AGE": None, "OPTIONS": options}


def is_read_only(file: Path) -> bool:
    """Whether a database exists, and its disk or its permissions allow no writing."""
    return file.exists() and not (can_create_log(file.parent) and os.access(file, os.W_OK))


def can_create_log(folder: Path) -> bool:
    """Whether SQLite can create the write-ahead log, without which it opens no database for writing."""
    disk = os.statvfs(folder)
    return os.access(folder, os.W_OK) and (disk.f_bavail * disk.f_frsize >= MIN_LOG_BYTES or not disk.f_blocks)


def read_only_uri(file: Path) -> str:
    """Return the URI by which SQLite opens a database to read it.

    SQLite creates a log for reading, too, unless the URI says that the file is immutable. That would skip the content
    of an existing log.
    """
    log, index = (Path(f"{file}{part}") for part in ("-wal", "-shm"))
    has_log = index.exists() or (log.exists() and log.stat().st_size)
    is_immutable = not has_log and not can_create_log(file.parent)
    return f"{file.absolute().as_uri()}?{'immutable=1' if is_immutable else 'mode=ro'}"


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


def read_key(folder: Path) -> str:
    """Return the secret key of the data folder, or a new one, which `make_data_folder` keeps."""
    key = key_file(folder)
    with stop_if_unusable(folder):
        if not key.exists():
            return secrets.token_urlsafe(48)
        if key.stat().st_mode & 0o077:
            with suppress(OSError):
                key.chmod(0o600)
        secret = key.read_text(errors="replace").strip()
    if len(secret) < MIN_KEY_LENGTH or not secret.isascii() or len(set(secret)) < MIN_KEY_CHARACTERS:
        stop(f"{key} is damaged: it holds no key. Delete it to get a new one.")
    return secret


def make_data_folder(folder: Path, secret: str | None) -> None:
    """Create the data folder and its secret key, unless they exist: where a record begins, not where one is read."""
    key = key_file(folder)
    with stop_if_unusable(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if secret and not key.exists():
            write_private_file(key, secret.encode())
    if secret and read_key(folder) != secret:
        stop(f"Another start has made {key} meanwhile: start again.")


def key_file(folder: Path) -> Path:
    return folder / "secret-key"


@contextmanager
def stop_if_unusable(folder: Path) -> Iterator[None]:
    """End the program if the data folder is a file, or is closed to this user."""
    try:
        if folder.is_file():
            raise NotADirectoryError(ENOTDIR, "it is a file")
        yield
    except OSError as error:
        stop(f"The data folder {folder} cannot be used: {error.strerror}.")


def write_private_file(path: Path, content: bytes) -> None:
    """Create a file with mode 600, atomically and synced."""
    with tempfile.NamedTemporaryFile(dir=path.parent) as draft:
        draft.write(content)
        draft.flush()
        os.fsync(draft.fileno())
        # If another process was first, keep its file.
        with suppress(FileExistsError):
            os.link(draft.name, path)
