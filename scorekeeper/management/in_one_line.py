"""What goes wrong with a backup, as one line and exit status 2."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError
from django.db import DatabaseError

from scorekeeper.backups import Unusable
from scorekeeper.copying import Damaged

BAD = 2


@contextmanager
def in_one_line(what: str) -> Iterator[None]:
    """Say what did not happen, and why; whatever is written meanwhile belongs to whoever runs this."""
    os.umask(0o077)
    try:
        yield
    except (Unusable, Damaged, DatabaseError, sqlite3.Error, OSError) as error:
        raise CommandError(f"{what}: {' '.join(str(error).split())}", returncode=BAD) from None
