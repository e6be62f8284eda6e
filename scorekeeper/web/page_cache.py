"""Pages that are drawn once between two changes: common to everybody and compressed, but for an end of their own."""

from __future__ import annotations

import re
import threading
import uuid
import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from hashlib import sha256
from struct import pack
from typing import Any, NamedTuple, Protocol

import brotli  # type: ignore[import-untyped]
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.middleware.csrf import get_token
from django.template import Context
from django.template.loader import get_template
from django.utils.safestring import SafeString


def cached(size: int) -> Callable[[Callable[..., Any]], Any]:
    """Cache what a function returns, by its arguments; not while somebody is writing templates."""
    return lru_cache(maxsize=0 if settings.DEBUG else size)


def draw(template: str, **facts: Any) -> SafeString:
    page: SafeString = get_template(template).template.render(Context(facts, use_l10n=False))  # type: ignore[attr-defined]
    return page


part = cached(size=5_000)(draw)
"""Draw a part of a page, once: what is given has to be plain values, and all that the template looks at."""


def joined(parts: Iterable[SafeString]) -> SafeString:
    return SafeString("".join(parts))


BROTLI, GZIP, PLAIN = "br", "gzip", ""
GZIP_HEADER = b"\x1f\x8b\x08" + bytes(6) + b"\xff"
LONGEST_END = 0xFFFF
EMPTY_LAST_BLOCK = b"\x03"


class CompressedStart(NamedTuple):
    """The first part of a page as it goes over the wire; its checksum and size where the end must name them."""

    coding: str
    data: bytes
    checksum: int = 0
    size: int = 0


@lru_cache(maxsize=100)
def accepted(header: str) -> str:
    """Choose among the codings a browser accepts (RFC 9110, 12.5.3) the best one we have."""
    offered = dict(_offer(part) for part in header.lower().replace(" ", "").split(","))
    return next((coding for coding in (BROTLI, GZIP) if offered.get(coding)), PLAIN)


def _offer(part: str) -> tuple[str, bool]:
    """Read "gzip;q=0.5": a coding, and whether it is wanted at all; what cannot be read is not."""
    coding, _, weight = part.partition(";")
    return coding, not weight or re.fullmatch(r"q=(0\.0*[1-9]\d*|1(\.0*)?)", weight) is not None


def compress_start(coding: str, text: bytes) -> CompressedStart:
    """Compress the first part of a page, up to a byte that another block can follow."""
    if coding == BROTLI:
        # 5 would save an eighth of the bytes and take four times as long, for a page that the next tap replaces.
        compressor = brotli.Compressor(quality=2, lgwin=18)
        return CompressedStart(coding, compressor.process(text) + compressor.flush())
    if coding == GZIP:
        deflate = zlib.compressobj(wbits=-zlib.MAX_WBITS)
        data = GZIP_HEADER + deflate.compress(text) + deflate.flush(zlib.Z_SYNC_FLUSH)
        return CompressedStart(coding, data, zlib.crc32(text), len(text))
    return CompressedStart(PLAIN, text)


def append_end(begun: CompressedStart, end: bytes) -> bytes:
    if len(end) > LONGEST_END:
        raise ValueError("the end of a page is a few keys, not a page")
    if begun.coding == BROTLI:
        # RFC 7932, 9.2: a meta-block of len(end) bytes, uncompressed; then the empty last one.
        return b"".join((begun.data, pack("<I", (len(end) - 1) << 3 | 1 << 19)[:3], end, EMPTY_LAST_BLOCK))
    if begun.coding == GZIP:
        # RFC 1951, 3.2.4: a stored block, the last one; RFC 1952, 2.3.1: the checksum and size of it all.
        stored = pack("<BHH", 1, len(end), len(end) ^ 0xFFFF)
        sums = pack("<II", zlib.crc32(end, begun.checksum), begun.size + len(end))
        return b"".join((begun.data, stored, end, sums))
    return begun.data + end


TOKEN, KEY = uuid.uuid4().hex, uuid.uuid4().hex
ATTRIBUTES, METAS = uuid.uuid4().hex, uuid.uuid4().hex
BLANKS = {"csrf_token": TOKEN, "key": KEY, "look": {"attributes": ATTRIBUTES, "metas": METAS}}
"""What a page to be cached is drawn with; no player can be named like that."""


class CachedPage:
    """What everybody sees, what each visitor gets of their own, and a tag of it all ("" where none may be reused)."""

    def __init__(self, common: str, end: str, coding: str, *, reusable: bool) -> None:
        self.end = end
        self.start = compress_start(coding, common.encode())
        self.tag = sha256(self.start.data + end.encode()).hexdigest() if reusable else ""

    @property
    def size(self) -> int:
        return len(self.start.data) + len(self.end) + OVERHEAD


OVERHEAD = 2_000
"""Bytes of a cached page beside its text: its key, its state, its tag."""


class PageCache:
    """The latest page of each thing and kind of reader, as many as go into so many bytes; the least asked for go first.

    Of one key only the latest state is kept: what a page was before it changed nobody asks for again.
    """

    def __init__(self, most: int) -> None:
        self.most, self.size = (0 if settings.DEBUG else most), 0
        self._pages: OrderedDict[Hashable, tuple[Hashable, CachedPage, int]] = OrderedDict()
        self._changing = threading.Lock()

    def get(self, key: Hashable, state: Hashable) -> CachedPage | None:
        with self._changing:
            found = self._pages.get(key)
            if found is None or found[0] != state:
                return None
            self._pages.move_to_end(key)
            return found[1]

    def put(self, key: Hashable, state: Hashable, page: CachedPage) -> None:
        with self._changing:
            self._drop(key)
            self._pages[key], self.size = (state, page, page.size), self.size + page.size
            while self.size > self.most:
                self._drop(next(iter(self._pages)))

    def clear(self) -> None:
        with self._changing:
            self._pages.clear()
            self.size = 0

    def __len__(self) -> int:
        return len(self._pages)

    def _drop(self, key: Hashable) -> None:
        _, _, size = self._pages.pop(key, (None, None, 0))
        self.size -= size


class PageLook(Protocol):
    """What a device's preferences put into a page: attributes of `<html>`, and meta tags."""

    @property
    def attributes(self) -> str: ...

    @property
    def metas(self) -> str: ...


def cache_page(html: str, look: PageLook, coding: str, *, reusable: bool) -> CachedPage:
    """Compress a page drawn with BLANKS. `reusable`: a browser may show it again with the same key while it is true."""
    html = html.replace(ATTRIBUTES, look.attributes, 1).replace(METAS, look.metas, 1)
    common, token, end = html.partition(TOKEN)
    # Who may only look has nothing of their own.
    return CachedPage(common, token + end or "\n", coding, reusable=reusable)


def serve_page(request: HttpRequest, page: CachedPage) -> HttpResponse:
    """Answer with a cached page, filled in for who asks; 304 where the browser shows it already."""
    token = _token(request)
    headers = {"Vary": "Accept-Encoding, Cookie"}
    if page.tag:
        headers["ETag"] = f'W/"{sha256(f"{page.tag}{token}".encode()).hexdigest()[:32]}"'
        if request.META.get("HTTP_IF_NONE_MATCH") == headers["ETag"]:
            return HttpResponseNotModified(headers=headers)
    begun = page.start
    if begun.coding:
        headers["Content-Encoding"] = begun.coding
    end = page.end.replace(TOKEN, token).replace(KEY, str(uuid.uuid4()))
    return HttpResponse(append_end(begun, end.encode()), headers=headers)


def _token(request: HttpRequest) -> str:
    # Masking would hide it from who can measure compressed lengths; here it is not compressed.
    if "CSRF_COOKIE" not in request.META:
        get_token(request)
    token: str = request.META["CSRF_COOKIE"]
    return token
