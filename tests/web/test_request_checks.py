"""Before a view is asked: which hosts are answered, how much is read and by which codec, and what a log may say."""

import logging
import socket
import threading
from types import SimpleNamespace
from unittest.mock import Mock
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from django.conf import settings
from django.http import HttpResponse
from waitress import create_server

from scorekeeper.clubs.models import Club
from scorekeeper.limits import MAX_IMPORT_BYTES
from scorekeeper.web.log_filter import WithoutAddresses
from scorekeeper.web.middleware import drop_untrusted_headers, is_allowed_host, limit_size
from tests.cases import cases
from tests.devices import Stranger, member


def test_addresses_own_names_and_listed_names_are_answered(client):
    known = ["192.168.1.23", "192.168.1.23:8000", "[fe80::1]:8000", "[::1]", "localhost:8000", "LocalHost"]
    for host in (*known, f"{socket.gethostname()}.local:8000", "cards.example"):
        assert is_allowed_host(host, ("Cards.example",)), host
    foreign = ["rebound.example", "cards.example.evil.example", "evil-cards.example", "1.2.3.4.evil.example", "0x7f.1"]
    for host in ("", *foreign):
        assert not is_allowed_host(host, ("cards.example",)), host
    for host in ("rebound.example", "[::1"):
        assert client.get("/", headers={"host": host}).status_code == 400, host


def test_a_log_names_the_route_and_never_the_secret_in_the_path():
    for match, named in ((SimpleNamespace(route="join/<token>"), "/join/<token>"), (None, "an unknown address")):
        request = SimpleNamespace(path="/join/s3cret", resolver_match=match)
        record = logging.makeLogRecord({"msg": "%s: %s", "args": ("Not Found", "/join/s3cret"), "request": request})
        assert WithoutAddresses().filter(record)
        assert record.getMessage() == f"Not Found: {named}"


def test_what_the_server_itself_logs_names_no_path(caplog):
    log = WithoutAddresses()
    caplog.handler.addFilter(log)
    server = create_server(Mock(side_effect=ValueError), listen="127.0.0.1:0", threads=1)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        with pytest.raises(HTTPError, match="500") as failed:
            urlopen(f"http://127.0.0.1:{server.effective_port}/join/s3cret/", timeout=60)
        failed.value.close()
    finally:
        server.task_dispatcher.shutdown()
        # In its own thread, which may be waiting for the sockets that this closes.
        server.trigger.pull_trigger(server.close)
        thread.join(timeout=60)
        caplog.handler.removeFilter(log)
    assert "Exception while serving an address" in caplog.text
    assert "s3cret" not in caplog.text


@cases("where", ["/transfer/imports/", "/join/"])
def test_a_body_larger_than_its_page_takes_is_not_read(rf, where):
    def status(length):
        request = rf.post(where, headers={"host": "localhost"}, CONTENT_LENGTH=length)
        return limit_size(lambda _: HttpResponse("taken"))(request).status_code

    for length in ("65000001", "9" * 40, "-1", "x", "²"):
        assert status(length) == 413, length
    assert status(str(MAX_IMPORT_BYTES + 10_000)) == (200 if "imports" in where else 413)


@cases(
    "content_type, read",
    [
        ("application/x-www-form-urlencoded;charset=UTF-8", "application/x-www-form-urlencoded"),
        ("multipart/form-data; boundary=----WebKit7M", "multipart/form-data; boundary=----WebKit7M"),
        ("multipart/form-data; boundary=x; charset=utf-7", "multipart/form-data; boundary=x"),
        ("multipart/form-data; charset=utf-7; boundary=x", ""),
        ("application/json", ""),
        ("", ""),
        (None, ""),
    ],
)
def test_only_forms_are_read(content_type, read):
    environ = {} if content_type is None else {"CONTENT_TYPE": content_type}

    assert drop_untrusted_headers(lambda given, _: [given["CONTENT_TYPE"]])(environ, None) == [read]


@pytest.mark.django_db
@cases("origin, status", [("https://elsewhere.example", 403), ("null", 403), ("http://localhost", 302)])
def test_a_form_of_another_site_is_refused_even_with_a_good_token(origin, status):
    browser = Stranger(enforce_csrf_checks=True)
    browser.get("/settings/")
    form = {"csrfmiddlewaretoken": browser.cookies[settings.CSRF_COOKIE_NAME].value}

    assert browser.post("/settings/preferences/", form, headers={"origin": origin}).status_code == status


@pytest.mark.django_db
@pytest.mark.postgresql
def test_characters_that_cannot_be_stored_are_dropped_from_forms_and_urls():
    browser = member()

    browser.post("/rules/any-game:Skat/note/", {"text": "\0We\r\nplay\x1b\vit\r"})
    asked = browser.get("/rules/search/?q=a%00b&game=any-game%3ASkat")

    assert Club.get_default().rules_notes.get().text == "We\nplay\nit"
    assert 'value="ab"' in asked.text
    assert browser.get("/rules/any-game:a%00b/").status_code == 404
    assert browser.get("/games/hearts/matches/?player=a%00b&player=%0D").status_code < 500
