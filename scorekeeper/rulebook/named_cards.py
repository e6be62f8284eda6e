"""Cards, numbers and facts that a typed question names, as the answers to one of the referee's questions.

Each goes to the field whose label has most words around it (“led”, “hand”, “trump”, “bid”). A card without such words
goes to the field that takes several cards. A fact of yes or no is set by phrases of its own alone. A question in which
anything else is said is none for the referee: its verdict would be about another one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import QueryDict

from games.core import prompts, referee
from games.core.definition import Game
from games.core.referee import Question
from games.core.round_form import Field
from scorekeeper.rulebook.referee_page import IN_ORDER, NONE, KnownFacts, RefereeForm
from scorekeeper.rulebook.search_words import FUNCTION_STEMS, MINOR_STEMS, NUMBERS, SUITS, stem, words_of

# How many words before a card or a number, and behind it, a word of its field's label may stand.
WORDS_AROUND = 4
# A word behind a card or a number counts less than one before it.
WEIGHT_BEHIND = 0.5
# Words that people use for those in the labels of the referee's fields, and in the titles of its questions.
WORDS_FOR_LABELS = {
    "hand": "have hold got", "turned": "turn", "follow": "play", "take": "got made win beat", "table": "on beat follow",
    "bid": "say want", "play": "lead follow", "beat": "play follow",
}  # fmt: skip
LABEL_STEMS = {
    stem(word): {stem(label) for label, words in WORDS_FOR_LABELS.items() if word in words.split()}
    for words in WORDS_FOR_LABELS.values()
    for word in words.split()
}
# “On two 9s”, and “on its own”.
BEFORE_STEMS = frozenset(map(stem, ("on", "beat", "follow")))
# Words around cards that say nothing more about them.
TABLE_WORDS = "card suit trick table allowed legal now then yet other against on"
TABLE_STEMS = frozenset(map(stem, TABLE_WORDS.split()))
LEADING = "leading"
SUIT_STEMS = frozenset(map(stem, SUITS.values()))
# “The queen beats the jack” asks no more who takes it.
OUTCOME_STEMS = frozenset(map(stem, ["take", "win", "beat", "capture"]))
ASKING_WORDS = "who which what does do did can may must is are will would could"
ASKING_STEMS = frozenset(map(stem, ASKING_WORDS.split()))
# “Are hearts broken?” asks; “hearts are broken” says so.
BE_STEMS = frozenset(map(stem, ["is", "are", "was", "were"]))
# “3 of 5 bid”: bids, and the cards they are bid on.
PART_OF_ALL = re.compile(rf"\b(\d+|{'|'.join(NUMBERS)}) of (\d+|{'|'.join(NUMBERS)})\b(?: bid\b)?", re.IGNORECASE)
# A capital “A” with a suit or alone is a card, and “A heart” is none.
ACE = re.compile(rf"\bA(?= ?[{''.join(SUITS)}]| (?:trick|of|or|and)\b)|(?<![A-Za-z] )\bA\b(?! ?[A-Za-z])")
CLAUSE = re.compile(r"[,;.?!]")

# The stems of a card or a number, and the value of its key in each field that has one.
Keys = dict[tuple[str, ...], list[tuple[str, str]]]


class Word(NamedTuple):
    """A word by its stem, in which clause of the text."""

    stem: str
    clause: int


class Mention(NamedTuple):
    """A card, a number or a phrase, where it stands, and its value in each field that has it."""

    fits: list[tuple[str, str]]
    start: int
    end: int
    times: int


def referee_question(text: str, game: Game, known: KnownFacts) -> RefereeForm | None:
    """Return the referee's question that all of a text asks, filled in; None if none, or if it names too little."""
    words, candidates = _words(text), []
    for kind in referee.questions(game).values():
        empty = RefereeForm(game, QueryDict(), known, kind)
        reading = Reading(words, empty)
        if reading.is_whole and reading.names_enough:
            form = RefereeForm(game, QueryDict(urlencode(reading.query)), known, kind)
            if not form.answer and not reading.asks:
                continue
            candidates.append(
                (bool(form.answer), not form.refusal, len(reading.answers), len(reading.title_words), form)
            )
    return max(candidates, key=lambda candidate: candidate[:4])[4] if candidates else None


def _words(text: str) -> list[Word]:
    clauses = CLAUSE.split(PART_OF_ALL.sub(r"\1 bid, \2 dealt", ACE.sub("ace ", text)))
    return [Word(base, number) for number, clause in enumerate(clauses) for base in _stems(clause)]


# A deck has the same keys in each question, which then takes 13 ms of processor time to read, not 68.
@lru_cache(maxsize=2_000)
def _stems(text: str) -> tuple[str, ...]:
    """Return the stems of a text; “7s” and “sevens” as two of them, “7 of hearts” as “7 hearts”; “one” is no number."""
    words = (word for word in words_of(text) if word not in ("of", "one"))
    return tuple(base for word in words for base in ((_stem(word), "s") if word[:-1] in NUMBERS else (_stem(word),)))


def _stem(word: str) -> str:
    """Return the stem of a word; the card that was led is not the one that somebody may lead."""
    return LEADING if word in ("lead", "leads", "leading") else stem(word)


@dataclass
class Reading:
    """What the words of a text answer of one of the referee's questions."""

    words: Sequence[Word]
    form: RefereeForm
    answers: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    read: set[int] = field(default_factory=set)
    contradicts: bool = False

    def __post_init__(self) -> None:
        self.stems = [word.stem for word in self.words]
        self.labels = {name: _label_stems(one) for name, one in self.fields.items() if not _is_yes_or_no(one)}
        rest = []
        for mention in self._mentions(_keys_of(self.form.kind, self.fields)):
            around = {fit: self._words_around(mention, fit[0]) for fit in mention.fits}
            best = max(mention.fits, key=lambda fit: around[fit])
            if around[best]:
                self._answer(*best, mention)
            else:
                rest.append(mention)
        # “What may I lead?”: nothing is led yet.
        for name, nothing in self._fields_led.items() if LEADING in self.stems else ():
            self.answers[name] = self.answers.get(name) or nothing
        # “Three 9s on two 8s”: those on the table are placed, so the others are played.
        cards = [name for name, one in self.fields.items() if one.groups]
        self.is_on_table = any(map(self.answers.get, cards))
        self.takes_cards = max(cards, key=self._fit_for_cards, default="")
        self.alone = [mention for mention in rest if self.takes_cards in dict(mention.fits)]
        for mention in self.alone:
            self._answer(self.takes_cards, dict(mention.fits)[self.takes_cards], mention)

    def _fit_for_cards(self, name: str) -> tuple[bool, bool, bool]:
        """Return how well a field takes cards without words around: it takes several, is open, and not on the table."""
        return self.fields[name].many, name not in self.answers, stem("table") not in self.labels[name]

    def _mentions(self, keys: Keys) -> Iterator[Mention]:
        longest, at = max(map(len, keys), default=0), 0
        while at < len(self.words):
            count = self._count_of(at, keys)
            first = at + (count > 1)
            sizes = range(min(longest, len(self.words) - first), 0, -1)
            length = next((size for size in sizes if tuple(self.stems[first : first + size]) in keys), 0)
            if length:
                yield Mention(keys[tuple(self.stems[first : first + length])], at, first + length, count)
            at = first + (length or 1)

    @property
    def _means_its_cards(self) -> bool:
        """Whether cards are meant for this question: those of a trick are only named, others with a word of it."""
        cards = self.answers.get(self.takes_cards, [])
        if self._is_in_order or not cards:
            return len(cards) != 1
        is_beaten = self.is_on_table and not BEFORE_STEMS.isdisjoint(self.other_stems)
        is_said = not (self.labels[self.takes_cards] - {"play"}).isdisjoint(self._said)
        is_asked = bool(self.title_words - SUIT_STEMS) or self._asks_to_lead
        if any("then" in self.stems[max(mention.start - 1, 0) : mention.start] for mention in self.alone):
            return False
        if is_beaten or not self.fields[self.takes_cards].many:
            return is_beaten or is_said or is_asked
        # “May I lead the ace of hearts?” does not say what else is in the hand; “the ace and the 5” is no hand, either.
        is_list = not self.alone or not {"or", "what"}.isdisjoint(self.stems)
        return len(cards) > 1 and (is_said or (is_asked and is_list))

    @property
    def _is_in_order(self) -> bool:
        return any(IN_ORDER in one.label for one in self.fields.values())

    @property
    def asks(self) -> bool:
        """Whether a text asks anything, or names the cards of a trick."""
        return self._is_in_order or not ASKING_STEMS.isdisjoint(self.stems)

    @property
    def fields(self) -> Mapping[str, Field]:
        return self.form.fields

    @property
    def query(self) -> dict[str, str]:
        return {name: " ".join(values) for name, values in self.answers.items() if values}

    @property
    def other_stems(self) -> set[str]:
        """The words besides the answers."""
        return {word for at, word in enumerate(self.stems) if at not in self.read}

    @property
    def title_words(self) -> set[str]:
        return self.other_stems & _label_stems(self.form)

    @property
    def is_whole(self) -> bool:
        """Whether every word is read: as an answer, as a word of a label, or as one that says nothing more."""
        labels = _label_stems(self.form).union(*self.labels.values())
        silent = FUNCTION_STEMS | TABLE_STEMS | labels | ({LEADING} if self._asks_to_lead else set())
        unread = {word for word in self.other_stems - silent if labels.isdisjoint(_labels_meant(word))}
        is_asked = (OUTCOME_STEMS | {"or"}).isdisjoint(self._said) or not ASKING_STEMS.isdisjoint(self.stems)
        # “A heart was led”: which?
        half_said = any(
            not label.isdisjoint(self.other_stems - {"card"}) for name, label in self.labels.items()
            if name not in self.answers and not self.fields[name].required
        )  # fmt: skip
        is_meant = self._asks_as_much and self._means_its_cards and not self.contradicts
        return is_meant and is_asked and not unread and not half_said

    @property
    def _asks_to_lead(self) -> bool:
        """Whether a text asks what may be led, and so may this question: nothing is led yet."""
        return LEADING in self.stems and bool(self._fields_led)

    @property
    def _fields_led(self) -> dict[str, list[str]]:
        """The fields for what was led, with the value for nothing."""
        nothing = {name: [key.value for key in self.fields[name].keys if key.value == NONE] for name in self.labels}
        return {name: values for name, values in nothing.items() if values and stem("led") in self.labels[name]}

    @property
    def _asks_as_much(self) -> bool:
        """Whether both or neither ask who, unless the text asks nothing: “10♥ K♥ 2♠”."""
        asks = "who" in self.stems, "who" in _stems(self.form.title)
        return asks[0] == asks[1] or ASKING_STEMS.isdisjoint(self.stems)

    @property
    def names_enough(self) -> bool:
        """Whether the answers say which question is meant: several of them, for several fields or with a word of it."""
        several = sum(map(len, self.answers.values())) > 1
        words = TABLE_STEMS.union(_label_stems(self.form), *self.labels.values()) - {"card"}
        return several and (len(self.answers) > 1 or not words.isdisjoint(self._said))

    @property
    def _said(self) -> set[str]:
        """The words besides the answers, and the words of labels that they may stand for."""
        return set().union(*map(_labels_meant, self.other_stems))

    def _answer(self, name: str, value: str, mention: Mention) -> None:
        given, one = self.answers[name], self.fields[name]
        self.read |= {*range(mention.start, mention.end)}
        # “Are hearts broken” does not say that they are.
        clause = [word.stem for word in self.words if word.clause == self.words[mention.start].clause]
        self.contradicts |= _is_yes_or_no(one) and clause[0] in BE_STEMS
        # “A 5 on two 4s” is no hand of three cards.
        is_on = mention.start > 0 and self.stems[mention.start - 1] == "on"
        self.contradicts |= is_on and not any(stem("table") in label for label in self.labels.values())
        # A card that the deck has once, named twice, is the same card; a suit is, too.
        if value in given and (one.copies.get(value) == 1 if one.many else not value.isdecimal()):
            return
        # Two bids, or a bid for each of several: nobody can tell which is meant.
        self.contradicts |= bool(given) and not one.many
        given += [value] * mention.times

    def _count_of(self, at: int, keys: Keys) -> int:
        """Return how many of a card are named here: “two 7s”, “two jokers”."""
        number, *follows = [word.stem for word in self.words[at : at + 3] if word.clause == self.words[at].clause]
        is_several = number in map(str, range(2, 10)) and (follows[1:] == ["s"] or follows[:1] == ["joker"])
        return int(number) if is_several and tuple(follows[:1]) in keys else 1

    def _words_around(self, mention: Mention, name: str) -> float:
        """Return how much the words around, in the same clause, are those of a field; 1 for “5 players” or “broken”."""
        one, is_phrase = self.fields[name], mention.end - mention.start > 1 and len(mention.fits) == 1
        if _is_yes_or_no(one) or (is_phrase and not one.groups):
            return 1
        behind = range(mention.end, min(mention.end + WORDS_AROUND, len(self.words)))
        near = [(1 / (mention.start - at), at) for at in range(max(mention.start - WORDS_AROUND, 0), mention.start)]
        near += [(WEIGHT_BEHIND / (at - mention.end + 1), at) for at in behind if self.stems[at] not in BEFORE_STEMS]
        clause = self.words[mention.start].clause
        return sum(
            weight
            for weight, at in near
            if self.words[at].clause == clause and not self.labels[name].isdisjoint(_labels_meant(self.stems[at]))
        )


def _labels_meant(word: str) -> set[str]:
    """Return the words of labels that a word may stand for, itself among them."""
    return {word} | LABEL_STEMS.get(word, set())


def _label_stems(labelled: Field | RefereeForm) -> frozenset[str]:
    label = labelled.title if isinstance(labelled, RefereeForm) else labelled.label
    return frozenset(_stems(label)) - MINOR_STEMS


def _is_yes_or_no(one: Field) -> bool:
    return {key.value for key in one.keys} == {"yes", "no"}


def _keys_of(kind: type[Question], fields: Mapping[str, Field]) -> Keys:
    keys: Keys = defaultdict(list)
    for field_name, one in fields.items():
        for key in one.keys if not _is_yes_or_no(one) else ():
            # A single letter is more likely a word of the question.
            names = [name for name in (key.spoken, key.label, key.value) if len(name) > 1 or name.isdecimal()]
            for stems in {_stems(name) for name in names}:
                if stems[:1] != ("a",):
                    keys[stems].append((field_name, key.value))
    for name, prompt in prompts.prompts_of(kind).items():
        for answer, phrases in prompt.said.items():
            for phrase in phrases.split(", "):
                keys[_stems(phrase)].append((name, answer))
    # Ignore words that several keys of one field share.
    return {stems: fits for stems, fits in keys.items() if len({name for name, _ in fits}) == len(fits)}
