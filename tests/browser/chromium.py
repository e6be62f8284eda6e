"""Which browser the tests drive: an installed one, else Playwright's own, else none."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

# The shell without windows first: it draws the same pages for two thirds of the processor time.
SHELL, BROWSER = "chromium-headless-shell", "chromium"
NAMES = [SHELL, BROWSER, "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]

# Playwright's driver is a Node that a minimal Debian lacks a library for.
DRIVER = "libatomic1"
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
    # A page that follows another of the same site is drawn in the same frame: a new frame for each takes a quarter of
    # a page's processor time, and no page can tell. The last list of features counts, so Playwright’s own stand here.
    "--enable-features=CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies,RenderDocument:level/crashed-frame",
]


def launch_options(browser_type):
    """Return Playwright's options to start Chromium, or None."""
    flags = [*FLAGS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    if not find_installed() and Path(browser_type.executable_path).exists():
        return {"args": flags}
    if find_installed():
        return {"executable_path": find_installed(), "args": flags}
    return None


def driver_runs():
    command = [sys.executable, "-m", "playwright", "--version"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def find_installed():
    return next(filter(None, map(shutil.which, NAMES)), None)


def missing_packages():
    """The Debian packages to install before Playwright can run a browser."""
    return [*([] if driver_runs() else [DRIVER]), *([] if find_installed() else [SHELL])]
