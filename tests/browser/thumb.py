"""A thumb: taps what it sees, and counts."""

import json
from urllib.parse import urlencode

from games.core import scoresheet
from scorekeeper.clubs.models import Club
from scorekeeper.transfer import scoresheets

NAMES = ["Ada", "Ben", "Cleo", "Dan"]


class Thumb:
    """The thumb on one phone, entering rounds of one match."""

    def __init__(self, page):
        self.page = page
        self.taps = 0

    def start(self, game, names=NAMES, **rules):
        """Set a match up by its address and begin it; the first player deals first."""
        said = [("seated", "1"), ("dealer", names[0]), *(("player", name) for name in names)]
        said += [(f"rule-{name.replace('__', '-')}", value) for name, value in rules.items()]
        self.page.goto(f"/games/{game}/matches/new/?{urlencode(said)}")
        self.tap("button.save")
        self.page.wait_for_url("**/matches/*/")
        self.taps = 0

    def take_in(self, game, rounds, names=NAMES, **facts):
        """Begin with rounds already played."""
        sheet = {"scoresheet": 1, "game": game, "players": names, "rounds": rounds, **facts}
        match = scoresheets.import_sheet(Club.here(), scoresheet.load(json.dumps(sheet).encode()))
        self.page.goto(f"/matches/{match.pk}/")
        self.taps = 0

    def tap(self, selector):
        self.page.locator(selector).first.tap()
        self.taps += 1

    def key(self, *values):
        """Tap keys of whatever question is asked."""
        for value in values:
            key = f'label:has(input[value="{value}"]), button[value="{value}"]'
            self.page.locator("fieldset[data-current]").locator(key).first.tap()
            self.taps += 1

    def done(self):
        self.tap("fieldset[data-current] [data-done]")

    def cell(self, question):
        """Tap a cell of the ledger, to answer that question instead."""
        self.tap(f'[data-question="{question}"]')

    def save(self):
        """Save, and wait until the page says so."""
        seen = self.page.input_value("input[name=seen]")
        self.tap("#entry .save")
        self.page.wait_for_function(
            "seen => document.querySelector('.result') || document.querySelector('input[name=seen]').value !== seen",
            arg=seen,
        )

    def kept(self, words):
        """Wait until the server has said these words in the ledger."""
        self.page.locator("#entry-rows", has_text=words).wait_for()

    @property
    def asked(self):
        """The question that is asked."""
        return self.page.locator("fieldset[data-current]").first.get_attribute("data-name")

    @property
    def totals(self):
        """The totals at the head of the pad, as people read them."""
        return [total.strip() for total in self.page.locator(".scoreboard thead .total").all_inner_texts()]
