"""Words as people type them: without case and accents, without endings, and with others that mean the same.

Only words of every card table are here. What one game calls its own stands in that game's folder, under `[words]`.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

WORD = re.compile(r"\w+")

MINOR = frozenset(
    WORD.findall("""
        a about after again am an and any are as at be been but by can cannot could did do does for from get gets go
        goes had happen happens has have he how i if in into is it its just many may me much must my not now of off on
        one or our out own she should so some than that the their them then there they this to up us was we were what
        when where which who whom whose why will with would you your
    """)
)
"""Words that every section has: they may lift a section, but nothing has to be found for them."""

ALIKE = [
    set(group.split())
    for group in """
        lead led start begin opening
        win winner won victory
        tie equal level same draw
        everybody everyone all nobody
        zero nil null nought 0
        miss missed fail lose lost set
        made make met reach reached
        take taken took get got
        bid auction contract call
        end over finish stop
        hand round
        side team pair partner
        void follow
        ruff trump
        suit colour color
        jack knave
        negative minus below hole
        penalty punish cost
        redeal misdeal
        discard throw
        swap pass
        count score worth value
        revoke follow
        deal shuffle
        high highest best
        low lowest least
        deck pack
    """.strip().splitlines()
]
"""Words that mean the same, or nearly, at most card tables."""

ENDINGS = ("ings", "ing", "ers", "er", "ed", "es", "s")


kept = lru_cache(maxsize=10_000)
"""What becomes of a word is kept: there are some thousand in the rules, but any in questions."""


def words_of(text: str) -> list[str]:
    """Return the words of a text, folded; names as files have them, such as bid_made, are none."""
    return [folded(word) for word in WORD.findall(text) if "_" not in word]


@kept
def folded(word: str) -> str:
    """Write a word without case and accents: É is e, ß is ss."""
    apart = unicodedata.normalize("NFKD", word.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


@kept
def single(word: str) -> str:
    """Take the plural off a folded word: leads are lead."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


@kept
def stem(word: str) -> str:
    """Take any ending off a folded word: dealer, dealing and deals are deal."""
    for ending in ENDINGS:
        bare = word.removesuffix(ending)
        if bare != word and len(bare) >= 3 and not (ending == "s" and bare.endswith("s")):
            return bare[:-1] if len(bare) > 3 and bare[-1] == bare[-2] and bare[-1] not in "lsz" else bare
    return word


@kept
def alike(word: str) -> frozenset[str]:
    """Return other words, without plurals, for a folded word."""
    groups = [group for group in ALIKE if {word, stem(word)} & {*group, *map(stem, group)}]
    return frozenset(single(other) for group in groups for other in group) - {single(word)}
