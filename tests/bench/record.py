"""What a large record costs, in this process and by processor time: figures, saves, taps, exports, live tables."""

import json
import resource
import time
from pathlib import Path
from urllib.parse import urlencode

from tests.bench.data import device, hands, long_match, new_matches
from tests.bench.load import entry
from tests.bench.many import MADE_UP, MANY, copy_matches, fill_club
from tests.bench.report import Figure, middle, milliseconds

TIMES, TABLES_LIVE = 7, 2_000
REBUILT, IMPORTED = 500, 1_500
FORM = "application/x-www-form-urlencoded"


def record(data):
    fill_club(MADE_UP, seed=1)
    copy_matches(MANY)
    client = browser()
    yield from figures(client)
    yield from entries(client)
    yield from files()
    yield from imports()
    yield from whole_record(Path(data))
    yield live_tables()


def browser():
    from django.test import Client

    client = Client(headers={"host": "127.0.0.1"})
    client.cookies["device"] = device()
    return client


def spent(work):
    """Seconds of processor time that a piece of work takes."""
    before = time.process_time()
    work()
    return time.process_time() - before


# --- Figures ---


def figures(client):
    from scorekeeper.clubs.models import Club
    from scorekeeper.matches.models import Match
    from scorekeeper.statistics.monthly_totals import count_everything, discard_totals

    matches = Match.objects.filter(finished=True).order_by("started")
    oldest, newest = matches.first(), matches.last()

    def look(match):
        Match.objects.filter(pk=match.pk).update(needs_recount=True)
        return spent(lambda: client.get("/leaderboard/"))

    look(newest)
    yield Figure("first look after a save", "≤ 60 ms", milliseconds(middle(look(newest) for _ in range(TIMES))))
    looks = []
    for _ in range(TIMES):
        turn_round(oldest)
        looks.append(look(oldest))
    yield Figure("after a correction of the oldest match", "≤ 200 ms", milliseconds(middle(looks)))
    discard_totals(Club.here())
    whole = spent(lambda: count_everything(lambda *_: None))
    yield Figure(
        "counted anew after an update, at start", "–", f"{whole:.1f} s", f"{MANY / whole:.0f} matches a second"
    )


def turn_round(match):
    """Let who won lose, and the other way round."""
    from scorekeeper.matches.models import Seat

    seats = list(Seat.objects.filter(match=match))
    last = max(seat.place for seat in seats)
    for seat in seats:
        seat.place = last + 1 - seat.place
        seat.won = seat.place == 1
        seat.save()


# --- Entries ---


def entries(client):
    taps, *others = new_matches(1 + TIMES)

    def tap(number):
        answers = urlencode({"number": 1, "bids-0": number % 2})
        as_htmx = {"HX-Request": "true", "HX-Target": "entry-rows"}
        client.post(f"/matches/{taps}/draft/", answers, content_type=FORM, headers=as_htmx)

    def save_match(pk):
        for seen, hand in enumerate(hands(4, 25)):
            client.post(f"/matches/{pk}/rounds/", urlencode(entry(seen, hand)), content_type=FORM)

    tap(0)
    yield Figure("a tap", "≤ 2 ms", milliseconds(middle(spent(lambda n=n: tap(n)) for n in range(50))))
    yield Figure("a save", "≤ 2.5 ms", milliseconds(middle(spent(lambda pk=pk: save_match(pk)) / 25 for pk in others)))


# --- Files ---


def files():
    from scorekeeper.clubs.models import Club
    from scorekeeper.transfer.club_file import club_file
    from scorekeeper.transfer.spreadsheets import TABLES, csv_chunks

    exports = {
        "rounds.csv": ("≤ 8 s, ≤ 100 MB", lambda: csv_chunks(TABLES["rounds"], Club.here())),
        "the club as a file": ("≤ 5 s", lambda: club_file(Club.here())),
    }
    for what, (goal, chunks) in exports.items():
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        seconds = spent(lambda chunks=chunks: sum(map(len, chunks())))
        more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1000
        yield Figure(what, goal, f"{seconds:.1f} s, {more:.0f} MB more")


def imports():
    """Part of the club's file into another club, and once more: then each match is looked for and found."""
    from scorekeeper.clubs.models import Club
    from scorekeeper.transfer.club_file import club_file
    from scorekeeper.transfer.club_import import run_import
    from scorekeeper.transfer.import_file import open_file

    whole = json.loads("".join(club_file(Club.here())))
    text = json.dumps(whole | {"matches": whole["matches"][:IMPORTED]}).encode()
    others = Club.objects.create(name="Others")
    for what in ("an import of 1,500 matches", "the same again"):
        seconds = spent(lambda: run_import(others, open_file(text)))
        yield Figure(what, "linear", f"{seconds:.1f} s", f"{IMPORTED / seconds:.0f} matches a second")


def whole_record(folder):
    from django.db import connection

    from scorekeeper.clubs.models import Club
    from scorekeeper.matches import recording
    from scorekeeper.matches.models import Match, Round
    from scorekeeper.server import backups
    from scorekeeper.server.database import fetch_rows

    club, rounds = Club.here(), Round.objects.count()
    some = list(Match.objects.filter(club=club).order_by("pk").values_list("pk", flat=True)[:REBUILT])
    seconds = spent(lambda: [recording.rebuild(club, pk) for pk in some])
    yield Figure("rebuild", "≥ 200 a second", f"{REBUILT / seconds:.0f} a second")
    ((pages,),), ((size,),) = fetch_rows("PRAGMA page_count"), fetch_rows("PRAGMA page_size")
    yield Figure("disk for a round", "≤ 900 bytes", f"{pages * size / rounds:.0f} bytes", f"{rounds} rounds")
    copy, _ = backups.back_up(folder / "copy.sqlite3")
    connection.close()
    begun = time.perf_counter()
    seconds = spent(lambda: backups.restore(copy))
    waited = time.perf_counter() - begun  # checks run side by side, so that the clock says less than the processor
    yield Figure("restore, by the clock", "≤ 4 s", f"{waited:.1f} s", f"{seconds:.1f} s of processor time")


def live_tables():
    """Pages of as many tables, each as large as that of a long match."""
    from scorekeeper.clubs.preferences import Preferences
    from scorekeeper.matches import match_page
    from scorekeeper.matches.edit_lock import SCORER
    from scorekeeper.matches.polling import sight

    pk = long_match().pk
    page = match_page.cached_page(pk, sight(pk, device()).state, SCORER, Preferences(), "br")
    return Figure("2,000 live tables", "≤ 64 MB", f"{TABLES_LIVE * page.size / 1e6:.0f} MB", "kept pages of a worker")
