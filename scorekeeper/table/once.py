"""Work that comes to the same each time is done once and kept: the parts of a page between one change and the next."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.template import Context
from django.template.loader import get_template

if TYPE_CHECKING:
    from django.utils.safestring import SafeString


def once(size: int) -> Callable[[Callable[..., Any]], Any]:
    """Keep what a function returned, by what it was given; not while somebody is writing templates."""
    return lru_cache(maxsize=0 if settings.DEBUG else size)


def draw(template: str, **facts: Any) -> SafeString:
    """Draw a template from nothing but these facts, numbers as they are."""
    page: SafeString = get_template(template).template.render(Context(facts, use_l10n=False))  # type: ignore[attr-defined]
    return page


part = once(size=5_000)(draw)
"""Draw a part of a page, once: what is given has to be plain values, and all that the template looks at."""
