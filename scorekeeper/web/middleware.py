"""Host check, size limit, trusted headers, queue of writers; security headers, compression, error pages."""

import re
import socket
import sys
from collections.abc import Callable, Iterable
from ipaddress import ip_address, ip_network
from math import inf
from typing import Any
from urllib.parse import urlsplit

import brotli  # type: ignore[import-untyped]
from django.conf import settings
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponseNotAllowed,
    QueryDict,
)
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin
from whitenoise.middleware import WhiteNoiseFileResponse  # type: ignore[import-untyped]

from games.core.errors import Impossible
from scorekeeper import limits
from scorekeeper.server.database import RETRY_SECONDS, explain, is_away, is_busy, is_damaged, is_full
from scorekeeper.server.environment import LOCK_SECONDS
from scorekeeper.server.network import is_address
from scorekeeper.web.turns import Crowded, Turns

GetResponse = Callable[[HttpRequest], HttpResponse]

SELF_DIRECTIVES = ("script-src", "style-src", "img-src", "connect-src", "media-src", "manifest-src", "form-action")
POLICY = "; ".join(
    ["default-src 'none'", *(f"{kind} 'self'" for kind in SELF_DIRECTIVES), "frame-ancestors 'none'", "base-uri 'none'"]
)
# Features that a browser would ask permission for. Others are limited to this origin, and no page embeds another.
DENIED_FEATURES = ("camera", "display-capture", "geolocation", "hid", "microphone", "midi", "payment", "serial", "usb")

FILE_HEADERS = {"Cross-Origin-Resource-Policy": "same-origin"}
# For 204 and 304, the usual answers to polls: the page that polls keeps its own policy.
EMPTY_HEADERS = FILE_HEADERS | {"Cache-Control": "private, no-cache"}
PAGE_HEADERS = EMPTY_HEADERS | {
    "Content-Security-Policy": POLICY,
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in DENIED_FEATURES),
    "X-Frame-Options": "DENY",  # for tools that do not know frame-ancestors
}

MIN_COMPRESSED_BYTES = 200
# Takes as long as gzip did; 6 saves next to nothing more.
BROTLI_QUALITY = 5


def security_headers(get_response: GetResponse) -> GetResponse:
    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        headers = PAGE_HEADERS
        if isinstance(response, WhiteNoiseFileResponse):
            headers = FILE_HEADERS
        elif response.status_code in (204, 304):
            headers = EMPTY_HEADERS
        for name, value in headers.items():
            response.headers.setdefault(name, value)
        if response.status_code == 503:
            response.headers["Retry-After"] = str(RETRY_SECONDS)
        if request.method == "HEAD":  # waitress would send the body
            setattr(response, "streaming_content" if response.streaming else "content", b"")
        return response

    return middleware


def brotli_pages(get_response: GetResponse) -> GetResponse:
    """Compress pages with brotli, a fifth smaller than gzip. Streams and older browsers still get gzip.

    Not by django-http-compression: it prefers zstd, has one fixed quality, and a random header for each answer.

    The length of a page tells other sites nothing about it (BREACH): their requests carry no cookie (SameSite), and
    Django masks the CSRF token.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        is_text = not response.streaming and response.headers.get("Content-Type", "").startswith("text/")
        accepts_brotli = re.search(r"\bbr\b", request.headers.get("Accept-Encoding", ""))
        if is_text and len(response.content) >= MIN_COMPRESSED_BYTES and accepts_brotli:
            response.content = brotli.compress(response.content, quality=BROTLI_QUALITY)
            response.headers["Content-Encoding"] = "br"
            patch_vary_headers(response, ["Accept-Encoding"])
            if response.headers.get("ETag", "").startswith('"'):
                response.headers["ETag"] = f"W/{response.headers['ETag']}"
        return response

    return middleware


def host_check(get_response: GetResponse) -> GetResponse:
    """Allow IP addresses, this machine's names and those of the settings; ALLOWED_HOSTS cannot say "any IP address"."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if is_allowed_host(request.get_host(), tuple(settings.KNOWN_HOSTS)):
            return get_response(request)
        return HttpResponseBadRequest(
            "This server is not known by that name. See SCOREKEEPER_ADDRESS in .deploy/README.md.\n"
        )

    return middleware


def is_allowed_host(host: str, names: tuple[str, ...]) -> bool:
    name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    own = socket.gethostname().lower()
    return is_address(name) or name in {"localhost", own, f"{own}.local", *map(str.lower, names)}


def limit_size(get_response: GetResponse) -> GetResponse:
    """Refuse a Content-Length over the limit. A chunked body has none: it counts as empty and is not read."""

    def middleware(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        size = int(length) if length.isdecimal() and len(length) < 16 else inf
        is_import = size > limits.MAX_FORM_BYTES and request.path == reverse("imports")
        limit = limits.MAX_IMPORT_REQUEST_BYTES if is_import else limits.MAX_FORM_BYTES
        if size > limit:
            error_message = f"This is too large: {limit // 10**6} MB is the most.\n"
            return HttpResponse(error_message, status=413, content_type="text/plain")
        return get_response(request)

    return middleware


# Two writers at a time save more rounds a second than eight: SQLite serialises writers and is not fair to those that
# wait. While another program holds the database, most threads stay free for pages. With turns of one second a loaded
# machine refused up to two hundred saves of fifty writers. With the wait for the database it is five seconds at most.
writer_turns = Turns(
    2,
    waiting=1000,
    seconds=5 - LOCK_SECONDS,
    sentence="Too many are saving at once. Nothing was saved: try again in a moment.",
)


def writers_in_turn(get_response: GetResponse) -> GetResponse:
    """Let two forms at a time write. Imports take long and have turns of their own."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.method != "POST" or request.path.startswith(reverse("imports")):
            return get_response(request)
        try:
            with writer_turns.take():
                return get_response(request)
        except Crowded as error:
            return HttpResponse(f"{error}\n", status=503, content_type="text/plain; charset=utf-8")

    return middleware


# Line ends of other systems. Browsers send two characters for a line end that they count as one.
LINE_END = re.compile("\r\n?|[\v\f\x85]")
# Other control characters and lone surrogates: invisible, and not every database or file format accepts them.
CONTROL = re.compile("[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]")


class PlainTextMiddleware(MiddlewareMixin):
    """Remove characters that cannot be stored from URLs and forms, for all views."""

    def process_view(self, request: HttpRequest, *_: Any) -> None:
        if CONTROL.search(request.path):
            raise Http404
        request.GET, request.POST = plain_text(request.GET), plain_text(request.POST)


def plain_text(values: Any) -> Any:
    """Return a QueryDict without control characters and with Unix line ends."""
    texts = [text for name, texts_of_name in values.lists() for text in (name, *texts_of_name)]
    if not any(CONTROL.search(text) or LINE_END.search(text) for text in texts):
        return values
    plain = QueryDict(mutable=True)
    for name, texts_of_name in values.lists():
        for text in texts_of_name:
            plain.appendlist(*(CONTROL.sub("", LINE_END.sub("\n", part)) for part in (name, text)))
    return plain


class ErrorPagesMiddleware(MiddlewareMixin):
    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Explain a refusal, a full disk, a busy database, a crowd or a reached quota instead of answering 500."""
        if isinstance(exception, Impossible):
            # A request that only reads is never refused: a record that cannot be shown is an error for the log.
            page = getattr(request, "refusal_page", None)
            if page or request.method != "POST":
                return page(exception.message) if page else None
            notice, status = f"{exception.message[:1].upper()}{exception.message[1:]}", 422
        elif isinstance(exception, limits.QuotaReached):
            notice, status = str(exception), 429
        elif isinstance(exception, Crowded):
            notice, status = str(exception), 503
        elif is_full(exception) or is_busy(exception):
            notice, status = explain(exception)
        else:
            return None
        title = "Not saved" if request.method == "POST" else "Not answered"
        return render(request, "507.html", {"title": title, "notice": notice}, status=status)

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Explain a 405: going back to the result of a form makes a browser open the URL that it was posted to."""
        if not isinstance(response, HttpResponseNotAllowed):
            return response
        page = render(request, "405.html", status=405)
        page.headers["Allow"] = response.headers["Allow"]
        return page


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler500; it finds the templates for 400, 403 and 404 itself."""
    error = sys.exc_info()[1]
    damaged = is_damaged(error)
    if damaged or is_away(error):
        return render(request, "503.html", {"damaged": damaged}, status=503)
    return render(request, "500.html", status=500)


# --- WSGI middleware, used in wsgi.py ----------------------------------------

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

FORM_CONTENT_TYPE = re.compile(
    r"application/x-www-form-urlencoded|multipart/form-data; *boundary=[^;\s]+", re.ASCII | re.IGNORECASE
)


def drop_untrusted_headers(application: Application) -> Application:
    """Drop every Content-Type but those of forms, and X-Forwarded headers that do not come from the proxy."""

    def wrapped(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        # Django decodes the form and the URL with the charset that the Content-Type names.
        form = FORM_CONTENT_TYPE.match(environ.get("CONTENT_TYPE", ""))
        environ["CONTENT_TYPE"] = form[0] if form else ""
        if not (settings.BEHIND_PROXY and is_proxy(environ.get("REMOTE_ADDR", ""))):
            environ.pop("HTTP_X_FORWARDED_FOR", None)
            environ.pop("HTTP_X_FORWARDED_PROTO", None)
        return application(environ, start_response)

    return wrapped


def is_proxy(address: str) -> bool:
    """Whether this is the address of the proxy, which is on this machine unless SCOREKEEPER_PROXY names it."""
    if not is_address(address):
        return False
    remote = ip_address(address)
    remote = getattr(remote, "ipv4_mapped", None) or remote
    return any(remote in ip_network(proxy) for proxy in settings.PROXY) if settings.PROXY else remote.is_loopback
