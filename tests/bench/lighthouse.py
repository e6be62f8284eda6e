"""Lighthouse's four scores of one page of each kind, where npm is there."""

import json
import shutil
import subprocess
import tempfile
from contextlib import contextmanager

from tests.bench.data import LONG, NAMES, TOKEN, long_match, played_match
from tests.bench.report import Figure
from tests.bench.server import free_port, serving
from tests.browser import chromium

LIGHTHOUSE = "lighthouse@12.8.2"
KINDS = ["performance", "accessibility", "best-practices", "seo"]
PATIENCE = 100


def lighthouse(data):
    if not chromium.find_installed() or not shutil.which("npx"):
        yield Figure("skipped", "–", "needs npm and an installed Chromium")
        return
    open_match, finished = long_match(), played_match(NAMES, LONG + 1)
    pages = {
        "home": "/", "match": f"/matches/{open_match.pk}/", "finished match": f"/matches/{finished.pk}/",
        "night": f"/nights/{finished.night_date}/", "player": "/players/1/", "leaderboard": "/leaderboard/",
        "rules": "/rules/big-little/", "referee": "/rules/big-little/referee/", "settings": "/settings/",
        "set-up": "/games/big-little/matches/new/",
    }  # fmt: skip
    with serving(data) as server:
        for what, path in pages.items():
            with member(server) as port:
                yield Figure(what, "100 each", *marks(f"{server.address}{path}", port))


@contextmanager
def member(server):
    """A new browser that is in the club: a header with its cookie goes with the page alone, not with what it asks."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        port, options = free_port(), chromium.launch_options(playwright.chromium)
        options["args"] = [*options["args"], f"--remote-debugging-port={port}"]
        context = playwright.chromium.launch_persistent_context(folder, **options)
        context.add_cookies([{"name": "device", "value": TOKEN, "url": server.address}])
        try:
            yield port
        finally:
            context.close()


def marks(address, port):
    """Let Lighthouse look at a page as a phone sees it, in a browser that is there."""
    command = ["npx", "--yes", LIGHTHOUSE, address, "--quiet", "--output=json", f"--port={port}"]
    command += ["--disable-storage-reset", f"--only-categories={','.join(KINDS)}"]
    try:
        report = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=True)
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
        return "skipped", str(error.stderr or error)[-200:]
    told = json.loads(report.stdout)
    points = {kind: round(100 * (told["categories"][kind]["score"] or 0)) for kind in KINDS}
    return ", ".join(f"{kind} {mark}" for kind, mark in points.items()), "; ".join(complaints(told))


def complaints(told):
    for kind in told["categories"].values():
        for audit in kind["auditRefs"]:
            found = told["audits"][audit["id"]]
            if audit["weight"] and found["score"] is not None and found["score"] < 1:
                yield f"{audit['id']} {found.get('displayValue', '')}".strip()
