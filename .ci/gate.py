"""Every kind of page of a made-up club as text, for each role: what a change did to the pages.

.venv/bin/python .ci/gate.py FOLDER writes them, .venv/bin/python .ci/gate.py --compare OLD NEW shows what differs.
"""

import argparse
import difflib
import hashlib
import os
import re
import sys
import tempfile
from collections import Counter, deque
from datetime import date
from html import unescape
from pathlib import Path
from urllib.parse import urljoin

# Found from here: scorekeeper, games and tests.
sys.path[0] = str(Path(__file__).resolve().parents[1])

LAST_NIGHT, NOW = date(2026, 11, 14), "2026-11-14T23:30:00+00:00"
ENVIRONMENT = {
    "SCOREKEEPER_SECRET_KEY": "a key for tests is no secret " * 2,
    "SCOREKEEPER_TIME_ZONE": "UTC",
    "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
}
HOST = "10.0.0.1"
# How many pages of each URL name are looked at, without a query and with one.
PLAIN_PAGES, QUERY_PAGES = 25, 15
# What differs in each run.
VARYING = [
    (re.compile(r'<svg[^>]*class="qr".*?</svg>', re.DOTALL), "<svg qr/>"),
    (re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"), "UUID"),
    (re.compile(r'(csrfmiddlewaretoken"\s+value=")\w+'), r"\1CSRF"),
    (re.compile(r"/static/[\w./-]*?(\.\w+)?(?=[\"'#\s<?])"), r"STATIC\1"),
    (re.compile(r"[A-Z2-9]{3} [A-Z2-9]{3}(?=</output>)"), "CODE"),
    (re.compile(r"/(join|shared)/[\w:~-]{10,}"), r"/\1/SECRET"),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--matches", type=int, default=150, help="how many are made up")
    parser.add_argument("--compare", nargs=2, type=Path, metavar=("OLD", "NEW"))
    chosen = parser.parse_args()
    if chosen.compare:
        sys.exit(compare(*chosen.compare))
    if chosen.folder is None:
        parser.error("name a folder to write to")
    with tempfile.TemporaryDirectory() as data:
        os.environ |= ENVIRONMENT | {"SCOREKEEPER_DATA": data}
        write_pages(chosen.folder, chosen.matches)


def write_pages(folder, matches):
    import django
    import time_machine
    from django.conf import settings
    from django.core.management import call_command

    django.setup()
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = settings.STORAGES | {"staticfiles": plain}
    from scorekeeper.clubs.models import Role
    from tests.devices import Stranger, member

    with time_machine.travel(NOW, tick=False):
        call_command("demo", matches=matches, until=LAST_NIGHT, stdout=sys.stderr)
        phones = {role.label: member(role=role) for role in Role} | {"stranger": Stranger()}
        for role, phone in phones.items():
            phone.defaults["HTTP_HOST"] = HOST
            pages = dict(crawl(phone))
            for url, text in pages.items():
                number = hashlib.sha256(url.encode()).hexdigest()[:8]
                file = folder / role / f"{re.sub(r'[^a-z0-9-]+', '_', url)[:80]}{number}.txt"
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
            sys.stdout.write(f"{role}: {len(pages)} pages\n")


def crawl(phone):
    """Yield addresses and texts of the pages that links lead to, from home and the rules on."""
    from django.urls import Resolver404, resolve

    waiting, seen, looked_at = deque(["/", "/rules/"]), set(), Counter()
    while waiting:
        url = waiting.popleft()
        path, _, query = url.partition("?")
        try:
            kind = resolve(path).url_name, bool(query)
        except Resolver404:
            continue
        if url in seen or looked_at[kind] >= (QUERY_PAGES if query else PLAIN_PAGES):
            continue
        seen.add(url)
        looked_at[kind] += 1
        response = phone.get(url)
        is_text = response.headers.get("Content-Type", "").startswith(("text/", "application/json"))
        body = response.getvalue().decode() if is_text else ""
        waiting += [urljoin(url, unescape(link)) for link in re.findall(r'href="((?:/|\?)[^"#]*)', body)]
        for pattern, word in VARYING:
            body = pattern.sub(word, body)
        yield url, f"{response.status_code}\n" + re.sub(r">\s*<", ">\n<", re.sub(r"[^\S\n]+", " ", body))


def compare(old, new):
    """Show each change once with the number of pages that have it; return 1 where pages differ."""
    pages = {file.relative_to(folder) for folder in (old, new) for file in folder.rglob("*.txt")}
    changes, examples, outcomes = Counter(), {}, Counter()
    for page in sorted(pages):
        before, after = ((folder / page).read_text().splitlines() if (folder / page).exists() else None
                         for folder in (old, new))  # fmt: skip
        outcomes["same" if before == after else "differ" if before and after else "new" if after else "gone"] += 1
        for change in differences(before, after) if before and after else ():
            changes[change] += 1
            examples.setdefault(change, page)
    for change, count in changes.most_common():
        sys.stdout.write("\n".join([f"\n{count} pages, such as {examples[change]}", *change, ""]))
    sys.stdout.write(f"\n{dict(outcomes)}\n")
    return int(set(outcomes) != {"same"})


def differences(before, after):
    """Return the changes from one list of lines to another; other numbers make no other change."""
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    return {
        tuple(
            re.sub(r"\d+", "0", line)
            for line in (*(f"- {one}" for one in before[a:b]), *(f"+ {one}" for one in after[c:d]))
        )
        for kind, a, b, c, d in matcher.get_opcodes()
        if kind != "equal"
    }


if __name__ == "__main__":
    main()
