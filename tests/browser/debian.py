"""Debian packages that browser tests need. The tests install them where that is certainly meant: as root on Debian."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path


def may_install():
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


@contextmanager
def installing():
    """One of several test workers installs, the others wait."""
    with (Path(tempfile.gettempdir()) / "scorekeeper-browsers.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def install(*packages):
    apt_get("install", "-y", "--no-install-recommends", *packages)


def apt_get(*arguments):
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(
        ["apt-get", "-q", *arguments], env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
