"""What is asked: conversations, each an iterable of requests as they go over the wire."""

from dataclasses import dataclass
from urllib.parse import urlencode
from uuid import uuid4

from tests.bench.house import TOKEN, hands

SECRET = "benchbenchbenchbenchbenchbench42"
"""A CSRF secret: any 32 letters and digits are one, and it is its own token."""


def get(path, *headers):
    """A request as a browser in the club sends it to a page it has been to; it takes brotli and gzip unless told."""
    if not any(header.startswith("Accept-Encoding") for header in headers):
        headers = ("Accept-Encoding: gzip, deflate, br, zstd", *headers)
    lines = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1", f"Cookie: csrf={SECRET}; device={TOKEN}", *headers]
    return "\r\n".join([*lines, "", ""]).encode()


def post(path, token, said):
    """A form as a browser sends it from a device the table knows."""
    body = urlencode({"csrfmiddlewaretoken": SECRET} | said)
    lines = [
        f"POST {path} HTTP/1.1",
        "Host: 127.0.0.1",
        f"Cookie: csrf={SECRET}; device={token}",
        "Content-Type: application/x-www-form-urlencoded",
        f"Content-Length: {len(body)}",
    ]
    return "\r\n".join([*lines, "", body]).encode()


def entry(seen, hand):
    """What the form of a hand says, in a match of which every version so far was a hand."""
    said = {f"{name}-{seat}": number for name, numbers in hand.items() for seat, number in enumerate(numbers)}
    return said | {"key": uuid4(), "seen": seen, "number": seen + 1}


@dataclass(frozen=True)
class Asking:
    """A conversation that asks the same again and again."""

    request: bytes

    def __iter__(self):
        while True:
            yield self.request


@dataclass(frozen=True)
class Saving:
    """A conversation that plays whole matches of four, hand by hand, from a device the table knows."""

    matches: list
    token: str

    def __iter__(self):
        for pk in self.matches:
            for seen, hand in enumerate(hands(4, 25)):
                yield post(f"/matches/{pk}/rounds/", self.token, entry(seen, hand))
