"""Which browser the tests drive: an installed one, else Playwright's own, else the Debian package, else none."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]
# Each page is looked at in one light on each screen: what is too faint does not depend on the width.
IN_LIGHTS = [("dark", {"width": 390, "height": 844}), ("light", {"width": 1280, "height": 800})]

HELP = "no Chromium: install one (apt install chromium, or .venv/bin/playwright install --with-deps chromium)"

FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
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


def launch_options(browser_type):
    """What Playwright needs to start it, or None."""
    flags = [*FLAGS, f"--disable-features={','.join(LEFT_OUT)}"]
    if os.geteuid() == 0:
        flags.append("--no-sandbox")
    if installed := find_installed():
        return {"executable_path": installed, "args": flags}
    if Path(browser_type.executable_path).exists():
        return {"args": flags}
    if install_package():
        return {"executable_path": find_installed(), "args": flags}
    return None


def find_installed():
    return next(filter(None, map(shutil.which, NAMES)), None)


def install_package():
    """Only where that is certainly meant: as root on Debian. One of several test workers does it, the others wait."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    with (Path(tempfile.gettempdir()) / "scorekeeper-chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not find_installed():
            apt_get("update")
            apt_get("install", "-y", "--no-install-recommends", "chromium")
    return find_installed() is not None


def apt_get(*arguments):
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(
        ["apt-get", "-q", *arguments], env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
