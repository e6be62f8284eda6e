"""A question to the rules, and how far a section is asked for by it in so many words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from scorekeeper.rulebook.words import MINOR, stem

if TYPE_CHECKING:
    from scorekeeper.rulebook.index import Phrase, Place

FEWEST = 3
"""So many letters may be the beginning of a phrase."""


@dataclass(frozen=True)
class Asked:
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
        """A number is anybody's own: no phrase has to have it."""
        return {stem(word) for word in self.telling if not word.isdecimal()}

    def is_at(self, place: Place) -> float:
        """Say how far this is a phrase with which a section is asked for: 1 wholly, less while it is being typed."""
        return max(map(self._is, place.phrases), default=0)

    def _is(self, phrase: Phrase) -> float:
        if self._needed <= phrase.stems <= self._stems:
            return 1
        begun = len(self._text) >= FEWEST and phrase.text.startswith(self._text)
        return len(self._text) / len(phrase.text) if begun else 0
