"""Pages of a club: joining and founding one, its devices and security log, deleting and restoring it."""

from functools import partial
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.core.text import MAX_NAME_LENGTH
from scorekeeper.clubs import invitations, membership
from scorekeeper.clubs.addresses import tokens_here
from scorekeeper.clubs.invitations import CODE_LIFETIME, Invitation, TooManyAttempts, invite_links, site_address
from scorekeeper.clubs.models import GRACE_PERIOD, Club, Device, InviteCode, Role
from scorekeeper.clubs.permissions import AnyRequest, ClubRequest, open_to_all, requires_role
from scorekeeper.clubs.player import clean_name, normalize_name
from scorekeeper.clubs.security_log import events_of, record, record_once
from scorekeeper.web.pagination import page_of


@requires_role(Role.OWNER)
@require_http_methods(["GET", "HEAD", "POST"])
def club_deletion(request: ClubRequest) -> HttpResponse:
    """Show what is deleted with the club, and delete it once its name is typed."""
    typed_name = request.POST.get("name", "")
    if normalize_name(typed_name).casefold() == normalize_name(request.club.name).casefold():
        request.club.soft_delete(request.device)
        record("deleted the club", request.club, request.device)
        return redirect("club-restore")
    counts = {
        "matches": request.club.matches.count(), "players": request.club.players.count(),
        "devices": request.club.devices.filter(revoked=None).count(),
    }  # fmt: skip
    error = "This is not the club’s name: nothing was deleted." if request.method == "POST" else ""
    context = {
        "question": "Delete the club?", "verb": "Delete the club", "removes": True, "cancel": reverse("settings"),
        "counts": counts, "days": GRACE_PERIOD.days, "error": error, "typed_name": typed_name[:MAX_NAME_LENGTH],
    }  # fmt: skip
    return render(request, "clubs/club_deletion.html", context, status=422 if error else 200)


@open_to_all
@require_http_methods(["GET", "HEAD", "POST"])
def club_restore(request: AnyRequest) -> HttpResponse:
    """Show an owner of a deleted club how long it can be restored, and restore it."""
    owner = Device.find_in_deleted_club(*tokens_here(request))
    if owner is None or not owner.is_owner or owner.club.deleted is None:
        return redirect("home")
    if request.method == "POST":
        owner.club.restore()
        record("restored the club", owner.club, owner)
        return redirect("home")
    context = {"owner": owner, "club": owner.club, "expires": owner.club.deleted + GRACE_PERIOD}
    return render(request, "clubs/club_restore.html", context)


@require_safe
def more(request: ClubRequest) -> HttpResponse:
    return render(request, "clubs/more.html", {"version": settings.VERSION})


@never_cache
@require_safe
def devices(request: ClubRequest) -> HttpResponse:
    active = request.club.devices.filter(revoked=None).select_related("player").order_by("-role", "-last_seen", "pk")
    return render(request, "clubs/devices.html", {"page": page_of(request, active)})


@requires_role(Role.SCORER)
@never_cache
@require_safe
def invite(request: ClubRequest) -> HttpResponse:
    """Show the invitations, the one for scorers first: most people at a table join as scorers."""
    links = sorted(invite_links(request.device, site_address(request)), key=lambda link: link.role != Role.SCORER)
    return render(request, "clubs/invite.html", {"links": links})


@requires_role(Role.OWNER)
@require_http_methods(["GET", "HEAD", "POST"])
def invite_link(request: ClubRequest) -> HttpResponse:
    """Ask whether to replace the link that invites to a role, and replace it."""
    if request.method == "POST":
        invitations.renew_invitations(request.club, [_posted_role(request)], actor=request.device)
        return redirect("invite")
    chosen = request.GET.get("role", "")
    if chosen not in map(str, Role.values):
        return redirect("invite")
    role = Role(int(chosen))
    context = {
        "question": f"Replace the link for {role.label}s?", "verb": "Replace the link", "removes": True,
        "cancel": reverse("invite"), "fields": {"role": role.value},
        "lines": [
            "The old link, its QR code and its codes stop working at once, wherever they were sent.",
            "They cannot be restored. Everybody who joined with them stays.",
        ],
    }  # fmt: skip
    return render(request, "confirm.html", context)


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
    """Show one device to itself or to an owner; change its label, holder or role."""
    target = _find_device(request, device)
    if request.method != "POST":
        return _device_page(request, target)
    request.refusal_page = partial(_device_page, request, target)
    _change_device(request, target)
    return redirect("devices")


def _device_page(request: ClubRequest, target: Device, error: str = "") -> HttpResponse:
    players = request.club.players.filter(Q(archived=False) | Q(pk=target.player_id), same_as=None).order_by("name")
    context = {"device": target, "roles": Role, "players": players, "error": error}
    return render(request, "clubs/device.html", context, status=422 if error else 200)


def _change_device(request: ClubRequest, device: Device) -> None:
    label, player_pk = clean_name(request.POST.get("label", "")), request.POST.get("player")
    with transaction.atomic():
        if player_pk is not None:
            player = request.club.players.get_chosen(player_pk) if player_pk else None
            membership.change_holder(device, player, actor=request.device)
        if request.device.is_owner:
            membership.change_role(device, _posted_role(request), actor=request.device)
        membership.rename_device(device, label, actor=request.device)


@requires_role(Role.VIEWER)
@require_http_methods(["GET", "HEAD", "POST"])
def device_removal(request: ClubRequest, device: int) -> HttpResponse:
    """Ask whether to remove a device from the club, and remove it."""
    target = _find_device(request, device)
    if request.method != "POST":
        return _removal_page(request, target)
    request.refusal_page = partial(_removal_page, request, target)
    ends_links = not request.device.is_owner or "ends_links" in request.POST
    membership.remove_device(target, actor=request.device, ends_links=ends_links)
    return redirect("home" if target == request.device else "devices")


def _removal_page(request: ClubRequest, target: Device, error: str = "") -> HttpResponse:
    is_own, has_others = target == request.device, request.club.devices.filter(revoked=None).count() > 1
    left = request.club.name if len(request.devices) > 1 else "the club"
    context = {
        "question": f"Leave {left} with this device?" if is_own else f"Remove {target.label} from the club?",
        "verb": "Leave" if is_own else "Remove it", "removes": True, "cancel": reverse("devices"),
        "device": target, "link_count": target.shared_links.count(), "error": error,
        "is_only_owner": target.is_only_owner, "has_other_devices": has_others,
    }  # fmt: skip
    return render(request, "clubs/device_removal.html", context, status=422 if error else 200)


def _find_device(request: ClubRequest, pk: int) -> Device:
    """Return a device of the club: to an owner any device, to others only their own."""
    device = get_object_or_404(request.club.devices, pk=pk, revoked=None)
    if device != request.device and not request.device.is_owner:
        raise PermissionDenied
    return device


def _posted_role(request: ClubRequest) -> Role:
    role = request.POST.get("role", "")
    if role not in map(str, Role.values):
        raise Http404
    return Role(int(role))


WRONG_CODE = "This code does not work. Check it, or ask for a new one: a code works for 15 minutes."
TOO_MANY_CODES = "Too many wrong codes were tried. Codes do not work for the next 15 minutes; a link still does."


@open_to_all
@require_http_methods(["GET", "HEAD", "POST"])
def join_by_link(request: AnyRequest, token: str) -> HttpResponse:
    """Ask whether to join, and join. GET changes nothing: messengers open links to preview them."""
    invitation = Invitation.find(token)
    if invitation is None:
        for home, device in request.devices.items():
            if request.method == "POST" and token.startswith(f"{device.club_id}o"):
                return redirect(home)  # The first owner tapped twice: the link has worked once.
        return _uncached(request, "clubs/invalid_link.html", 404)
    if request.method != "POST":
        return _join_page(request, invitation.club, invitation.role)
    return _join(request, invitation.club, invitation.role, method="by link")


@open_to_all
@require_http_methods(["GET", "HEAD", "POST"])
def join_by_code(request: AnyRequest) -> HttpResponse:
    """Ask for a code, then for the holder of the device, and join."""
    if request.method != "POST":
        return _uncached(request, "clubs/enter_code.html")
    typed_code = request.POST.get("code", "")[:MAX_NAME_LENGTH]
    try:
        code = InviteCode.find(typed_code, invitations.get_network_hash(request))
    except TooManyAttempts:
        record_once(
            "too many wrong codes were tried: no code works for a quarter of an hour", invitations.ATTEMPTS_PERIOD
        )
        return _uncached(request, "clubs/enter_code.html", 429, error=TOO_MANY_CODES, code=typed_code)
    if code is None:
        return _uncached(request, "clubs/enter_code.html", 422, error=WRONG_CODE, code=typed_code)
    if not {"player", "holder"} & request.POST.keys():
        return _join_page(request, code.club, Role(code.role), code=code.spoken)
    return _join(request, code.club, Role(code.role), method="by code", code=code.spoken)


def _join(request: AnyRequest, club: Club, role: Role, method: str, code: str = "") -> HttpResponse:
    player, name = request.POST.get("player", ""), request.POST.get("holder", "")
    request.refusal_page = lambda error: _join_page(request, club, role, 422, error=error, holder=name, code=code)
    holder = club.players.get_chosen(player) if player else name
    return redirect(membership.join(request, club, role, holder, method))


def _join_page(request: AnyRequest, club: Club, role: Role, status: int = 200, **context: Any) -> HttpResponse:
    home, device = membership.find_membership(request, club) or (None, None)
    context |= {"club": club, "role": role, "regulars": club.players.regulars(), "device": device, "club_home": home}
    return _uncached(request, "clubs/join.html", status, **context)


def _uncached(request: AnyRequest, template: str, status: int = 200, **context: Any) -> HttpResponse:
    """Render a page of an invitation, which neither caches nor search engines may keep."""
    response = render(request, template, context, status=status)
    response["Cache-Control"], response["X-Robots-Tag"] = "no-store", "noindex"
    return response


@open_to_all
@require_http_methods(["GET", "HEAD", "POST"])
def clubs(request: AnyRequest) -> HttpResponse:
    """Show the clubs of this phone, with ways to join another; found one, if strangers may."""
    context = {"founding": settings.FOUNDING, "deleted": membership.deleted_clubs(request)}
    if request.method != "POST":
        return render(request, "clubs/clubs.html", context)
    if not settings.FOUNDING:
        raise Http404
    name = request.POST.get("name", "")
    context |= {"name": name[:MAX_NAME_LENGTH]}
    request.refusal_page = lambda error: render(request, "clubs/clubs.html", context | {"error": error}, status=422)
    return redirect(membership.found_club(request, name))


@open_to_all
@require_safe
def trust(request: AnyRequest) -> HttpResponse:
    context = {
        "roles": Role, "days": GRACE_PERIOD.days, "minutes": CODE_LIFETIME.seconds // 60,
        "https": settings.BEHIND_PROXY, "founding": settings.FOUNDING, "version": settings.VERSION,
    }  # fmt: skip
    return render(request, "clubs/trust.html", context)
