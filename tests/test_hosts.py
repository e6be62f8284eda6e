"""Which names the table answers to, and what may not stand in its log."""

import logging
import os
import socket
import subprocess
import sys
from types import SimpleNamespace

import pytest

from scorekeeper.hosts import is_known
from scorekeeper.logs import WithoutAddresses
from scorekeeper.nights.carry.opening import LARGEST
from scorekeeper.sizes import nothing_too_large


@pytest.mark.parametrize(
    "host",
    ["192.168.1.23", "192.168.1.23:8000", "[fe80::1]:8000", "[::1]", "localhost:8000", "LocalHost", "cards.example"],
)
def test_addresses_own_names_and_listed_names_are_answered(host):
    assert is_known(host, ("Cards.example",))


def test_this_machine_is_answered_by_its_name():
    assert is_known(f"{socket.gethostname()}.local:8000", ())


@pytest.mark.parametrize(
    "host",
    [
        "",
        "rebound.example",
        "cards.example.evil.example",
        "evil-cards.example",
        "1.2.3.4.evil.example",
        "0x7f.1",
    ],
)
def test_other_names_are_refused(host):
    assert not is_known(host, ("cards.example",))


def test_a_refused_name_gets_no_page(client):
    assert client.get("/", headers={"host": "rebound.example"}).status_code == 400
    assert client.get("/", headers={"host": "[::1"}).status_code == 400


def test_every_answer_has_the_policy_and_lets_nothing_inline(client):
    policy = client.get("/nowhere").headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize(
    ("match", "named"), [(SimpleNamespace(route="join/<token>"), "/join/<token>"), (None, "an unknown address")]
)
def test_a_log_names_the_route_and_never_the_secret_in_the_path(match, named):
    request = SimpleNamespace(path="/join/s3cret", resolver_match=match)
    record = logging.makeLogRecord({"msg": "%s: %s", "args": ("Not Found", "/join/s3cret"), "request": request})
    assert WithoutAddresses().filter(record)
    assert record.getMessage() == f"Not Found: {named}"


def test_every_answer_says_what_a_page_may_use_and_that_none_frames_it(client):
    for where in ("/nowhere", "/rules/big-little/"):
        headers = client.get(where).headers
        assert "screen-wake-lock=(self)" in headers["Permissions-Policy"]
        assert "camera=()" in headers["Permissions-Policy"]
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "strict-origin"


@pytest.mark.parametrize("length", ["65000001", "9" * 40, "-1", "x"])
def test_what_is_larger_than_anything_that_is_taken_is_not_read(rf, length):
    request = rf.post("/scoresheets/", headers={"host": "localhost"}, CONTENT_LENGTH=length)

    answer = nothing_too_large(lambda _: pytest.fail("it was let through"))(request)

    assert answer.status_code == 413


def test_what_is_as_large_as_a_clubs_file_is_taken(rf):
    request = rf.post("/", headers={"host": "localhost"}, CONTENT_LENGTH=str(LARGEST + 10_000))

    assert nothing_too_large(lambda _: "taken")(request) == "taken"


def test_under_https_nothing_is_left_to_say(tmp_path):
    settings = {"SCOREKEEPER_HTTPS": "yes", "SCOREKEEPER_HOSTS": "cards.example", "SCOREKEEPER_DATA": str(tmp_path)}
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("SCOREKEEPER_", "DJANGO_"))}
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "INFO"]
    ours |= {"DJANGO_SETTINGS_MODULE": "scorekeeper.settings"}
    checked = subprocess.run(command, env=ours | settings, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
