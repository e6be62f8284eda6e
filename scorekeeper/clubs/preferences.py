"""How a device likes its pages: theme, large digits, the hand that holds it, a tick on each key. Its cookie says it.

The server writes it on <html>, where the style sheet finds it: no flash of another theme, no request more, no script.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

COOKIE = f"{settings.COOKIE_PREFIX}look"
A_YEAR = 365 * 24 * 3600
WORDS = {"theme": ("dark", "light"), "digits": ("large",), "hand": ("left",), "sound": ("tick",), "touch": ("buzz",)}
"""The choices of each preference; none is what most people have."""
BARS = {"light": "#f2e8d2", "dark": "#0c261c"}
"""--cream in the style sheet: a page and the bar above it are one."""


class Preferences(NamedTuple):
    """What a device likes: one of the WORDS for each, or nothing."""

    theme: str = ""
    digits: str = ""
    hand: str = ""
    sound: str = ""
    touch: str = ""

    @classmethod
    def of(cls, request: HttpRequest) -> Preferences:
        return read(request.COOKIES.get(COOKIE, ""))

    @classmethod
    def from_form(cls, data: QueryDict) -> Preferences:
        """Return the preferences a form names; an answer that was not offered counts as none."""
        return cls(**{name: data.get(name, "") if data.get(name) in words else "" for name, words in WORDS.items()})

    @property
    @lru_cache(maxsize=200)  # noqa: B019 - plain values, not instances that should be let go
    def attributes(self) -> SafeString:
        return format_html_join(" ", 'data-{}="{}"', ((name, word) for name, word in self._asdict().items() if word))

    @property
    @lru_cache(maxsize=200)  # noqa: B019 - the same
    def metas(self) -> SafeString:
        bars = [(self.theme, "all")] if self.theme else [(theme, f"(prefers-color-scheme: {theme})") for theme in BARS]
        scheme = format_html('<meta name="color-scheme" content="{}">', self.theme or "dark light")
        return scheme + format_html_join(
            "", '<meta name="theme-color" content="{}" media="{}">', ((BARS[theme], media) for theme, media in bars)
        )

    def set_cookie(self, response: HttpResponse) -> None:
        if not any(self):
            response.delete_cookie(COOKIE, path=settings.COOKIE_PATH)
            return
        written = ".".join(filter(None, self))
        response.set_cookie(
            COOKIE, written, A_YEAR, path=settings.COOKIE_PATH, secure=settings.HTTPS, httponly=True, samesite="Lax"
        )


@lru_cache(maxsize=200)
def read(cookie: str) -> Preferences:
    """Read a cookie; whatever else stands in it is nothing."""
    there = cookie.split(".")
    return Preferences(**{name: next((word for word in words if word in there), "") for name, words in WORDS.items()})


def on_every_page(request: HttpRequest) -> dict[str, Any]:
    return {"look": Preferences.of(request)}
