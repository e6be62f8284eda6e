"""Search the rules: the sections that answer a question, best first, each with the passage that answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise, product

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scorekeeper.matches.models import Match
from scorekeeper.rulebook.rules_page import OPEN_QUESTIONS, RulesPage, mentions, read_rules, rules_address
from scorekeeper.rulebook.search_index import (
    MINOR_WEIGHT,
    SENTENCE,
    Index,
    IndexedSection,
    Phrase,
    index_of,
    rules_indexes,
)
from scorekeeper.rulebook.search_query import SURE, SearchQuery
from scorekeeper.rulebook.search_words import (
    MINOR_STEMS,
    WORD,
    Meanings,
    folded,
    stem,
    words_of,
)
from scorekeeper.rulebook.wording import HouseRuleText, house_rule_texts

MOST, MOST_OF_OWN_GAME, LONGEST = 12, 8, 100
"""Answers at most, answers from the match's own game at most, characters of a question at most."""


def search(question: str, own: RulesPage | None = None) -> list[SearchHit]:
    """Return the best sections; those of `own`, the rules of a match, before those of other games."""
    query = SearchQuery(question[:LONGEST])
    if own is None:
        return hits_in(query, *rules_indexes())[:MOST]
    others = [index for index in rules_indexes() if index.page.game is not own.game]
    return (hits_in(query, index_of(own))[:MOST_OF_OWN_GAME] + hits_in(query, *others))[:MOST]


def hits_in(query: SearchQuery, *indexes: Index) -> list[SearchHit]:
    scored = []
    for index in indexes:
        scores = Scores(query, index)
        scored += [(scores.of(place), place) for place in index.places]
    return [SearchHit(place, query) for score, place in sorted(scored, key=lambda one: -one[0]) if score]


IN_TEXT, TOGETHER = 0.5, 0.15
"""Weight of words found anywhere in a section, and of two words that stand together, where a whole phrase weighs 1."""

FURTHER = 0.15
"""Weight of the next two phrases of a section, where the best one weighs 1."""

IN_SENTENCE = 0.3
"""Weight of words that one sentence says."""

FOCUS = 0.3
"""Weight of words that all phrases of a section have."""

ADDED = 2.0
"""Power by which a phrase fits less for what it says beyond the question."""

FEWEST = 3
"""Letters needed to match the beginning of a phrase, unless all words are minor ones."""

BEGINNING = 0.2
"""How well a phrase fits of which only the beginning is typed, at least."""


class Scores:
    """How well the sections of one index answer a question."""

    def __init__(self, query: SearchQuery, index: Index) -> None:
        self.text, self.rarity = query.text, index.rarity
        asked = query.words + list(_terms_in(query.words, index))
        words = [{one: fit for one, fit in word.items() if one in index.rarity} for word in asked]
        minor = [any(one in MINOR_STEMS for one, fit in word.items() if fit >= SURE) for word in asked]
        tells = [
            self._tells(word) or index.unknown * (MINOR_WEIGHT if less else 1)
            for word, less in zip(words, minor, strict=True)
        ]
        self.words = list(zip(words, tells, strict=True))
        self.all = sum(tells) or 1
        self.fits: Meanings = {}
        for word in words:
            self.fits |= {one: max(fit, self.fits.get(one, 0)) for one, fit in word.items()}
        keywords = [at for at, less in enumerate(minor) if not less]
        self.only_minor = all(minor)
        self.needed = self.fits.keys() if self.only_minor else {one for at in keywords for one in words[at]}
        self.pairs = dict(self._pairs(keywords))

    def of(self, place: IndexedSection) -> float:
        best = sorted(map(self._phrase, place.phrases), reverse=True)
        phrase = best[0] + FURTHER * sum(best[1:3])
        if not phrase and self.needed.isdisjoint(place.weights):
            return 0
        found = sum(tells * _best(word, place.weights) for word, tells in self.words)
        together = sum(
            self.words[at][1] for pair in {self.pairs[two] for two in self.pairs.keys() & place.pairs} for at in pair
        )
        text = IN_TEXT * found * (0.1 if self.only_minor else 1) + TOGETHER * together / 2
        focus = sum(tells * _best(word, place.focus) for word, tells in self.words)
        said = max((self._said(sentence) for sentence in place.sentences), default=0)
        return place.factor * (phrase + (text + FOCUS * focus + IN_SENTENCE * said) / self.all)

    def _said(self, stems: frozenset[str]) -> float:
        same = self.fits.keys() & stems
        return sum(tells * max((word[one] for one in same if one in word), default=0.0) for word, tells in self.words)

    def _tells(self, word: Meanings) -> float:
        best = max(word.values(), default=0)
        return max((self.rarity[one] for one, fit in word.items() if fit > best - 0.1), default=0)

    def _pairs(self, keywords: list[int]) -> Iterator[tuple[tuple[str, str], tuple[int, int]]]:
        """Yield the pairs of stems to look for, each with the two words of the question that it answers."""
        sure = {at: [one for one, fit in self.words[at][0].items() if fit >= SURE] for at in keywords}
        for a, b in pairwise(keywords):
            for one, two in product(sure[a], sure[b]):
                yield (one, two), (a, b)
                yield (two, one), (a, b)

    def _phrase(self, phrase: Phrase) -> float:
        """Return how much of the question the phrase says, and how little else."""
        begun = 0.0
        if phrase.text.startswith(self.text) and len(self.text) >= (2 if self.only_minor else FEWEST):
            begun = BEGINNING + (1 - BEGINNING) * len(self.text) / len(phrase.text)
        if self.needed.isdisjoint(phrase.stems):
            return begun
        same = self.fits.keys() & phrase.stems
        asked = self._said(phrase.stems)
        said = sum(self.rarity[one] * self.fits[one] for one in same) / sum(map(self.rarity.__getitem__, phrase.stems))
        fit: float = asked / self.all * said**ADDED
        return max(begun, fit)


def _terms_in(words: list[Meanings], index: Index) -> Iterator[Meanings]:
    """Yield the terms of two words that words beside each other mean, in any order: comodín grande."""
    for first, second in pairwise(words):
        for one, other in index.terms:
            fit = max(min(a.get(one, 0), b.get(other, 0)) for a, b in ((first, second), (second, first)))
            if fit >= SURE:
                yield {f"{one} {other}": fit}


def _best(meanings: Meanings, weights: dict[str, float]) -> float:
    return max((fit * weights[one] for one, fit in meanings.items() if one in weights), default=0.0)


EVERYWHERE = frozenset(
    map(
        stem,
        words_of("""
        a an and are as at be by can do does for get how i if in is it may of on or so than that the then this to was
        what when who with
    """),
    )
)
"""Words no passage is found by: they are not marked."""

PASSAGE = 280
"""Characters of a passage, about."""


@dataclass(frozen=True)
class SearchHit:
    """`match`: the one asked about."""

    place: IndexedSection
    query: SearchQuery
    match: Match | None = None

    @property
    def title(self) -> SafeString:
        return self._marked(self.place.section.title)

    @property
    def rows(self) -> list[SafeString]:
        """Rows of tables that begin with a number of the question: “Players 5: Largest hand 10”."""
        return [self._marked(row) for number in self.query.numbers for row in self.place.rows.get(number, ())]

    @cached_property
    def passage(self) -> SafeString:
        sentences = SENTENCE.split(self.place.text)
        best = max(range(len(sentences)), key=lambda at: (self._matches(sentences[at]), -at))
        first = sentences[: min(best, 1)]
        gap = ["…"] if best > 1 else []
        room = PASSAGE - sum(map(len, first))
        return self._marked(" ".join([*first, *gap, *_up_to(sentences[best:], room)]))

    def _matches(self, sentence: str) -> int:
        found = set(map(stem, words_of(sentence)))
        return sum(not found.isdisjoint(meanings) for meanings in self.query.words)

    def _marked(self, text: str) -> SafeString:
        return format_html_join("", "{}", ((self._piece(piece),) for piece in re.split(rf"({WORD.pattern})", text)))

    def _piece(self, piece: str) -> str:
        word = stem(folded(piece))
        found = word not in EVERYWHERE and any(word in meanings for meanings in self.query.words)
        return format_html("<mark>{}</mark>", piece) if found else piece

    @property
    def address(self) -> str:
        return f"{rules_address(self.place.game, self._own_match)}#{self.place.section.anchor}"

    @property
    def is_open_question(self) -> bool:
        return self.place.section.parent == OPEN_QUESTIONS

    @property
    def house_rules(self) -> list[HouseRuleText]:
        if not self._own_match:
            return []
        game, section = self.place.game, self.place.section
        rules, page = house_rule_texts(game, self._own_match.table.rules), _rules_of(self._own_match)
        return [rule for rule in rules if rule.differs and mentions(page, section, rule)]

    @property
    def _own_match(self) -> Match | None:
        return self.match if self.match and self.match.game is self.place.game else None


def answers(question: str, match: Match | None) -> list[SearchHit]:
    return [replace(hit, match=match) for hit in search(question, _rules_of(match) if match else None)]


def _rules_of(match: Match) -> RulesPage:
    return read_rules(match.game, match.table.rules, len(match.names))


def _up_to(sentences: Sequence[str], room: int) -> Iterable[str]:
    for number, sentence in enumerate(sentences):
        room -= len(sentence)
        if number and room < 0:
            return
        yield sentence
