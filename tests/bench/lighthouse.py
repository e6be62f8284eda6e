"""Lighthouse's four marks for each kind of page, where npm is there."""

import json
import os
import shutil
import subprocess

from tests.bench.figures import Figure
from tests.bench.house import TOKEN, long_match
from tests.bench.server import serving
from tests.browser import chromium

LIGHTHOUSE = "lighthouse@12.8.2"
KINDS = ["performance", "accessibility", "best-practices", "seo"]
PATIENCE = 100


def measure(data):
    """Yield the marks of the pages a table sees most."""
    found = chromium.find_installed()
    if not found or not shutil.which("npx"):
        yield Figure("skipped", "–", "needs npm and an installed Chromium")
        return
    pk = long_match().pk
    with serving(data) as server:
        for what, path in {"score page": f"/matches/{pk}/", "home": "/", "rules": "/rules/big-little/"}.items():
            yield Figure(what, "100 each", *marks(f"{server.address}{path}", found))


def marks(address, found):
    """Let Lighthouse look at a page as a phone sees it."""
    flags = " ".join([*chromium.FLAGS, "--headless=new", *(["--no-sandbox"] if os.geteuid() == 0 else [])])
    command = ["npx", "--yes", LIGHTHOUSE, address, "--quiet", "--output=json", f"--chrome-flags={flags}"]
    command.append(f"--extra-headers={json.dumps({'Cookie': f'device={TOKEN}'})}")
    try:
        report = subprocess.run(
            [*command, f"--only-categories={','.join(KINDS)}"],
            env=os.environ | {"CHROME_PATH": found}, capture_output=True, timeout=PATIENCE, check=True,
        )  # fmt: skip
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
        return "skipped", str(error.stderr or error)[-200:]
    told = json.loads(report.stdout)
    points = {kind: round(100 * (told["categories"][kind]["score"] or 0)) for kind in KINDS}
    return ", ".join(f"{kind} {mark}" for kind, mark in points.items()), "; ".join(complaints(told))


def complaints(told):
    """Name what cost points."""
    for kind in told["categories"].values():
        for audit in kind["auditRefs"]:
            found = told["audits"][audit["id"]]
            if audit["weight"] and found["score"] is not None and found["score"] < 1:
                yield f"{audit['id']} {found.get('displayValue', '')}".strip()
