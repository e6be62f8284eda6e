"""The gateway by itself, with requests made up as granian hands them over."""

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from types import SimpleNamespace

from django.http import HttpResponse, StreamingHttpResponse

from scorekeeper.server import gateway
from scorekeeper.server.gateway import Gateway


class Headers(dict):
    def items(self):
        return [(name, value) for name, values in super().items() for value in values.split("\n")]


class Protocol:
    """What granian gives to read a request's body from, and to answer by. The rest of a body comes too late."""

    def __init__(self, *chunks, seconds=0, hangs_up=False):
        self.chunks, self.seconds, self.hangs_up, self.answer = chunks, seconds, hangs_up, None

    async def __aiter__(self):
        for chunk in self.chunks:
            await asyncio.sleep(self.seconds)
            yield chunk
        await asyncio.sleep(60)

    async def client_disconnect(self):
        await asyncio.sleep(0 if self.hangs_up else 60)

    def response_bytes(self, status, headers, body):
        self.answer = (status, dict(headers), body)

    def response_str(self, status, headers, text):
        self.response_bytes(status, headers, text.encode())

    def response_empty(self, status, headers):
        self.response_bytes(status, headers, b"")

    def response_file(self, status, headers, path):
        self.response_bytes(status, headers, Path(path).read_bytes())


def request(path="/", method="POST", **headers):
    headers = Headers({name.replace("_", "-"): value for name, value in headers.items()})
    return SimpleNamespace(
        headers=headers, method=method, path=path, query_string="", scheme="http", http_version="1.1",
        client="[fe80::1]:5000", server="0.0.0.0:8000",
    )  # fmt: skip


def echo(environ):
    return HttpResponse(environ["wsgi.input"].read())


def answers(view, *exchanges, max_bytes=100):
    """Put these to a view at once; return the answers."""

    def application(environ, start_response):
        response = view(environ)
        start_response(f"{response.status_code} said", [*response.items()])
        return response

    async def run():
        made = Gateway(application, max_bytes, "/long/")
        await asyncio.gather(*(made.__rsgi__(scope, protocol) for scope, protocol in exchanges))
        assert made.kept_bytes == 0

    # In a thread of its own: Playwright leaves a running loop in the one of the tests.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(run())).result()
    return [protocol.answer for _, protocol in exchanges]


def environ_of(scope, *chunks):
    seen = []
    answers(lambda environ: seen.append(environ) or echo(environ), (scope, Protocol(*chunks)))
    return seen[0]


def test_a_request_is_told_as_wsgi_wants_it():
    environ = environ_of(
        request("/grün", cookie="a=1\nb=2", accept="x\ny", host="here", content_length="2"), b"a", b"b"
    )

    assert environ["PATH_INFO"].encode("latin-1") == "/grün".encode()
    assert (environ["HTTP_COOKIE"], environ["HTTP_ACCEPT"], environ["HTTP_HOST"]) == ("a=1;b=2", "x,y", "here")
    assert (environ["CONTENT_LENGTH"], environ["REMOTE_ADDR"]) == ("2", "fe80::1")

    scope = request(x_forwarded_for="192.0.2.2")
    scope.headers |= {"x_forwarded_for": "192.0.2.1", "content_length": "7"}
    environ = environ_of(scope)
    assert environ["HTTP_X_FORWARDED_FOR"] == "192.0.2.2", "a header with an underscore is no other header"
    assert "CONTENT_LENGTH" not in environ


def test_a_body_arrives_whole_or_is_refused(monkeypatch):
    monkeypatch.setattr(gateway, "BODY_SECONDS", 0.05)

    whole, slow, cut, unknown, large = answers(
        echo,
        (request(content_length="4"), Protocol(b"ab", b"cd")),
        (request(content_length="4"), Protocol(b"ab")),
        (request(content_length="4"), Protocol(b"ab", b"")),
        (request(content_length="4", transfer_encoding="chunked"), Protocol(b"abcd")),
        (request(content_length="101"), Protocol(b"a" * 101)),
    )

    assert (whole[0], whole[2]) == (200, b"abcd")
    assert (slow[0], cut[0]) == (408, 400)
    assert unknown[2] == large[2] == b""


def test_a_long_body_has_more_time_while_it_keeps_coming(monkeypatch):
    monkeypatch.setattr(gateway, "BODY_SECONDS", 0.1)
    monkeypatch.setattr(gateway, "BODY_PROGRESS_BYTES", 1)

    [answer] = answers(echo, (request(content_length="40"), Protocol(*[b"abcd"] * 10, seconds=0.04)))

    assert answer[2] == b"abcd" * 10


def test_large_bodies_are_bounded_together_and_small_ones_always_pass(monkeypatch):
    monkeypatch.setattr(gateway, "SMALL_BODY_BYTES", 4)
    monkeypatch.setattr(gateway, "MAX_BODIES_BYTES", 8)
    monkeypatch.setattr(gateway, "BODY_SECONDS", 0.2)

    slow, beyond, small, too_large = answers(
        echo,
        (request(content_length="6"), Protocol(b"abcde")),
        (request(content_length="6"), Protocol(b"abcde", seconds=0.05)),
        (request(content_length="4"), Protocol(b"ab", b"cd", seconds=0.05)),
        (request(content_length="101"), Protocol(b"a" * 101)),
    )

    assert (slow[0], small[2], too_large[2]) == (408, b"abcd", b"")
    assert (beyond[0], beyond[1]["Retry-After"]) == (503, "5")


def test_who_writes_and_gets_no_thread_is_refused_and_who_reads_is_not_held_up(monkeypatch):
    monkeypatch.setattr(gateway, "WRITING_SECONDS", 0.05)

    def view(environ):
        if environ["REQUEST_METHOD"] == "POST":
            time.sleep(0.2)
        return HttpResponse("done")

    *posts, page = answers(
        view,
        *((request(), Protocol()) for _ in range(gateway.WRITING_THREADS + 2)),
        (request(method="GET"), Protocol()),
    )

    assert page[0] == 200
    assert sorted(post[0] for post in posts) == [200] * gateway.WRITING_THREADS + [503] * 2


def test_long_answers_keep_no_page_waiting():
    answered = threading.Event()

    def parts():
        assert answered.wait(5)
        yield "abc"

    def view(environ):
        if environ["PATH_INFO"] == "/long":
            return StreamingHttpResponse(parts())
        answered.set()
        return HttpResponse("done")

    *long, page = answers(
        view,
        *((request("/long", "GET"), Protocol()) for _ in range(gateway.READING_THREADS + gateway.LONG_THREADS)),
        (request(method="GET"), Protocol()),
    )

    assert page[0] == 200
    assert {answer[2] for answer in long} == {b"abc"}


def test_answers_are_whole_or_an_error():
    def broken():
        yield "a"
        raise OSError(28, "No space left on device")

    def view(environ):
        if environ["PATH_INFO"] == "/failing":
            raise ValueError
        return StreamingHttpResponse("abc" if environ["PATH_INFO"] == "/good" else broken())

    good, head, bad, failing = answers(
        view,
        (request("/good"), Protocol()),
        (request(method="HEAD"), Protocol()),
        (request("/bad"), Protocol()),
        (request("/failing"), Protocol()),
    )

    assert (good[1]["Content-Length"], good[2]) == ("3", b"abc")
    assert (head[0], head[2]) == (200, b"")
    assert (bad[0], failing[0]) == (507, 500)


def test_a_form_that_takes_long_leaves_the_threads_of_saves_free(monkeypatch):
    monkeypatch.setattr(gateway, "WRITING_THREADS", 1)
    saved = Event()

    def view(environ):
        return HttpResponse(str(saved.wait(5)) if "long" in environ["PATH_INFO"] else saved.set())

    slow, save = answers(view, (request("/long/1/"), Protocol()), (request("/save/"), Protocol()))
    assert (slow[0], slow[2], save[0]) == (200, b"True", 200)


def test_a_long_answer_is_given_up_once_nobody_waits_for_it():
    made = []

    def parts():
        for number in range(10**6):
            made.append(number)
            yield "a"

    answers(lambda _: StreamingHttpResponse(parts()), (request(), Protocol(hangs_up=True)))

    assert len(made) < 10**6
