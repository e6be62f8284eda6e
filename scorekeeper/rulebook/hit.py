"""A section that answers a question, and the passage of it that does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scorekeeper.rulebook.words import WORD, folded, single, words_of

if TYPE_CHECKING:
    from scorekeeper.rulebook.index import Place

PASSAGE = 280
"""About so many characters of an answer are shown."""

SENTENCE = re.compile(r"(?<=[.!?])\s+")


@dataclass(frozen=True)
class Hit:
    """A section that answers; `words`: for each word of the question, those of the rules that stand for it."""

    place: Place
    words: dict[str, frozenset[str]]

    @property
    def title(self) -> SafeString:
        """Its title, with the words marked."""
        return self._marked(self.place.section.title)

    @property
    def rows(self) -> list[SafeString]:
        """The rows of its tables that begin with a number of the question: “Players 5: Largest hand 10”."""
        return [self._marked(row) for word in self.words for row in self.place.rows.get(word, ())]

    @cached_property
    def passage(self) -> SafeString:
        """Its first sentence, for the answer is told there, and from the one that answers best on, words marked."""
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
        """What stands here for each word of the question: one that fits, or else one that it is the end of."""
        own = frozenset(map(single, words_of(f"{self.place.section.title} {self.place.text}")))
        return [own & fitting or _ending(own, single(word)) for word, fitting in self.words.items()]


def _ending(own: frozenset[str], word: str) -> frozenset[str]:
    return frozenset(one for one in own if one.endswith(word) and len(word) > 2 and len(one) > len(word) + 3)


def _up_to(sentences: Sequence[str], room: int) -> Iterable[str]:
    """Yield the first sentence, and as many more as there is room for."""
    for number, sentence in enumerate(sentences):
        room -= len(sentence)
        if number and room < 0:
            return
        yield sentence
