"""Install the Debian packages that browser tests need: as root, and saying so."""

import os
import shutil
import subprocess

from tests.browser import chromium, webdriver

SKIPPED = "--no-install"
# Without it GTK brings another session bus, and that one brings systemd as the init system.
SESSION_BUS = "dbus-x11"


def install_browsers():
    """Install missing browsers as root on Debian, after one line about it."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    packages = [*chromium.missing_packages(), *webdriver.missing_packages()]
    if not packages:
        return
    print(f"Installing for browser tests: {' '.join(packages)} ({SKIPPED} skips those tests instead)", flush=True)
    apt_get("update")
    if not apt_get("install", *packages, SESSION_BUS) and chromium.SHELL in packages:
        # Older releases have no package of the shell.
        packages[packages.index(chromium.SHELL)] = chromium.BROWSER
        apt_get("install", *packages, SESSION_BUS)


def apt_get(command, *packages):
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    options = ["-q", "-y", "--no-install-recommends"]
    finished = subprocess.run(
        ["apt-get", command, *options, *packages], env=environment, stdin=subprocess.DEVNULL, capture_output=True,
        check=False,
    )  # fmt: skip
    return finished.returncode == 0
