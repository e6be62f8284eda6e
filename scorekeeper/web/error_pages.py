"""The pages of what cannot be answered: drawn without reading what was sent, which may be what is wrong."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def bad_request(request: HttpRequest, *_: object, **__: object) -> HttpResponse:
    return render(request, "400.html", status=400)


def not_allowed(request: HttpRequest, *_: object, **__: object) -> HttpResponse:
    return render(request, "403.html", status=403)


def not_found(request: HttpRequest, *_: object, **__: object) -> HttpResponse:
    return render(request, "404.html", status=404)


def broken(request: HttpRequest) -> HttpResponse:
    return render(request, "500.html", status=500)
