"""The words of the search: their stems, and what typed words can mean, in three languages, mistyped or not."""

import re
import tomllib
import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import combinations, islice, pairwise, permutations, takewhile
from pathlib import Path

from rapidfuzz import process
from rapidfuzz.distance import OSA

WORD = re.compile(r"[^\W\d_]+|\d+|[♠♥♦♣]")
IDENTIFIER = re.compile(r"\w+_\w+")
SIGN = re.compile(r"(?<!\w)[-−](?=\d)")
NOT = re.compile(r"\b(do|does|did|is|are|was|were|has|have|had|could|would|should)n['’]?t\b", re.IGNORECASE)
CANNOT = re.compile(r"\b(?:can['’]?t|can not)\b", re.IGNORECASE)
SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}

word_cache = lru_cache(maxsize=10_000)
"""Bounded: the rules have some thousand words, but a question may have any."""


def words_of(text: str) -> list[str]:
    """Return the folded words and numbers of a text; identifiers such as bid_made are left out."""
    text = SIGN.sub(" minus ", IDENTIFIER.sub(" ", text))
    return [folded(word) for word in WORD.findall(NOT.sub(r"\1 not", CANNOT.sub("cannot", text)))]


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
    win won, tie tied ties tying, lie lies lying, few fewer fewest, high higher highest, low lower lowest
"""
BASE_FORMS = {word: str(number) for number, word in enumerate(NUMBERS)} | {
    form: forms[0] for forms in map(str.split, VERBS.split(",")) for form in forms[1:]
}
NAMES = {name: name for name in ("player",)} | {"players": "player"}
"""No forms of a verb: the rules speak of playing everywhere."""
ENDINGS = ("ings", "ing", "ers", "er", "ed", "es", "s", "e")


@word_cache
def stem(word: str) -> str:
    if word in NAMES:
        return NAMES[word]
    word = BASE_FORMS.get(word, word)
    for ending in ENDINGS:
        bare = word.removesuffix(ending)
        shortest = 4 if ending.startswith("er") else 3  # the end of “order” is none
        if bare != word and len(bare) >= shortest and not (ending == "s" and bare.endswith("s")):
            return bare[:-1] if len(bare) > 3 and bare[-1] == bare[-2] and bare[-1] not in "lsz" else bare
    return word


MINOR = frozenset(
    WORD.findall("""
        a about am an and any anybody anyone are as at be been but by can cannot could d did do does for from get gets
        go goes had happen happens has have he how i if in into is it its just ll m many may me much must my now of
        off on or our out own re s she should so some somebody someone than that the their them then there they this
        to up us ve was we were what when where which who whom whose why will with would you your
    """)
)
"""Words that every section has: they raise a score, but need not be found."""

MINOR_STEMS = frozenset(map(stem, MINOR))

ASKING = ("what", "when", "where", "which", "who", "whose", "why", "how", "can", "may", "must", "does", "did", "is")

EXACT, TRANSLATED, SAME, BEGUN, ALIKE, ENDED = 1.0, 0.95, 0.85, 0.8, 0.5, 0.4
"""How well a word of the rules fits what was typed: it is that word, a word that people have for it, begins so, means
nearly the same, or ends so."""

LATER = 0.15
"""A word in card_words.toml fits its first meaning best, each further one by so much less."""

WRONG_LETTER = 0.11
"""By so much less fits a word for each letter that is wrong, missing, too many or swapped with the next one."""

Meanings = dict[str, float]
"""Stems of the rules, and how well each of them fits."""


class Dictionary:
    """What typed words can mean, in rules of which these are all `words`."""

    def __init__(self, words: Iterable[str]) -> None:
        file = tomllib.loads((Path(__file__).parent / "card_words.toml").read_text(encoding="utf-8"))
        self.alike: dict[str, Meanings] = defaultdict(dict)
        for fit, groups in ((ALIKE, file["alike"]), (SAME, file["same"])):
            for group in map(str.split, groups):
                for one, other in permutations(map(stem, group), 2):
                    self.alike[one][other] = max(fit, self.alike[one].get(other, 0))
        self.languages = {name: _by_word(file[name]) for name in ("english", "german", "spanish")}
        self.negated = {stem(one): list(map(stem, other.split())) for one, other in file["negated"].items()}
        self.written = {*words, *MINOR, *(word for group in file["alike"] + file["same"] for word in group.split())}
        self.words = sorted(self.written)
        self.stems = set(map(stem, self.words))
        self.backwards = sorted(word[::-1] for word in self.words)

    def read(self, typed: Sequence[str]) -> list[Meanings]:
        """Return what each word of a question can mean."""
        words = self._joined(typed)
        spoken = self._spoken(words)
        if len(words) > 1 and not self._is_known(words[0]):
            words[0] = self._asking(words[0])
        return [self._meanings(word, spoken, unfinished=word == typed[-1]) for word in dict.fromkeys(words)]

    def _asking(self, word: str) -> str:
        """Return the question word that the first word is, but for one letter: “waht”, “whoo”."""
        near = process.extractOne(word, ASKING, scorer=OSA.distance, score_cutoff=1) if len(word) > 2 else None
        return near[0] if near else word

    def _spoken(self, words: Sequence[str]) -> set[str]:
        """Return the languages in which most of the words are known."""
        known = {name: sum(word in table for word in words) for name, table in self.languages.items()}
        known["english"] += sum(word in self.written and word not in self.languages["english"] for word in words)
        return {name for name, count in known.items() if count == max(known.values())}

    def _meanings(self, word: str, spoken: set[str], *, unfinished: bool) -> Meanings:
        if word.isdecimal() or (word in MINOR and not unfinished and "english" in spoken):
            return {stem(word): EXACT}
        known = self._known(word, spoken)
        read = _best_of(known, self._begun(word) if unfinished or not known else {})
        is_sure = known or (unfinished and max(read.values(), default=0) > ENDED)
        return read if is_sure else _best_of(read, self._mistyped(word, spoken))

    def _joined(self, words: Sequence[str]) -> list[str]:
        """Put together what is one word: “spielt … aus” (German verbs come apart), “sand bag”."""
        for verb, particle in combinations(words, 2):
            if particle in PARTICLES and particle + verb in self.languages["german"]:
                return [particle + verb if word == verb else word for word in words if word != particle]
        for first, second in pairwise(words):
            if first + second in self._all_words and not (self._is_known(first) and self._is_known(second)):
                return [*words, first + second]
        return list(words)

    def _is_known(self, word: str) -> bool:
        return bool(self._known(word, {*self.languages}))

    def _known(self, word: str, spoken: set[str]) -> Meanings:
        """Return what a word means as it is typed; in the languages not spoken only where it is no English word."""
        is_written = word in self.written or stem(word) in self.stems
        found: Meanings = {}
        for name, table in self.languages.items():
            best = ALIKE + LATER if is_written and name == "english" else TRANSLATED
            for at, meaning in enumerate(table.get(word, ()) if name in spoken or not is_written else ()):
                found[meaning] = max(best - LATER * at, ALIKE, found.get(meaning, 0))
        if is_written:
            found[stem(word)] = EXACT if not found or "english" in spoken else ALIKE
        near: Meanings = {}
        for one, fit in found.items():
            for other, alike in self.alike.get(one, {}).items():
                near[other] = max(fit * alike, near.get(other, 0))
        return _best_of(near, found)

    def _begun(self, word: str) -> Meanings:
        ended = (one[::-1] for one in _starting(self.backwards, word[::-1])) if len(word) > 3 else ()
        begun = _starting(self.words, word) if len(word) > 1 else ()
        return {stem(one): ENDED for one in ended} | {stem(one): BEGUN for one in begun}

    def _mistyped(self, word: str, spoken: set[str]) -> Meanings:
        near = self._near(word, spoken)
        if not near or OSA.distance(word, near[0]) > 1:
            near = self._compound(word) or near
        found: Meanings = {}
        for one in near:
            likeness = 1 - WRONG_LETTER * min(OSA.distance(word, one), 4)
            for meaning, fit in self._known(one, spoken).items():
                found[meaning] = max(found.get(meaning, 0), fit * likeness)
        return found

    def _near(self, word: str, spoken: set[str]) -> list[str]:
        """Return the words most like it: of the language spoken, with the same first letter, if there are such."""
        if len(word) < 3:
            return []
        most = 1 + (len(word) >= 5) + (len(word) >= 9)
        near = process.extract(word, self._all_words, scorer=OSA.distance, score_cutoff=most, limit=40)

        def unlike(one: str, distance: float) -> float:
            is_spoken = (one in self.written and "english" in spoken) or any(
                one in self.languages[name] for name in spoken
            )
            return distance + 0.5 * (one[0] != word[0]) + 0.4 * (not is_spoken) + 0.3 * (one in MINOR)

        ranked = [(unlike(one, distance), one) for one, distance, _ in near]
        return [one for rank, one in ranked if rank == min(ranked)[0]]

    def _compound(self, word: str) -> list[str]:
        """Return the two known words that a word is made of: Trumpf and Zwang, off and jack."""
        parts = ([word[:at], word[at:]] for at in range(3, len(word) - 2))
        return next((pair for pair in parts if all(map(self._is_known, pair))), [])

    @cached_property
    def _all_words(self) -> dict[str, str]:
        return {word: word for word in (*self.words, *(word for table in self.languages.values() for word in table))}


def _best_of(one: Meanings, other: Meanings) -> Meanings:
    return {word: max(one.get(word, 0), other.get(word, 0)) for word in one | other}


PARTICLES = frozenset(WORD.findall("ab an auf aus ein heraus hin hinein nach raus um vor weg zu zuruck zusammen"))
"""What German verbs part with: ausspielen, “er spielt aus”."""


def _by_word(language: dict[str, str]) -> dict[str, list[str]]:
    """Return the meanings of each word, best first."""
    by_word: dict[str, list[str]] = defaultdict(list)
    for meanings, words in language.items():
        for word in words.split():
            by_word[word] += map(stem, meanings.split())
    return dict(by_word)


def _starting(words: list[str], start: str) -> Iterator[str]:
    return takewhile(lambda one: one.startswith(start), islice(words, bisect_left(words, start), None))
