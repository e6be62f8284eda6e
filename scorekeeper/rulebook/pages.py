"""A game's rules.md as a page: markdown without HTML, each heading with the anchor it names."""

from __future__ import annotations

import re
from functools import cache

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

from games.game import Game

ANCHOR = re.compile(r"\s*\{#([a-z0-9-]+)\}$")
# A table wider than a phone is moved by thumb or arrow keys, by itself.
TABLE = '<div class="table" tabindex="0" role="group" aria-label="Table"><table>', "</table></div>"


@cache
def rules_page(game: Game) -> SafeString:
    """Return a game's rules as HTML; `{#anchor}` at the end of a heading becomes its id."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse((game.folder / "rules.md").read_text(encoding="utf-8"))
    for heading, content in zip(tokens, tokens[1:], strict=False):
        if heading.type == "heading_open":
            _anchor(heading, content)
    markdown.add_render_rule("table_open", lambda *_: TABLE[0])
    markdown.add_render_rule("table_close", lambda *_: TABLE[1])
    # Safe: the text is the project's own, and HTML in it is escaped.
    return mark_safe(markdown.renderer.render(tokens, markdown.options, {}))  # noqa: S308


def _anchor(heading: Token, content: Token) -> None:
    last = content.children[-1] if content.children else None
    found = ANCHOR.search(last.content) if last else None
    if last and found:
        heading.attrSet("id", found[1])
        last.content = ANCHOR.sub("", last.content)
