"""A page in two parts: what everybody sees, compressed once and kept; and its end, which each visitor gets anew.

The end holds keys and tokens. It follows uncompressed, so that its length tells nothing about them (BREACH), and so
that a kept page costs no compression at all: both formats can hold a block that is merely copied.
"""

from __future__ import annotations

import re
import zlib
from functools import lru_cache
from struct import pack
from typing import NamedTuple

import brotli  # type: ignore[import-untyped]

BROTLI, GZIP, PLAIN = "br", "gzip", ""
GZIP_HEADER = b"\x1f\x8b\x08" + bytes(6) + b"\xff"
LONGEST_END = 0xFFFF


class Start(NamedTuple):
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


def start(coding: str, text: bytes, *, well: bool = False) -> Start:
    """Compress the first part of a page, up to a byte that another block can follow: in a hurry, or `well`."""
    if coding == BROTLI:
        compressor = brotli.Compressor(quality=9 if well else 2, lgwin=16)
        return Start(coding, compressor.process(text) + compressor.flush())
    if coding == GZIP:
        deflate = zlib.compressobj(9 if well else 6, wbits=-zlib.MAX_WBITS)
        data = GZIP_HEADER + deflate.compress(text) + deflate.flush(zlib.Z_SYNC_FLUSH)
        return Start(coding, data, zlib.crc32(text), len(text))
    return Start(PLAIN, text)


def whole(begun: Start, end: bytes) -> bytes:
    """Put the end of a page behind its first part, as it is."""
    if len(end) > LONGEST_END:
        raise ValueError("the end of a page is a few keys, not a page")
    if begun.coding == BROTLI:
        # RFC 7932, 9.2: a meta-block of len(end) bytes, uncompressed; then the empty last one.
        return b"".join((begun.data, pack("<I", (len(end) - 1) << 3 | 1 << 19)[:3], end, b"\x03"))
    if begun.coding == GZIP:
        # RFC 1951, 3.2.4: a stored block, the last one; RFC 1952, 2.3.1: the checksum and size of it all.
        stored = pack("<BHH", 1, len(end), len(end) ^ 0xFFFF)
        sums = pack("<II", zlib.crc32(end, begun.checksum), begun.size + len(end))
        return b"".join((begun.data, stored, end, sums))
    return begun.data + end
