"""What Chromium really fetches for the score page, and when something stands there: first visit, and again."""

from itertools import cycle
from statistics import median

from tests.bench.asking import get, post
from tests.bench.browser import behind, browser, visit
from tests.bench.figures import Figure, kilobytes
from tests.bench.house import LONG, TOKEN, device, long_match
from tests.bench.load import ask
from tests.bench.server import serving
from tests.browser import chromium

VISITORS = 5
SENT = ["first visit", "again, unchanged", "again after a tap on another phone"]


def measure(data):
    """Yield the figures of a first visit, of one without a change since, and of one after somebody tapped."""
    pk, token, bids = long_match().pk, device(), cycle("01")
    with serving(data) as server, browser() as started:
        if started is None:
            yield Figure("skipped", "–", chromium.HELP)
            return

        def tap():
            ask(server, post(f"/matches/{pk}/draft/", token, {"number": LONG + 1, "bids-0": next(bids)}))

        address = f"{server.address}/matches/{pk}/"
        visitors = [visitor(started, address, tap) for _ in range(VISITORS)]
        first, again, changed = zip(*visitors, strict=True)
        worker = from_behind(started, address)
        plain = sum(map(len, [piece for path in first[0].paths for piece in gzipped(server, path)]))
    for what, goal, visits in zip(SENT, ("≤ 28 kB", "≤ 3 kB", "–"), (first, again, changed), strict=True):
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


def from_behind(started, address):
    """What the worker fetches for somebody who comes twice."""
    context = member(started, address)
    try:
        return [behind(context, address) for _ in range(2)]
    finally:
        context.close()


def member(started, address, **more):
    context = started(**more)
    context.add_cookies([{"name": "device", "value": TOKEN, "url": address}])
    return context


def gzipped(server, path):
    """The headers and the body a browser gets that is not on this machine and has no HTTPS."""
    return ask(server, get(path, "Accept-Encoding: gzip, deflate"))[1:]


def by_kind(visits):
    """Say what the bytes of the middle visit were."""
    one = sorted(visits, key=lambda one: one.size)[len(visits) // 2]
    return ", ".join(f"{kind} {kilobytes(size)}" for kind, size in one.sizes.items() if size)


def seconds(times):
    ordered = sorted(times)
    return f"{median(ordered):.2f} s", f"{ordered[0]:.2f} to {ordered[-1]:.2f} s"
