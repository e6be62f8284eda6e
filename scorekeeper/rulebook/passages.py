"""The sentences of a section: the one that fits a question best is marked in its text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from itertools import pairwise
from typing import NamedTuple

from django.utils.html import strip_tags

from scorekeeper.rulebook.search_words import MINOR_STEMS, Meanings, stem, words_of

# A sentence may end in a link or in italics. A heading in bold belongs to the sentence behind it, “It loses …” to
# the one before.
SENTENCE_END = re.compile(r"(?<=[.!?])(?:</(?!strong)\w+>)*\s+(?=(?:<\w[^>]*>)*(?!(?:It|They|So)\b)[^a-z<])")
ROW, CELL = re.compile(r"<tr\b.*?</tr>", re.DOTALL), re.compile(r"<t[hd][^>]*>(.*?)</t[hd]>", re.DOTALL)
BLOCK_TAG = r"</?(?:p|li|ul|ol|div|h\d|table|thead|tbody)\b[^>]*>"
# A table row, or the text of a paragraph or a list item.
BLOCK = re.compile(rf"(?P<row>{ROW.pattern})|{BLOCK_TAG}|(?P<text>(?:(?!{BLOCK_TAG}|<tr\b).)+)", re.DOTALL)
# “House rule: Blind lost.” answers nothing, and what ends in a colon introduces a table.
NO_ANSWER = re.compile(r"(?:The )?[Hh]ouse rule|.*:$", re.DOTALL)
YES_OR_NO = re.compile(r"(?:by default,? )?(?:yes|no)\b", re.IGNORECASE)

# The words of a question: what each can mean in the rules, and its weight.
WeightedWords = list[tuple[Meanings, float]]

# A word of the title leads to the section, and tells less which of its sentences answers.
TITLE_FACTOR = 0.5


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


def best_sentence(words: WeightedWords, title: frozenset[str], sentences: Sequence[Sentence]) -> Sentence | None:
    """Return the sentence of a section that fits the question best; of equals the first, which is the rule itself."""
    content = [
        (meanings, weight * (TITLE_FACTOR if max(meanings, key=meanings.__getitem__, default="") in title else 1))
        for meanings, weight in words
        if meanings.keys() - MINOR_STEMS
    ]
    # A row of a table is asked for by name.
    asked = [each for each in sentences if not each.name or any(meanings.keys() & each.name for meanings, _ in content)]
    return max(asked, key=lambda sentence: _fit(sentence, content), default=None)


def _fit(sentence: Sentence, content: WeightedWords) -> float:
    said = [
        weight * max((fit for meaning, fit in meanings.items() if meaning in sentence.stems), default=0.0)
        for meanings, weight in content
    ]
    # “Yes, any card may be led” says nothing of a question with other words.
    return 0 if YES_OR_NO.match(sentence.text) and not all(said) else sum(said)


def marked(html: str, sentence: Sentence | None) -> str:
    """Return the HTML with a sentence in <mark>; of a row of a table its cells."""
    if sentence is None:
        return html
    text = html[sentence.start : sentence.end].rstrip()
    # Text alone: links and italics may begin in one sentence and end in the next.
    text_marked = re.sub(r"(?:^|(?<=>))[^<]*[^<\s][^<]*", r"<mark>\g<0></mark>", text)
    return f"{html[: sentence.start]}{text_marked}{html[sentence.start + len(text) :]}"
