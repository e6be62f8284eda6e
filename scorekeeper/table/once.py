"""Work that comes to the same each time is done once and kept: the parts of a page between one change and the next."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe


def once(size: int) -> Callable[[Callable[..., Any]], Any]:
    """Keep what a function returned, by what it was given; not while somebody is writing templates."""
    return lru_cache(maxsize=0 if settings.DEBUG else size)


def draw(template: str, **facts: Any) -> SafeString:
    """Draw a template from nothing but these facts."""
    # Safe: a template's own output, escaped where it has to be.
    return mark_safe(render_to_string(template, facts))  # noqa: S308


part = once(size=5_000)(draw)
"""Draw a part of a page, once: what is given has to be plain values, and all that the template looks at."""
