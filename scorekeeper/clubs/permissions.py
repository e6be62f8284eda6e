"""Who may come in where. A view says what it needs; one place, the middleware, decides.

What says nothing needs a viewer to be looked at and a scorer to be written to. So a page that nobody thought about is
closed to strangers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from django.http import HttpRequest

from scorekeeper.clubs.models import Role

if TYPE_CHECKING:
    from django_htmx.middleware import HtmxDetails

    from scorekeeper.clubs.models import Club, Device

View = TypeVar("View", bound=Callable[..., Any])
STRANGER = 0
SAFE = {"GET", "HEAD", "OPTIONS", "TRACE"}


def open_to_all(view: View) -> View:
    return requires_role(STRANGER)(view)


def requires_role(role: int) -> Callable[[View], View]:
    def marked(view: View) -> View:
        view.needs = role  # type: ignore[attr-defined]
        return view

    return marked


def checks_itself(view: View) -> View:
    view.looks_itself = True  # type: ignore[attr-defined]
    return view


def required_role(view: Callable[..., Any], request: HttpRequest) -> int:
    usual = Role.VIEWER if request.method in SAFE else Role.SCORER
    return getattr(view, "needs", usual)


def view_checks_itself(view: Callable[..., Any], request: HttpRequest) -> bool:
    return request.method in ("GET", "HEAD") and getattr(view, "looks_itself", False)


# --- A request, as views see it once the door has let it in.


class AnyRequest(HttpRequest):
    """A request from anybody: perhaps from a device of a club."""

    htmx: HtmxDetails
    device: Device | None
    club: Club | None


class ClubRequest(HttpRequest):
    """A request from a device of a club, which may do what it asks for."""

    htmx: HtmxDetails
    device: Device
    club: Club
