"""What one club's worst does to another: how long its pages and saves take meanwhile, against quiet moments between."""

import json
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import cycle
from threading import Thread
from uuid import uuid4

from tests.bench.data import device, new_matches
from tests.bench.load import SECRET, Load, Saving, get, post
from tests.bench.many import fill_club
from tests.bench.report import Figure, milliseconds, percentile, status_counts
from tests.bench.server import serving

WORKERS, WARM, SECONDS, PAUSE, BEGUN = 2, 1, 4, 0.02, 0.3
TABLES, MATCHES_EACH, WRITERS, FILLED = 4, 3, 50, 400
ORDINARY, LARGE = 4_000_000, 60_000_000
"""Bytes of a file that is imported."""
OTHER = "otherotherotherotherot"
"""What the device of the other club shows."""
LONG_AGO = datetime(1990, 1, 1, tzinfo=UTC)
EDGE = "benchbenchbench"


@dataclass(frozen=True)
class Playing:
    """Somebody at a table, who looks, asks what is new and saves a hand, each after a moment."""

    matches: list
    token: str

    def __iter__(self):
        for number, save in enumerate(Saving(self.matches, self.token)):
            page = f"/matches/{self.matches[number // 25]}/"
            for request in (get(page), get(f"{page}board/?seen=0"), save):
                time.sleep(PAUSE)
                yield request


@dataclass(frozen=True)
class Importing:
    """Somebody who uploads a file, begins its import, and looks how far it is."""

    file: bytes

    def __iter__(self):
        _, headers, _ = yield upload(self.file)
        page = headers.split(b"\r\nlocation: ")[1].split(b"\r\n")[0].decode()
        yield post(page, OTHER, {})
        while True:
            time.sleep(1)
            yield get(page, token=OTHER)


@dataclass(frozen=True)
class AskingInTurn:
    paths: list

    def __iter__(self):
        for path in cycle(self.paths):
            yield get(path, token=OTHER)


def neighbours(data):
    from scorekeeper.clubs.models import Club

    other = Club.objects.create(name="Others")
    device(other, OTHER)
    fill_club(FILLED, seed=1, club=other)
    worst = {
        "50 writers": storm(new_matches(WRITERS * 4, other)),
        "4 downloads at once": [AskingInTurn(["/transfer/club.json", "/transfer/rounds.csv"])] * 4,
        "2 pictures at once": [AskingInTurn(pictures(other)[number::2]) for number in range(2)],
        "a preview of 60 MB": [Importing(file_of(other, LARGE))],
        "an import of 4 MB": [Importing(file_of(other, ORDINARY))],
    }
    fresh = iter(new_matches(3 * len(worst) * TABLES * MATCHES_EACH))

    def playing():
        return [Playing([next(fresh) for _ in range(MATCHES_EACH)], device()) for _ in range(TABLES)]

    for what, conversations in worst.items():
        # A server of its own for each: some of it goes on when nobody waits for it any more.
        with serving(data, WORKERS) as server, closing(Load(1, server)) as here:
            there = Load(1, server)
            busy = Thread(target=do_worst, args=[there, conversations])
            here.run(playing(), WARM)
            quiet = here.run(playing(), SECONDS)
            busy.start()
            time.sleep(BEGUN)
            yield Figure(what, "≤ 110 %", *compared(quiet, here.run(playing(), SECONDS)))
        busy.join()
        there.close()


def do_worst(load, conversations):
    with suppress(OSError):  # the server ends while it still answers
        load.run(conversations, SECONDS + BEGUN)


def compared(quiet, run):
    before, now = (percentile(one.times, 0.99) for one in (quiet, run))
    middle, then = (milliseconds(percentile(one.times, 0.5)) for one in (quiet, run))
    return f"{100 * now / before:.0f} %", (
        f"p99 {milliseconds(before)} and {milliseconds(now)}, p50 {middle} and {then}, "
        f"longest {milliseconds(max(run.times))}; status {status_counts(run.statuses)}"
    )


def storm(matches):
    return [Saving(matches[number::WRITERS], OTHER) for number in range(WRITERS)]


def pictures(club):
    from scorekeeper.matches.models import Match

    nights = Match.objects.filter(club=club).order_by("night_date").values_list("night_date", flat=True).distinct()
    return [f"/nights/{night}/recap.png" for night in nights]


def file_of(club, size):
    """The club as a file of so many bytes: its matches, again and again, as if played some other time."""
    from scorekeeper.transfer.club_file import club_file

    whole = json.loads("".join(club_file(club)))
    matches = cycle(whole["matches"])
    number, texts, length = 0, [], 0
    while length < size:
        started = (LONG_AGO + timedelta(minutes=number)).isoformat()
        texts.append(json.dumps({**next(matches), "started": started}))
        number, length = number + 1, length + len(texts[-1]) + 1
    return (json.dumps({**whole, "matches": []})[: -len("]}")] + ",".join(texts) + "]}").encode()


def upload(file):
    fields = {"csrfmiddlewaretoken": SECRET, "key": str(uuid4())}
    parts = [f'name="{name}"\r\n\r\n{value}' for name, value in fields.items()]
    parts.append('name="file"; filename="club.json"\r\nContent-Type: application/json\r\n\r\n')
    form = "".join(f"\r\n--{EDGE}\r\nContent-Disposition: form-data; {part}" for part in parts)
    body = form.encode() + file + f"\r\n--{EDGE}--\r\n".encode()
    head = [
        "POST /transfer/imports/ HTTP/1.1",
        "Host: 127.0.0.1",
        f"Cookie: csrf={SECRET}; device={OTHER}",
        f"Content-Type: multipart/form-data; boundary={EDGE}",
        f"Content-Length: {len(body)}",
    ]
    return "\r\n".join([*head, "", ""]).encode() + body
