"""The data folder of `serve --demo`: a temporary one, deleted at the end, or at the next start if that was a kill."""

import atexit
import fcntl
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO

# A file inside says that a folder is a demo's. Its process holds a lock on it while it lives.
MARKER = "demo"
PREFIX = "scorekeeper-demo-"


def is_demo(folder: Path) -> bool:
    return (folder / MARKER).is_file()


def make() -> Path:
    """Make a folder that is deleted when this process ends."""
    delete_abandoned()
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    # The marker is locked before it gets its name: another demo that starts now must not take it for abandoned.
    draft = (folder / "draft").open("w")
    _lock(draft)
    Path(draft.name).rename(folder / MARKER)
    atexit.register(_delete, folder, draft)
    return folder


def delete_abandoned() -> None:
    """Delete the folders of demos that were killed: nobody holds the lock on their markers."""
    for marker in Path(tempfile.gettempdir()).glob(f"{PREFIX}*/{MARKER}"):
        with suppress(OSError), marker.open("r+") as file:
            _lock(file)
            shutil.rmtree(marker.parent, ignore_errors=True)


def _lock(file: IO[str]) -> None:
    """Lock a file for this process alone; OSError if another one has it. Unlike flock's, it is not inherited."""
    fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _delete(folder: Path, marker: IO[str]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    marker.close()
