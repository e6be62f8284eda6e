"""Style sheets: five type sizes (13, 16, 20, 28 and 44), and nothing that makes each tap slow."""

import re

from scorekeeper.settings import ROOT

SIZE = re.compile(r"\bfont(?:-size)?:\s*([^;{}]+)")
PLAIN_SIZE = re.compile(r"(?<![\w.-])[\d.]+(?:px|rem|em|%|cq\w+|vw)\b")
LINE_HEIGHT = re.compile(r"/\s*[\d.]+(?:px|rem|em)?")

# Drawn to fit their place instead: charts, drawn cards, the digits of the table view, paper.
FITTED = {"charts.css", "drawn-cards.css", "print.css", "score-chart.css", "table-view.css"}


def other_sizes(css):
    """The sizes in a style sheet that are none of the five."""
    return [size for size in SIZE.findall(css) if PLAIN_SIZE.search(LINE_HEIGHT.sub("", size))]


def test_every_text_has_one_of_the_five_sizes():
    sheets = [sheet for sheet in (ROOT / "static/css").rglob("*.css") if sheet.name not in FITTED]

    assert {sheet.name: found for sheet in sheets if (found := other_sizes(sheet.read_text()))} == {}
    others = "p { font-size: 1.1rem; } q { font: 600 15px/1.2 serif; } b { font: 700 var(--font-13)/1rem x; }"
    assert other_sizes(others) == ["1.1rem", "600 15px/1.2 serif"]


def test_no_style_of_the_keys_asks_what_they_hold():
    """Chromium would work out the style of every key at each tap; `data-has` says it once."""
    asks = re.compile(r"\.(?:round|pad|dock|keypad)\b[^\s,{]*:has\((?!\.recent\))|:has\([^)]*\[data-current]")

    found = [asks.findall(sheet.read_text()) for sheet in (ROOT / "static/css").rglob("*.css")]
    assert [one for one in found if one] == []
