"""Chromium as a phone on slow 4G, watched over its own protocol."""

import os
from collections import Counter
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple
from urllib.parse import urlsplit

from tests.browser import chromium

PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
CPU = 4
SETTLED = 2000
PAINTED = "() => performance.getEntriesByName('first-contentful-paint').length"
TIMES = """() => {
    const paint = performance.getEntriesByName("first-contentful-paint")[0].startTime;
    const { domContentLoadedEventEnd } = performance.getEntriesByType("navigation")[0];
    return [paint, Math.max(paint, domContentLoadedEventEnd)];
}"""
"""First contentful paint; and usable: painted, and all deferred scripts have run."""


class Visit(NamedTuple):
    """What came over the wire, headers included, by kind of file; what was asked for; seconds until it stood there."""

    sizes: dict
    paths: list
    paint: float
    usable: float

    @property
    def size(self):
        return sum(self.sizes.values())


@contextmanager
def browser():
    """Hand out a function that takes a new phone out of the box; None where there is no Chromium."""
    from playwright.sync_api import sync_playwright

    if not chromium.driver_starts():
        yield None
        return
    os.environ["PW_EXPERIMENTAL_SERVICE_WORKER_NETWORK_EVENTS"] = "1"  # else nobody sees what a worker fetches
    with sync_playwright() as playwright:
        options = chromium.launch_options(playwright.chromium)
        if options is None:
            yield None
            return
        started = playwright.chromium.launch(**options)
        try:
            yield partial(started.new_context, **PHONE)
        finally:
            started.close()


def visit(context, address):
    """Open the page in a new tab, and wait until all it needs is there."""
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    asked, sizes = {}, {}
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", SLOW_4G)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": CPU})
    devtools.on("Network.requestWillBeSent", lambda event: asked.update({event["requestId"]: event}))
    devtools.on("Network.requestServedFromCache", lambda event: asked.pop(event["requestId"]))
    devtools.on("Network.responseReceived", lambda event: forget_if_kept(asked, event))
    devtools.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    page.goto(address, wait_until="networkidle")
    page.wait_for_function(PAINTED)
    paint, usable = page.evaluate(TIMES)
    page.close()
    by_kind = Counter()
    for request, event in asked.items():
        by_kind[event["type"]] += sizes.get(request, 0)
    paths = [urlsplit(event["request"]["url"]).path for event in asked.values()]
    return Visit(dict(by_kind), paths, paint / 1000, usable / 1000)


def behind(context, address):
    """Open the page, and return how many bytes, headers included, its worker fetched for each answer behind it.

    The browser does not slow its worker down, so nothing can be said about the time.
    """
    finished = []

    def note(request):
        finished.append(request)

    context.on("requestfinished", note)
    page = context.new_page()
    page.goto(address, wait_until="networkidle")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_timeout(SETTLED)
    sizes = [request.sizes() for request in finished if request.service_worker]
    page.close()
    context.remove_listener("requestfinished", note)
    # What came from the browser's own cache has less than no body.
    return [size["responseBodySize"] + size["responseHeadersSize"] for size in sizes if size["responseBodySize"] >= 0]


def forget_if_kept(asked, event):
    """What the browser had on its disk was not fetched."""
    if event["response"].get("fromDiskCache"):
        asked.pop(event["requestId"], None)
