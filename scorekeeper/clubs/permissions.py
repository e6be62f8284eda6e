"""Permissions: the role that each view requires, and the middleware that checks it.

A view without a decorator requires a viewer to read and a scorer to write, so a page that nobody thought about is
closed to strangers.
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

from scorekeeper.clubs.device import SEEN_INTERVAL, Device, Role, hash_token
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

    `refusal_page`: draws the page that shows a refusal (`Impossible`); without it a plain page does.
    """

    htmx: HtmxDetails
    refusal_page: Callable[[str], HttpResponse]
    device: Device | None
    club: Club | None


class ClubRequest(HttpRequest):
    """A request from a device of a club that has the required role."""

    htmx: HtmxDetails
    refusal_page: Callable[[str], HttpResponse]
    device: Device
    club: Club


COOKIE = "device"
COOKIE_AGE = 365 * 24 * 3600
# Maximum number of device cookies read from one browser. Other installations on the same host set theirs, too.
MAX_TOKENS = 20


class DeviceMiddleware:
    """Look up the device of a request, check its role, and set its cookie."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with timezone.override(None):
            response = self.get_response(request)
        token = getattr(request, "device_token", None)
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
        if needed == PUBLIC:
            return None
        device = Device.find(*device_tokens(request))
        request.device = request.club = None
        if device is not None:
            request.club = device.club
            # Every page shows times in the club's time zone.
            timezone.activate(ZoneInfo(device.club.zone))
            record_visit(request, device)
        if device is None and needed > STRANGER:
            raise Http404
        if device is not None and device.role < needed:
            return render(request, "403.html", {"needed": Role(needed)}, status=403)
        return None


def device_tokens(request: HttpRequest) -> list[str]:
    """Return the tokens of all device cookies, the one for this secret key first.

    The name of the cookie depends on the secret key. After a restore on a machine with another key, devices still
    send the cookie with the former name, and its token is still in the database.
    """
    prefix = f"{settings.COOKIE_PREFIX}{COOKIE}"
    current = f"{prefix}{settings.COOKIE_SUFFIX}"
    names = [name for name in request.COOKIES if name == prefix or name.startswith(f"{prefix}-")]
    names.sort(key=lambda name: name != current)
    return [token for name in names[:MAX_TOKENS] if (token := request.COOKIES[name])]


def record_visit(request: AnyRequest | ClubRequest, device: Device) -> None:
    """Set `request.device`. Once an hour, update the time the device was last seen and renew its cookie."""
    request.device = device
    if timezone.now() - device.last_seen < SEEN_INTERVAL:
        return
    try:
        with without_waiting():
            Device.objects.filter(pk=device.pk).update(last_seen=timezone.now())
    except DatabaseError:
        return  # The disk is full or another connection is writing. A later request updates the time.
    tokens = device_tokens(request)
    set_device_cookie(request, next(token for token in tokens if hash_token(token) == device.token_hash))


def set_device_cookie(request: HttpRequest, token: str) -> None:
    """Have the middleware set the cookie on the response."""
    request.device_token = token  # type: ignore[attr-defined]
