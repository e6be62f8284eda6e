"""Who may come in where. A view says what it needs; one place, the middleware, decides.

What says nothing needs a viewer to be looked at and a scorer to be written to. So a page that nobody thought about is
closed to strangers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django_htmx.middleware import HtmxDetails

from scorekeeper.clubs.models import Club, Device, Role
from scorekeeper.server.database import without_waiting

View = TypeVar("View", bound=Callable[..., Any])
STRANGER = 0
SAFE = {"GET", "HEAD", "OPTIONS", "TRACE"}


def open_to_all(view: View) -> View:
    return requires_role(STRANGER)(view)


def requires_role(role: int) -> Callable[[View], View]:
    def marked(view: View) -> View:
        view.needs = role  # type: ignore[attr-defined]
        return view

    return marked


def checks_itself(view: View) -> View:
    view.checks_itself = True  # type: ignore[attr-defined]
    return view


def required_role(view: Callable[..., Any], request: HttpRequest) -> int:
    usual = Role.VIEWER if request.method in SAFE else Role.SCORER
    return getattr(view, "needs", usual)


def view_checks_itself(view: Callable[..., Any], request: HttpRequest) -> bool:
    return request.method in ("GET", "HEAD") and getattr(view, "checks_itself", False)


class AnyRequest(HttpRequest):
    """A request from anybody: perhaps from a device of a club."""

    htmx: HtmxDetails
    device: Device | None
    club: Club | None


class ClubRequest(HttpRequest):
    """A request from a device of a club, which may do what it asks for."""

    htmx: HtmxDetails
    device: Device
    club: Club


COOKIE = f"{settings.COOKIE_PREFIX}device"
COOKIE_AGE = 365 * 24 * 3600


class DeviceMiddleware:
    """Say who asks, refuse who may not, and give a device its cookie."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with timezone.override(None):
            response = self.get_response(request)
        token = getattr(request, "new_token", None)
        if token:
            response.set_cookie(
                COOKIE, token, COOKIE_AGE, path=settings.COOKIE_PATH,
                secure=settings.HTTPS, httponly=True, samesite="Lax",
            )  # fmt: skip
        return response

    def process_view(self, request: AnyRequest, view: Callable[..., Any], *_: Any) -> HttpResponse | None:
        """Let in who may come in. To others, what is a club's is not there; writing is refused to who may only look."""
        if view_checks_itself(view, request):
            return None
        device, needs = Device.find(token_of(request)), required_role(view, request)
        request.device = request.club = None
        if device is not None:
            request.club = device.club
            # Here, for all pages: whatever time they tell is by the club's clock.
            timezone.activate(ZoneInfo(device.club.zone))
            welcome(request, device)
        if needs == STRANGER:
            return None
        if device is None:
            raise Http404
        if device.role < needs:
            return render(request, "403.html", {"needed": Role(needs)}, status=403)
        return None


def token_of(request: HttpRequest) -> str:
    """Return what a device shows; "" from a stranger."""
    return request.COOKIES.get(COOKIE, "")


def welcome(request: AnyRequest | ClubRequest, device: Device) -> None:
    request.device = device
    if device.was_just_seen:
        return
    try:
        with without_waiting():
            device.mark_seen()
    except DatabaseError:
        return  # written with a later request: this one may only read
    remember(request, token_of(request))


def remember(request: HttpRequest, token: str) -> None:
    request.new_token = token  # type: ignore[attr-defined]
