"""Permissions: the role that each view requires, and the middleware that checks it.

A view without a decorator requires a viewer to read and a scorer to write, so a page that nobody thought about is
closed to strangers.
"""

from collections.abc import Callable
from copy import copy
from functools import wraps
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import get_script_prefix
from django.utils import timezone
from django_htmx.middleware import HtmxDetails

from scorekeeper.clubs.addresses import cookie_name, device_cookies, script_prefix
from scorekeeper.clubs.device import SEEN_INTERVAL, Device, Role
from scorekeeper.clubs.models import Club
from scorekeeper.server.database import without_waiting
from scorekeeper.web.turns import Turns

View = TypeVar("View", bound=Callable[..., Any])
# A view that is the same for everybody: the device is not looked up.
PUBLIC = -1
STRANGER = 0
SAFE_METHODS = {"GET", "HEAD", "OPTIONS", "TRACE"}


def open_to_all(view: View) -> View:
    return requires_role(STRANGER)(view)


def requires_role(role: int) -> Callable[[View], View]:
    def decorator(view: View) -> View:
        view.required_role = role  # type: ignore[attr-defined]
        return view

    return decorator


def required_role(view: Callable[..., Any], request: HttpRequest) -> int:
    default = Role.VIEWER if request.method in SAFE_METHODS else Role.SCORER
    return getattr(view, "required_role", default)


# Slow pages that strangers may ask for. A thread that draws one cannot save a round meanwhile.
stranger_turns = Turns(
    1, waiting=3, seconds=0.5, sentence="Many people ask at the same moment: try again in a few seconds."
)


def one_stranger_at_a_time(view: View) -> View:
    """Answer strangers one after the other, or with 503, so that they do not slow down those who play."""

    @wraps(view)
    def wrapper(request: AnyRequest, *args: Any, **kwargs: Any) -> Any:
        if request.device is not None:
            return view(request, *args, **kwargs)
        with stranger_turns.take():
            return view(request, *args, **kwargs)

    return wrapper  # type: ignore[return-value]


class AnyRequest(HttpRequest):
    """A request from anybody, perhaps from a device of a club.

    `devices`: by the home of each club that the phone is in, the first club first. `device`, `club`: of this address.
    `refusal_page`: draws the page that shows a refusal (`Impossible`); without it a plain page does.
    """

    htmx: HtmxDetails
    refusal_page: Callable[[str], HttpResponse]
    devices: dict[str, Device]
    device: Device | None
    club: Club | None


class ClubRequest(HttpRequest):
    """A request from a device of a club that has the required role."""

    htmx: HtmxDetails
    refusal_page: Callable[[str], HttpResponse]
    devices: dict[str, Device]
    device: Device
    club: Club


COOKIE_AGE = 365 * 24 * 3600


class DeviceMiddleware:
    """Look up the devices of a phone, check the role of the one in the club of this address, and set cookies."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.new_cookies = {}  # type: ignore[attr-defined]
        with timezone.override(None):
            response = self.get_response(request)
            if response.status_code == 404:
                response = self.find_in_other_clubs(request) or response
        for name, token in request.new_cookies.items():  # type: ignore[attr-defined]
            response.set_cookie(
                name, token, COOKIE_AGE, path=settings.COOKIE_PATH,
                secure=settings.BEHIND_PROXY, httponly=True, samesite="Lax",
            )  # fmt: skip
        return response

    def process_view(self, request: AnyRequest, view: Callable[..., Any], *_: Any) -> HttpResponse | None:
        """Answer 404 to strangers, and 403 to devices of the club whose role is too low."""
        needed = required_role(view, request)
        if needed == PUBLIC:
            return None
        cookies, home = device_cookies(request), get_script_prefix()
        found = Device.find(*(token for _, token in cookies))
        request.devices, request.device, request.club = {}, None, None
        for home_of_token, token in cookies:
            if token in found:
                request.devices.setdefault(home_of_token, found[token])
        device = request.devices.get(home)
        if device is not None:
            request.device, request.club = device, device.club
            # Every page shows times in the club's time zone.
            timezone.activate(ZoneInfo(device.club.zone))
            record_visit(request, home, next(token for token in found if found[token] is device))
        if device is None and needed > STRANGER:
            raise Http404
        if device is not None and device.role < needed:
            return render(request, "403.html", {"needed": Role(needed)}, status=403)
        return None

    def find_in_other_clubs(self, request: HttpRequest) -> HttpResponse | None:
        """Lead on to the club of this phone that has a page at this address: its link came from another phone.

        Only if a browser shows what comes: a poll, a picture or a form stays in the club of its page.
        """
        if request.method != "GET" or "text/html" not in request.headers.get("Accept", ""):
            return None
        for home in getattr(request, "devices", {}):
            if home == get_script_prefix():
                continue
            # A HEAD request: the page is not shown yet, so no download begins and the security log names none.
            other = copy(request)
            other.method, other.path = "HEAD", f"{home}{request.path_info[1:]}"
            with script_prefix(home):
                is_there = self.get_response(other).status_code < 400
            if is_there:
                return redirect(other.get_full_path())
        return None


def record_visit(request: AnyRequest | ClubRequest, home: str, token: str) -> None:
    """Once an hour, update the time the device was last seen and renew its cookie."""
    device = request.devices[home]
    if timezone.now() - device.last_seen < SEEN_INTERVAL:
        return
    try:
        with without_waiting():
            Device.objects.filter(pk=device.pk).update(last_seen=timezone.now())
    except DatabaseError:
        return  # The disk is full or another connection is writing. A later request updates the time.
    set_device_cookie(request, home, token)


def set_device_cookie(request: HttpRequest, home: str, token: str) -> None:
    """Have the middleware set the cookie of a club on the response."""
    request.new_cookies[cookie_name(home)] = token  # type: ignore[attr-defined]
