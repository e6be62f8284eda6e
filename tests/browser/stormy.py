"""An evening in a storm: a dozen hands are entered while the network plays tricks, by the rules of a seed."""

import random
import re
import signal
import time

from playwright.sync_api import Error

from tests.browser.conftest import PHONE
from tests.browser.cut_off import HASTE
from tests.browser.mischief import HANG, LOSE, PASS, REFUSE, SLOW, TEAR, Network
from tests.browser.thumb import Thumb
from tests.devices import COOKIE

IMPATIENCE = """
AbortSignal.timeout = (time) => {
    const asked = new AbortController();
    setTimeout(() => asked.abort(), time / 10);
    return asked.signal;
};
addEventListener("load", () => { htmx.config.timeout = 900; });
"""
"""It waits a tenth of the time for an answer."""

TAP = "([name, value]) => document.querySelector(`#entry input[name='${name}'][value='${value}']`).click()"
SHOWN = """() => {
    const { entry } = document.forms;
    return entry && !entry.hidden && Number(entry.elements.number.value);
}"""
TYPED = "() => Object.fromEntries(new FormData(document.forms.entry))"
SAVE = "() => document.querySelector('#entry .save:not([name])').click()"
WAITING = "() => document.querySelector('round-outbox').items.length"
ONLINE = "() => dispatchEvent(new Event('online'))"

# Of each kind of request, what may become of it; the rest goes through.
MOODS = [
    {},
    {"POST": [LOSE]},
    {"POST": [REFUSE], "GET": [REFUSE]},
    {"POST": [HANG, PASS], "/board/": [HANG, 503]},
    {"POST": [502, 503, 504, PASS], "GET": [502, PASS]},
    {"POST": [200, 511, PASS], "/board/": [200], "/upcoming-rounds/": [200, PASS]},
    {"POST": [507, LOSE], "/upcoming-rounds/": [REFUSE, PASS]},
    {"POST": [SLOW, LOSE, TEAR], "GET": [SLOW, PASS, PASS]},
    {"POST": [PASS, REFUSE, LOSE, TEAR, 502, SLOW], "GET": [PASS, PASS, REFUSE, TEAR, SLOW]},
]


def evening(browser, table, token, seed, hands=12):
    """Play one; where what the server has in the end is not what was entered, say what happened."""
    storm = Storm(browser, table, token, seed)
    try:
        storm.begin()
        for number in range(1, hands + 1):
            storm.play(number)
        storm.end()
        assert storm.there == storm.entered, (storm.log, storm.entered, storm.there)
        return storm.log
    finally:
        storm.context.close()
        storm.network.shutdown()
        storm.network.server_close()


class Storm:
    """One phone, one match, one network."""

    def __init__(self, browser, table, token, seed):
        self.chance, self.table, self.token = random.Random(seed), table, token
        self.network = Network(table.port)
        self.keeps = "allow" if seed % 2 else "block"
        self.context = browser.new_context(base_url=self.network.address, service_workers=self.keeps, **PHONE)
        self.context.set_default_timeout(20_000)
        self.context.add_init_script(HASTE + IMPATIENCE)
        self.context.add_cookies([{"name": COOKIE, "value": token, "url": self.network.address}])
        self.entered, self.log = [], [self.keeps]

    def begin(self):
        self.page = self.context.new_page()
        Thumb(self.page).start("big-little")
        self.match = re.search(r"/matches/\d+/", self.page.url)[0]
        if self.keeps == "allow":
            self.page.evaluate("async () => { await navigator.serviceWorker.ready }")
            self.page.wait_for_timeout(300)

    def play(self, number):
        """Enter one hand and save it, come what may."""
        self.become(self.chance.choice(MOODS))
        self.shows(number)
        answers, typed = self.a_hand(number), {}
        for name, value in answers.items():
            self.page.evaluate(TAP, [name, value])
            typed[name] = value
            if self.chance.random() < 0.04:
                self.interrupted(number, typed)
        self.is_typed(answers)
        self.page.evaluate(SAVE)
        self.entered.append([[int(answers[f"{what}-{seat}"]) for seat in range(4)] for what in ("bids", "tricks")])
        if self.chance.random() < 0.2:
            self.interrupted(number + 1, {})

    def a_hand(self, cards):
        bids = [self.chance.randint(0, cards) for _ in range(4)]
        cuts = sorted(self.chance.randint(0, cards) for _ in range(3))
        tricks = [b - a for a, b in zip([0, *cuts], [*cuts, cards], strict=True)]
        said = {f"bids-{seat}": str(bids[seat]) for seat in (1, 2, 3, 0)}
        return said | {f"tricks-{seat}": str(tricks[seat]) for seat in (1, 2, 3, 0)}

    def become(self, mood):
        self.log.append(str(mood))
        chance = random.Random(self.chance.random())

        def what(method, path):
            kind = next((kind for kind in mood if kind in path), method)
            return chance.choice(mood.get(kind, [PASS]))

        self.network.mood = what

    def interrupted(self, number, typed):
        """The page is reloaded, left, or the app closed and opened again, as well as the network lets it."""
        how = self.chance.choice(["reload", "leave", "close", "power", "heal", "tabs"])
        self.log.append(f"{how} at {number} {len(typed)}")
        if how == "heal":
            return self.network.heal()
        if how == "power":
            self.table.stop(self.chance.choice([signal.SIGKILL, signal.SIGTERM]))
            self.table.start()
        if how == "tabs":
            other = self.context.new_page()
            # Of a phone's pages one is on the screen.
            other.add_init_script("Object.defineProperty(document, 'hidden', { value: true })")
            self.goes_to(self.match, other)
            return None
        if how == "close":
            self.page.close()
            self.page = self.context.new_page()
        if how == "leave":
            self.goes_to("/rules/")
        self.goes_to(self.match)
        if typed:
            self.shows(number)
            self.is_typed(typed)
        return None

    def goes_to(self, address, page=None):
        page = page or self.page
        for _ in range(6):
            try:
                page.goto(address)
                if page.evaluate("() => !!customElements.get('round-outbox')"):
                    return
            except Error:
                pass
            self.network.heal()
            time.sleep(0.1)
        raise AssertionError(f"{address} does not open {self.log}")

    def shows(self, number):
        """Wait until this hand can be entered; where that takes long, the network comes back."""
        for tried in range(400):
            try:
                if self.page.evaluate(SHOWN) == number:
                    return
            except Error:
                pass
            if tried == 50:
                self.log.append(f"healed to show {number}")
                self.network.heal()
            if tried > 50 and tried % 50 == 49:
                self.goes_to(self.match)
            time.sleep(0.05)
        said = self.page.evaluate("() => document.body.innerText")
        raise AssertionError(f"hand {number} never came: {self.page.evaluate(SHOWN)} {self.log} {said[:600]}")

    def is_typed(self, answers):
        """Check that what was tapped is on the page."""
        for _ in range(200):
            there = self.page.evaluate(TYPED)
            if {name: there.get(name) for name in answers} == answers:
                return
            time.sleep(0.05)
        raise AssertionError(f"lost taps: {answers} {there} {self.log}")

    def end(self):
        """The network is back: all is sent."""
        self.network.heal()
        self.goes_to(self.match)
        for _ in range(300):
            if not self.page.evaluate(WAITING):
                break
            time.sleep(0.05)
        else:
            raise AssertionError(f"still waits: {self.page.evaluate('document.body.innerText')[:400]} {self.log}")

    @property
    def there(self):
        """What the server has."""
        sheet = self.context.request.get(
            f"{self.table.address}{self.match}scoresheet/", headers={"Cookie": f"{COOKIE}={self.token}"}
        )
        return [[hand["bids"], hand["tricks"]] for hand in sheet.json()["rounds"]]
