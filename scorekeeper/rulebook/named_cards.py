"""Cards and numbers that a typed question names, as the answers to one of the referee's questions.

Each goes to the field whose label stands nearest to it in the question ("led", "hand", "trump", "bid"). A card without
such a word goes to the field that takes several cards, anything else is left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain, zip_longest
from urllib.parse import urlencode

from django.http import QueryDict

from games.core import referee
from games.core.definition import Game
from games.core.round_form import Field
from scorekeeper.rulebook.referee_page import KnownFacts, RefereeForm
from scorekeeper.rulebook.search_words import MINOR_STEMS, stem, words_of

# How many words before a card or a number, and behind it, the name of its field may stand.
WORDS_BEFORE, WORDS_BEHIND = 4, 4
# What people say for the labels of the referee's fields, by stems.
SAID_FOR = {
    stem(said): stem(label)
    for said, label in {"have": "hand", "hold": "hand", "turn": "turned", "play": "follow"}.items()
}

# The stems of a card or a number, and the value of its key in each field that has one.
Keys = dict[tuple[str, ...], list[tuple[str, str]]]


def referee_question(text: str, game: Game, known: KnownFacts) -> RefereeForm | None:
    """Return the question of the referee that fits, with all it names filled in; None where it names too little."""
    words, found = _stems(text), []
    for kind in referee.questions(game).values():
        empty = RefereeForm(game, kind, QueryDict(), known)
        answers = _answers(words, empty.fields)
        alike = len(set(words) & set(_stems(kind.title)) - MINOR_STEMS)
        if sum(map(len, answers.values())) > 1 and alike:
            query = urlencode({name: " ".join(values) for name, values in answers.items()})
            found.append((len(answers), alike, RefereeForm(game, kind, QueryDict(query), known)))
    return max(found, key=lambda one: one[:2])[2] if found else None


# A deck has the same keys in each question.
@lru_cache(maxsize=2_000)
def _stems(text: str) -> tuple[str, ...]:
    """Return the stems of a text; “7s” as two of them, and “7 of hearts” as “7 hearts”."""
    return tuple(stem(word) for word in words_of(text) if word != "of")


def _answers(words: Sequence[str], fields: Mapping[str, Field]) -> dict[str, list[str]]:
    """Return the values of keys by the names of their fields."""
    keys, at = _keys_of(fields), 0
    answers: dict[str, list[str]] = defaultdict(list)
    while at < len(words):
        count = _count_of(words, at, keys)
        first = at + (count > 1)
        length = next((size for size in (3, 2, 1) if tuple(words[first : first + size]) in keys), 0)
        fits = keys.get(tuple(words[first : first + length]), [])
        if placed := _place(fits, fields, words, at, first + length):
            name, value = placed
            # Whoever names a single card again means the same one.
            is_again = value in answers[name] and fields[name].copies.get(value) == 1
            if not is_again and (fields[name].many or not answers[name]):
                answers[name] += [value] * count
        at = first + (length or 1)
    return {name: values for name, values in answers.items() if values}


def _count_of(words: Sequence[str], at: int, keys: Keys) -> int:
    """Return how many of a card are named here: “two 7s”, “two jokers”."""
    follows = words[at + 1 : at + 2]
    is_several = words[at] in map(str, range(2, 10)) and (words[at + 2 : at + 3] == ("s",) or follows == ("joker",))
    return int(words[at]) if is_several and tuple(follows) in keys else 1


def _keys_of(fields: Mapping[str, Field]) -> Keys:
    keys: Keys = defaultdict(list)
    for field_name, field in fields.items():
        for key in field.keys:
            # A single letter is more likely a word of the question.
            names = [name for name in (key.spoken, key.label, key.value) if len(name) > 1 or name.isdecimal()]
            for said in {_stems(name) for name in names}:
                keys[said].append((field_name, key.value))
    return keys


def _place(
    fits: list[tuple[str, str]], fields: Mapping[str, Field], words: Sequence[str], start: int, end: int
) -> tuple[str, str] | None:
    """Return the field that is named nearest, with its value there; else the one that takes cards."""
    before, behind = words[max(start - WORDS_BEFORE, 0) : start][::-1], words[end : end + WORDS_BEHIND]
    for near in filter(None, chain.from_iterable(zip_longest(before, behind))):
        for name, value in fits:
            if SAID_FOR.get(near, near) in set(_stems(fields[name].label)) - MINOR_STEMS:
                return name, value
    cards = [fit for fit in fits if fields[fit[0]].groups]
    return max(cards, key=lambda fit: fields[fit[0]].many, default=None)
