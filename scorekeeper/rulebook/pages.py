"""A game's rules.md as a page: sections of markdown without HTML, each with the anchor its heading names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.token import Token

from games.game import Game

ANCHOR = re.compile(r"\s*\{#([a-z0-9-]+)\}$")
OPEN_QUESTIONS = "open-questions"
# A table wider than a phone is moved by thumb or arrow keys, by itself.
TABLE = '<div class="table" tabindex="0" role="group" aria-label="Table"><table>', "</table></div>"


@dataclass(frozen=True)
class Section:
    """One heading and what stands below it, up to the next heading; `parent`: the anchor of its chapter.

    `names` are the names of house rules and codes that its text mentions.
    """

    level: int
    anchor: str
    title: str
    html: SafeString
    parent: str = ""
    names: frozenset[str] = frozenset()

    def linked_from(self, address: str) -> SafeString:
        """Return its HTML for another page: what links to a section here links to that section at `address`."""
        # Safe: it is this section's own HTML, and the address is one of ours.
        return mark_safe(self.html.replace('href="#', f'href="{address}#'))  # noqa: S308


@dataclass(frozen=True)
class Page:
    """The rules of one game: what comes before the first chapter, and all sections in their order."""

    game: Game
    intro: SafeString
    sections: tuple[Section, ...]

    def section(self, anchor: str) -> Section | None:
        """Return the section of that anchor, if there is one."""
        return next((section for section in self.sections if section.anchor == anchor), None)

    def chapters(self) -> list[tuple[Section, list[Section]]]:
        """Return each chapter with the sections below it."""
        chapters = [section for section in self.sections if not section.parent]
        return [(chapter, [one for one in self.sections if one.parent == chapter.anchor]) for chapter in chapters]

    def open_questions(self, name: str) -> list[Section]:
        """Return the sections of “what the rules do not say” that speak of a house rule."""
        return [section for section in self.sections if section.parent == OPEN_QUESTIONS and name in section.names]


@cache
def rules_page(game: Game) -> Page:
    """Read a game's rules."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.add_render_rule("table_open", lambda *_: TABLE[0])
    markdown.add_render_rule("table_close", lambda *_: TABLE[1])
    tokens = markdown.parse((game.folder / "rules.md").read_text(encoding="utf-8"))
    intro, *parts = _parts(tokens)
    return Page(game, _html(markdown, intro), tuple(_sections(markdown, parts)))


def _parts(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """Yield what comes before the first chapter (without the page's own title), then each heading with its text."""
    starts = [at for at, token in enumerate(tokens) if token.type == "heading_open" and token.tag != "h1"]
    title = 3 if tokens and tokens[0].tag == "h1" else 0
    for start, end in zip([title, *starts], [*starts, len(tokens)], strict=True):
        yield list(tokens[start:end])


def _sections(markdown: MarkdownIt, parts: list[list[Token]]) -> Iterator[Section]:
    chapter = ""
    for heading, content, _, *text in parts:
        level, found = int(heading.tag[1:]), ANCHOR.search(content.content)
        title = ANCHOR.sub("", content.content)
        anchor = found[1] if found else slugify(title)
        chapter = anchor if level == 2 else chapter
        yield Section(level, anchor, title, _html(markdown, text), "" if level == 2 else chapter, _names(text))


def _html(markdown: MarkdownIt, tokens: Sequence[Token]) -> SafeString:
    # Safe: the text is the project's own, and HTML in it is escaped.
    html: str = markdown.renderer.render(tokens, markdown.options, {})
    return mark_safe(html)  # noqa: S308


def _names(tokens: Sequence[Token]) -> frozenset[str]:
    inline = (child for token in tokens for child in token.children or ())
    return frozenset(child.content for child in inline if child.type == "code_inline")
