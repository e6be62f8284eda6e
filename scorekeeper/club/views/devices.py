"""The devices of a club: which there are, what each may do, and how others come in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.impossible import Impossible
from scorekeeper.club.door import needs
from scorekeeper.club.invited import ways
from scorekeeper.club.joining import checked
from scorekeeper.club.links import Invitation
from scorekeeper.club.models import Code, Device, Role
from scorekeeper.database import LARGEST_ID

if TYPE_CHECKING:
    from scorekeeper.club.visit import Visit


@never_cache
@require_safe
def devices(request: Visit) -> HttpResponse:
    """Show the devices that are in, and to who may let others in how they come in."""
    there = request.club.devices.filter(revoked=None).order_by("-role", "-last_seen", "pk")
    return render(request, "club/devices.html", {"devices": there, "ways": ways(request)})


@needs(Role.OWNER)
@require_POST
def links(request: Visit) -> HttpResponse:
    """Make the link of a role another one: the old one opens nothing any more."""
    Invitation(request.club, _role(request)).rotate()
    return redirect("devices")


@require_POST
def codes(request: Visit) -> HttpResponse:
    """Make a code to be said, for a role up to one's own."""
    role = _role(request)
    if role > request.device.role:
        raise PermissionDenied
    Code.make(request.club, role)
    return redirect("devices")


@needs(Role.WATCHER)
@require_http_methods(["GET", "HEAD", "POST"])
def device(request: Visit, device: int) -> HttpResponse:
    """Show one device to its holder or an owner; give it another name, or let it do more or less."""
    found = _find(request, device)
    if request.method != "POST":
        return _page(request, found)
    try:
        label = checked(request.POST.get("label", ""))
        if request.device.is_owner:
            found.become(_role(request))
        found.called(label)
    except Impossible as error:
        return _page(request, found, error.message)
    return redirect("devices")


@needs(Role.WATCHER)
@require_http_methods(["GET", "HEAD", "POST"])
def leaving(request: Visit, device: int) -> HttpResponse:
    """Ask whether a device shall come in no longer; and see to it."""
    found = _find(request, device)
    if request.method != "POST":
        return render(request, "club/leaving.html", {"shown": found})
    try:
        found.leave()
    except Impossible as error:
        return render(request, "club/leaving.html", {"shown": found, "wrong": error.message}, status=422)
    return redirect("home" if found == request.device else "devices")


def _find(request: Visit, pk: int) -> Device:
    found = request.club.devices.filter(pk=min(pk, LARGEST_ID), revoked=None).first()
    if found is None:
        raise Http404
    if found != request.device and not request.device.is_owner:
        raise PermissionDenied
    return found


def _role(request: Visit) -> Role:
    said = request.POST.get("role", "")
    if said not in map(str, Role.values):
        raise Http404
    return Role(int(said))


def _page(request: Visit, found: Device, wrong: str = "") -> HttpResponse:
    facts = {"shown": found, "roles": Role, "wrong": wrong}
    return render(request, "club/device.html", facts, status=422 if wrong else 200)
