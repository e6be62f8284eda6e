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

# Of a real window's trappings the popup of the address line and a page ready for the next address are drawn for every
# new page: two thirds of what a page costs. The last list Chromium is given counts: Playwright's own stands here too.
LEFT_OUT = [
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "SpareRendererForSitePerProcess",
    "AimEnabled",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
]


def driver_starts():
    """Whether Playwright can run at all, once what is missing has been installed where that may be."""
    return driver_runs() or (install_missing() and driver_runs())


def launch_options(browser_type):
    """What Playwright needs to start it, or None."""
    flags = [*FLAGS, f"--disable-features={','.join(LEFT_OUT)}"]
    if os.geteuid() == 0:
        flags.append("--no-sandbox")
    if installed := find_installed():
        return {"executable_path": installed, "args": flags}
    if Path(browser_type.executable_path).exists():
        return {"args": flags}
    if install_missing() and (installed := find_installed()):
        return {"executable_path": installed, "args": flags}
    return None


def driver_runs():
    command = [sys.executable, "-m", "playwright", "--version"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def find_installed():
    return next(filter(None, map(shutil.which, NAMES)), None)


def install_certutil():
    """Return whether certificates can be put into a browser's store."""
    if not shutil.which("certutil") and may_install():
        apt_get("update")
        install(TRUST)
    return shutil.which("certutil") is not None


def may_install():
    """Only where that is certainly meant: as root on Debian."""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def install_missing():
    """One of several test workers does it, the others wait."""
    if not may_install():
        return False
    with (Path(tempfile.gettempdir()) / "scorekeeper-chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if driver_runs() and find_installed():
            return True
        apt_get("update")
        if not driver_runs():
            install(DRIVER)
        for browser in (SHELL, BROWSER):  # older releases have no package of the shell
            if not find_installed():
                install(browser)
    return True


def install(package):
    apt_get("install", "-y", "--no-install-recommends", package)


def apt_get(*arguments):
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(
        ["apt-get", "-q", *arguments], env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
