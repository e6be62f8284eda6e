"""The index of the rules for the search, and the words that players use for them, in three languages."""

import re
import tomllib
import unicodedata
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from html import unescape
from itertools import combinations, islice, pairwise, takewhile
from math import log
from pathlib import Path

from django.utils.html import strip_tags
from rapidfuzz import process
from rapidfuzz.distance import OSA

from games.core.definition import Game
from games.core.examples import read_examples
from games.core.registry import games
from scorekeeper.rulebook.rules_page import OPEN_QUESTIONS, RulesPage, RulesSection, read_rules

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


MINOR_WEIGHT = 0.15

TITLE, PHRASE, TEXT = 1.0, 0.9, 0.5
"""Weight of a word in a title, in a phrase of the section, in the text."""

NUMBER = 1.2
"""Weight of a number in the text: a rule has few."""

LONG = 60
"""Words of a text from which single hits count less."""

OPEN = 0.9
"""Factor: an open question ranks below the rule it is about."""

DIFFERS = 1.1
"""Factor: a rule that this table plays in another way ranks above others."""

DISPUTES = "disputes"
SUMMARIES = {"short", "scoring-card", DISPUTES}
"""Sections that repeat the answers of others: they are found by their titles only."""

TABLE, CELL = re.compile(r"<table>.*?</table>", re.DOTALL), re.compile(r"<t[hd][^>]*>(.*?)</t[hd]>")
DISPUTE = re.compile(r'<li>\s*(?:<p>)?<strong>(.*?)</strong>.*?href="#([a-z0-9-]+)"', re.DOTALL)


@dataclass(frozen=True, eq=False)
class Phrase:
    text: str
    stems: frozenset[str]


@dataclass(frozen=True, eq=False)
class IndexedSection:
    """`text` is without markup; `rows`: table rows by their first cell; `pairs`: stems that follow each other."""

    game: Game
    section: RulesSection
    text: str
    rows: dict[str, list[str]]
    phrases: tuple[Phrase, ...]
    weights: dict[str, float]
    pairs: frozenset[tuple[str, str]]
    factor: float


@dataclass(frozen=True, eq=False)
class Index:
    """`rarity`: how much it tells to find a stem."""

    page: RulesPage
    places: list[IndexedSection]
    rarity: dict[str, float]

    @property
    def unknown(self) -> float:
        return log(1 + len(self.places))


def rules_indexes() -> list[Index]:
    """Return the rules of all games, by their defaults."""
    return [index_of(read_rules(game)) for game in games().values()]


@cache
def dictionary() -> Dictionary:
    places = [place for index in rules_indexes() for place in index.places]
    texts = (text for place in places for text in (place.text, *(phrase.text for phrase in place.phrases)))
    return Dictionary(word for text in texts for word in words_of(text))


@lru_cache(maxsize=100)
def index_of(page: RulesPage) -> Index:
    places = list(_indexed_sections(page))
    found = Counter(one for place in places for one in place.weights)
    rarity = {
        one: log(1 + len(places) / (1 + times)) * (MINOR_WEIGHT if one in MINOR_STEMS else 1)
        for one, times in found.items()
    }
    return Index(page, places, rarity)


def _indexed_sections(page: RulesPage) -> Iterator[IndexedSection]:
    words, disputes = read_examples(page.game).words, _disputes(page)
    for section in page.sections:
        text, rows = _plain(section), _rows(section)
        phrases = [section.title, *words.get(section.anchor, "").split(","), *disputes[section.anchor]]
        texts = [] if section.anchor in SUMMARIES else [text, *(row for each in rows.values() for row in each)]
        yield IndexedSection(
            page.game, section, text, rows,
            phrases=tuple(_phrases(phrases)),
            weights=_weights(section.title, phrases, texts),
            pairs=frozenset(_pairs([*phrases, *texts])),
            factor=_factor(section),
        )  # fmt: skip


def _disputes(page: RulesPage) -> dict[str, list[str]]:
    """Return the questions of the section of disputes, by the anchor of the rule that each leads to."""
    questions: dict[str, list[str]] = defaultdict(list)
    section = page.section(DISPUTES)
    for question, anchor in DISPUTE.findall(section.html if section else ""):
        questions[anchor] += re.split(r"[?,.]", unescape(strip_tags(question)))
    return questions


def _phrases(texts: Iterable[str]) -> Iterator[Phrase]:
    for words in filter(None, map(words_of, texts)):
        yield Phrase(" ".join(words), frozenset(map(stem, words)))


def _weights(title: str, phrases: list[str], texts: list[str]) -> dict[str, float]:
    times = Counter(_stems(texts))
    weights = {one: TEXT * number / (number + 0.5 + times.total() / LONG) for one, number in times.items()}
    weights |= {one: NUMBER for one in times if one.isdecimal()}
    return weights | dict.fromkeys(_stems(phrases), PHRASE) | dict.fromkeys(_stems([title]), TITLE)


def _stems(texts: Iterable[str]) -> Iterator[str]:
    return (stem(word) for text in texts for word in words_of(text))


def _pairs(texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    for text in texts:
        yield from pairwise(stem(word) for word in words_of(text) if word not in MINOR)


def _factor(section: RulesSection) -> float:
    is_open = OPEN_QUESTIONS in (section.parent, section.anchor)
    return (OPEN if is_open else 1) * (DIFFERS if 'class="differs"' in section.html else 1)


def _plain(section: RulesSection) -> str:
    prose = TABLE.sub(" ", section.html)
    return " ".join(unescape(strip_tags(re.sub(r"</(p|li|h\d)>", "  ", prose))).split())


def _rows(section: RulesSection) -> dict[str, list[str]]:
    """Return table rows by first cell: “Players 5: Largest hand 10, Hands in the game 19”."""
    rows: dict[str, list[str]] = defaultdict(list)
    for table in TABLE.findall(section.html):
        head, *body = ([unescape(strip_tags(cell)) for cell in CELL.findall(row)] for row in table.split("</tr>")[:-1])
        for first, *cells in body:
            each = ", ".join(f"{name} {cell}" for name, cell in zip(head[1:], cells, strict=True))
            rows[first].append(f"{head[0]} {first}: {each}")
    return dict(rows)
