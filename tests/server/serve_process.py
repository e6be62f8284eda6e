"""`manage.py serve` as a process of its own, on a data folder of its own."""

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"} | {
    "DJANGO_SETTINGS_MODULE": "tests.server.slow_settings", "SCOREKEEPER_SECRET_KEY": "a key to serve by " * 3,
}  # fmt: skip


def serve(data, port, *options, **settings):
    return subprocess.Popen(
        [sys.executable, "manage.py", "serve", *(["--data", str(data)] if data else []), "--port", str(port), *options],
        cwd=ROOT,
        env=ENVIRONMENT | settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def wait_until_ready(process):
    """Return what it printed until it said where to find it."""
    output = ""
    for line in process.stdout:
        output += line
        if "on this machine" in line or "by the proxy" in line:
            return output
    process.communicate()
    pytest.fail(f"the server did not start:\n{output}")


def get(port, page, **headers):
    with urlopen(Request(f"http://127.0.0.1:{port}/{page}", headers=headers), timeout=60) as answer:
        return answer.read().decode()


@cache
def csrf_cookie(port):
    """Return the name of a server's cookie, which follows from its secret key."""
    with urlopen(f"http://127.0.0.1:{port}/join/", timeout=60) as answer:
        return answer.headers["Set-Cookie"].partition("=")[0]


def join_links(output):
    return re.findall(r"https?://\S+/join/\S+", output)
