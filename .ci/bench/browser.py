"""What a phone feels: bytes and first paint, on slow 4G and a processor four times as slow."""

from collections import Counter
from contextlib import contextmanager
from statistics import median

from bench.data import TOKEN, device, played_match
from tests.browser import chromium
from tests.browser.server_process import ServerProcess

PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
CPU = 4
# First contentful paint; and usable: painted, and all deferred scripts have run.
TIMES = """() => {
    const paint = performance.getEntriesByName("first-contentful-paint")[0].startTime;
    const { domContentLoadedEventEnd } = performance.getEntriesByType("navigation")[0];
    return [paint, Math.max(paint, domContentLoadedEventEnd)];
}"""
PAGES = {
    "match": ("/matches/{pk}/", "≤ 40 kB"), "table view": ("/matches/{pk}/table-view/", "≤ 30 kB"),
    "referee": ("/matches/{pk}/referee/winner/", "≤ 30 kB"), "home": ("/", "≤ 25 kB"),
    "nights": ("/nights/", "≤ 25 kB"), "leaderboard": ("/leaderboard/", "≤ 25 kB"),
    "rules": ("/rules/big-little/", "≤ 35 kB"),
}  # fmt: skip
VISITORS = 5


def wire(data):
    device()
    pk = played_match().pk
    with ServerProcess(data) as server, browser() as new_phone:
        for name, (path, goal) in PAGES.items():
            visitors = VISITORS if name == "match" else 1
            visits = [visitor(new_phone, server.address, path.format(pk=pk)) for _ in range(visitors)]
            kinds = ", ".join(f"{kind} {size / 1000:.1f}" for kind, size in visits[0][0].items())
            yield f"first visit: {name}", goal, f"{sum(visits[0][0].values()) / 1000:.1f} kB  ({kinds})"
            if name == "match":
                yield "first paint", "≤ 0.75 s", f"{median(paint for _, (paint, _), _ in visits) / 1000:.2f} s"
                yield "a key answers", "≤ 0.85 s", f"{median(usable for _, (_, usable), _ in visits) / 1000:.2f} s"
                yield "again", "≤ 1 kB", f"{sum(visits[0][2].values()) / 1000:.1f} kB"


@contextmanager
def browser():
    """A function that opens a new phone."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(**chromium.launch_options(playwright.chromium))
        try:
            # Without the service worker, which over HTTPS answers before anything is fetched.
            yield lambda: started.new_context(**PHONE, service_workers="block")
        finally:
            started.close()


def visitor(new_phone, address, path):
    """Somebody with an empty cache who comes twice: bytes by kind and times of the first visit, bytes of the second."""
    context = new_phone()
    context.add_cookies([{"name": "device", "value": TOKEN, "url": address}])
    (first, times), (again, _) = visit(context, address + path), visit(context, address + path)
    context.close()
    return first, times, again


def visit(context, address):
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    kinds, sizes = {}, Counter()
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", SLOW_4G)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": CPU})
    devtools.on("Network.requestWillBeSent", lambda event: kinds.update({event["requestId"]: event["type"]}))
    devtools.on("Network.requestServedFromCache", lambda event: kinds.pop(event["requestId"], None))
    devtools.on(
        "Network.loadingFinished",
        lambda event: sizes.update({kinds.get(event["requestId"], "cached"): event["encodedDataLength"]}),
    )
    page.goto(address, wait_until="networkidle")
    page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length")
    times = page.evaluate(TIMES)
    page.close()
    del sizes["cached"]
    return sizes, times
