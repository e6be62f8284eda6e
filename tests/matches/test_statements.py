"""How many SQL statements the pages of a match take: as many with many rounds and matches as with few."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.cases import cases
from tests.matches.factory import hand_form, make_match, match_form

pytestmark = pytest.mark.django_db

EARLY, LATE = 1, 8
OTHERS = ["/", "/games/", "/games/big-little/matches/new/", "/transfer/"]
HAND = {
    f"{name}-{seat}": "1" if name == "bids" or seat == 0 else "0" for name in ("bids", "tricks") for seat in range(4)
}


def statements(client, method, address, form=None):
    """Ask, and count the statements, BEGIN and COMMIT among them."""
    with CaptureQueriesContext(connection) as captured:
        response = getattr(client, method)(address, form)
    assert response.status_code in (200, 302), response.content.decode()
    return len(captured)


# By page, the largest number of statements, the first of which is for the device.
PAGES = {
    "": 9, "history/": 7, "scoresheet/": 6, "rounds/1/": 7, "rounds/1/before/": 6, "end/": 5,
    "rounds/1/sides/0/": 5, "table-view/": 7, "review/": 11, "review/?after=1": 11,
}  # fmt: skip


@cases("address, most", PAGES.items())
def test_pages_need_as_many_queries_with_many_rounds_as_with_few(client, address, most):
    counts = []
    for rounds in (EARLY, LATE):
        cache.clear()
        counts.append(statements(client, "get", f"/matches/{make_match(rounds).pk}/{address}"))

    assert counts[0] == counts[1] <= most


@pytest.mark.django_db(transaction=True)
@cases(
    "address, answers, most",
    [
        ("draft/", {"bids-0": "1"}, 9),
        ("rounds/", None, 16),
        ("rounds/1/draft/", {"bids-0": "1"}, 9),
        ("rounds/1/", HAND, 21),
        ("end/", {}, 13),
    ],
)  # fmt: skip
def test_changes_need_as_many_queries_with_many_rounds_as_with_few(client, address, answers, most):
    counts = []
    for rounds in (EARLY, LATE):
        match = make_match(rounds)
        form = match_form(
            match,
            hand_form(match) if answers is None else answers,
            number=rounds + 1 if address in ("draft/", "rounds/") else 1,
        )
        counts.append(statements(client, "post", f"/matches/{match.pk}/{address}", form))

    assert counts[0] == counts[1] <= most
