"""The search index of the rules: each section with its words, which are compared without case, accents and endings.

The synonyms here are those of every card game; a game adds its own in its `examples.toml`, under `[words]`.
"""

import re
import unicodedata
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from html import unescape
from itertools import islice, takewhile
from math import log
from typing import NamedTuple

from django.utils.html import strip_tags

from games.core.definition import Game
from games.core.examples import read_examples
from games.core.registry import games
from scorekeeper.rulebook.rules_page import OPEN_QUESTIONS, RulesSection, read_rules

WORD = re.compile(r"\w+")

MINOR = frozenset(
    WORD.findall("""
        a about after again am an and any are as at be been but by can cannot could did do does for from get gets go
        goes had happen happens has have he how i if in into is it its just many may me much must my not now of off on
        one or our out own she should so some than that the their them then there they this to up us was we were what
        when where which who whom whose why will with would you your
    """)
)
"""Words that every section has: they raise a score, but need not be found."""

SYNONYMS = [
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
"""Words of nearly the same meaning in card games."""

ENDINGS = ("ings", "ing", "ers", "er", "ed", "es", "s")


word_cache = lru_cache(maxsize=10_000)
"""Bounded: the rules have some thousand words, but a question may have any."""


def words_of(text: str) -> list[str]:
    """Return the folded words of a text; identifiers such as bid_made are left out."""
    return [folded(word) for word in WORD.findall(text) if "_" not in word]


@word_cache
def folded(word: str) -> str:
    apart = unicodedata.normalize("NFKD", word.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


@word_cache
def single(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


@word_cache
def stem(word: str) -> str:
    for ending in ENDINGS:
        bare = word.removesuffix(ending)
        if bare != word and len(bare) >= 3 and not (ending == "s" and bare.endswith("s")):
            return bare[:-1] if len(bare) > 3 and bare[-1] == bare[-2] and bare[-1] not in "lsz" else bare
    return word


@word_cache
def alike(word: str) -> frozenset[str]:
    groups = [group for group in SYNONYMS if {word, stem(word)} & {*group, *map(stem, group)}]
    return frozenset(single(other) for group in groups for other in group) - {single(word)}


TITLE, PHRASE, TEXT, NAME = 10.0, 9.0, 4.0, 0.3
"""Weight of a word in a title, in a phrase of the section, in the text, in the name of the game."""

OPEN = 0.8
"""Factor: an open question ranks below the rule it is about."""

SUMMARIES = {"short", "scoring-card", "disputes"}
"""Sections that repeat the answers of others: they are found by their titles only."""

EXACT, PREFIX, ALIKE = 1.0, 0.8, 0.45
"""Weight of a match: the same word, a word that begins so, a synonym."""

TABLE, CELL = re.compile(r"<table>.*?</table>", re.DOTALL), re.compile(r"<t[hd]>(.*?)</t[hd]>")

LONG = 60
"""Words of a text from which single hits count less."""


class Phrase(NamedTuple):
    text: str
    stems: frozenset[str]


@dataclass(frozen=True, eq=False)
class IndexedSection:
    """`text` is without markup; `rows` are the rows of the tables by their first cell."""

    game: Game
    section: RulesSection
    text: str
    phrases: tuple[Phrase, ...]
    rows: dict[str, list[str]]


@dataclass(frozen=True)
class Index:
    """`worth`: word to {index of place: weight}; `words` is sorted."""

    places: list[IndexedSection]
    worth: dict[str, dict[int, float]]
    words: list[str]

    def found(self, word: str) -> dict[int, float]:
        best: dict[int, float] = {}
        for one, fits in self.fitting(word).items():
            for at, worth in self.worth[one].items():
                best[at] = max(best.get(at, 0), worth * fits)
        rare = log(1 + len(self.places) / (1 + len(best)))
        return {at: worth * rare for at, worth in best.items()}

    def fitting(self, word: str) -> dict[str, float]:
        fits = dict.fromkeys(alike(word) & self.worth.keys(), ALIKE)
        for prefix in {word, stem(word)} if len(word) > 1 else ():
            fits |= dict.fromkeys(self._words_from(prefix), PREFIX)
        return fits | ({single(word): EXACT} if single(word) in self.worth else {})

    def _words_from(self, word: str) -> Iterator[str]:
        return takewhile(lambda one: one.startswith(word), islice(self.words, bisect_left(self.words, word), None))


@cache
def rules_index() -> Index:
    places: list[IndexedSection] = []
    worth: dict[str, dict[int, float]] = defaultdict(dict)
    for at, (place, phrases) in enumerate(_indexed_sections()):
        places.append(place)
        for word, value in _worths(place, phrases):
            worth[word][at] = max(worth[word].get(at, 0), value)
    return Index(places, dict(worth), sorted(worth))


def _indexed_sections() -> Iterator[tuple[IndexedSection, str]]:
    for game in games().values():
        phrases_of = read_examples(game).words
        for section in read_rules(game).sections:
            words = phrases_of.get(section.anchor, "")
            phrases = tuple(_phrases(section.title, *words.split(",")))
            yield IndexedSection(game, section, _plain(section), phrases, _rows(section)), words


def _phrases(*texts: str) -> Iterator[Phrase]:
    for words in filter(None, map(words_of, texts)):
        yield Phrase(" ".join(words), frozenset(map(stem, words)))


def _worths(place: IndexedSection, phrases: str) -> Iterator[tuple[str, float]]:
    section, text = place.section, Counter(map(single, words_of(place.text)))
    factor = OPEN if OPEN_QUESTIONS in (section.parent, section.anchor) else 1
    if section.anchor not in SUMMARIES:
        yield from ((one, factor * TEXT * times / (times + 0.5 + text.total() / LONG)) for one, times in text.items())
    for words, worth in ((section.title, factor * TITLE), (phrases, factor * PHRASE), (place.game.name, NAME)):
        yield from ((single(word), worth) for word in words_of(words))


def _plain(section: RulesSection) -> str:
    prose = TABLE.sub(" ", section.html)
    return " ".join(unescape(strip_tags(re.sub(r"</(p|li|h\d)>", "  ", prose))).split())


def _rows(section: RulesSection) -> dict[str, list[str]]:
    """Return table rows by first cell: “Players 5: Largest hand 10, Hands in the game 19”."""
    rows: dict[str, list[str]] = defaultdict(list)
    for table in TABLE.findall(section.html):
        head, *body = ([unescape(strip_tags(cell)) for cell in CELL.findall(row)] for row in table.split("</tr>")[:-1])
        for first, *cells in body:
            each = ", ".join(f"{name} {cell}" for name, cell in zip(head[1:], cells, strict=True))
            rows[first].append(f"{head[0]} {first}: {each}")
    return dict(rows)
