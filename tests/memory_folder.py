"""Folders that are gone after the tests, in memory where there is room: no test of theirs waits for a disk."""

import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path

MEMORY = Path("/dev/shm")
ENOUGH = 1_000_000_000


@contextmanager
def memory_folder(name):
    place = tempfile.mkdtemp(prefix=f"scorekeeper-{name}-", dir=MEMORY if has_room(MEMORY) else None)
    try:
        yield Path(place)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def has_room(place):
    return place.is_dir() and shutil.disk_usage(place).free > ENOUGH
