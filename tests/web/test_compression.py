"""A page in two parts is one page again, whatever way it came; and its end is never compressed."""

import gzip

import brotli
import pytest

from scorekeeper.web.page_cache import BROTLI, GZIP, LONGEST_END, PLAIN, accepted, append_end, compress_start
from tests.cases import cases

READ = {BROTLI: brotli.decompress, GZIP: gzip.decompress, PLAIN: bytes}
PAGE = "<p>Ada bids 2, Ben bids −1</p>".encode() * 500


@cases("coding", READ)
@cases("text", [b"", b"x", PAGE])
@cases("size", [1, 2, 255, 256, 300, LONGEST_END])
@cases("well", [False, True])
def test_both_parts_are_read_as_one(coding, text, size, well):
    end = bytes(number % 251 for number in range(size))
    assert READ[coding](append_end(compress_start(coding, text, well=well), end)) == text + end


@cases("coding", READ)
def test_one_start_serves_many_ends(coding):
    begun = compress_start(coding, PAGE)
    assert [READ[coding](append_end(begun, end))[-3:] for end in (b"one", b"two")] == [b"one", b"two"]


@cases("coding", READ)
def test_the_length_of_an_answer_tells_nothing_about_its_end(coding):
    guessed, not_guessed = PAGE + b"token=4f8a91c3", PAGE + b"token=zzzzzzzz"
    lengths = {
        len(append_end(compress_start(coding, text), b"token=4f8a91c3")) - len(compress_start(coding, text).data)
        for text in (guessed, not_guessed)
    }
    assert len(lengths) == 1


def test_a_start_is_smaller_than_its_text():
    assert len(compress_start(BROTLI, PAGE).data) < len(compress_start(GZIP, PAGE).data) < len(PAGE) // 10


@cases("coding", READ)
def test_an_end_as_long_as_a_page_is_refused(coding):
    with pytest.raises(ValueError, match="not a page"):
        append_end(compress_start(coding, PAGE), bytes(LONGEST_END + 1))


@cases(
    "header, coding",
    [
        ("gzip, deflate, br, zstd", BROTLI),
        ("gzip, deflate", GZIP),
        ("GZIP;q=1.0", GZIP),
        ("br;q=0, gzip;q=0.5", GZIP),
        ("gzip; q=0", PLAIN),
        ("gzip;q=0.0", PLAIN),
        ("br;q=nonsense", PLAIN),
        ("identity", PLAIN),
        ("brotli, xgzip", PLAIN),
        ("", PLAIN),
    ],
)
def test_the_best_coding_a_browser_takes_is_chosen(header, coding):
    assert accepted(header) == coding
