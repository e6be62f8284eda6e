"""What a large record costs, in this process and by processor time: figures, saves, taps, exports, live tables."""

import resource
import time
from uuid import uuid4

from tests.bench.data import device, hands, long_match, new_matches
from tests.bench.many import MANY, fill_club
from tests.bench.report import Figure, middle, milliseconds

TIMES, TABLES_LIVE = 7, 2_000


def record(_data):
    fill_club(MANY, seed=1)
    client = browser()
    yield from figures(client)
    yield from entries(client)
    yield from files()
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
        client.post(f"/matches/{taps}/draft/", {"number": 1, "bids-0": number % 2}, headers={"HX-Request": "true"})

    def save_match(pk):
        for seen, hand in enumerate(hands(4, 25)):
            answers = {
                f"{name}-{seat}": number for name, numbers in hand.items() for seat, number in enumerate(numbers)
            }
            client.post(f"/matches/{pk}/rounds/", answers | {"key": uuid4(), "seen": seen, "number": seen + 1})

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


def live_tables():
    """Pages of as many tables, each as large as that of a long match."""
    from scorekeeper.clubs.preferences import Preferences
    from scorekeeper.matches import match_page
    from scorekeeper.matches.edit_lock import SCORER
    from scorekeeper.matches.polling import sight

    pk = long_match().pk
    page = match_page.cached_page(pk, sight(pk, device()).state, SCORER, Preferences(), "br")
    return Figure("2,000 live tables", "≤ 64 MB", f"{TABLES_LIVE * page.size / 1e6:.0f} MB", "kept pages of a worker")
