"""Which browser the tests drive: an installed one, else Playwright's own, else the Debian package, else none."""

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# The shell without windows first: it draws the same pages for two thirds of the processor time.
SHELL, BROWSER = "chromium-headless-shell", "chromium"
NAMES = [SHELL, BROWSER, "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]

# Playwright's driver is a Node that a minimal Debian lacks a library for.
DRIVER = "libatomic1"
# `certutil` puts a certificate among those the browser trusts.
TRUST = "libnss3-tools"
HELP = f"no Chromium: apt install {BROWSER} {DRIVER} (or, as root: .venv/bin/playwright install --with-deps chromium)"

FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # One process draws all pages: to start another for each takes a sixth of the processor time.
    "--renderer-process-limit=1",
]


def driver_starts():
    """Whether Playwright can run at all, once what is missing has been installed where that may be."""
    return driver_runs() or install_missing()


def launch_options(browser_type):
    """What Playwright needs to start it, or None."""
    flags = [*FLAGS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    if not find_installed() and Path(browser_type.executable_path).exists():
        return {"args": flags}
    if find_installed() or install_missing():
        return {"executable_path": find_installed(), "args": flags}
    return None


def driver_runs():
    command = [sys.executable, "-m", "playwright", "--version"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def find_installed():
    return next(filter(None, map(shutil.which, NAMES)), None)


def install_missing():
    """Only where that is certainly meant: as root on Debian. One of several test workers does it, the others wait."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    with (Path(tempfile.gettempdir()) / "scorekeeper-chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not driver_runs() or not find_installed():
            apt_get("update")
            apt_get("install", "-y", "--no-install-recommends", DRIVER, TRUST)
        for browser in (SHELL, BROWSER):  # older releases have no package of the shell
            if not find_installed():
                apt_get("install", "-y", "--no-install-recommends", browser)
    return driver_runs() and find_installed() is not None


def apt_get(*arguments):
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(
        ["apt-get", "-q", *arguments], env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
