"""Refuses a request whose body was cut: the server hands on what came before the connection broke as if it were all."""

from collections.abc import Callable, Iterable
from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

CHUNK = 64 * 1024


def only_complete_bodies(application: Application) -> Application:
    def wrapped(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        environ["wsgi.input"] = BodyStream(environ["wsgi.input"])
        return application(environ, start_response)

    return wrapped


class BodyStream:
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
        raise NotImplementedError  # Django wants to see it, and reads forms without it


class CompleteBodyMiddleware:
    """Read the body to its end before the view acts, also one that is no form and that nothing else reads."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_: Any) -> None:
        # Reading the form reads all of it; files are spooled to disk on the way.
        if request.META.get("CONTENT_LENGTH") and not request.POST:
            while request.read(CHUNK):
                pass
