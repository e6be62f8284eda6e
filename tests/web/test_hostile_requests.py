"""Whatever anybody sends to any address, as whoever they come: an answer that was meant, never an error of ours."""

import re
from random import Random
from urllib.parse import quote_from_bytes

import pytest
from django.conf import settings
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from django.test import RequestFactory
from hypothesis import given
from hypothesis import strategies as st

from games.core.referee import questions
from games.core.registry import games
from games.core.round_form import open_form
from scorekeeper.clubs.models import Club, Role
from scorekeeper.matches import recording
from scorekeeper.transfer.spreadsheets import TABLES
from scorekeeper.wsgi import application
from tests.devices import COOKIE, device_token
from tests.matches.simulated import MADE_UP, simulate_match
from tests.web.urls import NEEDED, something_everywhere

CSRF = b"a" * 32
COOKIES = f"{COOKIE}=%s; {settings.CSRF_COOKIE_NAME}=%s; preferences=%s".encode()
MULTIPART = "multipart/form-data; boundary=x"
URLENCODED = "application/x-www-form-urlencoded"
OTHER_METHODS = ("GET", "POST", "HEAD", "PUT", "OPTIONS", "BREW")
HEADERS = (
    "ACCEPT_ENCODING", "ACCEPT_LANGUAGE", "FORWARDED", "HOST", "HX_CURRENT_URL", "HX_REQUEST", "HX_TARGET",
    "IF_MODIFIED_SINCE", "IF_NONE_MATCH", "ORIGIN", "RANGE", "REFERER", "USER_AGENT", "X_CSRFTOKEN", "X_FORWARDED_FOR",
    "X_FORWARDED_HOST", "X_HTTP_METHOD_OVERRIDE",
)  # fmt: skip
NAMES = """
    after at back before date dealer derived file from game key known label lines look mark match name number order
    other page part period player players q role rule seats seen shortcut stat take theme digits to turned up without
    zone save draw more over anew seated place note archived code holder players
""".split()  # noqa: SIM905 -- to be read
ODD = [
    *(b"", b"\0", b"\n", b"\xff\xfe", b"\xed\xa0\x80", b"<script>", b"'\"", b"{{ q }}", b"=1+1", b"//x", b"[::1"),
    *(b"-1", b"0", b"1", b"2", b"3", b"9" * 19, b"9" * 5000, b"1e999", b"nan", "²".encode(), "٣".encode(), b"x" * 5000),
    *(b"0000-00-00", b"0001-01", b"9999-12", b"9999-12-31", b"2026-11", b"2026-11..2020-01", b"0001..9999", b"month"),
    *(b"all", b"on", b"theirs", b"ours", b"dark.large", b"1.aa.", b"gzip;q=\xff", b"Europe/Vienna", b"none", b"custom"),
]  # fmt: skip
odd = st.one_of(st.sampled_from(ODD), st.binary(max_size=30))


class World:
    """Two clubs with something at every address: what may stand in each part of one, and who may come."""

    def __init__(self):
        there, rng = something_everywhere(), Random(7)
        matches = [simulate_match(game, rng, rounds) for game in MADE_UP for rounds in (2, 40)]
        recording.delete_match(matches[0], matches[0].token)
        theirs = device_token(Club.objects.create(name="Them"), Role.OWNER)
        ours = [*[device_token()] * 8, *(device_token(role=role) for role in Role)]
        self.devices = [*ours, theirs, "", "x" * 22, '"\\377\\000"', "\xff\x01"]
        self.parts = {name: [value] for name, value in there.items()} | {
            "game": [*games()], "ask": [ask for game in games().values() for ask in questions(game)],
            "table": [*TABLES], "number": range(1, 4), "side": range(3), "pk": [match.pk for match in matches],
            "player": list(Club.get_default().players.values_list("pk", flat=True)),
            "device": list(Club.get_default().devices.values_list("pk", flat=True)),
        }  # fmt: skip
        fields = {name for match in matches for name in open_form(match.initial_state, {}).fields}
        options = {f"rule-{option.name}" for game in MADE_UP for option in game.house_rules}
        self.names = sorted({*NAMES, *fields, *options})
        self.values = [str(value).encode() for values in self.parts.values() for value in values]


@pytest.fixture
def world(db, settings):
    settings.FOUNDING = True
    around = (request_started, request_finished)
    for signal in around:
        signal.disconnect(close_old_connections)  # a test has one connection
    yield World()
    for signal in around:
        signal.connect(close_old_connections)


def quoted(pairs):
    return b"&".join(name.encode() + b"=" + quote_from_bytes(value).encode() for name, value in pairs)


def in_parts(pairs):
    named = [b'Content-Disposition: form-data; name="%s"\r\n\r\n%s' % (name.encode(), value) for name, value in pairs]
    file = b'Content-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n{"format": 1}'
    return b"--x\r\n" + b"\r\n--x\r\n".join([*named, file]) + b"\r\n--x--\r\n"


@st.composite
def requests(draw, world):
    """Any request: the environment as a server hands it over, and the body."""
    value = st.one_of(st.sampled_from(world.values), odd)
    pairs = st.lists(st.tuples(st.sampled_from(world.names), value), max_size=8)
    route = draw(st.sampled_from(sorted(NEEDED)))
    method = draw(st.sampled_from([*sorted(NEEDED[route]) * 3, draw(st.sampled_from(OTHER_METHODS))]))
    pieces = re.split(r"<\w+:(\w+)>", route)
    there = [str(draw(st.sampled_from(world.parts[name]))).encode() for name in pieces[1::2]]
    there = [draw(st.sampled_from([part, part, part, draw(value)])) for part in there]
    path = b"/" + b"".join(literal.encode() + part for literal, part in zip(pieces[::2], [*there, b""], strict=True))
    said = [("csrfmiddlewaretoken", draw(st.sampled_from([*[CSRF] * 8, b"\xff"]))), *draw(pairs)]
    ways = [(URLENCODED, quoted(said)), (MULTIPART, in_parts(said))]
    kind, body = draw(st.sampled_from([*ways * 3, (MULTIPART, draw(odd))]))
    device = draw(st.sampled_from(world.devices)).encode("latin-1")
    given = {
        "PATH_INFO": path, "QUERY_STRING": quoted(draw(pairs)), f"HTTP_{draw(st.sampled_from(HEADERS))}": draw(odd),
        "HTTP_COOKIE": COOKIES % (device, CSRF, draw(odd)),
    }  # fmt: skip
    environ = {name: value.decode("latin-1") for name, value in given.items()}
    return environ | {"REQUEST_METHOD": method, "CONTENT_TYPE": kind}, body


def answered(environ, body):
    """Ask the application as a server does; return the status. Changes are rolled back."""
    statuses = []
    usual = RequestFactory(headers={"host": "localhost"}).generic(environ["REQUEST_METHOD"], "/", body).environ
    with transaction.atomic():
        answer = application(usual | environ, lambda status, _: statuses.append(int(status[:3])))
        b"".join(answer)
        answer.close()
        transaction.set_rollback(True)
    return statuses[0]


def test_no_request_causes_a_server_error(world):
    @given(request=requests(world))
    def ask(request):
        assert answered(*request) < 500

    ask()
