"""How much may be sent at once: no form takes more, and what is larger is refused before it is read."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

GetResponse = Callable[[HttpRequest], HttpResponse]

LARGEST = 65_000_000
"""A club's file has at most 64 MB; around it, a form."""
REFUSED = "This is too large: 64 MB is the most.\n"


def nothing_too_large(get_response: GetResponse) -> GetResponse:
    """Refuse what says that it is larger; what does not say how large it is counts as empty."""

    def middleware(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdecimal() or len(length) > 15 or int(length) > LARGEST:
            return HttpResponse(REFUSED, status=413, content_type="text/plain")
        return get_response(request)

    return middleware
