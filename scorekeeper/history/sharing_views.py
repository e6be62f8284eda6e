"""Pages of links that show a match or a game night: for members who make and end them, and for visitors."""

from datetime import date

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from games.core.errors import Impossible
from scorekeeper.clubs.invitations import site_address
from scorekeeper.clubs.models import Role
from scorekeeper.clubs.permissions import PUBLIC, AnyRequest, ClubRequest, requires_role
from scorekeeper.history.recap import HEIGHT, WIDTH, draw_picture
from scorekeeper.history.sharing import SharedPage, end_link, find_shared, links_out, make_link, shared_page
from scorekeeper.web.pagination import page_of

# Nothing is stored, by a member's service worker neither: a link that was ended shows nothing.
VISITOR_HEADERS = {"X-Robots-Tag": "noindex, nofollow", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store"}


@requires_role(Role.SCORER)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sharing(request: ClubRequest, pk: int | None = None, night: date | None = None) -> HttpResponse:
    """Show the links to a match or a night, and make one."""
    shown, wrong = shared_page(request.club, pk, night), ""
    if request.method == "POST":
        try:
            make_link(
                request.device, **shown.where,
                shows_place="shows_place" in request.POST, shows_note="shows_note" in request.POST,
            )  # fmt: skip
            return redirect(request.path)
        except Impossible as error:
            wrong = error.message
    facts = {"shown": shown, "page": page_of(request, links_out(request, **shown.where)), "wrong": wrong}
    return render(request, "history/sharing.html", facts, status=422 if wrong else 200)


@requires_role(Role.SCORER)
@never_cache
@require_safe
def links(request: ClubRequest) -> HttpResponse:
    return render(request, "history/links.html", {"page": page_of(request, links_out(request))})


@require_POST
def link_removal(request: ClubRequest, link: int) -> HttpResponse:
    end_link(get_object_or_404(request.club.shared_links.select_related("club"), pk=link), request.device)
    return redirect("links")


@requires_role(PUBLIC)
@require_safe
@vary_on_headers("HX-Request")
def shared(request: AnyRequest, share_token: str) -> HttpResponseBase:
    """Show a match or a night, the same to everybody; 204 if the page that asks has seen this already."""
    shown = find_shared(share_token)
    if shown is None:
        if request.htmx:  # a page that is still open on somebody's phone goes too
            return HttpResponse(status=404, headers={"HX-Refresh": "true"})
        raise Http404
    if request.GET.get("seen") == shown.seen:
        return HttpResponse(status=204, headers=VISITOR_HEADERS)
    # The address changes with the picture: messengers cache pictures by address.
    path = f"{reverse('shared-picture', args=[share_token])}?v={shown.seen}"
    home = site_address(request)
    picture = f"{home}{path}" if home else request.build_absolute_uri(path)
    facts = {"shown": shown, "token": share_token, "width": WIDTH, "height": HEIGHT, "picture": picture}
    return _for_visitor(render(request, shown.template, facts))


@requires_role(PUBLIC)
@require_safe
def shared_picture(request: AnyRequest, share_token: str) -> HttpResponseBase:
    shown = find_shared(share_token)
    if shown is None:
        raise Http404
    return _for_visitor(_picture_response(request, shown))


@require_safe
def picture(request: ClubRequest, pk: int | None = None, night: date | None = None) -> HttpResponseBase:
    return _picture_response(request, shared_page(request.club, pk, night))


def _for_visitor(response: HttpResponseBase) -> HttpResponseBase:
    for name, value in VISITOR_HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def _picture_response(request: HttpRequest, shown: SharedPage) -> HttpResponseBase:
    etag = f'"{shown.seen}-{settings.VERSION}"'
    headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
    if etag in request.headers.get("If-None-Match", ""):
        return HttpResponseNotModified(headers=headers)
    with timezone.override(shown.club.zone):
        png = draw_picture(shown.seen, lambda: shown.svg)
    return HttpResponse(png, content_type="image/png", headers=headers)
