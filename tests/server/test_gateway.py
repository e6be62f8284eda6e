"""The gateway by itself, with requests made up as granian hands them over."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from types import SimpleNamespace

from django.http import HttpResponse, StreamingHttpResponse

from scorekeeper.server import gateway, giving_way
from scorekeeper.server.gateway import Gateway


class Headers(dict):
    def items(self):
        return [(name, value) for name, values in super().items() for value in values.split("\n")]


class Protocol:
    """What granian gives to read a request's body from, and to answer by."""

    def __init__(self, *chunks):
        self.chunks, self.answer = chunks, None

    async def __aiter__(self):
        for chunk in self.chunks:
            yield chunk
        await asyncio.sleep(60)  # the rest never comes

    async def client_disconnect(self):
        await asyncio.sleep(60)

    def response_bytes(self, status, headers, body):
        self.answer = self.answer or (status, dict(headers), body)

    def response_str(self, status, headers, text):
        self.response_bytes(status, headers, text.encode())

    def response_empty(self, status, headers):
        self.response_bytes(status, headers, b"")


def request(path="/", method="POST", **headers):
    headers = Headers({name.replace("_", "-"): value for name, value in headers.items()})
    return SimpleNamespace(
        headers=headers, method=method, path=path, query_string="", scheme="http", http_version="1.1",
        client="[fe80::1]:5000", server="0.0.0.0:8000",
    )  # fmt: skip


def answers(view, *exchanges, most=100):
    """Put these to a view at once; return the answers."""

    def application(environ, start_response):
        response = view(environ)
        start_response(f"{response.status_code} said", [*response.items()])
        return response

    async def run():
        made = Gateway(application, most)
        made.__rsgi_init__(asyncio.get_running_loop())
        await asyncio.gather(*(made.__rsgi__(scope, protocol) for scope, protocol in exchanges))

    # In a thread of its own: Playwright leaves a running loop in the one of the tests.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(run())).result()
    return [protocol.answer for _, protocol in exchanges]


def environ_of(scope, *chunks):
    seen = []
    answers(
        lambda environ: seen.append(environ) or HttpResponse(environ["wsgi.input"].read()), (scope, Protocol(*chunks))
    )
    return seen[0]


def test_a_request_is_told_as_wsgi_wants_it():
    environ = environ_of(
        request("/grün", cookie="a=1\nb=2", accept="x\ny", host="here", content_length="2"), b"a", b"b"
    )

    assert environ["PATH_INFO"].encode("latin-1") == "/grün".encode()
    assert (environ["HTTP_COOKIE"], environ["HTTP_ACCEPT"], environ["HTTP_HOST"]) == ("a=1;b=2", "x,y", "here")
    assert (environ["CONTENT_LENGTH"], environ["REMOTE_ADDR"]) == ("2", "fe80::1")


def test_a_header_with_an_underscore_is_no_other_header():
    scope = request()
    scope.headers |= {"x_forwarded_for": "192.0.2.1", "x-forwarded-for": "192.0.2.2", "content_length": "7"}

    environ = environ_of(scope)

    assert environ["HTTP_X_FORWARDED_FOR"] == "192.0.2.2"
    assert "CONTENT_LENGTH" not in environ


def test_a_body_arrives_whole_or_is_refused(monkeypatch):
    monkeypatch.setattr(gateway, "DEADLINE", 0.05)

    def read(environ):
        return HttpResponse(environ["wsgi.input"].read())

    whole, slow, cut, unknown, large = answers(
        read,
        (request(content_length="4"), Protocol(b"ab", b"cd")),
        (request(content_length="4"), Protocol(b"ab")),
        (request(content_length="4"), Protocol(b"ab", b"")),
        (request(content_length="4", transfer_encoding="chunked"), Protocol(b"abcd")),
        (request(content_length="101"), Protocol(b"a" * 101)),
    )

    assert (whole[0], whole[2]) == (200, b"abcd")
    assert slow[0] == 408
    assert cut[2] == b"ab", "Django sees that it is shorter than its length"
    assert unknown[2] == large[2] == b""


def test_a_long_body_has_more_time_while_it_keeps_coming(monkeypatch):
    monkeypatch.setattr(gateway, "DEADLINE", 0.1)
    monkeypatch.setattr(gateway, "WORTH_WAITING", 1)

    class Steady(Protocol):
        async def __aiter__(self):
            for _ in range(10):
                await asyncio.sleep(0.04)
                yield b"abcd"

    [answer] = answers(
        lambda environ: HttpResponse(environ["wsgi.input"].read()), (request(content_length="40"), Steady())
    )

    assert answer[2] == b"abcd" * 10


def test_the_oldest_body_gives_way_when_too_many_are_awaited(monkeypatch):
    monkeypatch.setattr(gateway, "MOST_WAITING", 2)
    monkeypatch.setattr(gateway, "DEADLINE", 0.3)

    class Late(Protocol):
        async def __aiter__(self):
            await asyncio.sleep(0.1)
            yield b"a"

    exchanges = [(request(content_length="1"), Late()) for _ in range(4)]
    assert [answer[0] for answer in answers(lambda _: HttpResponse(), *exchanges)] == [408, 408, 200, 200]


def test_the_oldest_body_gives_way_when_too_much_has_arrived(monkeypatch):
    monkeypatch.setattr(gateway, "BODY_IN_MEMORY", 2)
    monkeypatch.setattr(gateway, "MOST_KEPT", 8)

    class InParts(Protocol):
        async def __aiter__(self):
            for part in self.chunks:
                await asyncio.sleep(0.02)
                if part:
                    yield part

    # The first is small and so in no file, the third is too large to be kept.
    bodies = [
        ["a", "", "", "a"],
        ["aaa", "", "", "a"],
        ["a" * 101, "", "", "a"],
        ["", "aaa", "", "a"],
        ["", "", "aaa", "a"],
    ]
    exchanges = [
        (request(content_length=str(len("".join(body)))), InParts(*(part.encode() for part in body))) for body in bodies
    ]

    assert [answer[0] for answer in answers(lambda _: HttpResponse(), *exchanges)] == [200, 408, 200, 200, 200]


def test_long_answers_are_whole_or_an_error():
    def broken():
        yield "a"
        raise OSError(28, "No space left on device")

    def view(environ):
        return StreamingHttpResponse("abc" if environ["PATH_INFO"] == "/good" else broken())

    good, head, bad = answers(
        view, (request("/good"), Protocol()), (request(method="HEAD"), Protocol()), (request("/bad"), Protocol())
    )

    assert (good[1]["Content-Length"], good[2]) == ("3", b"abc")
    assert (head[0], head[2]) == (200, b"")
    assert bad[0] == 507


def test_of_a_long_answer_no_more_is_made_once_nobody_waits_for_it():
    class Gone(Protocol):
        async def client_disconnect(self):
            """Hung up."""

    made, most = [], 10**6

    def parts():
        for number in range(most):
            made.append(number)
            yield "a"

    answers(lambda _: StreamingHttpResponse(parts()), (request(), Gone()))

    assert len(made) < most


def test_long_work_waits_while_somebody_else_is_answered(monkeypatch):
    monkeypatch.setattr(giving_way, "LONGEST", 60)
    asked, told = Event(), []

    def view(environ):
        if environ["PATH_INFO"] == "/long":
            giving_way.give_way()  # nor for its own request
            return StreamingHttpResponse(parts())
        asked.set()
        time.sleep(0.05)
        told.append("short")
        return HttpResponse()

    def parts():
        asked.wait(60)
        yield "a"
        told.append("long")

    answers(view, (request("/long"), Protocol()), (request("/short"), Protocol()))

    assert told == ["short", "long"]


def test_what_django_does_not_catch_is_one_plain_error():
    def failing(environ):
        raise ValueError

    [answer] = answers(failing, (request(), Protocol()))

    assert answer[0] == 500
