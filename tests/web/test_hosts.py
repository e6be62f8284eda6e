"""Which names the table answers to, and what may not stand in its log."""

import logging
import socket
from types import SimpleNamespace

import pytest
from django.http import HttpResponse

from scorekeeper.transfer.import_file import LARGEST
from scorekeeper.web.hosts import is_known
from scorekeeper.web.log_filter import WithoutAddresses
from scorekeeper.web.request_checks import nothing_too_large
from tests.cases import cases


@cases(
    "host",
    ["192.168.1.23", "192.168.1.23:8000", "[fe80::1]:8000", "[::1]", "localhost:8000", "LocalHost", "cards.example"],
)
def test_addresses_own_names_and_listed_names_are_answered(host):
    assert is_known(host, ("Cards.example",))


def test_this_machine_is_answered_by_its_name():
    assert is_known(f"{socket.gethostname()}.local:8000", ())


@cases(
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


@cases("match, named", [(SimpleNamespace(route="join/<token>"), "/join/<token>"), (None, "an unknown address")])
def test_a_log_names_the_route_and_never_the_secret_in_the_path(match, named):
    request = SimpleNamespace(path="/join/s3cret", resolver_match=match)
    facts = logging.makeLogRecord({"msg": "%s: %s", "args": ("Not Found", "/join/s3cret"), "request": request})
    assert WithoutAddresses().filter(facts)
    assert facts.getMessage() == f"Not Found: {named}"


@cases("length", ["65000001", "9" * 40, "-1", "x", "²"])
@cases("where", ["/transfer/imports/", "/join/"])
def test_what_is_larger_than_anything_that_is_taken_is_not_read(rf, where, length):
    request = rf.post(where, headers={"host": "localhost"}, CONTENT_LENGTH=length)

    answer = nothing_too_large(lambda _: pytest.fail("it was let through"))(request)

    assert answer.status_code == 413


def test_what_is_as_large_as_a_clubs_file_is_taken_where_files_are_and_nowhere_else(rf):
    for where in ("/transfer/imports/", "/join/"):
        request = rf.post(where, headers={"host": "localhost"}, CONTENT_LENGTH=str(LARGEST + 10_000))

        answer = nothing_too_large(lambda _: HttpResponse("taken"))(request)

        assert answer.status_code == (200 if "parcels" in where else 413)
