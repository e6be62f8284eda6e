"""Cards and numbers that a typed question names, as the answers to one of the referee's questions.

Each goes to the field whose label stands nearest to it in the question ("led", "hand", "trump", "bid"). A card without
such a word goes to the field that takes several cards, anything else is left out.
"""

from __future__ import annotations

import re
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
from scorekeeper.rulebook.search_words import MINOR_STEMS, SUITS, stem, words_of

# How many words before a card or a number, and behind it, the name of its field may stand.
WORDS_BEFORE, WORDS_BEHIND = 4, 4
# Words that people use for the labels of the referee's fields.
WORDS_FOR_LABELS = {
    "have": "hand", "hold": "hand", "turn": "turned", "play": "follow", "got": "take", "made": "take", "on": "table",
}  # fmt: skip
LABEL_STEMS = {stem(word): stem(label) for word, label in WORDS_FOR_LABELS.items()}

# A question with more numbers that are no answers is about something else.
MAX_NUMBERS_LEFT_OVER = 3
# “A” with a suit is an ace, and “a heart” is none.
ACE = re.compile(rf"\bA(?= ?[{''.join(SUITS)}])")
DENIALS = {stem(word) for word in ("no", "not", "without", "except")}

# The stems of a card or a number, and the value of its key in each field that has one.
Keys = dict[tuple[str, ...], list[tuple[str, str]]]


def referee_question(text: str, game: Game, known: KnownFacts) -> RefereeForm | None:
    """Return the referee's question that fits, filled in with the cards and numbers named; None if too few are."""
    words, candidates = _stems(ACE.sub("ace ", text)), []
    numbers = set(filter(str.isdecimal, words))
    round_stems = {stem("round"), stem(game.round_name)}
    for kind in referee.questions(game).values():
        empty = RefereeForm(game, QueryDict(), known, kind)
        answers = {name: " ".join(values) for name, values in _answers(words, empty.fields, round_stems).items()}
        title_words = len(set(words) & set(_stems(kind.title)) - MINOR_STEMS)
        # A number or cards with one more fact, as in “bid 4, took 6” or “8 8 on 9 9”, say which question is meant.
        has_number = any(not empty.fields[name].groups and value.isdecimal() for name, value in answers.items())
        # One card of a hand is no question about it.
        cards = [len(value.split()) for name, value in answers.items() if empty.fields[name].groups]
        is_hand = any(empty.fields[name].groups and empty.fields[name].many for name in answers)
        several = sum(cards) > 1 if is_hand else sum(len(value.split()) for value in answers.values()) > 1
        if several and (title_words or ((has_number or is_hand) and len(answers) > 1)):
            form = RefereeForm(game, QueryDict(urlencode(answers)), known, kind)
            left_over = numbers - set(" ".join(answers.values()).split())
            # Impossible cards were hardly meant.
            if not (form.missing or (form.refusal and cards)) and len(left_over) <= MAX_NUMBERS_LEFT_OVER:
                candidates.append((len(answers), title_words, form))
    return max(candidates, key=lambda candidate: candidate[:2])[2] if candidates else None


# A deck has the same keys in each question, which then takes 13 ms of processor time to read, not 68.
@lru_cache(maxsize=2_000)
def _stems(text: str) -> tuple[str, ...]:
    """Return the stems of a text; “7s” as two of them, and “7 of hearts” as “7 hearts”."""
    return tuple(stem(word) for word in words_of(text) if word != "of")


def _answers(words: Sequence[str], fields: Mapping[str, Field], round_stems: set[str]) -> dict[str, list[str]]:
    """Return the values of keys by the names of their fields."""
    keys, at, contradicted = _keys_of(fields), 0, set()
    answers: dict[str, list[str]] = defaultdict(list)
    while at < len(words):
        count = _count_of(words, at, keys)
        first = at + (count > 1)
        length = next((size for size in (3, 2, 1) if tuple(words[first : first + size]) in keys), 0)
        fits = keys.get(tuple(words[first : first + length]), [])
        if placed := _place(fits, fields, words, at, first + length, round_stems):
            name, value = placed
            # A card that the deck has once, named twice, is the same card.
            is_again = value in answers[name] and fields[name].copies.get(value) == 1
            if not is_again and (fields[name].many or not answers[name]):
                answers[name] += [value] * count
            elif not fields[name].groups and value not in answers[name]:
                # Two bids: nobody can tell which is meant.
                contradicted.add(name)
        at = first + (length or 1)
    answers = {name: values for name, values in answers.items() if values and name not in contradicted}
    return answers | _confirmed(words, fields) if answers else {}


def _confirmed(words: Sequence[str], fields: Mapping[str, Field]) -> dict[str, list[str]]:
    """Return yes, or no shortly behind “no” or “without”, for each question of yes or no whose subject is named."""
    confirmed = {}
    for name, field in fields.items():
        if {key.value for key in field.keys} == {"yes", "no"}:
            subject = next((word for word in _stems(field.label) if word.isalpha() and word not in MINOR_STEMS), "")
            if subject in words:
                at = words.index(subject)
                # “not the queen”
                is_denied = not DENIALS.isdisjoint(words[max(at - 2, 0) : at])
                confirmed[name] = ["no" if is_denied else "yes"]
    return confirmed


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
            for stems in {_stems(name) for name in names}:
                if stems[:1] != ("a",):
                    keys[stems].append((field_name, key.value))
    # Ignore words that several keys of one field share.
    return {stems: fits for stems, fits in keys.items() if len({field for field, _ in fits}) == len(fits)}


def _place(
    fits: list[tuple[str, str]],
    fields: Mapping[str, Field],
    words: Sequence[str],
    start: int,
    end: int,
    round_stems: set[str],
) -> tuple[str, str] | None:
    """Return the field that is named nearest, with its value there; else the one that takes cards."""
    before, behind = words[max(start - WORDS_BEFORE, 0) : start][::-1], words[end : end + WORDS_BEHIND]
    if before and before[0] in round_stems and words[start].isdecimal() and end == start + 1:
        # In “round 7” the number belongs to the round, not to a bid beside it.
        fits = [(name, value) for name, value in fits if before[0] in _stems(fields[name].label)]
    for near in filter(None, chain.from_iterable(zip_longest(before, behind))):
        for name, value in fits:
            if LABEL_STEMS.get(near, near) in set(_stems(fields[name].label)) - MINOR_STEMS:
                return name, value
    cards = [fit for fit in fits if fields[fit[0]].groups]
    return max(cards, key=lambda fit: fields[fit[0]].many, default=None)
