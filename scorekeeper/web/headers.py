"""What every answer says to the browser, whoever made it: what a page may load and use, and who may keep it."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseFileResponse  # type: ignore[import-untyped]

GetResponse = Callable[[HttpRequest], HttpResponse]

LOADED = ("script-src", "style-src", "img-src", "font-src", "connect-src", "manifest-src", "form-action")
POLICY = "; ".join(
    ["default-src 'none'", *(f"{kind} 'self'" for kind in LOADED), "frame-ancestors 'none'", "base-uri 'none'"]
)

USED = ("clipboard-write", "fullscreen", "screen-wake-lock")
NOT_USED = (
    "accelerometer", "autoplay", "camera", "display-capture", "encrypted-media", "geolocation", "gyroscope", "hid",
    "magnetometer", "microphone", "midi", "payment", "publickey-credentials-get", "serial", "usb",
)  # fmt: skip
PERMISSIONS = ", ".join([*(f"{power}=(self)" for power in USED), *(f"{power}=()" for power in NOT_USED)])

PART = {"Cross-Origin-Resource-Policy": "same-origin"}
"""What our files say too; what a style sheet or a script may do, the page says that it is a part of."""

HEADERS = PART | {
    "Content-Security-Policy": POLICY,
    "Permissions-Policy": PERMISSIONS,
    # frame-ancestors says it to every browser in use; this to what checks for it.
    "X-Frame-Options": "DENY",
    # The same address shows each visitor something else; what may be kept longer says so itself.
    "Cache-Control": "private, no-cache",
}


def standing_headers(get_response: GetResponse) -> GetResponse:
    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        for name, value in (PART if isinstance(response, WhiteNoiseFileResponse) else HEADERS).items():
            response.headers.setdefault(name, value)
        return response

    return middleware
