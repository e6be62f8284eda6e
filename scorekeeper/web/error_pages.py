"""The pages of what cannot be answered: drawn without reading what was sent, which may be what is wrong."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorekeeper.server.database import CannotWrite


def bad_request(request: HttpRequest, *_: object, **__: object) -> HttpResponse:
    return render(request, "400.html", status=400)


def not_allowed(request: HttpRequest, *_: object, **__: object) -> HttpResponse:
    return render(request, "403.html", status=403)


def not_found(request: HttpRequest, *_: object, **__: object) -> HttpResponse:
    return render(request, "404.html", status=404)


def broken(request: HttpRequest) -> HttpResponse:
    return render(request, "500.html", status=500)


# --- When nothing more can be written: a sentence with status 507 instead of an error. Reading goes on.


class CannotWriteMiddleware:
    """Say so where a page could not say it itself, beside what was typed."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, CannotWrite):
            return None
        return render(request, "507.html", {"notice": str(exception)}, status=507)
