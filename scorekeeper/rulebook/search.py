"""Search the rules: the sections that answer a question, best first, each with the passage that answers.

Each word of a question counts by how rare it is in the rules, and as far as it fits: the word itself, one that is
mistyped, means the same or comes from another language. A section is as good as its best phrase (its title, or what
players call it) plus how much of the question its text covers. A phrase counts less for what it says beyond the
question.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from html import unescape
from math import log, sqrt

from django.utils.html import format_html, format_html_join, strip_tags
from django.utils.safestring import SafeString

from games.core.definition import Game
from games.core.examples import read_phrases
from games.core.house_rules import HouseRules
from games.core.registry import games
from scorekeeper.matches.models import Match
from scorekeeper.rulebook.rules_page import (
    OPEN_QUESTIONS,
    RulesPage,
    RulesSection,
    mentions,
    read_rules,
    rules_address,
)
from scorekeeper.rulebook.search_words import MINOR_STEMS, WORD, Dictionary, Meanings, folded, stem, words_of
from scorekeeper.rulebook.wording import HouseRuleText, house_rule_texts


def hits_in(words: Sequence[Meanings], page: RulesPage, match: Match | None = None) -> list[SearchHit]:
    """Return the sections of rules that answer, the best first; `match`: the one whose rules they are."""
    index = index_of(page)
    hits = [SearchHit(page, section, words, index.score(section, words), match) for section in index.sections]
    return sorted((hit for hit in hits if hit.score), key=lambda hit: -hit.score)


# --- The question ---

# A “not” is about a verb among the next words.
WORDS_AFTER_NOT = 3
TAKEN = frozenset(map(stem, ("get", "take", "make", "win", "trick")))


def read_question(question: str) -> list[Meanings]:
    """Return what each word can mean, with “bid 6, took 5” and “did not make” put as “missed”."""
    # What a club wrote has words of its own.
    words = [{stem(word): 1.0} | dictionary().meanings(word) for word in words_of(question)]
    for at, word in enumerate(words):
        if "not" in word:
            for later in words[at + 1 : at + 1 + WORDS_AFTER_NOT]:
                later |= {other: 1.0 for one, other in dictionary().negated.items() if later.get(one, 0) == 1}
    return _with_outcome(words)


def _with_outcome(words: list[Meanings]) -> list[Meanings]:
    """Say in words how a bid came out, where a question has a bid, what was taken and two numbers."""
    numbers = [int(one) for word in words for one in word if one.isdecimal() and word[one] == 1]
    bid = next((at for at, word in enumerate(words) if "bid" in word), None)
    taken = next((at for at, word in enumerate(words) if word.keys() & TAKEN and "bid" not in word), None)
    if bid is None or taken is None or len(numbers) != 2:
        return words
    said, got = numbers if bid < taken else reversed(numbers)
    outcome = "missed" if got < said or got > said == 0 else "more over" if got > said else "made exactly"
    others = [word for word in words if not word.keys() & TAKEN and not any(map(str.isdecimal, word.keys() - {"0"}))]
    return others + [{stem(word): 1.0} for word in outcome.split()]


@cache
def dictionary() -> Dictionary:
    sections = [section for game in games().values() for section in index_of(read_rules(game)).sections]
    return Dictionary(
        word for section in sections for text in (section.text, *section.phrases) for word in words_of(text)
    )


# --- The rules ---

# The heading of a chapter says less than the rules below it, and an open question less than the rule it is about.
CHAPTER_FACTOR, OPEN_QUESTION_FACTOR = 0.8, 0.9
# Found by their titles only: they repeat what other sections answer.
SUMMARIES = {"short", "scoring-card", "disputes", "sources"}
MINOR_WEIGHT = 0.2
TITLE_WEIGHT, PHRASE_WEIGHT, TEXT_WEIGHT = 1.0, 0.9, 0.65
SENTENCE = re.compile(r"(?<=[.!?])\s+")
ROW, CELL = re.compile(r"<tr>.*?</tr>", re.DOTALL), re.compile(r"<t[hd][^>]*>(.*?)</t[hd]>", re.DOTALL)


@dataclass(frozen=True, eq=False)
class IndexedSection:
    """A section of the rules. `weights`: the stems in it; `rows`: rows of its tables by the number they begin with."""

    game: Game
    section: RulesSection
    text: str
    phrases: tuple[str, ...]
    phrase_stems: tuple[frozenset[str], ...]
    weights: Meanings
    rows: dict[str, list[str]]
    factor: float


class Index:
    def __init__(self, page: RulesPage) -> None:
        words, chapters = read_phrases(page.game), {section.parent for section in page.sections}
        self.sections = [
            _index(page.game, section, words.get(section.anchor, section.phrases), chapters)
            for section in page.sections
        ]
        found = Counter(one for section in self.sections for one in section.weights)
        self.rarity = {one: self._rarity(one, times) for one, times in found.items()}

    def _rarity(self, word: str, times: int) -> float:
        return log(1 + len(self.sections) / (1 + times)) * (MINOR_WEIGHT if word in MINOR_STEMS else 1)

    def score(self, section: IndexedSection, words: Sequence[Meanings]) -> float:
        weighed = [({one: fit for one, fit in word.items() if one in self.rarity}, word) for word in words]
        asked = [(known, self._weight(known, word)) for known, word in weighed]
        whole = sum(weight for _, weight in asked)
        fits = {one: fit for known, _ in asked for one, fit in sorted(known.items(), key=lambda pair: pair[1])}
        needed = fits.keys() - MINOR_STEMS or fits.keys()
        if needed.isdisjoint(section.weights):
            return 0
        covered = sum(weight * _best_fit(known, section.weights) for known, weight in asked)
        phrases = [self._phrase(stems, asked, fits) for stems in section.phrase_stems]
        return section.factor * (covered + max(phrases, default=0)) / whole

    def _weight(self, known: Meanings, word: Meanings) -> float:
        """Return how much a word of the question counts: as the rarest of what it most likely means."""
        if not known:
            # A number that the rules do not have is often what people argue about.
            is_minor = word.keys() & MINOR_STEMS or all(map(str.isdecimal, word))
            return log(1 + len(self.sections)) * (MINOR_WEIGHT if is_minor else 1)
        best = max(known.values())
        return max(self.rarity[one] for one, fit in known.items() if fit > best - 0.1)

    def _phrase(self, stems: frozenset[str], asked: list[tuple[Meanings, float]], fits: Meanings) -> float:
        """Return how much of the question a phrase says, and how little else."""
        said = sum(self.rarity[one] * fits[one] for one in stems & fits.keys()) / sum(self.rarity[one] for one in stems)
        return said * sum(weight * _best_fit(known, stems) for known, weight in asked) if said else 0


def _best_fit(known: Meanings, there: Meanings | Collection[str]) -> float:
    weights = there if isinstance(there, dict) else dict.fromkeys(there, 1.0)
    return max((fit * weights[one] for one, fit in known.items() if one in weights), default=0.0)


@lru_cache(maxsize=100)
def index_of(page: RulesPage) -> Index:
    return Index(page)


def _index(game: Game, section: RulesSection, words: str, chapters: Collection[str]) -> IndexedSection:
    is_open_question = section.parent == OPEN_QUESTIONS
    name = "" if is_open_question else section.anchor.replace("-", " ")
    phrases = tuple(phrase.strip() for phrase in (section.title, name, *words.split(",")) if phrase.strip())
    stems = tuple(frozenset(map(stem, words_of(phrase))) for phrase in phrases)
    text = "" if section.anchor in SUMMARIES else _plain(section.html)
    weights = dict.fromkeys(map(stem, words_of(text)), TEXT_WEIGHT)
    weights |= dict.fromkeys((one for phrase in stems for one in phrase), PHRASE_WEIGHT)
    weights |= dict.fromkeys(stems[0], TITLE_WEIGHT)
    factor = CHAPTER_FACTOR if section.anchor in chapters else OPEN_QUESTION_FACTOR if is_open_question else 1
    return IndexedSection(game, section, text, phrases, stems, weights, _rows(section.html), factor)


def _plain(html: str) -> str:
    return " ".join(unescape(strip_tags(html)).split())


def _rows(html: str) -> dict[str, list[str]]:
    """Return the rows of tables, with their headings, by the number they begin with: “Players 5: Largest hand 10”."""
    found: dict[str, list[str]] = {}
    for table in html.split("<table>")[1:]:
        headings, *rows = [[_plain(cell) for cell in CELL.findall(row)] for row in ROW.findall(table)]
        for first, *others in rows:
            named = ", ".join(f"{heading} {cell}" for heading, cell in zip(headings[1:], others, strict=True))
            if first.isdecimal():
                found.setdefault(first, []).append(f"{headings[0]} {first}: {named}")
    return found


# --- What is shown of an answer ---

PASSAGE_LENGTH = 280
# A section says first what it is about.
FIRST_SENTENCE_FACTOR = 1.5
TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)


@dataclass(frozen=True)
class SearchHit:
    """`match`: the one asked about."""

    page: RulesPage
    place: IndexedSection
    words: Sequence[Meanings]
    score: float
    match: Match | None = None

    @property
    def title(self) -> SafeString:
        return self._marked(self.place.section.title)

    @property
    def rows(self) -> list[SafeString]:
        numbers = [one for word in self.words for one in word if one in self.place.rows]
        return [self._marked(row) for number in dict.fromkeys(numbers) for row in self.place.rows[number]]

    @property
    def sentence(self) -> SafeString:
        """The sentence that says most of what was asked; of an open question, what the house rule says."""
        return self._marked(self._decided or self._sentences[self._best])

    @property
    def _decided(self) -> str:
        rules = self.match.table.rules if self.match else HouseRules(self.place.game.house_rules, {})
        named = [rules.options[name] for name in rules.options if name in self.place.section.names]
        if not self.is_open_question or len(named) != 1:
            return ""
        return f"{named[0].title}: {named[0].label(rules.in_force[named[0].name])}."

    @cached_property
    def _sentences(self) -> list[str]:
        return SENTENCE.split(_plain(TABLE.sub("", self.place.section.html)) or self.place.text)

    @cached_property
    def _best(self) -> int:
        # “House rule: Blind lost.” answers nothing.
        telling = [at for at, one in enumerate(self._sentences) if not one.startswith("House rule")] or [0]
        said = {at: self._said_in(self._sentences[at]) for at in telling}
        said[telling[0]] *= FIRST_SENTENCE_FACTOR
        return max(telling, key=lambda at: (said[at], -at))

    @cached_property
    def passage(self) -> SafeString:
        """The best sentence and what follows, after the first sentence of the section."""
        sentences, best = self._sentences, self._best
        shown = [*sentences[: min(best, 1)], *(["…"] if best > 1 else []), sentences[best]]
        for sentence in sentences[best + 1 :]:
            if sum(map(len, shown)) + len(sentence) > PASSAGE_LENGTH:
                break
            shown.append(sentence)
        return self._marked(" ".join(shown))

    def _said_in(self, sentence: str) -> float:
        """Return how much of the question a sentence says: rare words count more, and long sentences less."""
        words, rarity = words_of(sentence), index_of(self.page).rarity
        stems = set(map(stem, words))
        said = sum(max((rarity[one] * word[one] for one in word.keys() & stems), default=0) for word in self.words)
        return said / sqrt(max(len(words), 1))

    def _marked(self, text: str) -> SafeString:
        return format_html_join("", "{}", ((piece,) for piece in self._pieces(text)))

    def _pieces(self, text: str) -> Iterator[str]:
        for piece in re.split(rf"({WORD.pattern})", text):
            word = stem(folded(piece))
            found = word not in MINOR_STEMS and any(word in meanings for meanings in self.words)
            yield format_html("<mark>{}</mark>", piece) if found else piece

    @property
    def address(self) -> str:
        return f"{rules_address(self.place.game, self.match)}#{self.place.section.anchor}"

    @property
    def is_open_question(self) -> bool:
        return self.place.section.parent == OPEN_QUESTIONS

    @property
    def options(self) -> list[str]:
        """The titles of the house rules that its section tells of."""
        return [option.title for option in self.place.game.house_rules if option.rule == self.place.section.anchor]

    @property
    def house_rules(self) -> list[HouseRuleText]:
        if not self.match:
            return []
        rules = house_rule_texts(self.place.game, self.match.table.rules)
        return [rule for rule in rules if rule.differs and mentions(self.page, self.place.section, rule)]
