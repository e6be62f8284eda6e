"""Pages of a club: joining and founding one, its devices and security log, deleting and restoring it."""

from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.core.errors import Impossible
from games.core.text import MAX_NAME_LENGTH
from scorekeeper.clubs import invitations, membership
from scorekeeper.clubs.invitations import CODE_LIFETIME, Invitation, TooManyAttempts, home_address, invite_links
from scorekeeper.clubs.models import GRACE_PERIOD, Club, Device, InviteCode, Role
from scorekeeper.clubs.permissions import (
    AnyRequest,
    ClubRequest,
    device_tokens,
    open_to_all,
    requires_role,
)
from scorekeeper.clubs.player import checked_name, tidy_name
from scorekeeper.clubs.security_log import events_of, record, record_once
from scorekeeper.web.pagination import page_of


@requires_role(Role.OWNER)
@require_http_methods(["GET", "HEAD", "POST"])
def club_deletion(request: ClubRequest) -> HttpResponse:
    """Say what is deleted with the club, and delete it if its name was typed."""
    typed = request.POST.get("name", "")
    if tidy_name(typed).casefold() == tidy_name(request.club.name).casefold():
        request.club.soft_delete()
        record("deleted the club", request.club, request.device)
        return redirect("club-restore")
    counts = {
        "matches": request.club.matches.count(), "players": request.club.players.count(),
        "devices": request.club.devices.filter(revoked=None).count(),
    }  # fmt: skip
    wrong = "This is not the club’s name: nothing was deleted." if request.method == "POST" else ""
    facts = {"counts": counts, "days": GRACE_PERIOD.days, "wrong": wrong, "typed": typed[:MAX_NAME_LENGTH]}
    return render(request, "clubs/club_deletion.html", facts, status=422 if wrong else 200)


@open_to_all
@require_http_methods(["GET", "HEAD", "POST"])
def club_restore(request: AnyRequest) -> HttpResponse:
    """Show an owner of a deleted club until when it can be restored, and restore it."""
    owner = Device.find_owner_of_deleted(*device_tokens(request))
    if owner is None or owner.club.deleted is None:
        return redirect("home")
    if request.method == "POST":
        owner.club.restore()
        record("restored the club", owner.club, owner)
        return redirect("home")
    return render(request, "clubs/club_restore.html", {"club": owner.club, "until": owner.club.deleted + GRACE_PERIOD})


@require_safe
def more(request: ClubRequest) -> HttpResponse:
    return render(request, "clubs/more.html", {"version": settings.VERSION})


@never_cache
@require_safe
def devices(request: ClubRequest) -> HttpResponse:
    there = request.club.devices.filter(revoked=None).select_related("player").order_by("-role", "-last_seen", "pk")
    return render(request, "clubs/devices.html", {"page": page_of(request, there)})


@requires_role(Role.SCORER)
@never_cache
@require_safe
def invite(request: ClubRequest) -> HttpResponse:
    """Show how others join; as scorers first, as most people at a table do."""
    links = sorted(invite_links(request.device, home_address(request)), key=lambda link: link.role != Role.SCORER)
    return render(request, "clubs/invite.html", {"links": links})


@requires_role(Role.OWNER)
@require_POST
def invite_link(request: ClubRequest) -> HttpResponse:
    invitations.renew_invitations(request.club, [_posted_role(request)], by=request.device)
    return redirect("invite")


@require_POST
def invite_code(request: ClubRequest) -> HttpResponse:
    role = _posted_role(request)
    if role > request.device.role:
        raise PermissionDenied
    InviteCode.make(request.club, role)
    return redirect("invite")


@requires_role(Role.OWNER)
@require_safe
def security_log(request: ClubRequest) -> HttpResponse:
    return render(request, "clubs/security_log.html", {"page": page_of(request, events_of(request.club))})


@requires_role(Role.VIEWER)
@require_http_methods(["GET", "HEAD", "POST"])
def device(request: ClubRequest, device: int) -> HttpResponse:
    """Show one device to its holder or an owner; change its name, whose it is, or its role."""
    found = _find_device(request, device)
    if request.method != "POST":
        return _devices_page(request, found)
    try:
        label, player = checked_name(request.POST.get("label", "")), request.POST.get("player")
        if player is not None:
            membership.change_holder(found, request.club.players.chosen(player) if player else None, by=request.device)
        if request.device.is_owner:
            membership.change_role(found, _posted_role(request), by=request.device)
        membership.rename_device(found, label, by=request.device)
    except Impossible as error:
        return _devices_page(request, found, error.message)
    return redirect("devices")


@requires_role(Role.VIEWER)
@require_http_methods(["GET", "HEAD", "POST"])
def device_removal(request: ClubRequest, device: int) -> HttpResponse:
    """Ask whether to remove a device from the club, and remove it."""
    found = _find_device(request, device)
    facts = {"shown": found, "link_count": found.shared_links.count()}
    if request.method != "POST":
        return render(request, "clubs/device_removal.html", facts)
    try:
        membership.remove_device(
            found, by=request.device, ends_links=not request.device.is_owner or "ends_links" in request.POST
        )
    except Impossible as error:
        return render(request, "clubs/device_removal.html", facts | {"wrong": error.message}, status=422)
    return redirect("home" if found == request.device else "devices")


def _find_device(request: ClubRequest, pk: int) -> Device:
    found = get_object_or_404(request.club.devices, pk=pk, revoked=None)
    if found != request.device and not request.device.is_owner:
        raise PermissionDenied
    return found


def _posted_role(request: ClubRequest) -> Role:
    role = request.POST.get("role", "")
    if role not in map(str, Role.values):
        raise Http404
    return Role(int(role))


def _devices_page(request: ClubRequest, found: Device, wrong: str = "") -> HttpResponse:
    players = request.club.players.filter(Q(archived=False) | Q(pk=found.player_id), same_as=None).order_by("name")
    context = {"shown": found, "roles": Role, "players": players, "wrong": wrong}
    return render(request, "clubs/device.html", context, status=422 if wrong else 200)


WRONG_CODE = "This code does not work. Check it, or ask for a new one: a code works for 15 minutes."
TOO_MANY = "Too many wrong codes were tried. Codes do not work for the next 15 minutes; a link still does."


@open_to_all
@require_http_methods(["GET", "HEAD", "POST"])
def join_by_link(request: AnyRequest, token: str) -> HttpResponse:
    """Ask whether to join, and join. GET changes nothing: messengers open links to preview them."""
    invitation = Invitation.find(token)
    if invitation is None:
        if request.method == "POST" and request.device and token.startswith(f"{request.device.club_id}o"):
            return redirect("home")  # a second tap of the first owner, whose link ended with the first
        return _join_page(request, "clubs/invalid_link.html", 404)
    if request.method != "POST":
        return _who_joins_page(request, invitation.club, invitation.role)
    return _join(request, invitation.club, invitation.role, by="by link")


@open_to_all
@require_http_methods(["GET", "HEAD", "POST"])
def join_by_code(request: AnyRequest) -> HttpResponse:
    """Ask for a code, then who joins, and join by it."""
    if request.method != "POST":
        return _join_page(request, "clubs/enter_code.html")
    said = request.POST.get("code", "")[:MAX_NAME_LENGTH]
    try:
        code = InviteCode.find(said, invitations.network_hash(request))
    except TooManyAttempts:
        record_once(
            "too many wrong codes were tried: no code works for a quarter of an hour", invitations.ATTEMPTS_PERIOD
        )
        return _join_page(request, "clubs/enter_code.html", 429, wrong=TOO_MANY, code=said)
    if code is None:
        return _join_page(request, "clubs/enter_code.html", 422, wrong=WRONG_CODE, code=said)
    if not {"player", "holder"} & request.POST.keys():
        return _who_joins_page(request, code.club, Role(code.role), code=code.spoken)
    return _join(request, code.club, Role(code.role), by="by code", code=code.spoken)


def _join(request: AnyRequest, club: Club, role: Role, by: str, code: str = "") -> HttpResponse:
    tapped, holder = request.POST.get("player", ""), request.POST.get("holder", "")
    try:
        membership.join(request, club, role, club.players.chosen(tapped) if tapped else holder, by)
    except Impossible as error:
        return _who_joins_page(request, club, role, 422, wrong=error.message, holder=holder, code=code)
    return redirect("home")


def _who_joins_page(request: AnyRequest, club: Club, role: Role, status: int = 200, **context: Any) -> HttpResponse:
    context |= {"club": club, "role": role, "regulars": club.players.regulars()}
    return _join_page(request, "clubs/join.html", status, **context)


@open_to_all
@require_POST
def clubs(request: AnyRequest) -> HttpResponse:
    if not settings.FOUNDING:
        raise Http404
    name = request.POST.get("name", "")
    try:
        membership.found_club(request, name)
    except Impossible as error:
        facts = {"founding": True, "name": name[:MAX_NAME_LENGTH], "wrong": error.message}
        return render(request, "clubs/welcome.html", facts, status=422)
    return redirect("home")


def _join_page(request: AnyRequest, page: str, status: int = 200, **facts: object) -> HttpResponse:
    return _private(render(request, page, facts, status=status))


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"], response["X-Robots-Tag"] = "no-store", "noindex"
    return response


@open_to_all
@require_safe
def trust(request: AnyRequest) -> HttpResponse:
    facts = {
        "roles": Role, "days": GRACE_PERIOD.days, "minutes": CODE_LIFETIME.seconds // 60,
        "https": settings.BEHIND_PROXY, "founding": settings.FOUNDING, "version": settings.VERSION,
    }  # fmt: skip
    return render(request, "clubs/trust.html", facts)
