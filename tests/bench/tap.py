"""What a tap on a key costs the phone's main thread, with nine players and sixty rounds on the scoreboard."""

import re
from itertools import islice
from statistics import median

from tests.bench.data import TOKEN, played_match
from tests.bench.report import Figure
from tests.bench.server import serving
from tests.bench.wire import CPU, browser
from tests.browser import chromium

PLAYERS = ["Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ida"]
PLAYED, ROUNDS, TAPS = 4, 60, 12
SETTLED = 1_500
"""Milliseconds after a tap until its answer is there and nothing moves any more."""

KEY = """() => {
    const key = document.querySelector("fieldset[data-current] .key:has(:enabled)").getBoundingClientRect();
    return { x: key.x + key.width / 2, y: key.y + key.height / 2 };
}"""
KINDS = {"script": "ScriptDuration", "style": "RecalcStyleDuration", "layout": "LayoutDuration"}
ROWS = re.compile(r'(class="scoreboard".*?<tbody>)(.*?)(?=</tbody>)', re.DOTALL)


def tap(data):
    pk = played_match(PLAYERS, PLAYED).pk
    with serving(data) as server, browser() as started:
        if started is None:
            yield Figure("skipped", "–", chromium.HELP)
            return
        page = started(service_workers="block").new_page()
        page.context.add_cookies([{"name": "device", "value": TOKEN, "url": server.address}])
        page.route(f"**/matches/{pk}/", lengthen)
        page.goto(f"{server.address}/matches/{pk}/", wait_until="networkidle")
        taps = list(islice(costs(page), TAPS))
    parts = ", ".join(f"{name} {middle(taps, kind)}" for name, kind in KINDS.items())
    yield Figure("main thread, processor time × 4", "≤ 100 ms", middle(taps, "TaskDuration"), parts)


def lengthen(route):
    """No game lasts so long with nine players: the rounds that were played are shown again and again."""
    answer = route.fetch()
    page = ROWS.sub(lambda found: found[1] + found[2] * (ROUNDS // PLAYED), answer.text())
    route.fulfill(response=answer, body=page)


def costs(page):
    """Tap key after key; yield the milliseconds that each took, by metric.

    As on a slower processor, but counted: one that is slowed down on a busy machine measures the machine.
    """
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    while True:
        place = page.evaluate(KEY)
        page.wait_for_timeout(SETTLED)
        before = spent(devtools)
        devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [place]})
        devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.wait_for_timeout(SETTLED)
        yield {name: 1000 * CPU * (value - before[name]) for name, value in spent(devtools).items()}


def spent(devtools):
    return {metric["name"]: metric["value"] for metric in devtools.send("Performance.getMetrics")["metrics"]}


def middle(taps, metric):
    return f"{median(one[metric] for one in taps):.0f} ms"
