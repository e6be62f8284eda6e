"""The pages of what cannot be answered: drawn without reading what was sent, which may be what is wrong."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def error_page(status: int) -> Callable[..., HttpResponse]:
    def page(request: HttpRequest, *_: object, **__: object) -> HttpResponse:
        return render(request, f"{status}.html", status=status)

    return page


bad_request, not_allowed, not_found, broken = map(error_page, (400, 403, 404, 500))
