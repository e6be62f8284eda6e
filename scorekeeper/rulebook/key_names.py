"""The words of a typed question, and the keys they name: “K♥” or “king of hearts”, “a joker”, “two 9s”."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

from games.core.keypad import Key
from scorekeeper.rulebook.search_words import NUMBERS, SUITS, words_of

# Words that say nothing wherever they stand.
SILENT_WORDS = frozenset(["the", "please", "pls", "hey", "ok", "well", "my", "now"])
# “K♥” is said “K of hearts”.
SIGN_OF_CARD = re.compile(rf"\b(\d+|[akqj]) ?([{''.join(SUITS)}])", re.IGNORECASE)
PUNCTUATION = re.compile(r"[^\w\s'’♠♥♦♣−-]+|\s[-−]\s")
# “A joker”, “one joker”.
ARTICLES = frozenset(["a", "an", "1"])
SEVERAL = frozenset(map(str, range(2, 10)))


def typed_words(text: str) -> list[str]:
    """Return the words of a text: “Two 9s on K♥?” as 2 9 s on k of hearts ?; other punctuation is a comma."""
    text = SIGN_OF_CARD.sub(lambda card: f"{card[1]} of {SUITS[card[2]]} ", text)
    questions = [[words_of(part) for part in PUNCTUATION.split(question)] for question in text.split("?")]
    words = " ? ".join(" , ".join(" ".join(map(_with_digits, part)) for part in parts) for parts in questions)
    return [word for word in words.split() if word not in SILENT_WORDS]


def _with_digits(word: str) -> str:
    singular = next((word.removesuffix(s) for s in ("s", "es") if word.removesuffix(s) in NUMBERS), "")
    return NUMBERS[word] if word in NUMBERS else f"{NUMBERS[singular]} s" if singular else word


class KeyNames:
    """The keys of a field by what people call them."""

    def __init__(self, keys: Sequence[Key]) -> None:
        called = Counter(name for key in keys for name in _names(key))
        # A name that several keys share is none.
        self.one = {name: key.value for key in keys for name in _names(key) if called[name] == 1}
        # “Jokers”, and “9 s”.
        self.many = {(*name[:-1], f"{name[-1]}s"): value for name, value in self.one.items()}
        self.many |= {(*name, "s"): value for name, value in self.one.items()}
        self.longest = max(map(len, self.many), default=0)

    def at(self, words: Sequence[str], at: int, *, several: bool) -> tuple[int, list[str]] | None:
        """Return where the key ends that stands there, and its value; `several`: as often as “two 9s” says."""
        if several and words[at] in SEVERAL and (end := self._end(self.many, words, at + 1)):
            return end, [self.many[tuple(words[at + 1 : end])]] * int(words[at])
        for start in (at, at + 1) if words[at] in ARTICLES else (at,):
            if end := self._end(self.one, words, start):
                is_number = several and words[start:end] == [words[start]] and words[start].isdecimal()
                # “2 joker” may be one card and a joker, or two jokers.
                if not is_number or words[end].isdecimal() or not self._end(self.one, words, end):
                    return end, [self.one[tuple(words[start:end])]]
        return None

    def _end(self, names: Mapping[tuple[str, ...], str], words: Sequence[str], at: int) -> int:
        """Return where the longest of these names ends; 0 if none stands there."""
        return next((end for end in range(at + self.longest, at, -1) if tuple(words[at:end]) in names), 0)


# A deck has the same keys in each question.
key_names = lru_cache(maxsize=500)(KeyNames)


def _names(key: Key) -> set[tuple[str, ...]]:
    """Return what a key is called. A single letter is more likely a word, and a number another card's or player's."""
    if key.value.isdecimal() and key.value == key.label:
        return {(key.value,)}
    names = {tuple(typed_words(name)) for name in (key.spoken or key.label, key.label, key.value)}
    return {name for name in names if len("".join(name)) > 1 and not "".join(name).isdecimal()}
