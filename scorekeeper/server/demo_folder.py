"""The temporary data folder of `serve --demo`: deleted at the end, or after a kill by the next demo."""

import atexit
import fcntl
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO

# A file that marks the folder of a demo. The process of the demo holds a lock on it.
MARKER = "demo"
PREFIX = "scorekeeper-demo-"


def is_demo(folder: Path) -> bool:
    return (folder / MARKER).is_file()


def make() -> Path:
    """Create a folder that is deleted when this process ends."""
    delete_abandoned()
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    # Lock the marker before it gets its name, or another demo that starts now deletes the folder as abandoned.
    draft = (folder / "draft").open("w")
    _lock(draft)
    Path(draft.name).rename(folder / MARKER)
    atexit.register(_delete, folder, draft)
    return folder


def delete_abandoned() -> None:
    """Delete the folders of killed demos: no process holds the lock on their markers."""
    for marker in Path(tempfile.gettempdir()).glob(f"{PREFIX}*/{MARKER}"):
        with suppress(OSError), marker.open("r+") as file:
            _lock(file)
            shutil.rmtree(marker.parent, ignore_errors=True)


def _lock(file: IO[str]) -> None:
    """Lock a file; OSError if another process has the lock. Child processes do not inherit it, as they do flock's."""
    fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _delete(folder: Path, marker: IO[str]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    marker.close()
