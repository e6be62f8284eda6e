"""Search the rules: the sections that answer a question, best first, each with the sentence that answers marked.

Each word of a question is weighted by its rarity in the rules, and by its match: the word itself, a mistyped one, or a
synonym. The score of a section adds its best phrase (its title, or a name that players use), the share of the question
that its text covers, and the share that its best sentence covers. A phrase counts less for words that are not in the
question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import log, sqrt
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from games.core.definition import Game
from games.core.examples import read_phrases
from games.core.house_rules import HouseRules
from games.core.registry import games
from scorekeeper.matches.models import Match
from scorekeeper.matches.setup import OptionField
from scorekeeper.rulebook.guide import guide_address, read_guide
from scorekeeper.rulebook.passages import (
    Sentence,
    WeightedWords,
    best_sentence,
    marked,
    plain,
    sentences_of,
    stems_of,
)
from scorekeeper.rulebook.rules_page import (
    OPEN_QUESTIONS,
    RulesPage,
    RulesSection,
    mentions,
    read_rules,
    rules_address,
    worked_example,
)
from scorekeeper.rulebook.search_words import MINOR_STEMS, Dictionary, Meanings, stem, words_of
from scorekeeper.rulebook.wording import HouseRuleText, house_rule_texts
from scorekeeper.rulebook.worked_examples import ScoredExample


def hits_in(
    texts: Sequence[str], page: RulesPage, match: Match | None = None, rules: Sequence[str] = ()
) -> list[SearchHit]:
    """Return the sections that answer a question, or are about all of several claims, the best first.

    `match`: if these are the rules of a match. `rules`: anchors of sections that come first whatever their words are.
    """
    index = index_of(page)
    asked = [index.weigh(read_question(text)) for text in texts]
    words = [word for words in asked for word in words]
    scores = {section: sum(index.score(section, each) for each in asked) / len(asked) for section in index.sections}
    hits = [SearchHit(page, section, words, score, match) for section, score in scores.items()]
    by_anchor = {hit.anchor: hit for hit in hits if hit.place.sentences}
    first = [by_anchor[rule] for rule in dict.fromkeys(rules) if rule in by_anchor]
    return first + sorted((hit for hit in hits if hit.score and hit not in first), key=lambda hit: -hit.score)


# 0.2 ms of processor time, and the same question is asked of each game.
@lru_cache(maxsize=100)
def read_question(question: str) -> Sequence[Meanings]:
    """Return what each word can mean; words of a club's own notes are in no dictionary: each also means itself."""
    return [{stem(word): 1.0} | dictionary().meanings(word) for word in words_of(question)]


# 600 ms of processor time: all words of all rules.
@cache
def dictionary() -> Dictionary:
    phrases = [phrase for game in games().values() for phrase in read_phrases(game).values()]
    pages = [read_guide(), *map(read_rules, games().values())]
    sections = [section for page in pages for section in page.sections]
    phrases += [section.phrases for section in read_guide().sections]
    texts = [*phrases, *(f"{section.title} {plain(section.html)}" for section in sections)]
    return Dictionary(word for text in texts for word in words_of(text))


# --- The rules ---

# An open question says less than the rule it is about, and a section about the app has everyday words: “who deals”.
OPEN_QUESTION_FACTOR, GUIDE_FACTOR = 0.9, 0.82
# Sections that repeat what others answer: only their titles are searched.
SUMMARIES = {"short", "scoring-card", "sources"}
MINOR_WEIGHT = 0.35
TITLE_WEIGHT, PHRASE_WEIGHT, TEXT_WEIGHT = 1.0, 0.9, 0.65
# How much the best sentence of a section counts beside its best phrase.
SENTENCE_WEIGHT = 0.5


@dataclass(frozen=True, eq=False)
class IndexedSection:
    """A section of the rules. `weights`: by stem. `phrases`: the stems of each. `sentences`: none of a summary."""

    game: Game
    section: RulesSection
    sentences: Sequence[Sentence]
    phrases: Sequence[frozenset[str]]
    weights: Meanings
    factor: float


class Index:
    def __init__(self, page: RulesPage) -> None:
        phrases = read_phrases(page.game)
        self.sections = [
            _index(page, section, phrases.get(section.anchor, section.phrases))
            for section in page.sections
            if section.html
        ]
        counts = Counter(word for section in self.sections for word in section.weights)
        self.rarity = {
            word: log(1 + len(self.sections) / (1 + count)) * (MINOR_WEIGHT if word in MINOR_STEMS else 1)
            for word, count in counts.items()
        }

    def weigh(self, words: Sequence[Meanings]) -> WeightedWords:
        """Return the possible meanings of each word of a question in these rules, and its weight."""
        meanings = [{meaning: fit for meaning, fit in word.items() if meaning in self.rarity} for word in words]
        return [(each, self._weight(each, word)) for each, word in zip(meanings, words, strict=True)]

    def _weight(self, meanings: Meanings, word: Meanings) -> float:
        """Return the rarity of the rarest likely meaning of a word."""
        if not meanings:
            # A number that the rules do not have is often what people argue about.
            is_minor = word.keys() & MINOR_STEMS or all(map(str.isdecimal, word))
            return log(1 + len(self.sections)) * (MINOR_WEIGHT if is_minor else 1)
        best = max(meanings.values())
        return max(self.rarity[meaning] for meaning, fit in meanings.items() if fit > best - 0.1)

    def score(self, section: IndexedSection, words: WeightedWords) -> float:
        fits = {
            meaning: fit for meanings, _ in words for meaning, fit in sorted(meanings.items(), key=lambda pair: pair[1])
        }
        needed = fits.keys() - MINOR_STEMS or fits.keys()
        if needed.isdisjoint(section.weights):
            return 0
        phrase = max((self._phrase_score(stems, words, fits) for stems in section.phrases), default=0)
        sentence = max((coverage(words, sentence.stems) for sentence in section.sentences), default=0)
        score = coverage(words, section.weights) + phrase + SENTENCE_WEIGHT * sentence
        # The root, not the sum: of a long question a section has to say more than of a short one, but a smaller part.
        return section.factor * score / sqrt(sum(weight for _, weight in words))

    def _phrase_score(self, stems: frozenset[str], words: WeightedWords, fits: Meanings) -> float:
        """Return how much of the question a phrase says, and how little else."""
        asked = sum(self.rarity[meaning] * fits[meaning] for meaning in stems & fits.keys())
        return asked / sum(self.rarity[word] for word in stems) * coverage(words, stems) if asked else 0


def coverage(words: WeightedWords, stems: Meanings | Collection[str]) -> float:
    """Return how much of a question these stems cover."""
    weights = stems if isinstance(stems, dict) else dict.fromkeys(stems, 1.0)
    return sum(
        weight * max((fit * weights[meaning] for meaning, fit in meanings.items() if meaning in weights), default=0.0)
        for meanings, weight in words
    )


# A question to all games: 234 ms without it, 12 with it.
@lru_cache(maxsize=100)
def index_of(page: RulesPage) -> Index:
    return Index(page)


def _index(page: RulesPage, section: RulesSection, other_names: str) -> IndexedSection:
    is_open_question = section.parent == OPEN_QUESTIONS
    name = "" if is_open_question else section.anchor.replace("-", " ")
    # A club may write a line of dashes, or a heading that is an emoji: nobody can ask for it.
    phrases = [stems for phrase in (section.title, name, *other_names.split(",")) if (stems := stems_of(phrase))]
    is_summary = section.anchor in SUMMARIES
    sentences = [] if is_summary else sentences_of(section.html)
    weights = dict.fromkeys(() if is_summary else stems_of(plain(section.html)), TEXT_WEIGHT)
    weights |= dict.fromkeys((word for phrase in phrases for word in phrase), PHRASE_WEIGHT)
    weights |= dict.fromkeys(stems_of(section.title), TITLE_WEIGHT)
    factor = OPEN_QUESTION_FACTOR if is_open_question else GUIDE_FACTOR if page.is_guide else 1
    return IndexedSection(page.game, section, sentences, phrases, weights, factor)


# --- Hits as pages show them ---


@dataclass(frozen=True)
class SearchHit:
    """A section that may answer a question. `match`: if the question is about a match."""

    page: RulesPage
    place: IndexedSection
    words: WeightedWords
    score: float
    match: Match | None = None

    @property
    def anchor(self) -> str:
        return self.place.section.anchor

    @property
    def title(self) -> str:
        return self.place.section.title

    @property
    def text(self) -> SafeString:
        """The whole rule; marked in it is the sentence that answers, of an open question its house rule instead."""
        html, names_option = self.place.section.linked_from(self.rules_address), self.is_open_question
        sentence = None if names_option and self.house_rules else self._best(html)
        # Safe: HTML of the rules page, and <mark> around some of its text.
        return mark_safe(marked(html, sentence))  # noqa: S308

    @property
    def sentence(self) -> str:
        best = self._best(self.place.section.html)
        return best.text if best else ""

    def _best(self, html: str) -> Sentence | None:
        return best_sentence(self.words, stems_of(self.title), sentences_of(html))

    @property
    def example(self) -> ScoredExample | None:
        return worked_example(self.place.game, self.place.section, self._rules)

    @property
    def _rules(self) -> HouseRules:
        return self.match.initial_state.rules if self.match else HouseRules(self.place.game.house_rules, {})

    @property
    def rules_address(self) -> str:
        return guide_address(self.match) if self.page.is_guide else rules_address(self.place.game, self.match)

    @property
    def address(self) -> str:
        return f"{self.rules_address}#{self.anchor}"

    @property
    def is_open_question(self) -> bool:
        return self.place.section.parent == OPEN_QUESTIONS

    @property
    def set_ups(self) -> list[tuple[str, str]]:
        """Other values of the house rules of its section, each with the address of a set-up that has it."""
        section, game, rules = self.place.section, self.place.game, self._rules
        players, path = len(self.match.seats_at_table) if self.match else 0, reverse("new-match", args=[game.key])
        return [
            (f"{option.title}: {option.label(value)}", f"{path}?{urlencode(OptionField(option, value).form_fields())}")
            for option in game.house_rules
            if (option.rule == section.anchor or option.name in section.names) and option.is_relevant(players, rules)
            for value in option.presets()
            if value != rules.in_force[option.name]
        ]

    @property
    def house_rules(self) -> list[HouseRuleText]:
        """The house rules of the match that are about the rule: those that differ; of an open question all."""
        rules = house_rule_texts(self.place.game, self._rules) if self.match else ()
        section = self.place.section
        return [
            rule for rule in rules if mentions(self.page, section, rule) and (rule.differs or self.is_open_question)
        ]
