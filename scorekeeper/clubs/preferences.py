"""Preferences of a device: theme, large digits, left-handed, a buzz when it is one’s turn, cells by semicolons.

They are stored in a cookie. The server writes them as data attributes of <html>, so that style sheets can use them
without a script and pages do not flash.
"""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from scorekeeper.clubs.permissions import COOKIE_AGE

PREFERENCES_COOKIE = f"{settings.COOKIE_PREFIX}preferences"
# The values of each preference besides its default, which is not stored.
CHOICES = {
    "theme": ("light", "dark"), "digits": ("large",), "hand": ("left",), "turn": ("buzz",), "cells": ("semicolons",),
}  # fmt: skip


def read_preferences(request: HttpRequest) -> dict[str, str]:
    """Return the value of each preference that is not the default."""
    stored = request.COOKIES.get(PREFERENCES_COOKIE, "").split(".")
    return {name: choice for name, choices in CHOICES.items() for choice in choices if choice in stored}


def save_preferences(response: HttpResponse, form: Mapping[str, Any]) -> None:
    """Store the preferences of a form in the cookie; ignore unknown values."""
    chosen = [form[name] for name, choices in CHOICES.items() if form.get(name) in choices]
    if not chosen:
        response.delete_cookie(PREFERENCES_COOKIE, path=settings.COOKIE_PATH)
        return
    response.set_cookie(
        PREFERENCES_COOKIE, ".".join(chosen), COOKIE_AGE, path=settings.COOKIE_PATH,
        secure=settings.BEHIND_PROXY, httponly=True, samesite="Lax",
    )  # fmt: skip


def preferences_context(request: HttpRequest) -> dict[str, Any]:
    """Add the preferences to the context of every template."""
    return {"preferences": read_preferences(request), "demo": settings.DEMO}
