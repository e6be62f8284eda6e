"""What Chromium fetches for the score page, on slow 4G, and when something stands there: first visit, and again."""

import os
from collections import Counter
from contextlib import contextmanager
from functools import partial
from itertools import cycle
from statistics import median
from typing import NamedTuple
from urllib.parse import urlsplit

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
SETTLED = 2000
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

        address = f"{server.address}/matches/{pk}/"
        visitors = [visitor(started, address, tap) for _ in range(VISITORS)]
        first, again, changed = zip(*visitors, strict=True)
        worker = worker_fetches(started, address)
        plain = sum(map(len, [piece for path in first[0].paths for piece in gzipped(server, path)]))
    for what, goal, visits in zip(VISITS, ("≤ 28 kB", "≤ 3 kB", "–"), (first, again, changed), strict=True):
        yield Figure(f"bytes, {what}", goal, kilobytes(median(one.size for one in visits)), by_kind(visits))
    yield Figure(
        "bytes, first visit, plain HTTP to another machine", "–", kilobytes(plain), "gzip: no brotli without HTTPS"
    )
    for what, sizes in zip(("after a first visit", "again, unchanged"), worker, strict=True):
        yield Figure(f"bytes its worker fetches {what}", "–", kilobytes(sum(sizes)), f"{len(sizes)} requests")
    yield Figure(
        "requests, first visit", "≤ 6", f"{median(len(one.paths) for one in first):.0f}", " ".join(first[0].paths)
    )
    yield Figure("first contentful paint", "≤ 0.75 s", *seconds(one.paint for one in first))
    yield Figure("usable", "≤ 0.8 s", *seconds(one.usable for one in first))
    for what, visits in (("unchanged", again), ("after a tap", changed)):
        yield Figure(f"first contentful paint again, {what}", "–", *seconds(one.paint for one in visits))
        yield Figure(f"usable again, {what}", "–", *seconds(one.usable for one in visits))


def visitor(started, address, tap):
    """Somebody with an empty cache who comes three times, the third time after another phone was tapped.

    Without the worker that a browser keeps pages with over HTTPS: it answers before anything is fetched.
    """
    context = member(started, address, service_workers="block")
    try:
        visits = [visit(context, address), visit(context, address)]
        tap()
        return [*visits, visit(context, address)]
    finally:
        context.close()


def worker_fetches(started, address):
    """What the worker fetches for somebody who comes twice."""
    context = member(started, address)
    try:
        return [fetched_by_worker(context, address) for _ in range(2)]
    finally:
        context.close()


def member(started, address, **more):
    context = started(**more)
    context.add_cookies([{"name": "device", "value": TOKEN, "url": address}])
    return context


def gzipped(server, path):
    """The headers and the body a browser gets that is not on this machine and has no HTTPS."""
    return send(server, get(path, "Accept-Encoding: gzip, deflate"))[1:]


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
    os.environ["PW_EXPERIMENTAL_SERVICE_WORKER_NETWORK_EVENTS"] = "1"  # else its requests are not reported
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
    devtools.on("Network.responseReceived", lambda event: forget_cached(asked, event))
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


def fetched_by_worker(context, address):
    """Open the page; return the bytes of each answer that its service worker fetched.

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


def forget_cached(asked, event):
    if event["response"].get("fromDiskCache"):
        asked.pop(event["requestId"], None)
