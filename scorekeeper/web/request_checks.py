"""What is checked of a request before its form is read: its size, its encoding, and that all of it came."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

GetResponse = Callable[[HttpRequest], HttpResponse]
Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

LARGEST_FORM = 2_000_000
LARGEST_FILE = 64_500_000
"""A club's file has at most 64 MB; around it, a form."""
FORM = re.compile(r"application/x-www-form-urlencoded|multipart/form-data; *boundary=[^;\s]+", re.ASCII | re.IGNORECASE)
CHUNK = 64 * 1024


def limit_size(get_response: GetResponse) -> GetResponse:
    """Refuse a Content-Length over the limit. A body without one (chunked) counts as empty and is not read."""

    def middleware(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        most = LARGEST_FILE if length != "0" and request.path_info == reverse("imports") else LARGEST_FORM
        if not length.isdecimal() or len(length) > 15 or int(length) > most:
            refused = f"This is too large: {most // 10**6} MB is the most.\n"
            return HttpResponse(refused, status=413, content_type="text/plain")
        return get_response(request)

    return middleware


def accept_utf8_forms(application: Application) -> Application:
    def wrapped(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        form = FORM.match(environ.get("CONTENT_TYPE", ""))
        environ["CONTENT_TYPE"] = form[0] if form else ""
        return application(environ, start_response)

    return wrapped


def require_complete_body(application: Application) -> Application:
    def wrapped(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        environ["wsgi.input"] = CompleteBody(environ["wsgi.input"])
        return application(environ, start_response)

    return wrapped


class CompleteBody:
    """Gives what it is asked for, or raises BadRequest. Django never asks for more than Content-Length."""

    def __init__(self, stream: Any) -> None:
        self.stream = stream

    def read(self, size: int) -> bytes:
        body = bytearray()
        while len(body) < size:
            chunk = self.stream.read(size - len(body))
            if not chunk:
                raise BadRequest("The body is shorter than Content-Length.")
            body += chunk
        return bytes(body)

    def readline(self, size: int) -> bytes:
        raise NotImplementedError  # Django looks for it, but reads forms without it


class CompleteBodyMiddleware:
    """Read the body to its end before the view acts, also one that is no form and that nothing else reads."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_: Any) -> None:
        # Reading the form reads all of it; files are spooled to disk on the way.
        if request.META.get("CONTENT_LENGTH") and not request.POST:
            while request.read(CHUNK):
                pass
