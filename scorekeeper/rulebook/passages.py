"""The passage of a section that answers a question: the sentence that fits a question best, and one that belongs to it.

A sentence fits by the words of the question that few other sentences of its section have, and by its form: “may I” is
answered by yes, no or may, “how many” by a number, “who” by a person. Two sentences that divide one case, or of which
the second begins with “but” or “it”, are quoted together.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from html import unescape
from math import log, prod
from typing import NamedTuple

from django.utils.html import strip_tags

from scorekeeper.rulebook.search_words import Meanings, stem, words_of

SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[^a-z])")
TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)
ROW, CELL = re.compile(r"<tr>.*?</tr>", re.DOTALL), re.compile(r"<t[hd][^>]*>(.*?)</t[hd]>", re.DOTALL)
BLOCK = re.compile(r"</(?:p|li|div|h\d)>")

# The words of a question: what each can mean in the rules, and its weight.
WeightedWords = list[tuple[Meanings, float]]


class Sentence(NamedTuple):
    """A sentence or a row of a table, its stems, and the number of the paragraph it stands in."""

    text: str
    stems: frozenset[str]
    block: int


def stems_of(text: str) -> frozenset[str]:
    return frozenset(map(stem, words_of(text)))


def plain(html: str) -> str:
    return " ".join(unescape(strip_tags(html)).split())


def sentences_of(html: str) -> list[Sentence]:
    """Return the sentences and table rows (“Players 5: Largest hand 10, Hands 19”) of a section.

    The stems of a row are those of its first cell and of the headings: people ask by them.
    """
    # “House rule: Blind lost.” answers nothing.
    sentences = [
        Sentence(sentence, stems_of(sentence), number)
        for number, block in enumerate(BLOCK.split(TABLE.sub("", html)))
        for sentence in SENTENCE.split(plain(block))
        if sentence and not sentence.startswith(("House rule", "The house rule"))
    ]
    for table in TABLE.findall(html):
        headings, *rows = [[plain(cell) for cell in CELL.findall(row)] for row in ROW.findall(table)]
        for first, *others in rows:
            cells = ", ".join(f"{heading} {cell}".strip() for heading, cell in zip(headings[1:], others, strict=True))
            row = f"{headings[0]} {first}: {cells}".strip()
            # Each row is a block of its own: nothing belongs to the next one.
            sentences.append(Sentence(row, stems_of(" ".join([*headings, first])), -1 - len(sentences)))
    return sentences


# --- Forms of questions and of their answers ---

VERBS = "can|cannot|may|must|should|could|am|is|are|was|do|does|did|has|have|will|would"
ASKS_YES_OR_NO = (
    rf"^(?:so |then |and )?(?:{VERBS})\b|^(?!.*\b(?:wh(?:at|en|ere|ich|o|ose|y)|how)\b)"
    rf".*(?:\b(?:{VERBS}) (?:i|we|you|he|she|they)\b|allowed|have to\b)"
)
ASKS_PERMISSION = r"\b(?:can|cannot|may|must|should|could|allowed|legal|have to|need to)\b"
NUMBERS = r"\d|\b(?:one|two|three|four|five|six|ten|eleven|twelve|thirteen|twenty|hundred|nothing|twice|half)\b"
YES_OR_NO = re.compile(r"(?:by default,? )?(?:yes|no)\b", re.IGNORECASE)
# How a question is put, how a sentence that answers it is put, and how much better that one fits.
FORMS = [
    (re.compile(question, re.IGNORECASE), re.compile(answer, re.IGNORECASE), factor)
    for question, answer, factor in (
        (ASKS_YES_OR_NO, f"^{YES_OR_NO.pattern}", 2.2),
        (ASKS_PERMISSION, r"\b(?:may|must|can|cannot|ha[sv]e? to|needs?|allowed|never|not|only|nobody|always)\b", 1.3),
        (r"\b(?:how (?:many|much)|worth|points?|costs?|scores?)\b", NUMBERS, 1.4),
        (r"\bwho(?:se)?\b", r"\b(?:who(?:ever)?|player|dealer|bidder|left|side|owner|everybody|nobody)\b", 1.3),
        (r"\b(?:when|how long|until)\b", r"\b(?:when(?:ever)?|as soon as|until|once|after|before|at the end)\b", 1.3),
        (r"\b(?:if|what happens|what now)\b", r"\b(?:if|when|whoever|otherwise|without)\b", 1.25),
        (r"^why\b", r"\b(?:because|since|so that|for)\b", 1.3),
    )
]
# The first sentence usually says what the section is about: it counts more, less so if its form does not fit.
FIRST_SENTENCE_FACTOR, OTHER_FORM_FACTOR, INTRODUCTION_FACTOR = 1.9, 1.2, 0.5
# The score of a sentence is divided by its number of stems to this power.
LENGTH_POWER = 0.4
# How much more a word says that few sentences of the section have.
RARITY_WEIGHT = 0.5
# A sentence that begins so says nothing without the one before it; the first few say what the one before leaves out.
ADDS_TO_PREVIOUS = re.compile(r"(?:but|only|otherwise|then|nor|if not|it|they)\b", re.IGNORECASE)
DEPENDS_ON_PREVIOUS = re.compile(
    rf"{ADDS_TO_PREVIOUS.pattern}|(?:its|their|them|so|such|that|those|this|these|neither|both|from then on|else|he|she"
    r"|after that|in that case|the others?|and|also)\b",
    re.IGNORECASE,
)
# Two sentences that begin alike divide one case: “If …”, “With …”.
CASE = re.compile(r"(?:if|with|without|when|made|missed|whoever|before|after|by default)\b", re.IGNORECASE)
# A sentence shorter than the first is shown with the next one; two are shown if both are shorter than the second.
MAX_SHORT_LENGTH, MAX_JOINED_LENGTH = 60, 230


def best_passage(question: str, words: WeightedWords, title: frozenset[str], sentences: Sequence[Sentence]) -> str:
    """Return the sentence of a section that fits the question best, with the one that belongs to it."""
    forms = [(answer, factor) for asked, answer, factor in FORMS if asked.search(question)]
    counts = Counter(word for sentence in sentences for word in sentence.stems)
    # Title words weigh the same in each sentence; other words weigh more, the rarer they are.
    rarity = {
        word: 1.0 if word in title else 1 + RARITY_WEIGHT * log((1 + len(sentences)) / (1 + count))
        for word, count in counts.items()
    }
    scores = [_fit(sentence, words, rarity) * _form_factor(sentence, forms) for sentence in sentences]
    answers_form = not forms or any(answer.search(sentences[0].text) for answer, _ in forms)
    scores[0] *= FIRST_SENTENCE_FACTOR if answers_form else OTHER_FORM_FACTOR
    best = scores.index(max(scores))
    before, after = sentences[max(best - 1, 0) : best + 1], sentences[best : best + 2]
    if _belong(before, DEPENDS_ON_PREVIOUS) or (CASE.match(before[0].text) and _belong(before, CASE)):
        return " ".join(sentence.text for sentence in before)
    is_case = CASE.match(sentences[best].text) and _belong(after, CASE)
    is_short = len(sentences[best].text) < MAX_SHORT_LENGTH and _belong(after, re.compile(""))
    together = after if is_case or is_short or _belong(after, ADDS_TO_PREVIOUS) else after[:1]
    return " ".join(sentence.text for sentence in together)


def _fit(sentence: Sentence, words: WeightedWords, rarity: Meanings) -> float:
    covered = sum(
        weight * max((fit * rarity[word] for word, fit in meanings.items() if word in sentence.stems), default=0.0)
        for meanings, weight in words
    )
    return float(covered / max(len(sentence.stems), 1) ** LENGTH_POWER)


def _form_factor(sentence: Sentence, forms: Sequence[tuple[re.Pattern[str], float]]) -> float:
    # “Here from the highest to the lowest:” is followed by a table, which is not quoted.
    factors = [factor for answer, factor in forms if answer.search(sentence.text)]
    return prod(factors) * (INTRODUCTION_FACTOR if sentence.text.endswith(":") else 1)


def _belong(pair: Sequence[Sentence], begins: re.Pattern[str]) -> bool:
    """Whether the second of two sentences of one paragraph begins so, and both are short enough to be quoted."""
    if len(pair) < 2 or pair[0].block != pair[1].block:
        return False
    return bool(begins.match(pair[1].text)) and len(pair[0].text) + len(pair[1].text) < MAX_JOINED_LENGTH
