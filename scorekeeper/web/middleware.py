"""Before a view: which hosts are answered, how much is read, whom to believe. After it: headers and error pages."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable, Iterable
from functools import lru_cache
from math import inf
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseNotAllowed
from django.shortcuts import render
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin
from whitenoise.middleware import WhiteNoiseFileResponse  # type: ignore[import-untyped]

from scorekeeper import limits
from scorekeeper.server.database import RETRY_SECONDS, explain, is_busy, is_full
from scorekeeper.server.network import is_address

GetResponse = Callable[[HttpRequest], HttpResponse]

LOADED = ("script-src", "style-src", "img-src", "connect-src", "manifest-src", "form-action")
POLICY = "; ".join(
    ["default-src 'none'", *(f"{kind} 'self'" for kind in LOADED), "frame-ancestors 'none'", "base-uri 'none'"]
)
# What browsers ask their owner for. The rest is allowed to our own pages by default, and no others stand in them.
FORBIDDEN = ("camera", "display-capture", "geolocation", "hid", "microphone", "midi", "payment", "serial", "usb")

FILE_HEADERS = {"Cross-Origin-Resource-Policy": "same-origin"}
# Polls get these every few seconds: 204, or 304, whose page keeps the policy that it came with.
EMPTY_HEADERS = FILE_HEADERS | {"Cache-Control": "private, no-cache"}
PAGE_HEADERS = EMPTY_HEADERS | {
    "Content-Security-Policy": POLICY,
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in FORBIDDEN),
    "X-Frame-Options": "DENY",  # for tools that do not know frame-ancestors
}


def standing_headers(get_response: GetResponse) -> GetResponse:
    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        for name, value in _headers_of(response).items():
            response.headers.setdefault(name, value)
        if response.status_code == 503:
            response.headers["Retry-After"] = str(RETRY_SECONDS)
        return response

    return middleware


def _headers_of(response: HttpResponse) -> dict[str, str]:
    if isinstance(response, WhiteNoiseFileResponse):
        return FILE_HEADERS
    return EMPTY_HEADERS if response.status_code in (204, 304) else PAGE_HEADERS


def known_host(get_response: GetResponse) -> GetResponse:
    """Answer to addresses, this machine's names and SCOREKEEPER_HOSTS; ALLOWED_HOSTS knows no "any address"."""

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


def limit_size(get_response: GetResponse) -> GetResponse:
    """Refuse a Content-Length over the limit. A body without one (chunked) counts as empty and is not read."""

    def middleware(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        size = int(length) if length.isdecimal() and len(length) < 16 else inf
        is_import = size > limits.MAX_FORM_BYTES and request.path == reverse("imports")
        limit = limits.MAX_IMPORT_REQUEST_BYTES if is_import else limits.MAX_FORM_BYTES
        if size > limit:
            refused = f"This is too large: {limit // 10**6} MB is the most.\n"
            return HttpResponse(refused, status=413, content_type="text/plain")
        return get_response(request)

    return middleware


class NotSavedMiddleware(MiddlewareMixin):
    """Answer with a sentence where the disk is full, the database busy or a limit reached. Reading goes on."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, limits.QuotaReached):
            notice, status = str(exception), 429
        elif is_full(exception) or is_busy(exception):
            notice, status = explain(exception)
        else:
            return None
        return render(request, "507.html", {"notice": notice}, status=status)


class WrongMethodMiddleware(MiddlewareMixin):
    """Say in a sentence what a browser shows whose reader opened the address of a form."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if not isinstance(response, HttpResponseNotAllowed):
            return response
        page = render(request, "405.html", status=405)
        page.headers["Allow"] = response.headers["Allow"]
        return page


# --- Around Django, in wsgi.py: what its settings cannot say ----------------------------------------

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

FORM = re.compile(r"application/x-www-form-urlencoded|multipart/form-data; *boundary=[^;\s]+", re.ASCII | re.IGNORECASE)


def accept_utf8_forms(application: Application) -> Application:
    """Drop every other Content-Type: Django would read a form in whatever codec it names."""

    def wrapped(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        form = FORM.match(environ.get("CONTENT_TYPE", ""))
        environ["CONTENT_TYPE"] = form[0] if form else ""
        return application(environ, start_response)

    return wrapped


FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO")


def believe_proxy_only(application: Application) -> Application:
    """Drop what a request says of where it comes from, unless the proxy sent it."""

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
