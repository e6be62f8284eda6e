"""Game nights on a network that fails: every hand arrives once and in order, and no tap is lost."""

import random
import re
import signal
import time

from playwright.sync_api import Error

from tests.browser.conftest import FAST_TIMERS, LONGEST_WAIT, PHONE
from tests.browser.network import HANG, LOSE, PASS, REFUSE, SLOW, TEAR, FaultyNetwork
from tests.browser.score_page import ScorePage
from tests.thoroughness import many

# Hundreds of others were played before the first two were chosen.
SEEDS = [122, 321, *range(101, 120)][: max(2, many(20))]
HANDS = max(5, many(12))

# Request timeouts are a tenth of the real ones.
SHORT_TIMEOUTS = """
AbortSignal.timeout = (time) => {
    const asked = new AbortController();
    setTimeout(() => asked.abort(), time / 10);
    return asked.signal;
};
addEventListener("htmx:load", () => { htmx.config.timeout = 900; });
"""

TAP = "([name, value]) => document.querySelector(`#entry input[name='${name}'][value='${value}']`).click()"
SHOWN = "() => !document.forms.entry?.hidden && Number(document.forms.entry?.elements.number.value)"
TYPED = "() => Object.fromEntries(new FormData(document.forms.entry))"
SAVE = "() => document.querySelector('#entry .save:not([name])').click()"
IS_READY = "() => document.querySelector('#entry .save:not([name])').dataset.toGo === '0'"
ALL_SENT = "() => !document.querySelector('round-outbox').items.length"
HAS_STARTED = "() => !!customElements.get('round-outbox')"
# Only one of a phone's pages is on the screen.
IN_THE_BACK = "Object.defineProperty(document, 'hidden', { value: true })"

# Possible faults by kind of request; all other requests go through.
FAULTS = [
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


def test_each_hand_arrives_once_and_in_order_whatever_the_network_does(browser, server):
    for seed in SEEDS:
        storm = Storm(browser, server, seed)
        try:
            storm.begin()
            for number in range(1, HANDS + 1):
                storm.play(number)
            storm.end()
            assert storm.stored == storm.entered, (seed, storm.log)
        finally:
            storm.context.close()
            storm.network.shutdown()
            storm.network.server_close()


class Storm:
    """One phone, one match, one network. With odd seeds the phone has a service worker, as over HTTPS."""

    def __init__(self, browser, server, seed):
        self.seed, self.chance, self.server = seed, random.Random(seed), server
        self.network = FaultyNetwork(server.port)
        self.workers = "allow" if seed % 2 else "block"
        self.context = browser.new_context(base_url=self.network.address, **PHONE | {"service_workers": self.workers})
        self.context.set_default_timeout(LONGEST_WAIT)
        self.context.add_init_script(FAST_TIMERS)
        self.context.add_cookies(server.cookies)
        self.entered, self.log = [], [seed, self.workers]

    def begin(self):
        self.page = self.context.new_page()
        ScorePage(self.page).set_up("big-little")
        self.match = re.search(r"/matches/\d+/", self.page.url)[0]
        # Not before: a busy machine needs its time to set up.
        self.context.add_init_script(SHORT_TIMEOUTS)
        self.page.reload()
        if self.workers == "allow":
            self.page.wait_for_function("async () => (await navigator.serviceWorker.getRegistration())?.active")
            self.page.wait_for_timeout(300)

    def play(self, number):
        """Enter one hand and save it, come what may."""
        # With the first two seeds each of them has its turn.
        self.set_faults(FAULTS[(2 * number + self.seed) % len(FAULTS)])
        self.wait_until(lambda: self.page.evaluate(SHOWN) == number, f"hand {number}")
        bids, tricks = self.a_hand(number)
        typed = {}
        for name, values in (("bids", bids), ("tricks", tricks)):
            for seat in (1, 2, 3, 0):
                typed[f"{name}-{seat}"] = str(values[seat])
                self.page.evaluate(TAP, [f"{name}-{seat}", str(values[seat])])
                if self.chance.random() < 0.04:
                    self.interrupt()
                    self.wait_until(lambda: self.page.evaluate(SHOWN) == number, f"hand {number}")
        self.wait_until(lambda: typed.items() <= self.page.evaluate(TYPED).items(), typed)
        # Rows drawn by a server that knew less may show for a moment: Save then leads to what they lack.
        self.wait_until(lambda: self.page.evaluate(IS_READY), "Save")
        self.page.evaluate(SAVE)
        self.entered.append([bids, tricks])
        if self.chance.random() < 0.2:
            self.interrupt()

    def a_hand(self, cards):
        bids = [self.chance.randint(0, cards) for _ in range(4)]
        cuts = sorted(self.chance.randint(0, cards) for _ in range(3))
        return bids, [b - a for a, b in zip([0, *cuts], [*cuts, cards], strict=True)]

    def set_faults(self, faults):
        self.log.append(str(faults))
        chance = random.Random(self.chance.random())

        def fault(method, path):
            kind = next((kind for kind in faults if kind in path), method)
            return chance.choice(faults.get(kind, [PASS]))

        self.network.fault = fault

    def interrupt(self):
        """The page is reloaded, left, or the app closed and opened again, as well as the network lets it."""
        how = self.chance.choice(["reload", "leave", "close", "power", "heal", "tabs"])
        self.log.append(how)
        if how == "heal":
            return self.network.heal()
        if how == "power":
            self.server.stop(self.chance.choice([signal.SIGKILL, signal.SIGTERM]))
            self.server.start()
        if how == "tabs":
            other = self.context.new_page()
            other.add_init_script(IN_THE_BACK)
            return self.open(self.match, other)
        if how == "close":
            self.page.close()
            self.page = self.context.new_page()
        if how == "leave":
            self.open("/rules/", self.page)
        return self.open(self.match, self.page)

    def open(self, address, page):
        for _ in range(6):
            try:
                page.goto(address)
                if page.evaluate(HAS_STARTED):
                    return
            except Error:
                pass
            self.network.heal()
            time.sleep(0.1)
        raise AssertionError(f"{address} does not open {self.log}")

    def wait_until(self, holds, what):
        """Where that takes long, the network comes back, and somebody looks again."""
        for tried in range(1, 400):
            try:
                if holds():
                    return
            except Error:
                pass
            if tried % 50 == 0:
                self.log.append(f"healed to show {what}")
                self.network.heal()
                self.open(self.match, self.page)
            time.sleep(0.05)
        raise AssertionError(f"never there: {what} {self.log} {self.page.evaluate('document.body.innerText')[:600]}")

    def end(self):
        """The network is back: all is sent."""
        self.network.heal()
        self.open(self.match, self.page)
        self.wait_until(lambda: self.page.evaluate(ALL_SENT), "all sent")

    @property
    def stored(self):
        """Bids and tricks of the rounds on the server."""
        sheet = self.context.request.get(f"{self.server.address}{self.match}scoresheet/")
        return [[hand["bids"], hand["tricks"]] for hand in sheet.json()["rounds"]]
