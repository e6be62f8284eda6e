"""A network that fails: between a phone and its server, one request at a time; and what a phone says of it."""

import http.client
import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from playwright.sync_api import Error

from tests.browser import words
from tests.browser.conftest import LONGEST_WAIT

# Fates of a request: pass it on; drop it; drop its response; cut its response in half; never respond; respond late.
PASS, REFUSE, LOSE, TEAR, HANG, SLOW = "pass", "refuse", "lose", "tear", "hang", "slow"

# Console errors of Chromium and htmx without a network.
NETWORK_ERRORS = ("net::ERR_", "status of", "htmx:sendError", "htmx:responseError", "htmx:afterRequest", "Error Code")

PORTAL = b"<!DOCTYPE html><title>Welcome to our network</title><h1>Agree to our terms</h1>"


def ignore_network_errors(page_errors):
    page_errors[:] = [error for error in page_errors if not any(words in error for words in NETWORK_ERRORS)]


def set_offline(page, offline=True):
    page.context.set_offline(offline)


def wait_for_outbox(page, text):
    page.locator(words.OUTBOX, has_text=text).wait_for()


def wait_until_sent(page):
    """Wait until nothing waits on the phone, and it does not say so any more; that a hand was saved it says longer."""
    page.wait_for_function(NOTHING_WAITS)


# While a page is being parsed there is no outbox yet, or one without its script.
NOTHING_WAITS = f"""() => {{
    const outbox = document.querySelector("{words.OUTBOX}");
    return outbox?.items && !outbox.items.length && !/ (is|are) /.test(outbox.textContent);
}}"""


def wait_for_next_forms(page):
    """Wait until the phone, or the open page, keeps the forms of the next rounds."""
    page.wait_for_function("() => typeof phoneStorage !== 'undefined' && !!phoneStorage.read('next-rounds')")


# The service worker's cache: the text of each page by path, "" for other files.
CACHED = """async () => {
    if (!(await navigator.serviceWorker.getRegistration())?.active) return {};
    const found = {};
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
            const answer = await cache.match(request), isPage = answer.headers.get("Content-Type")?.includes("html");
            found[new URL(request.url).pathname] = isPage ? await answer.text() : "";
        }
    }
    return found;
}"""


def wait_until(page, holds):
    """Wait until what the page's events have told the test is so."""
    for _ in range(LONGEST_WAIT // 20):
        if holds():
            return
        page.wait_for_timeout(20)
    raise AssertionError(f"this did not happen on {page.url}")


def wait_until_cached(page, holds):
    """Wait until what the worker keeps is so; return it."""
    cached = {}
    for _ in range(600):
        with suppress(Error):  # the page is just being reloaded
            cached = page.evaluate(CACHED)
            if cached and holds(cached):
                return cached
        page.wait_for_timeout(100)
    raise AssertionError(f"the worker keeps {[*cached]}")


class FaultyNetwork(ThreadingHTTPServer):
    """A proxy. `fault(method, path)` says what becomes of each request."""

    daemon_threads = True
    request_queue_size = 100

    def __init__(self, upstream):
        self.upstream = upstream
        self.patience = 3
        self.heal()
        super().__init__(("127.0.0.1", 0), ProxiedRequest)
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    @property
    def address(self):
        return f"http://localhost:{self.server_address[1]}"

    def heal(self):
        self.fault = lambda _method, _path: PASS

    def handle_error(self, request, client_address):
        """Ignore connections that were closed on purpose."""


class ProxiedRequest(BaseHTTPRequestHandler):
    def handle_request(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        what = self.server.fault(self.command, self.path)
        self.close_connection = True
        if isinstance(what, int):
            return self.reply(what, [("Content-Type", "text/html")], PORTAL)
        if what == REFUSE:
            return None
        if what == HANG:
            return time.sleep(self.server.patience)
        if what == SLOW:
            time.sleep(self.server.patience / 3)
        try:
            status, headers, answer = self.forward(body)
        except OSError:
            return None
        if what == LOSE:
            return None
        return self.reply(status, headers, answer, torn=what == TEAR)

    do_GET = do_POST = do_HEAD = handle_request  # noqa: N815 - the names http.server looks for

    def forward(self, body):
        upstream = http.client.HTTPConnection("127.0.0.1", self.server.upstream, timeout=60)
        try:
            headers = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
            upstream.request(self.command, self.path, body or None, headers)
            answer = upstream.getresponse()
            return answer.status, answer.getheaders(), answer.read()
        finally:
            upstream.close()

    def reply(self, status, headers, answer, *, torn=False):
        self.send_response_only(status)
        for name, value in headers:
            if name.lower() not in ("transfer-encoding", "connection", "content-length", "keep-alive"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer)))
        self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(answer[: len(answer) // 2] if torn else answer)
