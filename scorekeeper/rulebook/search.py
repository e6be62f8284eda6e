"""Search the rules: the sections that answer a question, the best first, each with the passage that does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scorekeeper.rulebook.index import Index, Place, rules_index
from scorekeeper.rulebook.words import MINOR, WORD, folded, single, words_of

if TYPE_CHECKING:
    from games.game import Game

MOST, AT_HOME, LONGEST = 12, 8, 100
"""So many answers are given, so many of them from a match's own game, to a question of so many characters."""

PASSAGE = 190
"""About so many characters of an answer are shown."""

SENTENCE = re.compile(r"(?<=[.!?])\s+")


class Fit(NamedTuple):
    """How well a section fits; as they sort, the best is the smallest."""

    elsewhere: bool
    missing: int
    worth: float
    at: int


@dataclass(frozen=True)
class Hit:
    """A section that answers; `words`: for each word of the question, those of the rules that stand for it."""

    place: Place
    words: dict[str, frozenset[str]]

    @property
    def title(self) -> SafeString:
        """Its title, with the words marked."""
        return self._marked(self.place.section.title)

    @cached_property
    def passage(self) -> SafeString:
        """The sentences that answer best, with the words marked."""
        sentences = SENTENCE.split(self.place.text)
        best = max(range(len(sentences)), key=lambda at: (self._told(sentences[at]), -at))
        return self._marked(" ".join(_up_to(sentences[best:])))

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
        """What stands here for each word of the question: one that fits, or else one that it is the end of."""
        own = frozenset(map(single, words_of(f"{self.place.section.title} {self.place.text}")))
        return [own & fitting or _ending(own, single(word)) for word, fitting in self.words.items()]


def search(question: str, own: Game | None = None) -> list[Hit]:
    """Return the sections that answer, those of the own game first; where all words are found before some."""
    index, words = rules_index(), words_of(question[:LONGEST])
    telling = [word for word in dict.fromkeys(words) if word not in MINOR] or words
    found = {word: index.found(word) for word in telling}
    fits = sorted(_fits(index, found, own, [index.found(word) for word in words if word not in found]))
    at_home = [fit for fit in fits if not fit.elsewhere][: MOST if own is None else AT_HOME]
    marked = {word: frozenset(index.fitting(word)) for word in telling}
    return [Hit(index.places[fit.at], marked) for fit in (at_home + [fit for fit in fits if fit.elsewhere])[:MOST]]


def _fits(
    index: Index, found: dict[str, dict[int, float]], own: Game | None, minor: Sequence[dict[int, float]]
) -> Iterable[Fit]:
    for at in {at for places in found.values() for at in places}:
        missing = sum(at not in places for places in found.values())
        worth = sum(places.get(at, 0) for places in (*found.values(), *minor))
        yield Fit(own is not None and index.places[at].game is not own, missing, -worth, at)


def _ending(own: frozenset[str], word: str) -> frozenset[str]:
    return frozenset(one for one in own if one.endswith(word) and len(word) > 2 and len(one) > len(word) + 3)


def _up_to(sentences: Sequence[str]) -> Iterable[str]:
    """Yield the first sentence, and as many more as there is room for."""
    room = PASSAGE
    for number, sentence in enumerate(sentences):
        room -= len(sentence)
        if number and room < 0:
            return
        yield sentence
