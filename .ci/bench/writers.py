"""Fifty people who save rounds at once, by HTTP, from another process."""

import http.client
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from urllib.parse import urlencode, urlsplit

from bench.data import TOKEN, device, entries, new_match
from tests.browser.server_process import ServerProcess
from tests.games.big_little.rounds import random_hands

WRITERS, SECONDS, HANDS = 50, 10, 24
# A CSRF secret is its own token.
SECRET = "benchbenchbenchbenchbenchbench42"


def writers(data):
    from django.conf import settings

    device()
    cookies = f"{settings.CSRF_COOKIE_NAME}={SECRET}; device{settings.COOKIE_SUFFIX}={TOKEN}"
    matches = [[played_by_one() for _ in range(SECONDS)] for _ in range(WRITERS)]
    with ServerProcess(data) as server, ProcessPoolExecutor(1, get_context("spawn")) as other:
        times, statuses = other.submit(save_all, server.address, cookies, matches).result()
    times.sort()
    yield "saves a second", "≥ 120", f"{len(times) / SECONDS:.0f}"
    yield "99 of 100 wait at most", "–", f"{times[int(0.99 * len(times))]:.2f} s"
    yield "longest wait", "≤ 5 s", f"{times[-1]:.2f} s"
    yield "answers", "302, honest 503", f"{dict(statuses)}"


def played_by_one():
    match = new_match()
    return f"/matches/{match.pk}/rounds/", [form | FORM for form in entries(match, random_hands(4, HANDS))]


def save_all(address, cookies, matches):
    with ThreadPoolExecutor(WRITERS) as threads:
        parts = list(threads.map(lambda own: save_matches(address, cookies, own), matches))
    return [one for times, _ in parts for one in times], sum((statuses for _, statuses in parts), Counter())


def save_matches(address, cookies, matches):
    """Play match after match, hand by hand, for SECONDS; return how long each save took, and the answers by status."""
    line, times, statuses = http.client.HTTPConnection(urlsplit(address).netloc), [], Counter()
    headers = {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}
    end = time.monotonic() + SECONDS
    for path, form in ((path, form) for path, forms in matches for form in forms):
        status = 503
        while status == 503:  # as a phone does
            begun = time.monotonic()
            if begun >= end:
                return times, statuses
            line.request("POST", path, urlencode(form), headers)
            answer = line.getresponse()
            answer.read()
            status = answer.status
            statuses[status] += 1
            times.append(time.monotonic() - begun)
    return times, statuses


FORM = {"csrfmiddlewaretoken": SECRET}
