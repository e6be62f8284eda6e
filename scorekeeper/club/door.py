"""Who may come in where. A view says what it needs; one place, the middleware, decides.

What says nothing needs a watcher to be looked at and a keeper to be written to. So a page that nobody thought about is
closed to strangers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.http import HttpRequest

from scorekeeper.club.roles import Role

View = TypeVar("View", bound=Callable[..., Any])
STRANGER = 0
SAFE = {"GET", "HEAD", "OPTIONS", "TRACE"}


def open_to_all(view: View) -> View:
    """Let everybody in, strangers too. The view is told who it is."""
    return needs(STRANGER)(view)


def needs(role: int) -> Callable[[View], View]:
    """Let in who has this role at least, whether they look or write."""

    def marked(view: View) -> View:
        view.needs = role  # type: ignore[attr-defined]
        return view

    return marked


def looks_itself(view: View) -> View:
    """Leave it to the view to find out who looks, in the statement it asks the database anyway."""
    view.looks_itself = True  # type: ignore[attr-defined]
    return view


def needed(view: Callable[..., Any], request: HttpRequest) -> int:
    """Return the role a request needs."""
    usual = Role.WATCHER if request.method in SAFE else Role.KEEPER
    return getattr(view, "needs", usual)


def is_left_to(view: Callable[..., Any], request: HttpRequest) -> bool:
    """Say whether the view finds out itself who looks."""
    return request.method in ("GET", "HEAD") and getattr(view, "looks_itself", False)
