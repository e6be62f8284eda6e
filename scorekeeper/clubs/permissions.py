"""Which role a view needs. The middleware here alone decides who is let in.

A view that says nothing needs a viewer to look and a scorer to write: a page nobody thought about is closed to
strangers.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django_htmx.middleware import HtmxDetails

from scorekeeper.clubs.device import Device, Role
from scorekeeper.clubs.models import Club
from scorekeeper.server.database import without_waiting
from scorekeeper.web.turns import Turns

View = TypeVar("View", bound=Callable[..., Any])
# A page of everybody: who asks does not matter, and is not looked up.
EVERYBODY = -1
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


# Strangers' questions, which take long to work out. Their threads cannot save meanwhile.
stranger_turns = Turns(
    1, waiting=3, seconds=0.5, sentence="Many people ask at the same moment: try again in a few seconds."
)


def one_stranger_at_a_time(view: View) -> View:
    """Answer strangers in turn, or with 503: otherwise they would slow down those who play."""

    @wraps(view)
    def in_turn(request: AnyRequest, *args: Any, **kwargs: Any) -> Any:
        if request.device is not None:
            return view(request, *args, **kwargs)
        with stranger_turns.take():
            return view(request, *args, **kwargs)

    return in_turn  # type: ignore[return-value]


class AnyRequest(HttpRequest):
    """A request from anybody, perhaps from a device of a club."""

    htmx: HtmxDetails
    device: Device | None
    club: Club | None


class ClubRequest(HttpRequest):
    """A request from a device of a club whose role is high enough."""

    htmx: HtmxDetails
    device: Device
    club: Club


COOKIE = "device"
COOKIE_AGE = 365 * 24 * 3600
# Device cookies of one browser that are looked at: of this record, and of others on the same host.
MAX_TOKENS = 20


class DeviceMiddleware:
    """Find the device that asks, refuse what it may not do, and set its cookie."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with timezone.override(None):
            response = self.get_response(request)
        token = getattr(request, "new_token", None)
        if token:
            name = f"{settings.COOKIE_PREFIX}{COOKIE}{settings.COOKIE_SUFFIX}"
            response.set_cookie(
                name, token, COOKIE_AGE, path=settings.COOKIE_PATH,
                secure=settings.BEHIND_PROXY, httponly=True, samesite="Lax",
            )  # fmt: skip
        return response

    def process_view(self, request: AnyRequest, view: Callable[..., Any], *_: Any) -> HttpResponse | None:
        """Answer 404 to strangers, and 403 to devices of the club whose role is too low."""
        needed = required_role(view, request)
        if needed == EVERYBODY:
            return None
        device = Device.find(*device_tokens(request))
        request.device = request.club = None
        if device is not None:
            request.club = device.club
            # All pages show times by the club's clock.
            timezone.activate(ZoneInfo(device.club.zone))
            welcome(request, device)
        if device is None and needed > STRANGER:
            raise Http404
        if device is not None and device.role < needed:
            return render(request, "403.html", {"needed": Role(needed)}, status=403)
        return None


def device_tokens(request: HttpRequest) -> list[str]:
    """Return the tokens in all device cookies, that of this record first.

    The database knows which of them are this record's: after a restore on a machine with another secret key, its
    devices still show the cookie of the former name.
    """
    start = f"{settings.COOKIE_PREFIX}{COOKIE}"
    own = f"{start}{settings.COOKIE_SUFFIX}"
    names = [name for name in request.COOKIES if name == start or name.startswith(f"{start}-")]
    names.sort(key=lambda name: name != own)
    return [token for name in names[:MAX_TOKENS] if (token := request.COOKIES[name])]


def welcome(request: AnyRequest | ClubRequest, device: Device) -> None:
    """Note who asks; once in a while write when the device was last seen, and renew its cookie."""
    request.device = device
    if device.was_just_seen:
        return
    try:
        with without_waiting():
            Device.objects.filter(pk=device.pk).update(last_seen=timezone.now())
    except DatabaseError:
        return  # A later request writes it. This one may only read: the disk is full, or another program writes.
    remember(request, next(token for token in device_tokens(request) if device.shows(token)))


def remember(request: HttpRequest, token: str) -> None:
    """Have the middleware set the cookie."""
    request.new_token = token  # type: ignore[attr-defined]
