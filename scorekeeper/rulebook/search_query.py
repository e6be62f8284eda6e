"""A question to the search: its words, with what was not done and how a bid came out put in words of the rules."""

import re

from scorekeeper.rulebook.search_index import dictionary
from scorekeeper.rulebook.search_words import ALIKE, EXACT, TRANSLATED, Meanings, stem, words_of

SURE = 0.6
"""How well a word has to fit to count as found."""


class SearchQuery:
    """`text`: as typed, folded; `words`: for each word, what it can mean."""

    def __init__(self, question: str) -> None:
        typed = words_of(_without_articles(question))
        meanings = _negated(_cannot(dictionary().read(typed)))
        self.text = " ".join(typed)
        self.numbers = [word for word in typed if word.isdecimal()]
        self.words = _with_outcome(meanings)


ARTICLE = re.compile(r"(?<!\w)(\w+ |)a (?=\w\w)")
"""“A” with the word before it, which tells whether it may be the card of that name."""

BEFORE_ARTICLES = frozenset(
    words_of("""
        after and as at beat before bid by draw for from get had has have hold if in into is lead like made make not of
        on only or over per play take than throw to turn under was when win with without won
    """)
)


def _without_articles(question: str) -> str:
    """Leave out each “a” that is no card: “in a trick”, and not “the a trick”."""

    def kept(found: re.Match[str]) -> str:
        before = found[1].strip().lower()
        return found[1] if not before or before in BEFORE_ARTICLES else found[0]

    return ARTICLE.sub(kept, question)


AFTER_NOT, UNDONE = 3, 0.5
"""Words that a “not” can be about, and how well what was not done still fits."""


def _cannot(words: list[Meanings]) -> list[Meanings]:
    """Put as one word what other languages say in two: “ich kann nicht”, “no puedo”."""
    nots = [at for at, word in enumerate(words) if word.get("not", 0) >= SURE]
    if not nots or not any(word.get("can", 0) >= SURE for word in words):
        return words
    return [word if at not in nots else {"cannot": TRANSLATED} for at, word in enumerate(words)]


def _negated(words: list[Meanings]) -> list[Meanings]:
    """Put in words what was not done: “did not make” is missed; “cannot” says something else."""
    if any("can" in word or "cannot" in word for word in words):
        return words
    nots = [at for at, word in enumerate(words) if word.get("not", 0) >= SURE]
    undone = {later for at in nots for later in range(at + 1, at + 1 + AFTER_NOT)}
    return [_undone(word) if at in undone else word for at, word in enumerate(words)]


def _undone(word: Meanings) -> Meanings:
    others = [other for one, fit in word.items() if fit >= SURE for other in dictionary().negated.get(one, ())]
    return {one: fit * UNDONE for one, fit in word.items()} | dict.fromkeys(others, TRANSLATED) if others else word


TAKEN = {stem(word) for word in ("get", "take", "make", "win", "trick")}


def _with_outcome(words: list[Meanings]) -> list[Meanings]:
    """Put in words how a bid came out: “bid 6 got 5” is a bid missed."""
    sure = [{one for one, fit in word.items() if fit >= SURE} for word in words]
    numbers = [int(number) for stems in sure for number in sorted(stems) if number.isdecimal()]
    said = next((at for at, word in enumerate(words) if word.get("bid", 0) >= ALIKE), None)
    taken = next((at for at, stems in enumerate(sure) if stems & TAKEN), None)
    if said is None or taken is None or len(numbers) != 2:
        return words
    bid, took = numbers if said < taken else reversed(numbers)
    outcome = "made exactly"
    if took < bid or took > bid == 0:
        outcome = "missed"
    elif took > bid:
        outcome = "more over"
    others = [
        word
        for word, stems in zip(words, sure, strict=True)
        if not stems & TAKEN and not any(one.isdecimal() for one in stems - {"0"})
    ]
    return others + [{stem(word): EXACT} for word in outcome.split()]
