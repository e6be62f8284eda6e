"""Beside HTTPS of our own: what plain HTTP still answers. One page leads a device through trusting us, and over."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scorekeeper.server import network
from scorekeeper.web.middleware import POLICY

if TYPE_CHECKING:
    from scorekeeper.server.certificates import Authority

# Pages that are answered by HTTP, too, by the names of their addresses.
PLAIN_PAGES = ("health", "hand-over-link", "authority", "authority-profile")

# How the cookie of a device that joined by HTTP begins.
PLAIN_COOKIE = "device"

# What each kind of device is called, and what its browser says of itself; the last one is all others.
DEVICES = {
    "ios": ("iPhone, iPad", "iPhone|iPad|iPod"),
    "android": ("Android", "Android"),
    "mac": ("Mac", "Macintosh"),
    "windows": ("Windows", "Windows"),
    "linux": ("Linux, and Firefox", ""),
}


def lead_to_https(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        if request.is_secure() or request.path in {"/health", *map(reverse, PLAIN_PAGES)}:
            return get_response(request)
        if request.method not in ("GET", "HEAD") or "HX-Request" in request.headers:
            # A page from before keeps what it could not save, and loads itself anew.
            return HttpResponse("This is answered by HTTPS only.\n", status=426, headers={"HX-Refresh": "true"})
        return guide(request)

    return middleware


def guide(request: HttpRequest) -> HttpResponse:
    home = secure_home(request)
    agent = request.headers.get("User-Agent", "")
    own = next(kind for kind, (_, words) in DEVICES.items() if re.search(words, agent))
    facts = {
        "home": home,
        "own": own,
        "devices": sorted(((kind, title) for kind, (title, _) in DEVICES.items()), key=lambda one: one[0] != own),
        "joined": any(name.startswith(PLAIN_COOKIE) for name in request.COOKIES),
        "authority": _authority() if settings.OWN_AUTHORITY else None,
    }
    policy = POLICY.replace("connect-src 'self'", f"connect-src 'self' {home}")
    response = render(request, "https_guide.html", facts)
    response["Content-Security-Policy"] = policy
    response["Cache-Control"], response["X-Robots-Tag"] = "no-store", "noindex"
    return response


def secure_home(request: HttpRequest) -> str:
    """Return where the host that a request names answers by HTTPS."""
    return network.secure_address(re.sub(r":\d+$", "", request.get_host()))


@require_safe
def authority(_: HttpRequest) -> HttpResponse:
    return _download("application/x-x509-ca-cert", "scorekeeper.crt", _authority().der)


@require_safe
def authority_profile(_: HttpRequest) -> HttpResponse:
    return _download("application/x-apple-aspen-config", "scorekeeper.mobileconfig", _authority().profile)


@require_safe
def https_check(request: HttpRequest) -> HttpResponse:
    """Answer to the page that leads here by HTTP from the same host, so that it sees that HTTPS works."""
    response = HttpResponse(status=204, headers={"Cache-Control": "no-store"})
    origin = request.headers.get("Origin", "")
    if urlsplit(origin).hostname == urlsplit(f"//{request.get_host()}").hostname:
        response["Access-Control-Allow-Origin"] = origin
    return response


def _authority() -> Authority:
    if not settings.OWN_AUTHORITY:
        raise Http404
    from scorekeeper.server.certificates import authority_here  # noqa: PLC0415 -- installed only where this is used

    return authority_here()


def _download(content_type: str, name: str, content: bytes) -> HttpResponse:
    disposition = f'attachment; filename="{name}"'
    return HttpResponse(content, content_type=content_type, headers={"Content-Disposition": disposition})
