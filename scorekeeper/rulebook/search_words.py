"""Words as people type them: without case and accents, mistyped, begun, in other languages or other words.

Only words of every card table are here and in card_words.toml. What one game calls its own stands in that game's
folder, under `[words]`.
"""

import re
import tomllib
import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import combinations, islice, pairwise, takewhile
from pathlib import Path

from rapidfuzz import process
from rapidfuzz.distance import OSA

WORD = re.compile(r"[^\W\d_]+|\d+|[♠♥♦♣]")
IDENTIFIER = re.compile(r"\w+_\w+")
SIGN = re.compile(r"(?<!\w)[-−](?=\d)")
SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}

word_cache = lru_cache(maxsize=10_000)
"""Bounded: the rules have some thousand words, but a question may have any."""


def words_of(text: str) -> list[str]:
    """Return the folded words and numbers of a text; identifiers such as bid_made are left out."""
    return [folded(word) for word in WORD.findall(SIGN.sub(" minus ", IDENTIFIER.sub(" ", text)))]


@word_cache
def folded(word: str) -> str:
    apart = unicodedata.normalize("NFKD", SUITS.get(word, word).casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


NUMBERS = WORD.findall("""
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty
""")
VERBS = """
    beat beaten, begin began begun, deal dealt, draw drew drawn, fall fell, give gave given, get got, hold held,
    lead led, lose lost, make made, meet met, say said, steal stole stolen, take took taken, throw threw thrown,
    win won, few fewer fewest, high higher highest, low lower lowest
"""
BASE_FORMS = {word: str(number) for number, word in enumerate(NUMBERS)} | {
    form: forms[0] for forms in map(str.split, VERBS.split(",")) for form in forms[1:]
}
ENDINGS = ("ings", "ing", "ers", "er", "ed", "es", "s", "e")


@word_cache
def stem(word: str) -> str:
    word = BASE_FORMS.get(word, word)
    for ending in ENDINGS:
        bare = word.removesuffix(ending)
        shortest = 4 if ending.startswith("er") else 3  # the end of “order” is none
        if bare != word and len(bare) >= shortest and not (ending == "s" and bare.endswith("s")):
            return bare[:-1] if len(bare) > 3 and bare[-1] == bare[-2] and bare[-1] not in "lsz" else bare
    return word


MINOR = frozenset(
    WORD.findall("""
        a about am an and any are as at be been but by can cannot could did do does doesn don for from get gets go goes
        had happen happens has have he how i if in into is isn it its just many may me much must my now of off on or our
        out own s she should so some t than that the their them then there they this to up us was we were what when
        where which who whom whose why will with won would you your
    """)
)
"""Words that every section has: they raise a score, but need not be found."""

MINOR_STEMS = frozenset(map(stem, MINOR))

EXACT, TRANSLATED, BEGUN, ALIKE, ENDED = 1.0, 0.95, 0.8, 0.5, 0.4
"""How well a word of the rules fits what was typed: it is that word, a word that people have for it, begins so, means
nearly the same, or ends so."""

LATER = 0.15
"""A word in card_words.toml fits its first meaning best, each further one by so much less."""

WRONG_LETTER = 0.07
"""By so much less fits a word for each letter that is wrong, missing, too many or swapped with the next one."""

Meanings = dict[str, float]
"""Stems of the rules, and how well each of them fits."""


class Dictionary:
    """What typed words can mean, in rules of which these are all `words`."""

    def __init__(self, words: Iterable[str]) -> None:
        file = tomllib.loads((Path(__file__).parent / "card_words.toml").read_text(encoding="utf-8"))
        self.alike: dict[str, set[str]] = defaultdict(set)
        for group in file["alike"]:
            for one in group.split():
                self.alike[stem(one)] |= set(map(stem, group.split())) - {stem(one)}
        self.translations: dict[str, list[str]] = defaultdict(list)
        for language in ("english", "german", "spanish"):
            for meanings, others in file[language].items():
                for other in others.split():
                    self.translations[other] += map(stem, meanings.split())
        self.written = {*words, *MINOR, *(word for group in file["alike"] for word in group.split())}
        self.words = sorted(self.written)
        self.backwards = sorted(word[::-1] for word in self.words)

    def meanings(self, word: str, *, unfinished: bool) -> Meanings:
        if word.isdecimal() or (word in MINOR and not unfinished):
            return {stem(word): EXACT}
        known = self._known(word)
        begun = self._begun(word) if unfinished or not known else {}
        return {one: max(known.get(one, 0), begun.get(one, 0)) for one in known | begun} or self._mistyped(word)

    def joined(self, words: Sequence[str]) -> list[str]:
        """Put together what is one word: “spielt … aus” (German verbs come apart), “sand bag”."""
        for first, second in combinations(words, 2):
            if first not in MINOR and len(second) > 1 and second + first in self.translations:
                return [second + first if word == first else word for word in words if word != second]
        for first, second in pairwise(words):
            if first + second in self._all_words and not (self._known(first) and self._known(second)):
                return [*words, first + second]
        return list(words)

    def _known(self, word: str) -> Meanings:
        found = {stem(word): EXACT} if word in self.written or stem(word) in self.alike else {}
        best = ALIKE + LATER if found else TRANSLATED
        for at, meaning in enumerate(self.translations.get(word, ())):
            found.setdefault(meaning, max(best - LATER * at, ALIKE))
        return {near: ALIKE * fit for one, fit in found.items() for near in self.alike.get(one, ())} | found

    def _begun(self, word: str) -> Meanings:
        ended = (one[::-1] for one in _starting(self.backwards, word[::-1])) if len(word) > 3 else ()
        begun = _starting(self.words, word) if len(word) > 1 else ()
        return {stem(one): ENDED for one in ended} | {stem(one): BEGUN for one in begun}

    def _mistyped(self, word: str) -> Meanings:
        near = self._near(word)
        if not near or OSA.distance(word, near[0]) > 1:
            near = self._compound(word) or near
        found: Meanings = {}
        for one in near:
            likeness = 1 - WRONG_LETTER * min(OSA.distance(word, one), 4)
            for meaning, fit in self._known(one).items():
                found[meaning] = max(found.get(meaning, 0), fit * likeness)
        return found

    def _near(self, word: str) -> list[str]:
        if len(word) < 3:
            return []
        most = 1 if len(word) < 5 else 2 if len(word) < 9 else 3
        near = process.extract(word, self._all_words, scorer=OSA.distance, score_cutoff=most, limit=20)
        return [one for one, distance, _ in near if distance == near[0][1]]

    def _compound(self, word: str) -> list[str]:
        """Return the two known words that a word is made of: Trumpf and Zwang, off and jack."""
        parts = ([word[:at], word[at:]] for at in range(3, len(word) - 2))
        return next((pair for pair in parts if all(map(self._known, pair))), [])

    @cached_property
    def _all_words(self) -> dict[str, str]:
        return {word: word for word in (*self.words, *self.translations)}


def _starting(words: list[str], start: str) -> Iterator[str]:
    return takewhile(lambda one: one.startswith(start), islice(words, bisect_left(words, start), None))
