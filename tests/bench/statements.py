"""How many statements a page takes, through Django's test client, early in a match and late."""

from tests.bench.asking import entry
from tests.bench.figures import Figure, statements
from tests.bench.house import LONG, NAMES, device, hands, played

SUBJECTS = {"poll": "≤ 1", "score page": "≤ 6", "score page, kept": "≤ 6", "save a round": "≤ 12"}


def measure(_data):
    """Yield a figure for each kind of request: in a match of 1 round, and in one of 24."""
    token = device()
    early, late = counted(1, token), counted(LONG, token)
    for what, goal in SUBJECTS.items():
        yield Figure(what, goal, f"{early[what][0]} and {late[what][0]}", late[what][1])


def counted(count, token):
    """Count for a match of so many rounds."""
    pk = played(NAMES, count).pk
    match = f"/matches/{pk}/"
    return {
        "score page": counted_in(token, "get", match),
        "score page, kept": counted_in(token, "get", match),
        "poll": counted_in(token, "get", f"{match}board/?seen=0."),
        "save a round": counted_in(token, "post", f"{match}rounds/", next_hand(count)),
    }


def counted_in(token, method, path, said=None):
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client(headers={"host": "127.0.0.1"})
    client.cookies["device"] = token
    with CaptureQueriesContext(connection) as captured:
        response = getattr(client, method)(path, said)
    count, named = statements(captured.captured_queries)
    return count, f"{named} (status {response.status_code})"


def next_hand(count):
    """The hand after so many, for a match that came from a sheet: its version is still 0."""
    *_, hand = hands(len(NAMES), count + 1)
    return entry(count, hand) | {"seen": 0}
