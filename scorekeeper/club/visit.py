"""A request, as views see it once the door has let it in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest

if TYPE_CHECKING:
    from django_htmx.middleware import HtmxDetails

    from scorekeeper.club.models import Club, Device


class Guest(HttpRequest):
    """A request from anybody: perhaps from a device of a club."""

    htmx: HtmxDetails
    device: Device | None
    club: Club | None


class Visit(HttpRequest):
    """A request from a device of a club, which may do what it asks for."""

    htmx: HtmxDetails
    device: Device
    club: Club
