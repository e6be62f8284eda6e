"""What every answer says to the browser besides the policy: which powers a page may use, and that none frames it."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

GetResponse = Callable[[HttpRequest], HttpResponse]

USED = ("clipboard-write", "fullscreen", "screen-wake-lock")
NOT_USED = (
    "accelerometer", "autoplay", "camera", "display-capture", "encrypted-media", "geolocation", "gyroscope", "hid",
    "magnetometer", "microphone", "midi", "payment", "publickey-credentials-get", "serial", "usb",
)  # fmt: skip
PERMISSIONS = ", ".join([*(f"{power}=(self)" for power in USED), *(f"{power}=()" for power in NOT_USED)])


def standing_headers(get_response: GetResponse) -> GetResponse:
    """Write them on every answer."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response["Permissions-Policy"] = PERMISSIONS
        # frame-ancestors says it to every browser in use; this to what checks for it.
        response["X-Frame-Options"] = "DENY"
        return response

    return middleware
