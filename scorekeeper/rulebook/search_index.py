"""The index of the rules for the search: what each section says, in its own words and in those of players."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from html import unescape
from itertools import pairwise
from math import log

from django.utils.html import strip_tags

from games.core.definition import Game
from games.core.examples import read_examples
from games.core.glossary import read_glossary
from games.core.registry import games
from scorekeeper.rulebook.rules_page import OPEN_QUESTIONS, RulesPage, RulesSection, read_rules
from scorekeeper.rulebook.search_words import MINOR, MINOR_STEMS, Dictionary, stem, words_of

MINOR_WEIGHT = 0.2

TITLE, PHRASE, TEXT = 1.0, 0.9, 0.65
"""Weight of a word in a title, in a phrase of the section, in the text."""

NUMBER, IN_TABLE = 1.2, 0.5
"""Weight of a number in the text: a rule has few; of one that only a table has, which has many."""

FEW = 4
"""Phrases of a section to which their share in it counts half."""

LONG = 60
"""Words of a text from which single hits count less."""

OPEN = 0.9
"""Factor: an open question ranks below the rule it is about."""

CHAPTER = 0.8
"""Factor: the heading of a chapter says less than the rules below it."""

DIFFERS = 1.1
"""Factor: a rule that this table plays in another way ranks above others."""

DISPUTES = "disputes"
SUMMARIES = {"short", "scoring-card", DISPUTES, "sources"}
"""Sections that repeat the answers of others: they are found by their titles only."""

TABLE, CELL = re.compile(r"<table>.*?</table>", re.DOTALL), re.compile(r"<t[hd][^>]*>(.*?)</t[hd]>")
SENTENCE = re.compile(r"(?<=[.!?])\s+")
DISPUTE = re.compile(r'<li>\s*(?:<p>)?<strong>(.*?)</strong>.*?href="#([a-z0-9-]+)"', re.DOTALL)


@dataclass(frozen=True, eq=False)
class Phrase:
    text: str
    stems: frozenset[str]


@dataclass(frozen=True, eq=False)
class IndexedSection:
    """`text` is without markup; `rows`: table rows by their first cell; `pairs`: stems that follow each other;
    `focus`: the share of the phrases in which a stem is; `sentences`: the stems of each.
    """

    game: Game
    section: RulesSection
    text: str
    rows: dict[str, list[str]]
    phrases: tuple[Phrase, ...]
    weights: dict[str, float]
    focus: dict[str, float]
    pairs: frozenset[tuple[str, str]]
    sentences: tuple[frozenset[str], ...]
    factor: float


@dataclass(frozen=True, eq=False)
class Index:
    """`rarity`: how much it tells to find a stem."""

    page: RulesPage
    places: list[IndexedSection]
    rarity: dict[str, float]
    terms: frozenset[tuple[str, str]]

    @property
    def unknown(self) -> float:
        return log(1 + len(self.places))


def rules_indexes() -> list[Index]:
    """Return the rules of all games, by their defaults."""
    return [index_of(read_rules(game)) for game in games().values()]


@cache
def dictionary() -> Dictionary:
    places = [place for index in rules_indexes() for place in index.places]
    texts = (text for place in places for text in (place.text, *(phrase.text for phrase in place.phrases)))
    return Dictionary(word for text in texts for word in words_of(text))


@lru_cache(maxsize=100)
def index_of(page: RulesPage) -> Index:
    places = list(_indexed_sections(page))
    found = Counter(one for place in places for one in place.weights)
    rarity = {
        one: log(1 + len(places) / (1 + times)) * (MINOR_WEIGHT if one in MINOR_STEMS else 1)
        for one, times in found.items()
    }
    return Index(page, places, rarity, _terms(page.game))


def _indexed_sections(page: RulesPage) -> Iterator[IndexedSection]:
    words, disputes = read_examples(page.game).words, _disputes(page)
    for section in page.sections:
        text, rows = _plain(section), _rows(section)
        phrases = [section.title, _name(section), *words.get(section.anchor, "").split(","), *disputes[section.anchor]]
        texts = [] if section.anchor in SUMMARIES else [text, *(row for each in rows.values() for row in each)]
        yield IndexedSection(
            page.game, section, text, rows,
            phrases=tuple(_phrases(page.game, phrases)),
            weights=_weights(page.game, section.title, phrases, texts),
            focus=_focus(page.game, phrases),
            pairs=frozenset(_pairs([*phrases, *texts])),
            sentences=tuple(_sentences(page.game, texts)),
            factor=_factor(section),
        )  # fmt: skip


def _name(section: RulesSection) -> str:
    """Return the shortest name of a section, that of its anchor: “follow suit”."""
    return "" if section.parent == OPEN_QUESTIONS else section.anchor.replace("-", " ")


@cache
def _terms(game: Game) -> frozenset[tuple[str, str]]:
    """Return the terms of two words in the glossary, as stems, which together mean more than either alone."""
    terms = (list(map(stem, words_of(word))) for term in read_glossary(game).term for word in term.words)
    return frozenset((one, other) for one, other in (term[:2] for term in terms if len(term) > 1))


def stems_of(game: Game, text: str) -> list[str]:
    """Return the stems of a text, with those of terms of two words."""
    stems = list(map(stem, words_of(text)))
    return stems + [" ".join(pair) for pair in pairwise(stems) if pair in _terms(game)]


def _disputes(page: RulesPage) -> dict[str, list[str]]:
    """Return the questions of the section of disputes, by the anchor of the rule that each leads to."""
    questions: dict[str, list[str]] = defaultdict(list)
    section = page.section(DISPUTES)
    for question, anchor in DISPUTE.findall(section.html if section else ""):
        questions[anchor] += re.split(r"[?,.]", unescape(strip_tags(question)))
    return questions


def _phrases(game: Game, texts: Iterable[str]) -> Iterator[Phrase]:
    for text in texts:
        if words := words_of(text):
            yield Phrase(" ".join(words), frozenset(stems_of(game, text)))


def _weights(game: Game, title: str, phrases: list[str], texts: list[str]) -> dict[str, float]:
    times = Counter(_stems(game, texts))
    weights = {one: TEXT * number / (number + 0.5 + times.total() / LONG) for one, number in times.items()}
    in_prose = {*stems_of(game, texts[0])} if texts else set()
    weights |= {one: NUMBER if one in in_prose else IN_TABLE for one in times if one.isdecimal()}
    return weights | dict.fromkeys(_stems(game, phrases), PHRASE) | dict.fromkeys(stems_of(game, title), TITLE)


def _sentences(game: Game, texts: Iterable[str]) -> Iterator[frozenset[str]]:
    for text in texts:
        for sentence in SENTENCE.split(text):
            yield frozenset(stems_of(game, sentence))


def _focus(game: Game, phrases: list[str]) -> dict[str, float]:
    found = Counter(one for phrase in phrases for one in set(stems_of(game, phrase)))
    return {one: times / (len(phrases) + FEW) for one, times in found.items()}


def _stems(game: Game, texts: Iterable[str]) -> Iterator[str]:
    return (one for text in texts for one in stems_of(game, text))


def _pairs(texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    for text in texts:
        yield from pairwise(stem(word) for word in words_of(text) if word not in MINOR)


def _factor(section: RulesSection) -> float:
    factor = 1.0 if section.parent else CHAPTER
    if section.parent == OPEN_QUESTIONS:
        factor = OPEN
    return factor * (DIFFERS if 'class="differs"' in section.html else 1)


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
