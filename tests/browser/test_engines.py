"""In the engine of Safari, and in Firefox: rounds of games, joining by a link, and a network that goes away."""

import json
from random import Random

import pytest

from games.core.registry import find
from games.core.round_form import form_class, open_form
from scorekeeper.clubs.invitations import Invitation
from scorekeeper.clubs.models import Club, Device, Role
from scorekeeper.matches import starting
from scorekeeper.matches.models import Match
from tests.browser import layout, webdriver, words
from tests.browser.network import PASS, REFUSE, SLOW, FaultyNetwork
from tests.devices import COOKIE, device_token
from tests.games.every_game import NAMES, games_of_every_field, next_round, seated
from tests.matches.factory import keep_draft, reload
from tests.matches.test_own_answers import Phone
from tests.thoroughness import is_thorough

ENGINES = {
    "webkit": (webdriver.webkit_is_there, webdriver.open_webkit, webdriver.WEBKIT_HELP),
    "firefox": (webdriver.find_firefox, webdriver.open_firefox, webdriver.FIREFOX_HELP),
}

# After a tap in another place the next one is no slip, however fast it follows.
DELIBERATE = (
    "document.body.dispatchEvent(new PointerEvent('pointerdown', { clientX: -999, pointerId: 99, bubbles: true }))"
)
NOTE_ERRORS = """
window.failures = [];
for (const name of ["error", "unhandledrejection", "securitypolicyviolation"])
    addEventListener(name, event => failures.push(event.message ?? `${event.reason ?? event.blockedURI}`));
"""
START = "#start"
# Not before the scripts of a page have run, and the server has answered the tap before.
WHEN_READY = """
if (document.readyState !== "complete" || document.querySelector(".htmx-request, [inert]")) return null;
if (document.querySelector("key-pad")?.isUnsent) return null;
"""
# The questions that are asked, each with what it says of its card keys; none when the round rests.
ASKED = f"""{WHEN_READY}
const asked = [...document.querySelectorAll("{words.ENTRY}:not([data-rests]) fieldset[data-current]")];
return JSON.stringify(asked.map(one => [one.dataset.name, one.querySelector("card-keys")?.getAttributeNames()]));
"""
TOTALS = "return [...document.querySelectorAll('.scoreboard thead .total')].map(one => one.textContent.trim())"
IS_CACHED = """
return caches.keys()
    .then(names => Promise.all(names.map(name => caches.open(name).then(cache => cache.match(location.href)))))
    .then(found => found.some(Boolean));
"""
OUTSIDE_THEIR_ROWS = """
return [...document.querySelectorAll(".row :is(.cell, .score)")]
    .filter(one => one.getBoundingClientRect().right > one.closest(".row").getBoundingClientRect().right)
    .map(one => one.textContent);
"""
ANSWERS = f"return Object.fromEntries(new FormData(document.querySelector('{words.ENTRY}')))"


@pytest.fixture(scope="session", params=ENGINES)
def engine(request, tmp_path_factory):
    is_there, opened, help_line = ENGINES[request.param]
    if not is_there():
        pytest.skip(help_line)
    with opened(tmp_path_factory.mktemp(request.param)) as browser:
        browser.resize(*layout.PHONE.values())
        yield browser


class Pages:
    """The pages of one club in a browser."""

    def __init__(self, browser, address):
        self.browser, self.root = browser, address

    def open(self, path):
        self.browser.goto(f"{self.root}{path}")
        self.browser.run(NOTE_ERRORS)

    def enter(self, answers):
        """Press keys of whatever question is asked; a cell, to answer one next that is not asked by itself."""
        left = dict(answers)
        while left:
            asked, given = self.asked(), self.browser.run(ANSWERS)
            left = {name: answer for name, answer in left.items() if given.get(name) != answer}
            name = next((name for name in left if name in asked), next(iter(left), None))
            if name not in asked:
                if name:
                    self.press(f".cell[data-question='{name}']")
                continue
            keys, cards, answer = f"fieldset[data-name='{name}'][data-current]", asked[name], left.pop(name)
            for key in [answer] if cards is None else answer if "no-spaces" in cards else answer.split():
                self.press(f"{keys} :is(label.key:has([value='{key}']), button[value='{key}'])")
            if cards is not None and name in self.asked():
                self.press(f"{keys} [data-done]")
        assert not self.asked(), f"{[*self.asked()]} again: {self.browser.run(ANSWERS)}"

    def asked(self):
        return dict(json.loads(self.browser.wait(ASKED)))

    def press(self, selector):
        """As a player does: once the server has answered the tap before, and no slip."""
        found = f"{WHEN_READY} {DELIBERATE}; return document.querySelector({json.dumps(selector)})"
        self.browser.click(self.browser.wait(found))


@pytest.fixture
def pages(engine, live_server):
    """The owner's browser."""
    pages = Pages(engine, live_server.url)
    pages.open("/offline/")
    engine.run("localStorage.clear()")
    engine.forget_cookies()
    engine.add_cookie(COOKIE, device_token())
    yield pages
    failures = engine.run("return window.failures ?? []")
    engine.goto("about:blank")
    assert failures == []


# One by default: Chromium enters all of them in every run.
ENTERED = games_of_every_field() if is_thorough() else games_of_every_field()[-1:]


@pytest.mark.parametrize("game", ENTERED, ids=lambda game: game.key)
def test_a_round_of_a_game_is_entered_and_saved(pages, game):
    browser, game = pages.browser, game.with_name("Rummy") if game.requires_name else game
    table = seated(game)
    match = starting.start_match(Club.get_default(), game, table.names, 0, table.rules.differing)
    pages.open(f"/matches/{match.pk}/")
    browser.wait(f"{WHEN_READY} return document.querySelector('{words.ENTRY}')")
    assert browser.run("return scrollY") == 0
    before = match.state
    after = game.play(before, next_round(before, Random(1)))
    answers, form = form_class(game).answers_of(after.rounds[-1].facts, before), open_form(before, {})
    # Another way to enter a round than a first one asks for is chosen first.
    hidden = [name for name in answers if not form.is_asked(name)]
    for shortcut in form.shortcuts({}):
        chosen = open_form(before, shortcut.answers)
        if hidden and all(map(chosen.is_asked, hidden)):
            answers = shortcut.answers | answers
    pages.enter(answers)
    pages.press(words.SAVE)
    browser.wait(f"return document.querySelector('{words.ROUNDS}')")
    shown = browser.run(
        "return [...document.querySelectorAll('.scoreboard thead .total')].map(one => one.textContent.trim())"
    )
    assert shown == [str(total).replace("-", "−") for total in after.totals]


@pytest.mark.parametrize("is_network_away", [False, True])
def test_a_page_that_back_brings_from_memory_keeps_what_was_entered(pages, is_network_away):
    match = starting.start_match(Club.get_default(), find("any-game:Zwicker"), NAMES[:4], 0, {})
    pages.open(f"/matches/{match.pk}/")
    for number in ("9", "8", "15"):
        for key in (*(f"[value='{digit}']" for digit in number), "[data-done]"):
            pages.press(f"fieldset[data-current] {key}")
    pages.browser.wait(f"{WHEN_READY} return 1")
    if is_network_away:
        pages.browser.run("window.fetch = () => Promise.reject()")
    pages.open("/")
    pages.browser.ask("POST", "back")
    pages.enter({"points-3": "6"})
    pages.browser.wait(f"{WHEN_READY} return 1")
    assert reload(match).draft == {f"points-{seat}": n for seat, n in enumerate(["9", "8", "15", "6"])}


START_COLOUR = f"return getComputedStyle(document.querySelector('{START}')).backgroundColor"


def test_a_scorer_joins_by_link_and_starts_a_match(pages, live_server):
    pages.browser.forget_cookies()
    pages.open(f"/join/{Invitation(Club.get_default(), Role.SCORER).token}/")
    pages.press("form .save")
    pages.browser.wait_for_text(".tab-bar", "More")
    pages.open("/games/big-little/matches/new/")
    incomplete = pages.browser.run(START_COLOUR)
    pages.browser.type(pages.browser.find("#names"), "Ada, Ben, Cleo, Dan")
    pages.press(".add button")
    pages.browser.wait_for_text(START, "Start: Ada")
    complete = pages.browser.run(START_COLOUR)
    pages.open("/games/big-little/matches/new/?seated=1&player=Ada&player=Ben&dealer=Ada")
    assert pages.browser.run(START_COLOUR) == complete != incomplete
    pages.press(START)
    pages.browser.wait(f"return document.querySelector('{words.ENTRY}')")


def test_a_bid_on_an_own_phone_is_hidden_until_all_are_there_then_its_tricks_are_asked(pages):
    browser, club = pages.browser, Club.get_default()
    match = starting.start_match(club, find("skull-king"), NAMES[:3], 0, {})
    ada, cleo = Phone(match, NAMES[0]), Phone(match, NAMES[2])
    match.keep_in_the_middle(ada.device)
    token = Device.join(club, "Ben’s iPhone", Role.SCORER, club.players.get(name=NAMES[1]))[1]
    browser.forget_cookies()
    browser.add_cookie(COOKIE, token)
    pages.open(f"/matches/{match.pk}/")
    assert list(pages.asked()) == ["bids-1"]
    pages.press("fieldset[data-current] label.key:has([value='1'])")
    browser.wait_for_text("#message", "1 of 3 is ready")
    ada.enter(bids_0="0")
    cleo.answer(bids_2="0")
    browser.wait_for_text(".other-seats", "bid 0")
    assert list(pages.asked()) == ["tricks-1"]
    pages.press("fieldset[data-current] label.key:has([value='1'])")
    browser.wait_for_text(words.COMPLETE, "Round 1 is complete")
    saved = ada.save(bids_0=0, bids_1=1, bids_2=0, tricks_0=0, tricks_1=1, tricks_2=0)
    assert saved.status_code == 302
    browser.wait_for_text(words.DEAL, "Round 2")
    assert browser.run(OUTSIDE_THEIR_ROWS) == []


# --- The network ---


@pytest.fixture
def network(live_server):
    network = FaultyNetwork(live_server.thread.port)
    yield network
    network.shutdown()
    network.server_close()


@pytest.fixture
def match(pages, network):
    """A match whose page comes through that network."""
    pages.root = network.address
    return starting.start_match(Club.get_default(), find("big-little"), NAMES[:4], 0, {})


def test_hands_saved_without_a_network_are_kept_and_sent_later(pages, network, match):
    browser, match_page = pages.browser, f"/matches/{match.pk}/"
    pages.open(match_page)
    pages.press("fieldset[data-name='bids-1'] label.key:has([value='0'])")
    browser.wait("return localStorage['next-rounds']")
    browser.wait(IS_CACHED)
    network.fault = lambda _method, _path: REFUSE
    for cards in (1, 2):
        browser.wait_for_text(words.DEAL, f"Hand {cards}")
        pages.enter({f"{name}-{seat}": str(0 if seat else cards) for name in ("bids", "tricks") for seat in range(4)})
        pages.press(words.SAVE)
    browser.wait_for_text(words.OUTBOX, "Hand 1 and Hand 2 are kept on this phone")
    pages.open(match_page)
    browser.wait_for_text(words.DEAL, "Hand 3")
    network.heal()
    browser.wait(f"return document.querySelectorAll('{words.ROUNDS}').length === 2")
    assert [sum(facts.bids) for facts in Match.objects.get().round_facts] == [1, 2]


def test_what_a_side_answered_and_has_stands_in_its_row(pages, match):
    pages.open(f"/matches/{match.pk}/")
    pages.browser.find(".row .score")
    assert pages.browser.run(OUTSIDE_THEIR_ROWS) == []


def test_a_page_whose_style_sheets_come_late_does_not_open_scrolled(pages, network, match):
    """Safari runs its scripts before they are there."""
    match = starting.start_match(match.club, find("maverick"), NAMES[:4], 0, {})
    keep_draft(match, {"way": "live"})  # a whole deck, the highest page there is
    network.fault = lambda _method, path: SLOW if path.endswith(".css") else PASS
    pages.open(f"/matches/{match.pk}/")
    assert pages.browser.run("return scrollY") == 0
