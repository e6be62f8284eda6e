"""Pages of links that show a match, a game night or a year: for members who make and end them, and for visitors."""

from contextlib import nullcontext
from datetime import date
from functools import partial
from hashlib import sha256

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.clubs.invitations import site_address
from scorekeeper.clubs.models import Role
from scorekeeper.clubs.permissions import PUBLIC, AnyRequest, ClubRequest, requires_role, stranger_turns
from scorekeeper.history.recap import HEIGHT, WIDTH, draw_picture
from scorekeeper.history.recap import leaderboard_picture as draw_leaderboard
from scorekeeper.history.sharing import (
    SharedMatch,
    SharedPage,
    SharedYear,
    active_links,
    end_link,
    find_shared_page,
    make_link,
    shared_page,
)
from scorekeeper.matches.scoreboard import asked_round
from scorekeeper.statistics.leaderboard import Leaderboard
from scorekeeper.statistics.selection import ChosenSelection, Period
from scorekeeper.web.pagination import page_of

# No browser and no service worker may store the page, so that a link shows nothing once it was ended.
VISITOR_HEADERS = {"X-Robots-Tag": "noindex, nofollow", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store"}


@requires_role(Role.SCORER)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sharing(
    request: ClubRequest, pk: int | None = None, night: date | None = None, period: Period | None = None
) -> HttpResponse:
    """Show the links to a match, a night or a year, and make one."""
    subject = shared_page(request.club, pk, night, period)
    if request.method != "POST":
        return _sharing_page(request, subject)
    request.refusal_page = partial(_sharing_page, request, subject)
    make_link(
        request.device, **subject.lookups,
        shows_place="shows_place" in request.POST, shows_note="shows_note" in request.POST,
    )  # fmt: skip
    return redirect(request.path)


def _sharing_page(request: ClubRequest, subject: SharedPage, error: str = "") -> HttpResponse:
    page = page_of(request, active_links(request, **subject.lookups))
    context = {"subject": subject, "page": page, "error": error, "width": WIDTH, "height": HEIGHT}
    return render(request, "history/sharing.html", context, status=422 if error else 200)


@requires_role(Role.SCORER)
@never_cache
@require_safe
def links(request: ClubRequest) -> HttpResponse:
    return render(request, "history/links.html", {"page": page_of(request, active_links(request))})


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def link_removal(request: ClubRequest, link: int) -> HttpResponse:
    shared_link = get_object_or_404(request.club.shared_links.select_related("club", "match", "created_by"), pk=link)
    if request.method == "POST":
        end_link(shared_link, request.device)
        return redirect("links")
    maker = shared_link.created_by.label if shared_link.created_by else "a device"
    context = {
        "question": "End this link?", "verb": "End this link", "removes": True, "cancel": reverse("links"),
        "lines": [
            f"{shared_link.title}. Made on {timezone.localtime(shared_link.created):%-d %B %Y} by {maker}.",
            "Whoever has it sees nothing any more. It cannot be restored: another link has another address.",
        ],
    }  # fmt: skip
    return render(request, "confirm.html", context)


@requires_role(PUBLIC)
@require_safe
def shared(request: AnyRequest, share_token: str) -> HttpResponseBase:
    """Show a match, a night or a year, the same to everybody; 204 to an open page that is current."""
    subject = find_shared_page(share_token)
    if subject is None:
        raise Http404
    if request.GET.get("seen") == subject.fingerprint:
        return HttpResponse(status=204, headers=VISITOR_HEADERS)
    if isinstance(subject, SharedMatch):
        subject.asked_round = asked_round(request)
    # Messengers cache pictures by their address, so it changes with the picture.
    path = f"{reverse('shared-picture', args=[share_token])}?v={subject.fingerprint}"
    site = site_address(request)
    picture = f"{site}{path}" if site else request.build_absolute_uri(path)
    context = {"subject": subject, "token": share_token, "width": WIDTH, "height": HEIGHT, "picture": picture}
    # The first visit to a year after a change reads all of its matches.
    with stranger_turns.take() if isinstance(subject, SharedYear) else nullcontext():
        return _with_visitor_headers(render(request, subject.template, context))


@requires_role(PUBLIC)
@require_safe
def shared_picture(request: AnyRequest, share_token: str) -> HttpResponseBase:
    subject = find_shared_page(share_token)
    if subject is None:
        raise Http404
    return _with_visitor_headers(_picture_response(request, subject))


@require_safe
def picture(
    request: ClubRequest, pk: int | None = None, night: date | None = None, period: Period | None = None
) -> HttpResponseBase:
    return _picture_response(request, shared_page(request.club, pk, night, period))


@require_safe
def leaderboard_picture(request: ClubRequest) -> HttpResponse:
    """Draw the leaderboard that the same query shows as a page."""
    chosen = ChosenSelection.from_query(request.club, request.GET)
    svg = draw_leaderboard(request.club, Leaderboard(chosen, request.GET.get("order", "")))
    png = draw_picture(sha256(svg.encode()).hexdigest(), lambda: svg)
    return HttpResponse(png, content_type="image/png", headers={"Cache-Control": "private, no-cache"})


def _with_visitor_headers(response: HttpResponseBase) -> HttpResponseBase:
    for name, value in VISITOR_HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def _picture_response(request: HttpRequest, subject: SharedPage) -> HttpResponseBase:
    etag = f'"{subject.fingerprint}-{settings.VERSION}"'
    headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
    if etag in request.headers.get("If-None-Match", ""):
        return HttpResponseNotModified(headers=headers)
    with timezone.override(subject.club.zone):
        png = draw_picture(subject.fingerprint, lambda: subject.svg)
    return HttpResponse(png, content_type="image/png", headers=headers)
