"""What every answer says to the browser, whoever made it: what a page may load and use, and who may keep it."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable, Iterable
from functools import lru_cache
from math import inf
from typing import Any

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseNotAllowed
from django.shortcuts import render
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin
from whitenoise.middleware import WhiteNoiseFileResponse  # type: ignore[import-untyped]

from scorekeeper import limits
from scorekeeper.server.database import CannotWrite
from scorekeeper.server.network import is_address

GetResponse = Callable[[HttpRequest], HttpResponse]

LOADED = ("script-src", "style-src", "img-src", "connect-src", "manifest-src", "form-action")
POLICY = "; ".join(
    ["default-src 'none'", *(f"{kind} 'self'" for kind in LOADED), "frame-ancestors 'none'", "base-uri 'none'"]
)

NOT_USED = ("camera", "display-capture", "geolocation", "hid", "microphone", "midi", "payment", "serial", "usb")
"""What browsers ask their owner for. Of all else a page may use its own by default, and no other stands in it."""
PERMISSIONS = ", ".join(f"{power}=()" for power in NOT_USED)

PART = {"Cross-Origin-Resource-Policy": "same-origin"}
"""What our files say too; what a style sheet or a script may do, the page says that it is a part of."""

HEADERS = PART | {
    "Content-Security-Policy": POLICY,
    "Permissions-Policy": PERMISSIONS,
    # frame-ancestors says it to every browser in use; this to what checks for it.
    "X-Frame-Options": "DENY",
    # The same address shows each visitor something else; what may be cached longer says so itself.
    "Cache-Control": "private, no-cache",
}

EMPTY = PART | {"Cache-Control": HEADERS["Cache-Control"]}
"""What polls bring every few seconds: 204, or 304, whose page keeps the policy that it came with."""


def standing_headers(get_response: GetResponse) -> GetResponse:
    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        for name, value in _headers_of(response).items():
            response.headers.setdefault(name, value)
        return response

    return middleware


def _headers_of(response: HttpResponse) -> dict[str, str]:
    if isinstance(response, WhiteNoiseFileResponse):
        return PART
    return EMPTY if response.status_code in (204, 304) else HEADERS


def known_host(get_response: GetResponse) -> GetResponse:
    def middleware(request: HttpRequest) -> HttpResponse:
        if is_known(request.get_host(), tuple(settings.KNOWN_HOSTS)):
            return get_response(request)
        return HttpResponseBadRequest("This server is not known by that name. See SCOREKEEPER_HOSTS in the README.\n")

    return middleware


@lru_cache(maxsize=256)
def is_known(host: str, names: tuple[str, ...]) -> bool:
    name = without_port(host).lower().rstrip(".")
    return is_address(name) or name in own_names() or name in (known.lower() for known in names)


def without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def own_names() -> set[str]:
    name = socket.gethostname().lower()
    return {"localhost", name, f"{name}.local"}


Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

FORM = re.compile(r"application/x-www-form-urlencoded|multipart/form-data; *boundary=[^;\s]+", re.ASCII | re.IGNORECASE)
CHUNK = 64 * 1024


def limit_size(get_response: GetResponse) -> GetResponse:
    """Refuse a Content-Length over the limit. A body without one (chunked) counts as empty and is not read."""

    def middleware(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        size = int(length) if length.isdecimal() and len(length) < 16 else inf
        is_import = size > limits.MAX_FORM_BYTES and request.path == reverse("imports")
        most = limits.MAX_IMPORT_REQUEST_BYTES if is_import else limits.MAX_FORM_BYTES
        if size > most:
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


FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO")


def believe_proxy_only(application: Application) -> Application:
    """Leave out what a request says of where it comes from, unless the proxy sent it."""

    def wrapped(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if not (settings.BEHIND_PROXY and is_proxy(environ.get("REMOTE_ADDR", ""), tuple(settings.PROXY))):
            for name in FORWARDED:
                environ.pop(name, None)
        return application(environ, start_response)

    return wrapped


@lru_cache(maxsize=256)
def is_proxy(address: str, proxies: tuple[str, ...]) -> bool:
    """Whether a request from this address comes from the proxy: where none is named, it runs on this machine."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    found = getattr(found, "ipv4_mapped", None) or found
    if not proxies:
        return found.is_loopback
    return any(found in ipaddress.ip_network(proxy) for proxy in proxies)


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


class CompleteBodyMiddleware(MiddlewareMixin):
    """Read the body to its end before the view acts, also one that is no form and that nothing else reads."""

    def process_view(self, request: HttpRequest, *_: Any) -> None:
        # Reading the form reads all of it; files are spooled to disk on the way.
        if request.META.get("CONTENT_LENGTH") and not request.POST:
            while request.read(CHUNK):
                pass


class CannotWriteMiddleware(MiddlewareMixin):
    """When nothing more can or may be written: a sentence instead of an error. Reading goes on."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        status = {CannotWrite: 507, limits.QuotaReached: 429}.get(type(exception))
        return render(request, "507.html", {"notice": str(exception)}, status=status) if status else None


class WrongMethodMiddleware(MiddlewareMixin):
    """Say in a sentence what a browser shows whose reader opened the address of a form."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if not isinstance(response, HttpResponseNotAllowed):
            return response
        page = render(request, "405.html", status=405)
        page.headers["Allow"] = response.headers["Allow"]
        return page
