"""The words of the search: stems, and what a typed word can mean in the rules: mistyped, or in other words."""

import re
import tomllib
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from rapidfuzz import process
from rapidfuzz.distance import OSA

WORD = re.compile(r"[^\W\d_]+|\d+|[♠♥♦♣]")
IDENTIFIER = re.compile(r"\w+_\w+")
NOT = re.compile(r"\b(do|does|did|is|are|was|were|has|have|had|could|would|should)n['’]?t\b", re.IGNORECASE)
CANNOT = re.compile(r"\b(?:can['’]?t|can not)\b", re.IGNORECASE)
MINUS = re.compile(r"(?<!\w)[-−](?=\d)")
SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}


def words_of(text: str) -> list[str]:
    """Return the words and numbers of a text without capitals and accents; identifiers are left out."""
    text = MINUS.sub(" minus ", IDENTIFIER.sub(" ", text))
    return [folded(word) for word in WORD.findall(NOT.sub(r"\1 not", CANNOT.sub("cannot", text)))]


def folded(word: str) -> str:
    letters = unicodedata.normalize("NFKD", SUITS.get(word, word).casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


WORDS = tomllib.loads((Path(__file__).parent / "card_words.toml").read_text(encoding="utf-8"))
NUMBERS = {word: str(number) for number, word in enumerate(WORDS["numbers"].split())}
BASE_FORMS = NUMBERS | {form: forms[0] for forms in map(str.split, WORDS["forms"]) for form in forms}
# Some games are named like a suit: the sign of a suit, or a card of it, means no game.
SUIT_OF_A_CARD = re.compile(
    rf"[{''.join(SUITS)}]|\b(?:{'|'.join(WORDS['ranks'].split())}) of (?:{'|'.join(SUITS.values())})\b", re.IGNORECASE
)
ENDINGS = ("ings", "ing", "ers", "er", "ed", "es", "s", "e")


def stem(word: str) -> str:
    for form in (word, word.removesuffix("s")):
        if form in BASE_FORMS:
            return BASE_FORMS[form]
    for ending in ENDINGS:
        bare = word.removesuffix(ending)
        shortest = 4 if ending.startswith("er") else 3  # the end of “order” is none
        if bare != word and len(bare) >= shortest and not (ending == "s" and bare.endswith("s")):
            return bare[:-1] if len(bare) > 3 and bare[-1] == bare[-2] and bare[-1] not in "lsz" else bare
    return word


# Words that say nothing alone; and with those of everyday talk, words that count little in the search.
FUNCTION_STEMS = frozenset(map(stem, WORDS["minor"].split()))
MINOR_STEMS = FUNCTION_STEMS | frozenset(map(stem, WORDS["everyday"].split()))

# Stems of the rules, and how well each of them fits a typed word: 1 is the word itself.
Meanings = dict[str, float]

# How well a synonym and the beginning of a word fit.
SYNONYM_WEIGHT, PREFIX_WEIGHT = 0.45, 0.75
# A mistyped word fits less by this for each wrong, missing, added or swapped letter.
WRONG_LETTER_PENALTY = 0.11
LETTERS_OF_SHORT_WORDS = 7
MIN_LETTERS_TO_GUESS = 3
LETTERS_OF_WORDS_LIKE_OTHERS = 4


class Dictionary:
    """Meanings of typed words, for rules that use these `words`."""

    def __init__(self, words: Iterable[str]) -> None:
        groups = [group.split() for group in WORDS["synonyms"]]
        self.synonyms: dict[str, set[str]] = defaultdict(set)
        for group in groups:
            stems = set(map(stem, group))
            for meaning in stems:
                self.synonyms[meaning] |= stems - {meaning}
        all_words = set(words).union(*groups)
        self.stems = set(map(stem, all_words))
        self.vocabulary = sorted(all_words)

    def meanings(self, word: str) -> Meanings:
        meanings: Meanings = defaultdict(float)
        for spelling, fit in self._spellings(word):
            if stem(spelling) in self.stems:
                meanings[stem(spelling)] = max(fit, meanings[stem(spelling)])
        for meaning, fit in [*meanings.items()]:
            for synonym in self.synonyms.get(meaning, ()):
                meanings[synonym] = max(fit * SYNONYM_WEIGHT, meanings[synonym])
        return dict(meanings)

    def has(self, word: str) -> bool:
        return stem(word) in self.stems

    def _spellings(self, word: str) -> list[tuple[str, float]]:
        """Return the words that may be meant, each with its fit; only the word itself if the rules have it."""
        if word.isdecimal() or self.has(word):
            return [(word, 1.0)]
        if len(word) < MIN_LETTERS_TO_GUESS:
            return []
        wrong_letters = 1 if len(word) <= LETTERS_OF_SHORT_WORDS else 2
        alike = [known for known in self.vocabulary if _may_be(word, known)]
        similar = process.extract(word, alike, scorer=OSA.distance, score_cutoff=wrong_letters, limit=4)
        longer_words = [
            known for known in self.vocabulary if known.startswith(word) and len(word) > MIN_LETTERS_TO_GUESS
        ]
        return [
            *((known, 1 - WRONG_LETTER_PENALTY * distance) for known, distance, _ in similar),
            *((longer, PREFIX_WEIGHT) for longer in longer_words if longer.startswith(word)),
        ]


def _may_be(word: str, known: str) -> bool:
    """Return whether a mistyped word may mean a known one: “glasses” are no passes, and “tea” is no ten."""
    short = len(word) <= LETTERS_OF_WORDS_LIKE_OTHERS
    return word[0] == known[0] and (not short or word[-1] == known[-1] or sorted(word) == sorted(known))
