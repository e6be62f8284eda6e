"""The score page under a thumb: taps what can be seen, and counts the taps."""

import json
import re
import time
from contextlib import contextmanager
from urllib.parse import urlencode, urlsplit

from games.core import scoresheet
from games.core.registry import find
from scorekeeper.clubs.models import Club
from scorekeeper.matches import starting
from scorekeeper.matches.models import Match
from tests.browser import words
from tests.matches.factory import import_sheet, keep_draft

NAMES = ["Ada", "Ben", "Cleo", "Dan"]

CLICK = f"""answers => {{
    for (const [name, value] of Object.entries(answers))
        document.querySelector(`{words.ENTRY} input[name="${{name}}"][value="${{value}}"]`).click();
}}"""

# The answers in the form by question.
ANSWERS = f"Object.fromEntries(new FormData(document.querySelector('{words.ENTRY}')))"

# Whether the page shows what the server has answered to every tap.
IS_ANSWERED = "() => !document.querySelector('.htmx-request') && !document.querySelector('key-pad')?.isUnsent"

# Where Save and the cells are.
TAPPED = f"""[...document.querySelectorAll("{words.ENTRY} :is(.save, .row .cell)")]
    .map(one => one.getBoundingClientRect()).map(({{x, y}}) => [x, y].map(Math.round))"""

# Counts the next tap as deliberate, however fast it follows.
DELIBERATE = "typeof lastTap === 'undefined' || (lastTap.time = -Infinity)"

# Where the page is drawn anew while the driver aims, it stops its tap and repeats it at once: no slip of a finger.
NO_SLIPS = """typeof lastTap === "undefined" || Object.defineProperty(lastTap, "time", {
    get: () => -Infinity, set: (time) => { lastTap.last = time; }, configurable: true,
})"""
SLIPS = """typeof lastTap === "undefined" || Object.defineProperty(lastTap, "time", {
    value: lastTap.last ?? lastTap.time, writable: true,
})"""

HIDE = """hidden => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def won_rounds(count, bids=None):
    """Rounds of Big Little in which the first of four players takes everything, as bid unless `bids` says."""
    return [{"bids": bids or [cards, 0, 0, 0], "tricks": [cards, 0, 0, 0]} for cards in range(1, count + 1)]


def tap_quickly(page, place, times, apart=0.03):
    """Tap like a finger that slips, so many seconds apart by the page's clock, however slow this machine is."""
    page.evaluate(SLIPS)
    devtools = page.context.new_cdp_session(page)
    began, points = time.time(), [dict(zip("xy", place, strict=True))]
    for at in range(times):
        for after, kind, touched in ((0, "touchStart", points), (0.01, "touchEnd", [])):
            when = began + at * apart + after
            devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched, "timestamp": when})
    devtools.detach()


def let_answers_be_late(page):
    """Load htmx, as a touch does, and have it wait as long as the test likes."""
    page.evaluate("document.body.dispatchEvent(new PointerEvent('pointerdown'))")
    page.wait_for_function("() => window.htmx")
    page.evaluate("htmx.config.timeout = 0")


class ScorePage:
    """A phone's page on which rounds of one match are entered."""

    def __init__(self, page):
        self.page = page
        self.taps = 0

    def set_up(self, game, names=NAMES, **rules):
        """Begin a match by the form; the first player deals first."""
        query = [("seated", "1"), ("dealer", names[0]), *(("player", name) for name in names)]
        query += [(f"rule-{name.replace('__', '-')}", value) for name, value in rules.items()]
        self.page.goto(f"/games/{game}/matches/new/?{urlencode(query)}")
        self.tap("button.save")
        self.page.wait_for_url(re.compile(r"/matches/\d+/$"))
        self.taps = 0

    def open(self, game="big-little", names=NAMES, rounds=(), house_rules=None, typed=None):
        """Open a match that the server has begun, with these rounds played, and the next one typed so far."""
        rules = house_rules or {}
        if rounds:
            sheet = {"scoresheet": 1, "game": game, "players": names, "rounds": rounds, "house_rules": rules}
            match = import_sheet(Club.get_default(), scoresheet.load(json.dumps(sheet).encode()))
        else:
            match = starting.start_match(Club.get_default(), find(game), names, 0, rules)
        if typed:
            keep_draft(match, typed)
        self.page.goto(f"/matches/{match.pk}/")
        self.taps = 0
        return match

    def tap(self, selector):
        one = self.page.locator(selector).first
        one.wait_for()  # the tap before may have led to another page
        self.page.evaluate(NO_SLIPS)
        one.tap()
        self.taps += 1

    def enter(self, *values):
        """Tap keys of whatever question is asked."""
        for value in values:
            key = f'label:has(input[value="{value}"]), button[value="{value}"]'
            self.page.evaluate(NO_SLIPS)
            self.page.locator("fieldset[data-current]").locator(key).first.tap()
            self.taps += 1

    def answer(self, name, question, answer):
        """Tap the keys of a whole answer."""
        self.enter(*(answer if question.no_spaces else answer.split()))
        if question.many and self.page.locator(f'fieldset[data-current][data-name="{name}"]').count():
            self.done()

    def enter_line(self, question, value):
        """Tap a key of one of the questions that are asked all at once."""
        self.tap(f'fieldset[data-current][data-name="{question}"] label:has(input[value="{value}"])')

    def fill_in(self, cards, seat=0):
        """Answer everything at once: one of four players bids and takes all cards of a hand of Big Little."""
        answers = {f"{name}-{other}": 0 for name in ("bids", "tricks") for other in range(4)}
        self.page.evaluate(CLICK, answers | {f"bids-{seat}": cards, f"tricks-{seat}": cards})

    def save_hands(self, *hands, seat=0):
        """Each is entered once it is asked for, whatever has become of the ones before."""
        for cards in hands:
            self.page.locator(words.DEAL, has_text=f"Hand {cards}").wait_for()
            self.fill_in(cards, seat)
            self.press_save()

    def reopen(self, address):
        context = self.page.context
        self.page.close()
        self.page = context.new_page()
        self.page.goto(address)

    def done(self):
        self.tap("fieldset[data-current] [data-done]")

    def select(self, question):
        """Tap the ledger's cell of a question, to answer that one next."""
        self.tap(self.cell(question))

    def cell(self, question):
        return f'[data-question="{question}"]'

    def save(self):
        seen = self.page.input_value("input[name=seen]")
        self.press_save()
        self.page.wait_for_function(
            f"""seen => {{
                if (document.readyState === "loading") return false; // the totals come after the form
                const field = document.querySelector("input[name=seen]");
                return document.querySelector("{words.RESULT}") || (field && field.value !== seen);
            }}""",
            arg=seen,
        )

    def press_save(self):
        self.tap(words.SAVE)

    def poll(self):
        """Have the live board ask at once, as when a page is looked at again a while after the last tap."""
        self.page.evaluate(f"document.querySelector('{words.BOARD}').lastTyped = 0")
        self.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    @contextmanager
    def expect_answer(self):
        """Tap inside; then wait until the server has answered and the page shows it."""
        with self.page.expect_response("**/draft/"):
            yield
        self.page.wait_for_function(IS_ANSWERED)

    def wait_for_ledger(self, text):
        """Wait until the server has answered with these words in the ledger."""
        self.page.locator(words.LEDGER, has_text=text).wait_for()

    def wait_for_rounds(self, count):
        self.page.locator(words.ROUNDS).nth(count - 1).wait_for()

    @property
    def question(self):
        return self.page.locator("fieldset[data-current]").first.get_attribute("data-name")

    @property
    def totals(self):
        # Not their inner texts: a scoreboard below the screen is not rendered, and has none.
        return [total.strip() for total in self.page.locator(".scoreboard thead .total").all_text_contents()]

    @property
    def path(self):
        return urlsplit(self.page.url).path

    @property
    def match(self):
        """The match that is open, as the database has it."""
        return Match.objects.get(pk=int(re.search(r"/matches/(\d+)/", self.page.url)[1]))

    @property
    def winners(self):
        """Their names, once the page says who won."""
        self.page.locator(words.RESULT).wait_for()
        return [name.strip("●▲■◆★ \n") for name in self.page.locator(f"{words.RESULT} h2 bdi").all_inner_texts()]

    def play_again(self):
        """Begin the next match with one tap; return what its page says of the deal."""
        self.page.locator(f"{words.RESULT} .save").tap()
        self.page.locator(words.ENTRY).wait_for()
        return self.page.locator(words.DEAL).inner_text()
