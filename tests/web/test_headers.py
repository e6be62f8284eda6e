"""Headers of every response, also one that no view made; under HTTPS too."""

import gzip
import os
import re
import subprocess
import sys

import brotli
import pytest
from django.test import override_settings

from scorekeeper.web.middleware import drop_untrusted_headers
from tests.cases import cases
from tests.devices import Stranger, member
from tests.matches.factory import make_match

pytestmark = pytest.mark.django_db

ANSWERS = {
    "a page": (200, lambda ask: ask.get("/rules/big-little/")),
    "a page nobody finds": (404, lambda ask: ask.get("/nowhere/")),
    "a form without a token": (403, lambda _: Stranger(enforce_csrf_checks=True).post("/join/")),
    "a method that is none": (405, lambda ask: ask.put("/rules/")),
    "a foreign name": (400, lambda ask: ask.get("/", headers={"host": "rebound.example"})),
    "more than is taken": (413, lambda ask: ask.get("/", CONTENT_LENGTH="9" * 12)),
    "an address cut off": (301, lambda ask: ask.get("/rules")),
    "a static file nobody finds": (404, lambda ask: ask.get("/static/nothing.js")),
    "the worker": (200, lambda ask: ask.get("/sw.js")),
}


def test_get_of_a_post_only_url_explains_itself():
    match = make_match(1)

    answer = member(match.club).get(f"/matches/{match.pk}/rematch/")

    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert "This address only takes what a form sends." in answer.content.decode()


@cases("what", ANSWERS)
def test_every_answer_carries_the_security_headers(what):
    status, asked = ANSWERS[what]

    answer = asked(Stranger())
    answer.getvalue()

    assert answer.status_code == status
    policy = answer["Content-Security-Policy"].split("; ")
    assert policy[0] == "default-src 'none'"
    assert {source for rule in policy for source in rule.split()[1:]} == {"'none'", "'self'"}
    assert {"frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"} <= set(policy)
    assert {"camera=()", "microphone=()", "geolocation=()"} <= set(answer["Permissions-Policy"].split(", "))
    assert "screen-wake-lock" not in answer["Permissions-Policy"]
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Cross-Origin-Opener-Policy"] == answer["Cross-Origin-Resource-Policy"] == "same-origin"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "strict-origin"
    assert "Strict-Transport-Security" not in answer
    everything = "max-age=0, no-cache, no-store, must-revalidate, private"
    assert answer["Cache-Control"] in ("private, no-cache", "no-store", "no-cache", everything)


def test_static_files_carry_only_the_headers_of_files():
    part = Stranger().get("/static/match.css")
    part.close()

    assert part["X-Content-Type-Options"] == "nosniff"
    assert part["Cross-Origin-Resource-Policy"] == "same-origin"
    assert not {"Content-Security-Policy", "Permissions-Policy", "X-Frame-Options"} & set(part.headers)


def test_answers_without_content_carry_no_policy():
    """Polls bring them every few seconds; a 304's page keeps the policy that it came with."""
    match = make_match(1)
    device = member(match.club)
    page = device.get(f"/matches/{match.pk}/")
    seen = re.search(r'\sseen="([\w.-]+)"', page.content.decode())[1]

    nothing_new = device.get(f"/matches/{match.pk}/board/?seen={seen}")
    same = device.get(f"/matches/{match.pk}/", headers={"if-none-match": page["ETag"]})

    assert (nothing_new.status_code, same.status_code) == (204, 304)
    for answer in (nothing_new, same):
        assert not {"Content-Security-Policy", "Permissions-Policy", "X-Frame-Options"} & set(answer.headers)
    assert (nothing_new["Cache-Control"], same["Cache-Control"]) == ("no-store", "private, no-cache")


@pytest.mark.parametrize(("accepted", "used"), [("gzip, deflate, br, zstd", "br"), ("gzip", "gzip"), ("", None)])
def test_a_page_is_compressed_as_the_browser_can_read_it(accepted, used):
    match = make_match(1)
    device = member(match.club)
    page = device.get(f"/matches/{match.pk}/", headers={"accept-encoding": accepted})
    bodies = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}

    assert page.headers.get("Content-Encoding") == used
    assert bodies[used](page.content).endswith(b"</html>\n")
    assert int(page["Content-Length"]) == len(page.content)
    assert "Accept-Encoding" in page["Vary"]
    assert page["ETag"].startswith("W/") == bool(used)
    again = device.get(f"/matches/{match.pk}/", headers={"accept-encoding": accepted, "if-none-match": page["ETag"]})
    assert again.status_code == 304


UNDER_HTTPS = """
import django
from django.conf import settings
django.setup()
from django.core.management import call_command
from django.test import Client
call_command("check", deploy=True, fail_level="INFO")
settings.STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
call_command("migrate", verbosity=0)

def asked(**more):
    for where in ("/", "/nowhere/", "/join/x/", "/sw.js", "/rules"):
        yield where, Client(headers={"host": "cards.example", **more}).get(where)

for where, answer in asked():
    assert answer.status_code == 301, where
    assert answer["Location"] == f"https://cards.example{where}", answer["Location"]
    assert "Strict-Transport-Security" not in answer
assert Client(headers={"host": "127.0.0.1:8000"}).get("/health").status_code == 200
for where, answer in asked(**{"x-forwarded-proto": "https"}):
    assert answer["Strict-Transport-Security"] == "max-age=31536000", where
    assert all(cookie["secure"] and name.startswith("__Host-") for name, cookie in answer.cookies.items())
elsewhere = Client(headers={"host": "192.168.1.5:8000"}).get("/join/x/")
assert elsewhere["Location"] == "https://cards.example/join/x/"
foreign = Client(headers={"host": "rebound.example"}).get("/")
assert "rebound" not in foreign.get("Location", "")
"""


def test_https_redirects_binds_cookies_and_passes_the_deployment_check(tmp_path):
    https = {"SCOREKEEPER_ADDRESS": "https://cards.example", "SCOREKEEPER_DATA": str(tmp_path)}
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("SCOREKEEPER_", "DJANGO_"))}
    variables = ours | https | {"DJANGO_SETTINGS_MODULE": "scorekeeper.settings"}

    told = subprocess.run(
        [sys.executable, "-c", UNDER_HTTPS], env=variables, capture_output=True, text=True, check=False
    )

    assert told.returncode == 0, told.stderr


@cases(
    "https, proxies, address, believed",
    [
        (True, [], "127.0.0.1", True),
        (True, [], "192.0.2.7", False),
        (True, ["172.16.0.0/12"], "172.18.0.3", True),
        (True, ["172.16.0.0/12"], "::ffff:172.18.0.3", True),
        (True, [], "", False),
        (False, [], "127.0.0.1", False),
    ],
)
def test_only_the_proxy_sets_the_client_address(https, proxies, address, believed):
    said = {"HTTP_X_FORWARDED_FOR": "192.0.2.1", "HTTP_X_FORWARDED_PROTO": "https"}
    with override_settings(BEHIND_PROXY=https, PROXY=proxies):
        seen = drop_untrusted_headers(lambda environ, _: environ)({"REMOTE_ADDR": address} | said, None)

    assert (said.items() <= seen.items()) == believed
