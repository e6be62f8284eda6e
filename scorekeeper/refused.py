"""The pages of what cannot be answered: drawn without reading what was sent, which may be what is wrong."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def bad_request(request: HttpRequest, *_: object, **__: object) -> HttpResponse:
    """Show that what was sent is damaged."""
    return render(request, "400.html", status=400)


def not_allowed(request: HttpRequest, *_: object, **__: object) -> HttpResponse:
    """Show that this device may not do that."""
    return render(request, "403.html", status=403)


def not_found(request: HttpRequest, *_: object, **__: object) -> HttpResponse:
    """Show that nothing is there, or nothing for who asks."""
    return render(request, "404.html", status=404)


def broken(request: HttpRequest) -> HttpResponse:
    """Show that something is wrong with the server."""
    return render(request, "500.html", status=500)
