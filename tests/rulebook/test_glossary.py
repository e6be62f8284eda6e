"""Terms: marked at their first use in each section, and explained on the spot."""

import re
from html import unescape

from games.core.glossary import Glossary, read_glossary
from games.core.registry import find
from scorekeeper.rulebook.rules_page import read_rules
from tests.cases import cases
from tests.games.every_game import GAMES
from tests.rulebook.rules_html import rules_html, text

TERM = re.compile(r'<button type="button" class="term" popovertarget="term-(\d+)">([^<]+)</button>')
EXPLAINED = [game for game in GAMES if read_glossary(game).term]
every_glossary = cases("game", EXPLAINED)


def marked(html):
    return TERM.findall(html)


@every_glossary
def test_each_term_is_marked_somewhere_and_explained_once_with_a_link_to_its_rule(game):
    html, glossary = rules_html(game), read_glossary(game)
    used = {int(number) for number, _ in marked(html)}

    assert used == set(range(len(glossary.term)))
    for number, term in enumerate(glossary.term):
        (note,) = re.findall(rf'<div popover id="term-{number}".*?</div>', html, re.DOTALL)
        assert read_rules(game).terms[number].means in unescape(note)
        assert f'href="#{term.rule}"' in note
        assert read_rules(game).section(term.rule)


@every_glossary
def test_a_term_is_marked_at_its_first_use_in_a_section_outside_links(game):
    for section in read_rules(game).sections:
        outside = re.sub(r"<(a|code)\b.*?</\1>|<i class=.*?</i>", " ", section.html, flags=re.DOTALL)
        assert marked(outside) == marked(section.html)
        for number, term in enumerate(read_glossary(game).term):
            before, *after = outside.split(f'class="term" popovertarget="term-{number}">')
            assert not Glossary(term=(term,)).pattern.search(re.sub(r"<[^>]*(>|$)", " ", before)), section.anchor
            assert len(after) <= 1


def test_the_rules_on_another_page_are_without_buttons():
    section = read_rules(find("big-little")).section("sandbag-penalty")

    assert marked(section.html)
    assert "<button" not in section.linked_from("/x/")
    assert text(section.linked_from("/x/")) == text(section.html)
