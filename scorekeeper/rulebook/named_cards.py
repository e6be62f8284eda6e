"""A typed question, read as the answers to one of the referee's questions.

The phrases stand beside the questions (`Question.asked`, `Prompt.phrases`, `Prompt.said`). A text is read only if it
consists of nothing but these phrases, each fact given once, and if all this is one question: then what the referee says
is about what was asked. Everything else, and a mistyped word, is for the search.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import QueryDict

from games.core import prompts, referee
from games.core.definition import Game
from games.core.prompts import YES_OR_NO
from scorekeeper.rulebook.key_names import key_names, typed_words
from scorekeeper.rulebook.referee_page import IN_ORDER, KnownFacts, RefereeForm

BETWEEN_PHRASES = frozenset([",", "?", "and", "but", "if", "when", "while", "with", "so", "then"])
BETWEEN_CARDS, BETWEEN_CARDS_IN_ORDER = frozenset([",", "and"]), frozenset([",", "and", "then", "or"])
SLOT = re.compile(r"\{(.*)\}")
# A slot for cards of another field: “I hold 4♣ and 9♥, may I play the 9♥”.
OUT_OF = "out-of-"

Answers = dict[str, list[str]]


class PhrasePart(NamedTuple):
    """A part of a phrase: one of these words, or a slot for the answer of a field; “it?” may be missing."""

    words: frozenset[str]
    slot: str
    is_optional: bool


class Phrase(NamedTuple):
    """`given`: a field and the answer that the phrase itself is."""

    parts: Sequence[PhrasePart]
    given: Answers
    asks: bool


def referee_question(text: str, game: Game, known: KnownFacts) -> RefereeForm | None:
    """Return the referee's question that all of a text asks, filled in; None if it is none, or might be several."""
    words, found = typed_words(text), {}
    for ask, kind in referee.questions(game).items():
        for answers in Reader(RefereeForm(game, QueryDict(), known, kind), words).readings() if kind.asked else ():
            form = RefereeForm(game, QueryDict(urlencode(answers)), known, kind)
            if form.answer or form.missing:
                found[ask, *sorted(answers.items())] = form
    return next(iter(found.values())) if len(found) == 1 else None


class Reader:
    """Reads the words of a text as one of the referee's questions."""

    def __init__(self, form: RefereeForm, words: Sequence[str]) -> None:
        # Behind the last word stands none.
        self.kind, self.fields, self.words = form.kind, form.fields, [*words, ""]
        self.names = {name: key_names(tuple(field.keys)) for name, field in self.fields.items()}
        self.phrases = [*_phrases(self.kind.asked, self.kind.named[0], asks=True)]
        for name, prompt in prompts.asked_prompts(form.kind, form.context).items():
            for answer, said in prompt.said.items():
                self.phrases += _phrases(said, given={name: [answer]})
            players = {f"-{key.value}": key.label for key in prompt.each(form.context)} if prompt.each else {"": ""}
            for number, player in players.items():
                # A name without a letter, “🦊”, is in no text.
                spoken = " ".join(word for word in typed_words(player) if word != ",") or "-"
                self.phrases += _phrases(prompt.phrases.replace("{player}", spoken), f"{name}{number}")

    def readings(self) -> Iterator[dict[str, str]]:
        """Yield the answers of each way to read all of the text."""
        for answers in self._readings_from(0, {}, asks=self.kind.asks_alone):
            chosen = {slot: answers[slot] for slot in answers if slot.startswith(OUT_OF)}
            given = {name: values for name, values in answers.items() if name not in chosen}
            is_in_hand = all({*cards} <= {*given.get(slot.removeprefix(OUT_OF), ())} for slot, cards in chosen.items())
            is_whole = all(any(name.startswith(needed) for name in given) for needed in self.kind.named)
            is_trick = all(len(values) > 1 for name, values in given.items() if IN_ORDER in self.fields[name].label)
            if is_in_hand and is_whole and is_trick:
                yield {name: " ".join(values) for name, values in given.items()}

    def _readings_from(self, at: int, given: Answers, *, asks: bool) -> Iterator[Answers]:
        at = self._skip(BETWEEN_PHRASES, at)
        if not self.words[at] and asks:
            yield given
        for phrase in self.phrases:
            for end, more in self._ends(phrase.parts, at, phrase.given):
                # “Hearts broken?” does not say that they are.
                doubts = self.words[end] == "?" and any(values[0] in YES_OR_NO for values in phrase.given.values())
                if end > at and not doubts and not more.keys() & given.keys():
                    yield from self._readings_from(end, given | more, asks=asks or phrase.asks)

    def _ends(self, parts: Sequence[PhrasePart], at: int, given: Answers) -> Iterator[tuple[int, Answers]]:
        """Yield where these parts of a phrase may end, with its answers."""
        if not parts:
            yield at, given
            return
        part, rest = parts[0], parts[1:]
        if self.words[at] in part.words:
            yield from self._ends(rest, self._skip({","}, at + 1), given)
        for end, values in self._cards(part.slot, at) if part.slot else ():
            more = given | {part.slot: [*given.get(part.slot, ()), *values]}
            yield from self._ends(rest, self._skip({","}, end), more)
        if part.is_optional:
            yield from self._ends(rest, at, given)

    def _cards(self, slot: str, at: int) -> Iterator[tuple[int, list[str]]]:
        """Yield where the cards of a slot may end, and which these are."""
        name = slot.removeprefix(OUT_OF)
        field, values = self.fields[name], list[str]()
        between = BETWEEN_CARDS_IN_ORDER if IN_ORDER in field.label else BETWEEN_CARDS
        while found := self.names[name].at(self.words, at, several=field.many):
            values = [*values, *found[1]]
            yield found[0], values
            at = self._skip(between, found[0])
            if not field.many:
                return

    def _skip(self, words: Set[str], at: int) -> int:
        while self.words[at] in words:
            at += 1
        return at


@lru_cache(maxsize=2_000)
def _parts(phrase: str, name: str) -> list[PhrasePart]:
    """Return the parts of “who takes|wins {} it?”, with {} for the field of this name."""
    parts = []
    for word in phrase.split():
        slot = SLOT.fullmatch(word)
        words = frozenset() if slot else frozenset(word.removesuffix("?").split("|"))
        parts.append(PhrasePart(words, (slot[1] or name) if slot else "", word.endswith("?")))
    return parts


def _phrases(phrases: str, name: str = "", given: Answers | None = None, *, asks: bool = False) -> Iterator[Phrase]:
    return (Phrase(_parts(phrase, name), given or {}, asks) for phrase in phrases.split(", ") if phrase)
