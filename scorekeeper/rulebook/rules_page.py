"""The rules page of a game: its rules.md with house rules, worked examples and rulings beside the sections."""

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import quote

import msgspec
from django.core.cache import cache as django_cache
from django.template import Context, Template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.token import Token

from games.core.definition import Game
from games.core.examples import read_examples
from games.core.glossary import Glossary, Term, read_glossary
from games.core.house_rules import HouseRules
from games.core.lessons import read_lesson
from scorekeeper.matches.models import Match
from scorekeeper.rulebook.first_hand import is_true_at
from scorekeeper.rulebook.models import TableRuling
from scorekeeper.rulebook.wording import HouseRuleText, house_rule_texts
from scorekeeper.rulebook.worked_examples import (
    AnsweredRuling,
    ScoredExample,
    answer_questions,
    answer_questions_at_table,
    score_example,
    score_examples_at_table,
)

ANCHOR = re.compile(r"\s*\{#([a-z0-9-]+)\}$")
OPEN_QUESTIONS = "open-questions"
CARDS = ("short", "scoring-card")
GUIDE_NAME = "Using the app"
NOTE_HEADING = re.compile(r"^ *#+ *", re.MULTILINE)
TAG_LINE = re.compile(r"^[ \t]*((?:{%[^%]*%})+)[ \t]*\n", re.MULTILINE)
TERM = re.compile(r'<button type="button" class="term"[^>]*>(.*?)</button>')
AFTER_TERM = re.compile(r"[.,:;?!)’”]+")
# Markdown has no table without a row of headings: one whose headings are all empty is left out.
EMPTY_HEADINGS = re.compile(r"<thead>\s*<tr>(\s*<th></th>)+\s*</tr>\s*</thead>")
# A wide table scrolls by itself, by thumb or arrow keys.
TABLE = '<div class="table" tabindex="0" role="group" aria-label="Table"><table>', "</table></div>"


@dataclass(frozen=True)
class RulesSection:
    """A heading and its text; `parent`: the anchor of its chapter; `names`: house rules and codes in its text.

    `phrases`: what else people search for it by, separated by commas.
    """

    level: int
    anchor: str
    title: str
    html: SafeString
    parent: str = ""
    names: frozenset[str] = frozenset()
    phrases: str = ""

    def linked_from(self, address: str) -> SafeString:
        """Return the HTML for another page: links within the rules lead to `address`."""
        # Safe: HTML of this section with an address of ours, without the buttons of terms not explained there.
        return mark_safe(TERM.sub(r"\1", self.html).replace('href="#', f'href="{address}#'))  # noqa: S308


@dataclass(frozen=True)
class RulesPage:
    """The rules of a game; or, in its words, how the app is used (`is_guide`)."""

    game: Game
    intro: SafeString
    sections: tuple[RulesSection, ...]
    terms: tuple[Term, ...] = ()
    is_guide: bool = False

    @property
    def name(self) -> str:
        return GUIDE_NAME if self.is_guide else self.game.name

    def section(self, anchor: str) -> RulesSection | None:
        return next((section for section in self.sections if section.anchor == anchor), None)

    def chapters(self) -> list[tuple[RulesSection, list[RulesSection]]]:
        chapters = [section for section in self.sections if not section.parent]
        return [(chapter, [rule for rule in self.sections if rule.parent == chapter.anchor]) for chapter in chapters]

    def open_questions(self, name: str) -> list[RulesSection]:
        return [section for section in self.sections if section.parent == OPEN_QUESTIONS and name in section.names]


def rules_address(game: Game, match: Match | None = None) -> str:
    """Return the URL path of the rules of a game, or of a match with its house rules."""
    return reverse("match-rules", args=[match.pk]) if match else reverse("rules", args=[game.key])


def read_rules(game: Game, in_force: HouseRules | None = None, players: int | None = None, note: str = "") -> RulesPage:
    """Return the rules under these house rules, by default those of the game. `players`: None for any number.

    `note`: what the club wrote itself; it stands first.
    """
    rules = in_force or HouseRules(game.house_rules, {})
    return _read_rules(game, _values(rules), players, note)


# 29 ms of processor time: the question box reads the rules of all games for each question.
@lru_cache(maxsize=200)
def _read_rules(game: Game, values: str, players: int | None, note: str) -> RulesPage:
    """Read rules.md: a Django template of Markdown, whose text may depend on the house rules."""
    rules = HouseRules(game.house_rules, json.loads(values))
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.add_render_rule("table_open", lambda *_: TABLE[0])
    markdown.add_render_rule("table_close", lambda *_: TABLE[1])
    markdown.add_render_rule(
        "code_inline", lambda _, tokens, index, *__: _house_rule_title(rules, tokens[index].content)
    )
    tokens = markdown.parse(_markdown_of(game, rules, players))
    # The sheet of a game that a table named is its own: there are no usual house rules for it to differ from.
    if rules.differing and not game.is_named:
        _mark_differing(tokens, _default_texts(game, players))
    intro, *parts = parts_of(tokens)
    glossary = read_glossary(game)
    markdown.add_render_rule("term", lambda _, tokens, index, *__: _term_button(glossary, tokens[index]))
    for part in parts:
        _mark_terms(part[3:], glossary)
    context = _context(game, rules, players)
    terms = [msgspec.structs.replace(term, means=Template(term.means).render(context)) for term in glossary.term]
    sections = *_note_sections(note), *sections_of(markdown, parts)
    return RulesPage(game, html_of(markdown, intro), sections, tuple(terms))


def _note_sections(note: str) -> Iterator[RulesSection]:
    """Yield what a club wrote: plain text in which # begins a heading and a hyphen an item of a list."""
    markdown = MarkdownIt("zero", {"breaks": True}).enable(["heading", "list", "newline"])
    intro, *parts = parts_of(markdown.parse(NOTE_HEADING.sub("## ", note)))
    chapters = [("How we play it", intro)] if intro else []
    chapters += [(heading.content, text) for _, heading, _, *text in parts]
    for number, (title, text) in enumerate(chapters, 1):
        lines = ",".join(token.content for token in text if token.type == "inline")
        yield RulesSection(2, f"note-{number}", title, html_of(markdown, text), phrases=lines.replace("\n", ","))


def _default_texts(game: Game, players: int | None) -> frozenset[str]:
    """Return the paragraphs, list items and cells of the rules under the default house rules."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(_markdown_of(game, HouseRules(game.house_rules, {}), players))
    return frozenset(token.content for token in tokens if token.type == "inline")


def _markdown_of(game: Game, rules: HouseRules, players: int | None) -> str:
    # A line of tags alone leaves no empty line, which would end a list or a table.
    source = TAG_LINE.sub(r"\1", (game.folder / "rules.md").read_text(encoding="utf-8"))
    return Template(source).render(_context(game, rules, players))


def _context(game: Game, rules: HouseRules, players: int | None) -> Context:
    labels = {name: option.label(rules.in_force[name]) for name, option in rules.options.items()}
    variables = {"rules": rules, "labels": labels, "players": players, **game.rules_words(rules, players)}
    # Markdown and the page's template escape what HTML would take for markup.
    return Context(variables, autoescape=False)


def _house_rule_title(rules: HouseRules, name: str) -> str:
    """Render `name` of a house rule as its title: players do not know the names that files use."""
    if name not in rules.options:
        return format_html("<code>{}</code>", name)
    return format_html('<i class="house-rule">{}</i>', rules.options[name].title)


def _mark_differing(tokens: Sequence[Token], default_texts: Collection[str]) -> None:
    """Add the class “differs” to each paragraph, list item and cell whose text differs from the default one."""
    parents: list[Token] = []
    for token in tokens:
        if token.type == "inline" and token.content not in default_texts:
            parents[-1].attrJoin("class", "differs")
        elif token.nesting == 1 and not token.hidden:
            parents.append(token)
        elif token.nesting == -1 and not token.hidden:
            parents.pop()


def _mark_terms(section: Sequence[Token], glossary: Glossary) -> None:
    """Replace each term by a token of its own where a section first uses it, except within links."""
    seen: set[str] = set()
    for token in section:
        token.children = [*_with_terms(token.children, glossary, seen)] if token.children else token.children


def _with_terms(inline: Sequence[Token], glossary: Glossary, seen: set[str]) -> Iterator[Token]:
    links = 0
    for token in inline:
        links += token.nesting if token.type.startswith("link_") else 0
        yield from [token] if links or token.type != "text" else _split(token.content, glossary, seen)


def _split(text: str, glossary: Glossary, seen: set[str]) -> Iterator[Token]:
    end = 0
    for word in glossary.pattern.finditer(text) if glossary.term else ():
        term = glossary.find(word[0])
        if term.word not in seen:
            seen.add(term.word)
            punctuation = AFTER_TERM.match(text, word.end())
            yield Token("text", "", 0, content=text[end : word.start()])
            yield Token("term", "", 0, content=word[0], info=punctuation[0] if punctuation else "")
            end = punctuation.end() if punctuation else word.end()
    yield Token("text", "", 0, content=text[end:])


def _term_button(glossary: Glossary, token: Token) -> str:
    note = f"term-{glossary.term.index(glossary.find(token.content))}"
    button = format_html('<button type="button" class="term" popovertarget="{}">{}</button>', note, token.content)
    # Lines may break after a button, even before a full stop.
    return format_html('<span class="unbroken">{}{}</span>', button, token.info) if token.info else button


def parts_of(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """Yield the introduction without the title, then each heading with its text."""
    starts = [index for index, token in enumerate(tokens) if token.type == "heading_open" and token.tag != "h1"]
    title = 3 if tokens and tokens[0].tag == "h1" else 0
    for start, end in zip([title, *starts], [*starts, len(tokens)], strict=True):
        yield list(tokens[start:end])


def sections_of(markdown: MarkdownIt, parts: list[list[Token]]) -> Iterator[RulesSection]:
    chapter = ""
    for heading, content, _, *text in parts:
        level, own_anchor = int(heading.tag[1:]), ANCHOR.search(content.content)
        title = ANCHOR.sub("", content.content)
        anchor = own_anchor[1] if own_anchor else slugify(title)
        chapter = anchor if level == 2 else chapter
        yield RulesSection(level, anchor, title, html_of(markdown, text), "" if level == 2 else chapter, _names(text))


def html_of(markdown: MarkdownIt, tokens: Sequence[Token]) -> SafeString:
    # Safe: the text is the project's own, and HTML in it is escaped.
    # An empty cell in a row of headings is no heading.
    html = EMPTY_HEADINGS.sub("", markdown.renderer.render(tokens, markdown.options, {}))
    return mark_safe(html.replace("<th></th>", "<td></td>"))  # noqa: S308


def _names(tokens: Sequence[Token]) -> frozenset[str]:
    inline = (child for token in tokens for child in token.children or ())
    return frozenset(child.content for child in inline if child.type == "code_inline")


def render_rules(
    game: Game,
    in_force: HouseRules | None = None,
    players: int | None = None,
    table_rulings: Sequence[TableRuling] = (),
    note: str = "",
) -> SafeString:
    """Render the rules of a game, or of a table with these house rules, from the cache if possible.

    `table_rulings`, `note`: what the club decided and wrote itself.
    """
    key = f"rules:{quote(game.key)}:{players}:{_fingerprint(in_force, table_rulings, note)}"
    # 37 ms of processor time to draw, 10 from the cache.
    body: str | None = django_cache.get(key)
    if body is None:
        page, rules = read_rules(game, in_force, players, note), house_rule_texts(game, in_force, players)
        lesson = read_lesson(game)
        context = {
            "game": game, "page": page,
            "sections": _sections_with_extras(page, rules, in_force, players, table_rulings),
            "table_rulings": [ruling for ruling in table_rulings if page.section(ruling.section) is None],
            "at_table": in_force is not None, "differing": [rule for rule in rules if rule.differs],
            "lesson": lesson, "lesson_is_true": lesson and (in_force is None or is_true_at(game, lesson, in_force)),
        }  # fmt: skip
        body = render_to_string("rulebook/_rules.html", context)
        django_cache.set(key, body)
    # Safe: rendered by a template.
    return mark_safe(body)  # noqa: S308


def _sections_with_extras(
    page: RulesPage,
    rules: list[HouseRuleText],
    table: HouseRules | None,
    players: int | None,
    table_rulings: Sequence[TableRuling],
) -> list[dict[str, Any]]:
    """Return the sections, each with its house rules, examples and rulings, for the template of the rules.

    `printed_…`: those that come out differently by the house rules of the table; folded below the others.
    """
    all_examples, all_rulings = worked_examples(page.game, table, players)
    shown_rules = [rule for rule in rules if table is None or rule.differs]
    sections = []
    for section in page.sections:
        examples, rulings = all_examples.get(section.anchor, ()), all_rulings.get(section.anchor, ())
        is_open_question = section.parent and any(section in page.open_questions(rule.option.name) for rule in rules)
        sections.append({
            "section": section, "is_card": section.anchor in CARDS,
            "house_rules": [rule for rule in shown_rules if mentions(page, section, rule)],
            "shows_all_values": is_open_question,
            "examples": [one for one in examples if not one.differences],
            "rulings": [one for one in rulings if not one.differences],
            "printed_examples": [one for one in examples if one.differences],
            "printed_rulings": [one for one in rulings if one.differences],
            "table_rulings": [ruling for ruling in table_rulings if ruling.section == section.anchor],
            "referee_questions": list(dict.fromkeys((ruled.question.ask, ruled.title) for ruled in rulings)),
        })  # fmt: skip
    return sections


def mentions(page: RulesPage, section: RulesSection, rule: HouseRuleText) -> bool:
    # The text of a game that a table named says all of its house rules itself.
    if page.game.is_named:
        return False
    return section.anchor == rule.option.rule or section in page.open_questions(rule.option.name)


Examples = tuple[dict[str, list[ScoredExample]], dict[str, list[AnsweredRuling]]]


def worked_examples(game: Game, table: HouseRules | None = None, players: int | None = None) -> Examples:
    """Return by section the examples and rulings of a game, or of a table with these house rules and players."""
    if table is None:
        return _printed_examples(game)
    data = read_examples(game)
    examples = score_examples_at_table(game, data.example, table)
    return _by_rule(examples, answer_questions_at_table(game, table, players))


def worked_example(game: Game, section: RulesSection, table: HouseRules) -> ScoredExample | None:
    """Return the first example of a rule that comes out at a table as its author wrote."""
    examples = (example for example in read_examples(game).example if example.rule == section.anchor)
    scored = score_examples_at_table(game, examples, table)
    return next((one for one in scored if not (one.differences or one.refused)), None)


# 50 ms: they are played. The rules of each table show them.
@lru_cache(maxsize=200)
def _printed_examples(game: Game) -> Examples:
    data = read_examples(game)
    return _by_rule((score_example(game, example) for example in data.example), answer_questions(game))


def _by_rule(examples: Iterable[ScoredExample], rulings: Iterable[AnsweredRuling]) -> Examples:
    by_rule: Examples = defaultdict(list), defaultdict(list)
    for example in examples:
        by_rule[0][example.example.rule].append(example)
    for ruling in rulings:
        by_rule[1][ruling.rule].append(ruling)
    return by_rule


def _fingerprint(in_force: HouseRules | None, table_rulings: Sequence[TableRuling], note: str) -> str:
    values = "plain" if in_force is None else _values(in_force)
    shown = [(ruling.section, ruling.question, ruling.ruling, ruling.decided) for ruling in table_rulings]
    return hashlib.sha256(repr([values, note, shown]).encode()).hexdigest()


def _values(rules: HouseRules) -> str:
    return json.dumps(rules.in_force, sort_keys=True, default=list)
