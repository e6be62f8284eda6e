"""What Chromium fetches for the score page, on slow 4G, and when something stands there: first visit, and again."""

import re
from collections import Counter
from contextlib import contextmanager
from functools import partial
from itertools import cycle
from statistics import median
from typing import NamedTuple
from urllib.parse import urlsplit

import brotli

from tests.bench.data import LONG, TOKEN, device, long_match
from tests.bench.load import get, post, send
from tests.bench.report import Figure, kilobytes
from tests.bench.server import serving
from tests.browser import chromium

VISITORS = 5
VISITS = ["first visit", "again, unchanged", "again after a tap on another phone"]
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
CPU = 4
PAINTED = "() => performance.getEntriesByName('first-contentful-paint').length"
TIMES = """() => {
    const paint = performance.getEntriesByName("first-contentful-paint")[0].startTime;
    const { domContentLoadedEventEnd } = performance.getEntriesByType("navigation")[0];
    return [paint, Math.max(paint, domContentLoadedEventEnd)];
}"""
"""First contentful paint; and usable: painted, and all deferred scripts have run."""


def wire(data):
    pk, token, bids = long_match().pk, device(), cycle("01")
    with serving(data) as server, browser() as started:
        if started is None:
            yield Figure("skipped", "–", chromium.HELP)
            return

        def tap():
            send(server, post(f"/matches/{pk}/draft/", token, {"number": LONG + 1, "bids-0": next(bids)}))

        visitors = [visitor(started, f"{server.address}/matches/{pk}/", tap) for _ in range(VISITORS)]
        told = told_of_a_tap(server, pk, tap)
    first, again, changed = zip(*visitors, strict=True)
    for what, goal, visits in zip(VISITS, ("≤ 30 kB", "≤ 1 kB", "–"), (first, again, changed), strict=True):
        yield Figure(f"bytes, {what}", goal, kilobytes(median(one.size for one in visits)), by_kind(visits))
    yield Figure("bytes, a page that is open after a tap on another phone", "≤ 3 kB", kilobytes(told))
    asked = median(len(one.paths) for one in first)
    yield Figure("requests, first visit", "≤ 6", f"{asked:.0f}", " ".join(first[0].paths))
    for what, goals, visits in zip(VISITS, (("≤ 0.75 s", "≤ 0.8 s"), "––", "––"), (first, again, changed), strict=True):
        yield Figure(f"first contentful paint, {what}", goals[0], *seconds(one.paint for one in visits))
        yield Figure(f"usable, {what}", goals[1], *seconds(one.usable for one in visits))


def visitor(started, address, tap):
    """Somebody with an empty cache who comes three times, the third time after another phone was tapped.

    Without the worker that a browser keeps pages with over HTTPS: it answers before anything is fetched.
    """
    context = started(service_workers="block")
    context.add_cookies([{"name": "device", "value": TOKEN, "url": address}])
    try:
        visits = [visit(context, address), visit(context, address)]
        tap()
        return [*visits, visit(context, address)]
    finally:
        context.close()


def told_of_a_tap(server, pk, tap):
    """The bytes, with headers, that tell a page that is open what was tapped elsewhere."""
    _, _, body = send(server, get(f"/matches/{pk}/"))
    page = brotli.decompress(body)
    tap()
    seen, script = (re.search(name, page)[1].decode() for name in (rb'\sdata-seen="(.*?)"', rb'src="(\S+)" defer'))
    _, headers, body = send(server, get(f"/matches/{pk}/board/?seen={seen}&script={script}"))
    return len(headers) + len(body)


def by_kind(visits):
    """Say what the bytes of the middle visit were."""
    one = sorted(visits, key=lambda one: one.size)[len(visits) // 2]
    return ", ".join(f"{kind} {kilobytes(size)}" for kind, size in one.sizes.items() if size)


def seconds(times):
    ordered = sorted(times)
    return f"{median(ordered):.2f} s", f"{ordered[0]:.2f} to {ordered[-1]:.2f} s"


# --- The browser ---


class Visit(NamedTuple):
    """Bytes with headers by kind of file, paths that were asked for, and seconds until something stood there."""

    sizes: dict
    paths: list
    paint: float
    usable: float

    @property
    def size(self):
        return sum(self.sizes.values())


@contextmanager
def browser():
    """A function that opens a new phone; None where there is no Chromium."""
    from playwright.sync_api import sync_playwright

    if not chromium.driver_starts():
        yield None
        return
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
    asked, sizes, kept = {}, {}, set()
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", SLOW_4G)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": CPU})
    devtools.on("Network.requestWillBeSent", lambda event: asked.update({event["requestId"]: event}))
    devtools.on("Network.requestServedFromCache", lambda event: kept.add(event["requestId"]))
    devtools.on(
        "Network.responseReceived",
        lambda event: event["response"].get("fromDiskCache") and kept.add(event["requestId"]),
    )
    devtools.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    page.goto(address, wait_until="networkidle")
    page.wait_for_function(PAINTED)
    paint, usable = page.evaluate(TIMES)
    page.close()
    fetched = {request: event for request, event in asked.items() if request not in kept}
    by_kind = Counter()
    for request, event in fetched.items():
        by_kind[event["type"]] += sizes.get(request, 0)
    paths = [urlsplit(event["request"]["url"]).path for event in fetched.values()]
    return Visit(dict(by_kind), paths, paint / 1000, usable / 1000)
