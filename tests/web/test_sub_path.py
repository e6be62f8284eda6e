"""Where the address has a path everything is below it: addresses, files, cookies, what a phone keeps."""

import os
import subprocess
import sys

UNDER_PATH = """
import re
import django
from django.conf import settings
settings.STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = True
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from django.test import Client
from scorekeeper.clubs.invitations import Invitation
from scorekeeper.clubs.models import Role
from tests.matches.factory import make_match

browser = Client(headers={"host": "localhost"})
match = make_match(2)
link = f"/cards/join/{Invitation(match.club, Role.OWNER).token}/"
assert browser.get(link).cookies[settings.CSRF_COOKIE_NAME]["path"] == "/cards/"
joined = browser.post(link)
assert (joined.status_code, joined.url) == (302, "/cards/")
assert joined.cookies[f"device{settings.COOKIE_SUFFIX}"]["path"] == "/cards/"
pages = ["", "rules/", "nights/", "more/", "devices/", "invite/", "settings/", "trust/", "players/", "leaderboard/",
         f"matches/{match.pk}/", f"matches/{match.pk}/review/", "games/", "offline/", "transfer/"]
seen = set()
for path in pages:
    answer = browser.get(f"/cards/{path}")
    assert answer.status_code == 200 or answer.url.startswith("/cards/"), path
    for name, value in re.findall(r'\\b(href|src|action|formaction|hx-get|hx-post|worker)="([^"]*)"', answer.text):
        if value and value[0] == "/":
            assert value.startswith("/cards/"), (path, name, value)
            seen.add((name, value))
assert len(seen) > 40, seen
for name, value in seen:
    if name == "src" or value.endswith((".css", ".svg", ".png", "sw.js", ".webmanifest")):
        assert browser.get(value).status_code == 200, value
club = match.club.pk
browser.cookies[f"device{settings.COOKIE_SUFFIX}-{club}"] = joined.cookies[f"device{settings.COOKIE_SUFFIX}"].value
further = browser.get(f"/cards/clubs/{club}/nights/")
assert further.status_code == 200 and f'"/cards/clubs/{club}/rules/"' in further.text
assert browser.get("/cards/clubs/99/nights/").url == "/cards/nights/"
assert browser.get("/cards/clubs/99//rules/a%3Fb/?q=1").url == "/cards//rules/a%3Fb/?q=1"
first = browser.cookies.pop(f"device{settings.COOKIE_SUFFIX}").value
assert browser.get("/cards/nights/?before=2020-01-01", headers={"accept": "text/html"}).url == (
    f"/cards/clubs/{club}/nights/?before=2020-01-01"
)
browser.cookies[f"device{settings.COOKIE_SUFFIX}"] = first
manifest = browser.get("/cards/manifest.webmanifest").text
assert '"scope": "/cards/"' in manifest and '"id": "/cards/"' in manifest
assert "/cards/rules/" in browser.get("/cards/sw.js").text
assert browser.get("/rules/").status_code == browser.get("/cardsharp/").status_code == 404
assert 'href="/cards/rules/"' in browser.get("/rules/").text
assert browser.get("/").status_code in (301, 302) and browser.get("/cards").status_code in (301, 302)
assert browser.get("/health").status_code == browser.get("/cards/health").status_code == 200
"""


def test_every_address_file_and_cookie_is_below_the_path(tmp_path):
    chosen = {"DATA": str(tmp_path), "ADDRESS": "http://localhost/cards/", "SECRET_KEY": "below a path of cards " * 3}
    ours = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "PYTHONPATH")}
    variables = ours | {f"SCOREKEEPER_{name}": value for name, value in chosen.items()}
    variables["DJANGO_SETTINGS_MODULE"] = "scorekeeper.settings"
    command = [sys.executable, "-c", UNDER_PATH]
    told = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
