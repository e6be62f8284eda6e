"""Search the rules: the sections that answer a question, best first, each with the passage that answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.core.definition import Game
from scorekeeper.matches.models import Match
from scorekeeper.rulebook.rules_page import OPEN_QUESTIONS, mentions, read_rules, rules_address
from scorekeeper.rulebook.search_index import (
    MINOR,
    WORD,
    Index,
    IndexedSection,
    Phrase,
    folded,
    rules_index,
    single,
    stem,
    words_of,
)
from scorekeeper.rulebook.wording import HouseRuleText, house_rule_texts

MOST, MOST_OF_OWN_GAME, LONGEST = 12, 8, 100
"""Answers at most, answers from the match's own game at most, characters of a question at most."""


class Fit(NamedTuple):
    """Sort key of a section: the smallest is the best."""

    other_game: bool
    phrase: float
    missing: int
    worth: float
    at: int


def search(question: str, own: Game | None = None) -> list[SearchHit]:
    """Return the best sections: own game first, then those asked for by a phrase, then those with all words."""
    index, query = rules_index(), SearchQuery(words_of(question[:LONGEST]))
    fits = sorted(_fits(index, query, own))
    own_fits = [fit for fit in fits if not fit.other_game][: MOST if own is None else MOST_OF_OWN_GAME]
    marked = {word: frozenset(index.fitting(word)) for word in query.keywords}
    others = [fit for fit in fits if fit.other_game]
    return [SearchHit(index.places[fit.at], marked) for fit in (own_fits + others)[:MOST]]


def _fits(index: Index, query: SearchQuery, own: Game | None) -> Iterable[Fit]:
    found = {word: index.found(word) for word in query.keywords}
    minor = [index.found(word) for word in query.words if word not in found]
    phrased = {at: fit for at, place in enumerate(index.places) if (fit := query.phrase_fit(place))}
    for at in phrased.keys() | {at for places in found.values() for at in places}:
        missing = sum(at not in places for places in found.values())
        worth = sum(places.get(at, 0) for places in (*found.values(), *minor))
        yield Fit(own is not None and index.places[at].game is not own, -phrased.get(at, 0), missing, -worth, at)


FEWEST = 3
"""Letters needed to match the beginning of a phrase."""


@dataclass(frozen=True)
class SearchQuery:
    words: list[str]

    @property
    def keywords(self) -> list[str]:
        return [word for word in dict.fromkeys(self.words) if word not in MINOR] or self.words

    @cached_property
    def _text(self) -> str:
        return " ".join(self.words)

    @cached_property
    def _stems(self) -> set[str]:
        return set(map(stem, self.words))

    @cached_property
    def _needed(self) -> set[str]:
        return {stem(word) for word in self.keywords if not word.isdecimal()}

    def phrase_fit(self, place: IndexedSection) -> float:
        """Return how much of one of the section's phrases was typed: 1 for the whole phrase."""
        return max(map(self._fit, place.phrases), default=0)

    def _fit(self, phrase: Phrase) -> float:
        if self._needed <= phrase.stems <= self._stems:
            return 1
        begun = len(self._text) >= FEWEST and phrase.text.startswith(self._text)
        return len(self._text) / len(phrase.text) if begun else 0


PASSAGE = 280
"""Characters of a passage, about."""

SENTENCE = re.compile(r"(?<=[.!?])\s+")


@dataclass(frozen=True)
class SearchHit:
    """`words`: for each word of the question, the words of the rules that match it; `match`: the one asked about."""

    place: IndexedSection
    words: dict[str, frozenset[str]]
    match: Match | None = None

    @property
    def title(self) -> SafeString:
        return self._marked(self.place.section.title)

    @property
    def rows(self) -> list[SafeString]:
        """Rows of tables that begin with a number of the question: “Players 5: Largest hand 10”."""
        return [self._marked(row) for word in self.words for row in self.place.rows.get(word, ())]

    @cached_property
    def passage(self) -> SafeString:
        sentences = SENTENCE.split(self.place.text)
        best = max(range(len(sentences)), key=lambda at: (self._matches(sentences[at]), -at))
        first = sentences[: min(best, 1)]
        gap = ["…"] if best > 1 else []
        room = PASSAGE - sum(map(len, first))
        return self._marked(" ".join([*first, *gap, *_up_to(sentences[best:], room)]))

    def _matches(self, sentence: str) -> int:
        found = set(map(single, words_of(sentence)))
        return sum(not found.isdisjoint(words) for words in self._matched_words)

    def _marked(self, text: str) -> SafeString:
        return format_html_join("", "{}", ((self._piece(piece),) for piece in re.split(rf"({WORD.pattern})", text)))

    def _piece(self, piece: str) -> str:
        word = single(folded(piece))
        return format_html("<mark>{}</mark>", piece) if any(word in words for words in self._matched_words) else piece

    @cached_property
    def _matched_words(self) -> list[frozenset[str]]:
        own = frozenset(map(single, words_of(f"{self.place.section.title} {self.place.text}")))
        return [own & fitting or _ending(own, single(word)) for word, fitting in self.words.items()]

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
        rules, page = house_rule_texts(game, self._own_match.table.rules), read_rules(game)
        return [rule for rule in rules if rule.differs and mentions(page, section, rule)]

    @property
    def _own_match(self) -> Match | None:
        return self.match if self.match and self.match.game is self.place.game else None


def answers(question: str, match: Match | None) -> list[SearchHit]:
    return [replace(hit, match=match) for hit in search(question, match.game if match else None)]


def _ending(own: frozenset[str], word: str) -> frozenset[str]:
    return frozenset(one for one in own if one.endswith(word) and len(word) > 2 and len(one) > len(word) + 3)


def _up_to(sentences: Sequence[str], room: int) -> Iterable[str]:
    for number, sentence in enumerate(sentences):
        room -= len(sentence)
        if number and room < 0:
            return
        yield sentence
