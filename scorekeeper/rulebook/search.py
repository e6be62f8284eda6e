"""Search the rules: the sections that answer a question, the best first, each with the passage that does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scorekeeper.rulebook.rules_page import OPEN_QUESTIONS, is_told, read_rules
from scorekeeper.rulebook.search_index import MINOR, WORD, Index, folded, rules_index, single, stem, words_of
from scorekeeper.rulebook.wording import HouseRuleText, house_rule_texts

if TYPE_CHECKING:
    from games.core.definition import Game
    from scorekeeper.matches.models import Match
    from scorekeeper.rulebook.search_index import IndexedSection, Phrase

MOST, AT_HOME, LONGEST = 12, 8, 100
"""So many answers are given, so many of them from a match's own game, to a question of so many characters."""


class Fit(NamedTuple):
    """How well a section fits; as they sort, the best is the smallest."""

    elsewhere: bool
    unasked: float
    missing: int
    worth: float
    at: int


def search(question: str, own: Game | None = None) -> list[SearchHit]:
    """Return the sections that answer, those of the own game first: what is asked for in so many words, then

    where all words are found before some.
    """
    index, asked = rules_index(), SearchQuery(words_of(question[:LONGEST]))
    fits = sorted(_fits(index, asked, own))
    at_home = [fit for fit in fits if not fit.elsewhere][: MOST if own is None else AT_HOME]
    marked = {word: frozenset(index.fitting(word)) for word in asked.telling}
    return [
        SearchHit(index.places[fit.at], marked) for fit in (at_home + [fit for fit in fits if fit.elsewhere])[:MOST]
    ]


def _fits(index: Index, asked: SearchQuery, own: Game | None) -> Iterable[Fit]:
    found = {word: index.found(word) for word in asked.telling}
    minor = [index.found(word) for word in asked.words if word not in found]
    phrased = {at: is_at for at, place in enumerate(index.places) if (is_at := asked.is_at(place))}
    for at in phrased.keys() | {at for places in found.values() for at in places}:
        missing = sum(at not in places for places in found.values())
        worth = sum(places.get(at, 0) for places in (*found.values(), *minor))
        yield Fit(own is not None and index.places[at].game is not own, -phrased.get(at, 0), missing, -worth, at)


# --- A question to the rules, and how far a section is asked for by it in so many words.

FEWEST = 3
"""So many letters may be the beginning of a phrase."""


@dataclass(frozen=True)
class SearchQuery:
    """A question in folded words, and those of them that tell what it is about."""

    words: list[str]

    @property
    def telling(self) -> list[str]:
        """The words that have to be found; each once."""
        return [word for word in dict.fromkeys(self.words) if word not in MINOR] or self.words

    @cached_property
    def _text(self) -> str:
        return " ".join(self.words)

    @cached_property
    def _stems(self) -> set[str]:
        return set(map(stem, self.words))

    @cached_property
    def _needed(self) -> set[str]:
        return {stem(word) for word in self.telling if not word.isdecimal()}

    def is_at(self, place: IndexedSection) -> float:
        """Say how far this is a phrase with which a section is asked for: 1 wholly, less while it is being typed."""
        return max(map(self._is, place.phrases), default=0)

    def _is(self, phrase: Phrase) -> float:
        if self._needed <= phrase.stems <= self._stems:
            return 1
        begun = len(self._text) >= FEWEST and phrase.text.startswith(self._text)
        return len(self._text) / len(phrase.text) if begun else 0


# --- A section that answers a question, and the passage of it that does.

PASSAGE = 280
"""About so many characters of an answer are shown."""

SENTENCE = re.compile(r"(?<=[.!?])\s+")


@dataclass(frozen=True)
class SearchHit:
    """A section that answers; `words`: for each word of the question, those of the rules that stand for it."""

    place: IndexedSection
    words: dict[str, frozenset[str]]

    @property
    def title(self) -> SafeString:
        return self._marked(self.place.section.title)

    @property
    def rows(self) -> list[SafeString]:
        """The rows of its tables that begin with a number of the question: “Players 5: Largest hand 10”."""
        return [self._marked(row) for word in self.words for row in self.place.rows.get(word, ())]

    @cached_property
    def passage(self) -> SafeString:
        sentences = SENTENCE.split(self.place.text)
        best = max(range(len(sentences)), key=lambda at: (self._told(sentences[at]), -at))
        first = sentences[: min(best, 1)]
        gap = ["…"] if best > 1 else []
        room = PASSAGE - sum(map(len, first))
        return self._marked(" ".join([*first, *gap, *_up_to(sentences[best:], room)]))

    def _told(self, sentence: str) -> int:
        told = set(map(single, words_of(sentence)))
        return sum(not told.isdisjoint(words) for words in self._there)

    def _marked(self, text: str) -> SafeString:
        return format_html_join("", "{}", ((self._piece(piece),) for piece in re.split(rf"({WORD.pattern})", text)))

    def _piece(self, piece: str) -> str:
        word = single(folded(piece))
        return format_html("<mark>{}</mark>", piece) if any(word in words for words in self._there) else piece

    @cached_property
    def _there(self) -> list[frozenset[str]]:
        own = frozenset(map(single, words_of(f"{self.place.section.title} {self.place.text}")))
        return [own & fitting or _ending(own, single(word)) for word, fitting in self.words.items()]


def _ending(own: frozenset[str], word: str) -> frozenset[str]:
    return frozenset(one for one in own if one.endswith(word) and len(word) > 2 and len(one) > len(word) + 3)


def _up_to(sentences: Sequence[str], room: int) -> Iterable[str]:
    for number, sentence in enumerate(sentences):
        room -= len(sentence)
        if number and room < 0:
            return
        yield sentence


# --- What the search answers: where to read it, and what a match's table has agreed on instead.


@dataclass(frozen=True)
class SearchAnswer:
    """A section that answers a question, for whoever asks: at a match (None: at none)."""

    hit: SearchHit
    match: Match | None

    @property
    def address(self) -> str:
        place, match = self.hit.place, self.match
        at = (
            reverse("match-rules", args=(match.pk,))
            if match and self._is_own
            else reverse("rules", args=(place.game.key,))
        )
        return f"{at}#{place.section.anchor}"

    @property
    def is_open_question(self) -> bool:
        return self.hit.place.section.parent == OPEN_QUESTIONS

    @property
    def house_rules(self) -> list[HouseRuleText]:
        if not self.match or not self._is_own:
            return []
        place = self.hit.place
        rules, page = house_rule_texts(place.game, self.match.table.rules), read_rules(place.game)
        return [rule for rule in rules if rule.differs and is_told(page, place.section, rule)]

    @property
    def _is_own(self) -> bool:
        return self.match is not None and self.match.game is self.hit.place.game


def answers(question: str, match: Match | None) -> list[SearchAnswer]:
    return [SearchAnswer(hit, match) for hit in search(question, match.game if match else None)]
