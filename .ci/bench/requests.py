"""Processor time of requests, in this process: what a core spends on each."""

import re
import time
from itertools import count, cycle, product
from statistics import median

import brotli

from bench.data import PLAYED_HANDS, device, entries, new_match, played_match
from tests.games.big_little.rounds import random_hands

REPEATS = 200
# Taps until a round of eight answers is saved, some of them corrected. Answers are rows until then: with hundreds of
# them, as no round has, a tap takes twice as long.
TAPS_OF_A_ROUND = 16


def requests(_):
    phone, match = phone_of(device()), played_match()
    page, draft = f"/matches/{match.pk}/", f"/matches/{match.pk}/draft/"
    fields = [f"{name}-{seat}" for name in ("bids", "tricks") for seat in range(4)]
    answers, taps = cycle(product("01", repeat=len(fields))), count()

    def tap():
        if next(taps) % TAPS_OF_A_ROUND == 0:
            phone.post(draft, {"number": PLAYED_HANDS + 1, "anew": "1"})
        return timed(enter)

    def enter():
        answered = dict(zip(fields, next(answers), strict=True))
        return phone.post(draft, {"number": PLAYED_HANDS + 1} | answered, headers=BY_HTMX)

    def get_after_a_tap():
        tap()
        return timed(lambda: phone.get(page))

    shown = phone.get(page)
    seen = re.search(r'data-seen="(.*?)"', text_of(shown))[1]
    tagged = {"if-none-match": shown.headers.get("ETag", "")}
    yield figure("poll without news", "≤ 1.5 ms", lambda: timed(lambda: phone.get(f"{page}board/?seen={seen}")))
    yield figure("page unchanged, with its tag", "≤ 2 ms", lambda: timed(lambda: phone.get(page, headers=tagged)))
    yield figure("page unchanged, without", "≤ 4 ms", lambda: timed(lambda: phone.get(page)))
    yield figure("page after a tap", "≤ 20 ms", get_after_a_tap)
    yield figure("tap", "≤ 15 ms", tap)
    yield figure("save", "≤ 8 ms", saves(phone))


BY_HTMX = {"hx-request": "true", "hx-target": "entry-rows"}


def phone_of(token):
    from django.test import Client

    phone = Client(headers={"host": "localhost", "accept-encoding": "gzip, br"})
    phone.cookies["device"] = token
    return phone


def saves(phone):
    def save_one():
        nonlocal match, left
        if not left:
            match = new_match()
            left = list(entries(match, random_hands(4, PLAYED_HANDS)))[::-1]
            phone.get(f"/matches/{match.pk}/")
        form = left.pop()
        return timed(lambda: phone.post(f"/matches/{match.pk}/rounds/", form))

    match, left = None, []
    return save_one


def timed(ask):
    """Milliseconds of processor time that a request takes, and its status."""
    begun = time.process_time()
    status = ask().status_code
    return 1000 * (time.process_time() - begun), status


def figure(what, goal, measure):
    measure()
    times, statuses = zip(*(measure() for _ in range(REPEATS)), strict=True)
    return what, goal, f"{median(times):5.1f} ms  (worst {max(times):.1f}; status {sorted(set(statuses))})"


def pages(_):
    """The kinds of pages two links away from home, each asked five times."""
    from django.urls import Resolver404, resolve

    phone, found, todo = phone_of(device()), {}, ["/"]
    for depth in range(3):
        linked = []
        for url in todo:
            try:
                name = resolve(url.partition("?")[0]).url_name
            except Resolver404:
                continue
            if name not in found:
                times = [timed(lambda url=url: phone.get(url)) for _ in range(5)]
                found[name] = url, times[0][0], median(milliseconds for milliseconds, _ in times)
                linked += links_of(phone.get(url)) if depth < 2 else []
        todo = linked
    for name, (url, first, again) in sorted(found.items(), key=lambda one: -one[1][2]):
        yield f"{name} {url}"[:48], "≤ 100 ms", f"{again:5.1f} ms  (first {first:.1f})"


def links_of(answer):
    if "html" not in answer.headers.get("Content-Type", ""):
        return []
    return re.findall(r'href="(/[^"#]*)"', text_of(answer))


def text_of(answer):
    body = answer.getvalue()
    return (brotli.decompress(body) if answer.headers.get("Content-Encoding") == "br" else body).decode()
