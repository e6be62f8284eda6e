"""Style sheets: five type sizes (13, 16, 20, 28 and 44), and nothing that makes each tap slow."""

import re

from scorekeeper.settings import ROOT

SIZE = re.compile(r"\bfont(?:-size)?:\s*([^;{}]+)")
PLAIN_SIZE = re.compile(r"(?<![\w.-])[\d.]+(?:px|rem|em|%|cq\w+|vw)\b")
LINE_HEIGHT = re.compile(r"/\s*[\d.]+(?:px|rem|em)?")

# Drawn to fit their place instead: charts, drawn cards, the digits of the table view, paper.
FITTED = {"charts.css", "drawn-cards.css", "print.css", "score-chart.css", "table-view.css"}


# Parts of a page that a response or a script changes in place: the rows of a round, the outbox, the set-up.
CHANGED_IN_PLACE = {"entry-rows.css", "entry-tiles.css", "low-screens.css", "outbox.css", "setup.css"}
ASKS = re.compile(r"([\w:.\]-]*):has\(((?:[^()]|\([^()]*\))*)\)")
# The value of an option stays; which one is chosen Safari does work out again.
FORM_STATE = re.compile(r"(?:\[value[^\]]*\])?:(checked|disabled|focus-visible)")
SET_BY_SCRIPTS = re.compile(r'toggleAttribute\("([\w-]+)"|dataset\.(\w+) =')
# Scripts write it on cells, and the style sheets ask it of keys.
STAYS_ON_KEYS = "data-tone"


def changing_states(css, name, attributes):
    """Each `:has()` of a style sheet that asks for what changes while its page stays."""
    for subject, asked in ASKS.findall(css):
        is_static = subject == ":root" or FORM_STATE.fullmatch(asked)
        names = set(re.findall(r"\[([\w-]+)", asked))
        if ":empty" in asked or names & attributes or (name in CHANGED_IN_PLACE and not is_static):
            yield f"{subject}:has({asked})"


def attributes_of_scripts():
    names = (one for sheet in (ROOT / "static/js").rglob("*.js") for one in SET_BY_SCRIPTS.findall(sheet.read_text()))
    written = {name or "data-" + re.sub("[A-Z]", lambda big: f"-{big[0].lower()}", key) for name, key in names}
    return written - {STAYS_ON_KEYS}


def other_sizes(css):
    """The sizes in a style sheet that are none of the five."""
    return [size for size in SIZE.findall(css) if PLAIN_SIZE.search(LINE_HEIGHT.sub("", size))]


def test_every_text_has_one_of_the_five_sizes():
    sheets = [sheet for sheet in (ROOT / "static/css").rglob("*.css") if sheet.name not in FITTED]

    assert {sheet.name: found for sheet in sheets if (found := other_sizes(sheet.read_text()))} == {}
    others = "p { font-size: 1.1rem; } q { font: 600 15px/1.2 serif; } b { font: 700 var(--font-13)/1rem x; }"
    assert other_sizes(others) == ["1.1rem", "600 15px/1.2 serif"]


def test_no_style_of_the_keys_uses_has():
    """Chromium would work out the style of every key at each tap; `data-has` says it once."""
    asks = re.compile(r"\.(?:round|pad|dock|keypad)\b[^\s,{]*:has\((?!\.recent\))|:has\([^)]*\[data-current]")

    found = [asks.findall(sheet.read_text()) for sheet in (ROOT / "static/css").rglob("*.css")]
    assert [one for one in found if one] == []


def test_state_that_changes_in_place_is_an_attribute_of_what_it_styles():
    """Safari works out a `:has()` once: not again when a text, or what an answer exchanged, is another."""
    attributes, sheets = attributes_of_scripts(), (ROOT / "static/css").rglob("*.css")
    assert {"data-bid", "data-current", "data-refused"} <= attributes

    found = {sheet.name: [*changing_states(sheet.read_text(), sheet.name, attributes)] for sheet in sheets}
    assert {name: asked for name, asked in found.items() if asked} == {}
    others = ".save:has(+ .missing:not(:empty)) {} .key:has([data-bid]) {} .key:has(:checked) {}"
    assert len([*changing_states(others, "keys.css", attributes)]) == 2
    assert len([*changing_states(".row:has(.trend) {} .row:has(:checked) {}", "entry-rows.css", attributes)]) == 1
