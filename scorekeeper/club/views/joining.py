"""Coming in: by a link, by a code that was said, or by founding a club."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from games.impossible import Impossible
from scorekeeper.club.codes import Code
from scorekeeper.club.door import open_to_all
from scorekeeper.club.guesses import TooManyGuesses, origin_of
from scorekeeper.club.joining import TooManyFounded, found, join, kind_of
from scorekeeper.club.links import Invitation
from scorekeeper.club.models import Role

if TYPE_CHECKING:
    from scorekeeper.club.visit import Guest

WRONG_CODE = "This is not a code that works now. Listen again, or ask for a new one: a code works for 15 minutes."
TOO_MANY = "Too many wrong codes were tried. No code is looked at for the next 15 minutes; a link still works."


@open_to_all
@require_http_methods(["GET", "HEAD", "POST"])
def by_link(request: Guest, token: str) -> HttpResponse:
    """Ask who opens a link whether to join; and join. Only looking at it changes nothing: previews of messages do."""
    invitation = Invitation.found(token)
    if invitation is None:
        return _private(render(request, "club/no_link.html", status=404))
    label = request.POST.get("label", "")
    facts: dict[str, Any] = {"club": invitation.club, "role": invitation.role}
    if request.method != "POST":
        return _asked(request, "club/join.html", **facts)
    try:
        join(request, invitation.club, invitation.role, label)
    except Impossible as error:
        return _asked(request, "club/join.html", 422, label=label, wrong=error.message, **facts)
    return redirect("home")


@open_to_all
@require_http_methods(["GET", "HEAD", "POST"])
def by_code(request: Guest) -> HttpResponse:
    """Ask for a code; and join by it."""
    if request.method != "POST":
        return _asked(request, "club/code.html")
    said = {name: request.POST.get(name, "")[:40] for name in ("code", "label")}
    try:
        code = Code.said(said["code"], origin_of(request))
        if code is None:
            return _asked(request, "club/code.html", 422, wrong=WRONG_CODE, **said)
        join(request, code.club, Role(code.role), said["label"])
    except TooManyGuesses:
        return _asked(request, "club/code.html", 429, wrong=TOO_MANY, **said)
    except Impossible as error:
        return _asked(request, "club/code.html", 422, wrong=error.message, **said)
    return redirect("home")


@open_to_all
@require_POST
def clubs(request: Guest) -> HttpResponse:
    """Found a club, where this installation lets strangers do so."""
    if not settings.FOUNDING:
        raise Http404
    name = request.POST.get("name", "")
    try:
        found(request, name)
    except Impossible as error:
        facts = {"founding": True, "name": name[:40], "wrong": error.message}
        status = 429 if isinstance(error, TooManyFounded) else 422
        return render(request, "club/welcome.html", facts, status=status)
    return redirect("home")


def _asked(request: Guest, page: str, status: int = 200, **facts: object) -> HttpResponse:
    return _private(render(request, page, {"label": kind_of(request), **facts}, status=status))


def _private(response: HttpResponse) -> HttpResponse:
    """Keep the page of a secret address out of caches and searches."""
    response["Cache-Control"], response["X-Robots-Tag"] = "no-store", "noindex"
    return response
