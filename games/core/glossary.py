"""Glossaries: words that a beginner may not know, in glossary.toml of a game."""

import re
import tomllib

import msgspec

from games.core.definition import Game
from games.core.schema import read


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A word with its other forms, its meaning under any house rules, and the anchor of its rule."""

    words: tuple[str, ...]
    means: str
    rule: str

    @property
    def word(self) -> str:
        return self.words[0]


class Glossary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    term: tuple[Term, ...] = ()

    def find(self, word: str) -> Term:
        folded = word.casefold()
        return next(term for term in self.term if folded in map(str.casefold, term.words))

    @property
    def pattern(self) -> re.Pattern[str]:
        """Matches any of the words, the longest first. Case is ignored for words in lower case."""
        longest_first = sorted((word for term in self.term for word in term.words), key=len, reverse=True)
        forms = (re.escape(word) if word != word.lower() else f"(?i:{re.escape(word)})" for word in longest_first)
        return re.compile(rf"\b(?:{'|'.join(forms)})\b")


def read_glossary(game: Game) -> Glossary:
    file = game.folder / "glossary.toml"
    return read(tomllib.loads(file.read_bytes().decode()), Glossary) if file.exists() else Glossary()
