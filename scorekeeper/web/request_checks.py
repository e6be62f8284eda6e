"""How much may be sent at once: what is larger is refused before it is read."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

GetResponse = Callable[[HttpRequest], HttpResponse]

LARGEST_FORM = 2_000_000
LARGEST_FILE = 64_500_000
"""A club's file has at most 64 MB; around it, a form."""


def nothing_too_large(get_response: GetResponse) -> GetResponse:
    """Refuse what says that it is larger; what does not say how large it is counts as empty."""

    def middleware(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        most = LARGEST_FILE if length != "0" and request.path_info == reverse("imports") else LARGEST_FORM
        if not length.isdecimal() or len(length) > 15 or int(length) > most:
            refused = f"This is too large: {most // 10**6} MB is the most.\n"
            return HttpResponse(refused, status=413, content_type="text/plain")
        return get_response(request)

    return middleware


# --- How what is sent is read: as a form, in UTF-8, or not at all.

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

FORM = re.compile(r"application/x-www-form-urlencoded|multipart/form-data; *boundary=[^;\s]+", re.ASCII | re.IGNORECASE)


def only_forms_in_utf_8(application: Application) -> Application:
    """Leave nothing else in what a request says of itself: Django reads it, address included, by any codec it names."""

    def wrapped(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        form = FORM.match(environ.get("CONTENT_TYPE", ""))
        environ["CONTENT_TYPE"] = form[0] if form else ""
        return application(environ, start_response)

    return wrapped
