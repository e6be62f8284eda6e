"""How a device likes its pages: theme, large digits, left-handed.

They are kept in a cookie. The server writes them on <html>, where the style sheet finds them: pages do not flash, and
need no script.
"""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from scorekeeper.clubs.permissions import COOKIE_AGE

PREFERENCES_COOKIE = f"{settings.COOKIE_PREFIX}look"
# The choices of each preference besides the default, which is none of them.
CHOICES = {"theme": ("light", "dark"), "digits": ("large",), "hand": ("left",)}


def read_preferences(request: HttpRequest) -> dict[str, str]:
    """Return the choice of each preference that is not the default."""
    stored = request.COOKIES.get(PREFERENCES_COOKIE, "").split(".")
    return {name: choice for name, choices in CHOICES.items() for choice in choices if choice in stored}


def keep_preferences(response: HttpResponse, form: Mapping[str, Any]) -> None:
    """Set the cookie to what a form says; unknown choices are ignored."""
    chosen = [form[name] for name, choices in CHOICES.items() if form.get(name) in choices]
    if not chosen:
        response.delete_cookie(PREFERENCES_COOKIE, path=settings.COOKIE_PATH)
        return
    response.set_cookie(
        PREFERENCES_COOKIE, ".".join(chosen), COOKIE_AGE, path=settings.COOKIE_PATH,
        secure=settings.BEHIND_PROXY, httponly=True, samesite="Lax",
    )  # fmt: skip


def preferences_on_every_page(request: HttpRequest) -> dict[str, Any]:
    return {"look": read_preferences(request), "demo": settings.DEMO}
