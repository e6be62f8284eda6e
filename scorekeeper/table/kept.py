"""A drawn page as it is kept: compressed, but for its end, where each visitor gets a token and an entry key."""

from __future__ import annotations

import uuid
from hashlib import sha256
from typing import TYPE_CHECKING

from django.http import HttpResponse, HttpResponseNotModified
from django.middleware.csrf import get_token

from scorekeeper.compression import Start, start, whole

if TYPE_CHECKING:
    from django.http import HttpRequest

    from scorekeeper.club.look import Look

TOKEN, KEY = uuid.uuid4().hex, uuid.uuid4().hex
ATTRIBUTES, METAS = uuid.uuid4().hex, uuid.uuid4().hex
BLANKS = {"csrf_token": TOKEN, "key": KEY, "look": {"attributes": ATTRIBUTES, "metas": METAS}}
"""What a page is drawn with that is to be kept; no player can be named like that."""


class Page:
    """What everybody sees, what each visitor gets of their own, and a tag of it all ("" where none may be reused)."""

    def __init__(self, common: str, end: str, coding: str, *, reusable: bool) -> None:
        self._common, self.end = common.encode(), end
        self.start = start(coding, self._common)
        self.tag = sha256(self.start.data + end.encode()).hexdigest() if reusable else ""
        self._shown = False

    def show(self) -> Start:
        """Return its first part: compressed in a hurry, as it may be out of date with the next tap; then well, once."""
        common = self._common  # another thread may be about to let go of it
        if self._shown and common:
            self.start, self._common = start(self.start.coding, common, well=True), b""
        self._shown = True
        return self.start


def keep(html: str, look: Look, coding: str, *, reusable: bool) -> Page:
    """Compress a page drawn with BLANKS. `reusable`: a browser may show it again with the same key while it is true."""
    html = html.replace(ATTRIBUTES, look.attributes, 1).replace(METAS, look.metas, 1)
    common, token, end = html.partition(TOKEN)
    # Who may only look has nothing of their own.
    return Page(common, token + end or "\n", coding, reusable=reusable)


def hand_out(request: HttpRequest, page: Page) -> HttpResponse:
    """Answer with a kept page, filled in for who asks; 304 where the browser shows it already."""
    token = _token(request)
    headers = {"Vary": "Accept-Encoding, Cookie"}
    if page.tag:
        headers["ETag"] = f'W/"{sha256(f"{page.tag}{token}".encode()).hexdigest()[:32]}"'
        if request.META.get("HTTP_IF_NONE_MATCH") == headers["ETag"]:
            return HttpResponseNotModified(headers=headers)
    begun = page.show()
    if begun.coding:
        headers["Content-Encoding"] = begun.coding
    end = page.end.replace(TOKEN, token).replace(KEY, str(uuid.uuid4()))
    return HttpResponse(whole(begun, end.encode()), headers=headers)


def _token(request: HttpRequest) -> str:
    # Masking would hide it from who can measure compressed lengths; here it is not compressed.
    if "CSRF_COOKIE" not in request.META:
        get_token(request)
    token: str = request.META["CSRF_COOKIE"]
    return token
