"""The cookies by which devices are known: what they are called, and which of them a browser sends."""

from django.conf import settings
from django.http import HttpRequest

DEVICE = "device"
# Device cookies of one browser that are looked at: of this record, and of others on the same host.
MAX_TOKENS = 20


def device_cookie() -> str:
    return f"{settings.COOKIE_PREFIX}{DEVICE}{settings.COOKIE_SUFFIX}"


def device_tokens(request: HttpRequest, prefix: str | None = None) -> list[str]:
    """Return the tokens in all device cookies, that of this record first; `prefix=""`: in those set by plain HTTP.

    The database knows which of them are this record's: after a restore on a machine with another secret key, its
    devices still show the cookie of the former name.
    """
    start = f"{settings.COOKIE_PREFIX if prefix is None else prefix}{DEVICE}"
    own = f"{start}{settings.COOKIE_SUFFIX}"
    names = [name for name in request.COOKIES if name == start or name.startswith(f"{start}-")]
    names.sort(key=lambda name: name != own)
    return [token for name in names[:MAX_TOKENS] if (token := request.COOKIES[name])]
