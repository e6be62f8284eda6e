"""How a device likes its pages: theme, large digits, left-handed.

They are kept in a cookie. The server writes them on <html>, where the style sheet finds them: pages do not flash, and
need no script.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scorekeeper.clubs.permissions import COOKIE_AGE

PREFERENCES_COOKIE = f"{settings.COOKIE_PREFIX}look"
# The choices of each preference besides the default, which is "".
CHOICES = {"theme": ("dark", "light"), "digits": ("large",), "hand": ("left",)}
# The colour of the browser's bar in each theme: --cream in the style sheet.
BAR_COLOURS = {"light": "#f2e8d2", "dark": "#0c261c"}


class Preferences(NamedTuple):
    """One of the CHOICES for each preference, or ""."""

    theme: str = ""
    digits: str = ""
    hand: str = ""

    @classmethod
    def of(cls, request: HttpRequest) -> Preferences:
        stored = request.COOKIES.get(PREFERENCES_COOKIE, "").split(".")
        return cls(**{name: next((one for one in choices if one in stored), "") for name, choices in CHOICES.items()})

    @classmethod
    def from_form(cls, data: Mapping[str, Any]) -> Preferences:
        """Return what a form says; unknown choices are ignored."""
        return cls(**{name: data[name] for name, choices in CHOICES.items() if data.get(name) in choices})

    @property
    def attributes(self) -> SafeString:
        """The attributes of <html>."""
        return format_html_join(" ", 'data-{}="{}"', ((name, one) for name, one in self._asdict().items() if one))

    @property
    def metas(self) -> SafeString:
        """The <meta> elements that colour what is around the page."""
        bars = [(self.theme, "all")] if self.theme else [(one, f"(prefers-color-scheme: {one})") for one in BAR_COLOURS]
        scheme = format_html('<meta name="color-scheme" content="{}">', self.theme or "dark light")
        return scheme + format_html_join(
            "", '<meta name="theme-color" content="{}" media="{}">', ((BAR_COLOURS[one], media) for one, media in bars)
        )

    def set_cookie(self, response: HttpResponse) -> None:
        if not any(self):
            response.delete_cookie(PREFERENCES_COOKIE, path=settings.COOKIE_PATH)
            return
        value = ".".join(filter(None, self))
        response.set_cookie(
            PREFERENCES_COOKIE, value, COOKIE_AGE, path=settings.COOKIE_PATH,
            secure=settings.HTTPS, httponly=True, samesite="Lax",
        )  # fmt: skip


def preferences_on_every_page(request: HttpRequest) -> dict[str, Any]:
    return {"look": Preferences.of(request)}
