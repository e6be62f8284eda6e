"""The pages of Django's error handlers. They read nothing of the request, which may be what is wrong."""

import sys
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorekeeper.server.database import is_away, is_damaged


def error_page(status: int) -> Callable[..., HttpResponse]:
    def page(request: HttpRequest, *_: object, **__: object) -> HttpResponse:
        return render(request, f"{status}.html", status=status)

    return page


bad_request, not_allowed, not_found, unexpected = map(error_page, (400, 403, 404, 500))


def broken(request: HttpRequest) -> HttpResponse:
    error = sys.exc_info()[1]
    damaged = is_damaged(error)
    if damaged or is_away(error):
        return render(request, "503.html", {"damaged": damaged}, status=503)
    return unexpected(request)
