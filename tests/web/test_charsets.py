"""Nothing that is sent is read by a codec that its sender chose."""

import pytest
from django.test import RequestFactory

from scorekeeper.web.request_checks import only_forms_in_utf_8
from scorekeeper.wsgi import application
from tests.cases import cases

CODECS = ("hex", "utf-7", "unicode_escape", "utf-16", "latin-1", "idna", '"utf-7"', "nonsense")
KINDS = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "a; charset*")


@pytest.mark.django_db  # Django looks at an open connection before each request
@cases("charset", CODECS)
@cases("kind", KINDS)
def test_an_address_is_read_in_utf_8_whatever_a_request_says_of_itself(kind, charset):
    environ = RequestFactory(headers={"host": "testserver"}).get("/rules/search/?q=%5Cud800+%2B2AA-").environ
    statuses = []

    page = application(environ | {"CONTENT_TYPE": f"{kind}; charset={charset}"}, lambda *said: statuses.append(said[0]))

    assert b"+2AA-" in b"".join(page)
    assert statuses == ["200 OK"]


@cases(
    "said, read",
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
def test_forms_are_read_and_nothing_else(said, read):
    environ = {} if said is None else {"CONTENT_TYPE": said}

    assert only_forms_in_utf_8(lambda given, _: [given["CONTENT_TYPE"]])(environ, None) == [read]
