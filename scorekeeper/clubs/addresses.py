"""The addresses of the clubs that a phone is in, and the device cookie that it keeps for each.

The first club has the addresses without a prefix; a further one has its own below `/clubs/<pk>/`. So each tab, form
and poll says which club it is about. A middleware takes the prefix off and has `reverse()` put it back.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import get_resolver, get_script_prefix, set_script_prefix
from django.utils.http import escape_leading_slashes
from django.views.defaults import page_not_found

# The home of the first club. Below it is everything, if SCOREKEEPER_ADDRESS has a path.
ROOT = f"{settings.SUB_PATH}/"
CLUB_PREFIX = re.compile(r"clubs/([1-9]\d{0,17})/", re.ASCII)

COOKIE = "device"
# A cookie of the first club, or of the club with this number. Names end with a part that depends on the secret key.
COOKIE_NAME = re.compile(rf"{settings.COOKIE_PREFIX}{COOKIE}(?P<suffix>-[0-9a-f]{{8}})?(?:-(?P<club>[1-9]\d{{0,17}}))?")
# Maximum number of device cookies read from one browser. Other installations on the same host set theirs, too.
MAX_TOKENS = 20


def address_prefix(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Take the path of SCOREKEEPER_ADDRESS and the prefix of a further club off the path.

    A phone that is not in this club, or has it at the addresses without a prefix, is sent to these.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        with script_prefix(ROOT):
            # Health checks on this machine bypass the proxy, so they use the path without the prefix.
            if settings.SUB_PATH and request.path_info != "/health":
                if request.path_info in ("/", settings.SUB_PATH):
                    return redirect(ROOT)
                if not request.path_info.startswith(ROOT):
                    return page_not_found(request, Http404())
                request.path_info = request.path_info[len(settings.SUB_PATH) :]
            prefix = CLUB_PREFIX.match(request.path_info, 1)
            if prefix is None:
                return get_response(request)
            home = home_of(int(prefix[1]))
            if any(home == other for other, _ in device_cookies(request)):
                request.path_info = request.path_info[prefix.end() - 1 :]
                with script_prefix(home):
                    return get_response(request)
            if request.method not in ("GET", "HEAD"):
                return page_not_found(request, Http404())
            request.path = f"{settings.SUB_PATH}{request.path_info[prefix.end() - 1 :]}"
            return redirect(escape_leading_slashes(request.get_full_path()))

    return middleware


@contextmanager
def script_prefix(prefix: str) -> Iterator[None]:
    before = get_script_prefix()
    if prefix == before:
        yield
        return
    set_script_prefix(prefix)
    try:
        yield
    finally:
        set_script_prefix(before)


def home_of(club: int) -> str:
    """Return the home of a further club."""
    return f"{ROOT}clubs/{club}/"


def shared_path(name: str, *args: Any) -> str:
    """Return a path for other phones: whatever club a phone looks at, these addresses have no prefix."""
    return f"{ROOT}{get_resolver().reverse(name, *args)}"


def key_of_drawn_part(key: str, *_: Any) -> str:
    """Return the key in the cache for a part of a page with links, which begin with the prefix of this address."""
    return f"{get_script_prefix()}{key}"


def device_cookies(request: HttpRequest) -> list[tuple[str, str]]:
    """Return home and token of all device cookies, those for this secret key first.

    After a restore on a machine with another key, devices still send cookies with the former names, and their tokens
    are still in the database.
    """
    names = [name for name in map(COOKIE_NAME.fullmatch, request.COOKIES) if name and request.COOKIES[name[0]]]
    names.sort(key=lambda name: (name["suffix"] != settings.COOKIE_SUFFIX, int(name["club"] or 0)))
    return [
        (home_of(int(name["club"])) if name["club"] else ROOT, request.COOKIES[name[0]]) for name in names[:MAX_TOKENS]
    ]


def tokens_here(request: HttpRequest) -> list[str]:
    """Return the tokens for the club of this address."""
    return [token for home, token in device_cookies(request) if home == get_script_prefix()]


def cookie_name(home: str) -> str:
    club = CLUB_PREFIX.fullmatch(home, len(ROOT))
    return f"{settings.COOKIE_PREFIX}{COOKIE}{settings.COOKIE_SUFFIX}{f'-{club[1]}' if club else ''}"
