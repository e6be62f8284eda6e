"""When nothing more can be written: a sentence with status 507 instead of an error. Reading goes on."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorekeeper.database import CannotWrite


class NoRoomMiddleware:
    """Say so where a page could not say it itself, beside what was typed."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer for a view that could not write."""
        if not isinstance(exception, CannotWrite):
            return None
        return render(request, "507.html", {"notice": str(exception)}, status=507)
