"""Which device asks: known by its cookie, met the first time it changes something. Reading needs none."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from scorekeeper.club.models import Club, Device
from scorekeeper.database import writing

COOKIE = "__Host-device" if settings.HTTPS else "device"
A_YEAR = 365 * 24 * 3600
KINDS = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux")


class DeviceMiddleware:
    """Give a device that was met in this request its cookie."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        token = getattr(request, "new_token", None)
        if token:
            response.set_cookie(COOKIE, token, max_age=A_YEAR, secure=settings.HTTPS, httponly=True, samesite="Lax")
        return response


def device_of(request: HttpRequest) -> Device:
    """Return the device a request comes from; a new one is written down and will get its cookie."""
    device = Device.known(request.COOKIES.get(COOKIE, ""))
    if device is None:
        with writing():
            device, token = Device.join(Club.here(), _label(request.headers.get("User-Agent", "")))
        request.new_token = token  # type: ignore[attr-defined]
    return device


def _label(agent: str) -> str:
    return next((kind for kind in KINDS if kind in agent), "a device")
