"""The key that signs cookies and forms: made once, kept in the data folder, readable only by its owner."""

import os
import secrets
import tempfile
from pathlib import Path

from scorekeeper.environment import stop

NAME = "secret-key"


def kept_secret(folder: Path) -> str:
    try:
        return read_or_make(folder)
    except OSError as error:
        stop(f"The data folder {folder} cannot be used: {error.strerror}.")


def read_or_make(folder: Path) -> str:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    key = folder / NAME
    if not key.exists():
        make(key)
    secret = key.read_text().strip()
    if len(secret) < 50:
        stop(f"{key} is damaged: it holds no key. Delete it to get a new one.")
    return secret


def make(key: Path) -> None:
    """Several processes may come here at once: each writes a whole file, and the first to link it wins."""
    handle, draft = tempfile.mkstemp(dir=key.parent)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(48))
            os.fsync(file.fileno())
        os.link(draft, key)
    except FileExistsError:
        pass
    finally:
        Path(draft).unlink()
