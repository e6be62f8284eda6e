"""The sentences of a section: the one that fits a question best is marked in its text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from itertools import pairwise
from typing import NamedTuple

from django.utils.html import strip_tags

from scorekeeper.rulebook.search_words import MINOR_STEMS, Meanings, stem, words_of

# A sentence may end in a link or in italics.
SENTENCE_END = re.compile(r"(?<=[.!?])(?:</\w+>)*\s+(?=(?:<\w[^>]*>)*[^a-z<])")
ROW, CELL = re.compile(r"<tr\b.*?</tr>", re.DOTALL), re.compile(r"<t[hd][^>]*>(.*?)</t[hd]>", re.DOTALL)
BLOCK_TAG = r"</?(?:p|li|ul|ol|div|h\d|table|thead|tbody)\b[^>]*>"
# A table row, or the text of a paragraph or a list item.
BLOCK = re.compile(rf"(?P<row>{ROW.pattern})|{BLOCK_TAG}|(?P<text>(?:(?!{BLOCK_TAG}|<tr\b).)+)", re.DOTALL)
# “House rule: Blind lost.” answers nothing, and what ends in a colon introduces a table.
NO_ANSWER = re.compile(r"(?:The )?[Hh]ouse rule|.*:$", re.DOTALL)
YES_OR_NO = re.compile(r"(?:by default,? )?(?:yes|no)\b", re.IGNORECASE)

# The words of a question: what each can mean in the rules, and its weight.
WeightedWords = list[tuple[Meanings, float]]

# The score of a sentence is divided by its number of stems to this power.
LENGTH_POWER = 0.2


class Sentence(NamedTuple):
    """A sentence or a row of a table, and where it stands in the HTML. `name`: the stems of a row's first cell."""

    text: str
    stems: frozenset[str]
    start: int
    end: int
    name: frozenset[str] = frozenset()


def stems_of(text: str) -> frozenset[str]:
    return frozenset(map(stem, words_of(text)))


def plain(html: str) -> str:
    return " ".join(unescape(strip_tags(html)).split())


def sentences_of(html: str) -> list[Sentence]:
    """Return the sentences and table rows of a section that may answer a question.

    The stems of a row are those of its first cell and of the headings: people ask by them.
    """
    sentences, headings = [], ""
    for block in BLOCK.finditer(html):
        if block["row"]:
            first, *_ = cells = [plain(cell) for cell in CELL.findall(block["row"])]
            if "<th" in block["row"]:
                headings = " ".join(cells)
            else:
                stems = stems_of(f"{headings} {first}")
                sentences.append(Sentence(" ".join(cells), stems, *block.span(), stems_of(first)))
        elif block["text"] and not block["text"].isspace():
            ends = [block.start(), *(end.end() for end in SENTENCE_END.finditer(html, *block.span())), block.end()]
            for start, end in pairwise(ends):
                text = plain(html[start:end])
                if text and not NO_ANSWER.match(text):
                    sentences.append(Sentence(text, stems_of(text), start, end))
    return sentences


def best_sentence(words: WeightedWords, sentences: Sequence[Sentence]) -> Sentence | None:
    """Return the sentence of a section that fits the question best; None if none has a word of it."""
    best = max(sentences, key=lambda sentence: _fit(sentence, words), default=None)
    return best if best and _fit(best, words) else None


def _fit(sentence: Sentence, words: WeightedWords) -> float:
    content = [(meanings, weight) for meanings, weight in words if meanings.keys() - MINOR_STEMS]
    said = [
        weight * max((fit for meaning, fit in meanings.items() if meaning in sentence.stems), default=0.0)
        for meanings, weight in content
    ]
    # “Yes, any card may be led” says nothing of a question with other words, and a row of a table is asked for by name.
    if YES_OR_NO.match(sentence.text) and not all(said):
        return 0
    if sentence.name and not any(meanings.keys() & sentence.name for meanings, _ in content):
        return 0
    return float(sum(said) / len(sentence.stems) ** LENGTH_POWER) if sentence.stems else 0


def marked(html: str, sentence: Sentence | None) -> str:
    """Return the HTML with a sentence in <mark>; of a row of a table its cells."""
    if sentence is None:
        return html
    text = html[sentence.start : sentence.end].rstrip()
    # Text alone: links and italics may begin in one sentence and end in the next.
    text_marked = re.sub(r"(?:^|(?<=>))[^<]*[^<\s][^<]*", r"<mark>\g<0></mark>", text)
    return f"{html[: sentence.start]}{text_marked}{html[sentence.start + len(text) :]}"
