"""A page in two parts is one page again, in any coding; and its end is never compressed."""

import gzip
from itertools import product

import brotli
import pytest

from scorekeeper.web.page_cache import (
    BROTLI,
    GZIP,
    LONGEST_END,
    PLAIN,
    accepted,
    append_end,
    compress_start,
)
from tests.cases import cases

READ = {BROTLI: brotli.decompress, GZIP: gzip.decompress, PLAIN: bytes}
PAGE = "<p>Ada bids 2, Ben bids −1</p>".encode() * 2_000
"""More than 32 kB: there brotli takes another turn."""


@cases("coding", READ)
def test_both_parts_are_read_as_one(coding):
    for text, size in product((b"", b"x", PAGE), (1, 2, 255, 256, 300, LONGEST_END)):
        end = bytes(number % 251 for number in range(size))
        start = compress_start(coding, text)
        assert READ[coding](append_end(start, end)) == text + end, (len(text), size)
    with pytest.raises(ValueError, match="not a page"):
        append_end(compress_start(coding, PAGE), bytes(LONGEST_END + 1))


@cases("coding", READ)
def test_one_start_serves_many_ends_and_the_length_tells_nothing_of_them(coding):
    start = compress_start(coding, PAGE)
    assert [READ[coding](append_end(start, end))[-3:] for end in (b"one", b"two")] == [b"one", b"two"]

    starts = [compress_start(coding, PAGE + token) for token in (b"token=4f8a91c3", b"token=zzzzzzzz")]
    assert len({len(append_end(start, b"token=4f8a91c3")) - len(start.data) for start in starts}) == 1


def test_a_start_is_smaller_than_its_text():
    assert len(compress_start(BROTLI, PAGE).data) < len(compress_start(GZIP, PAGE).data) < len(PAGE) // 10


def test_the_best_coding_a_browser_takes_is_chosen():
    headers = {
        BROTLI: ["gzip, deflate, br, zstd"],
        GZIP: ["gzip, deflate", "GZIP;q=1.0", "br;q=0, gzip;q=0.5"],
        PLAIN: ["gzip; q=0", "gzip;q=0.0", "br;q=nonsense", "identity", "brotli, xgzip", ""],
    }
    for coding, values in headers.items():
        for header in values:
            assert accepted(header) == coding, header
