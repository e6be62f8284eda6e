"""How many SQL statements the pages of a match take: as many with many rounds and matches as with few."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.matches import drafts, recording
from scorekeeper.matches.drafts import CORRECT, Place
from tests.cases import cases
from tests.matches.factory import entry, hand_form, make_match, match_form

pytestmark = pytest.mark.django_db

EARLY, LATE = 1, 20
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


@pytest.mark.postgresql
def test_a_cached_page_takes_one_statement(client):
    match = make_match(3)
    address = f"/matches/{match.pk}/"

    assert statements(client, "get", address) == 3
    assert statements(client, "get", address) == 1
    assert statements(client, "head", address) == 1


MOST = dict.fromkeys(["", "history/", "scoresheet/", "rounds/1/", "rounds/1/before/", "end/"], 4) | {
    "rounds/1/sides/0/": 3, "table-view/": 3, "review/": 8, "review/?after=1": 8,
}  # fmt: skip


@cases("address, most", MOST.items())
def test_pages_of_a_match_take_as_many_statements_late_as_early(client, address, most):
    counts = []
    for rounds in (EARLY, LATE):
        cache.clear()
        counts.append(statements(client, "get", f"/matches/{make_match(rounds).pk}/{address}"))

    assert counts[0] == counts[1] <= most


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_saving_a_round_takes_twelve_statements(client):
    for rounds in (EARLY, LATE):
        match = make_match(rounds)
        assert statements(client, "post", f"/matches/{match.pk}/rounds/", match_form(match, hand_form(match))) == 12


@pytest.mark.django_db(transaction=True)
@cases(
    "address, answers, most",
    [
        ("draft/", {"bids-0": "1"}, 7),
        ("rounds/1/draft/", {"bids-0": "1"}, 9),
        ("rounds/1/", HAND, 18),
        ("end/", {}, 9),
    ],
)  # fmt: skip
def test_other_changes_take_as_many_statements_late_as_early(client, address, answers, most):
    counts = []
    for rounds in (EARLY, LATE):
        match = make_match(rounds)
        form = match_form(match, answers, number=rounds + 1 if address == "draft/" else 1)
        counts.append(statements(client, "post", f"/matches/{match.pk}/{address}", form))

    assert counts[0] == counts[1] <= most


def test_other_pages_take_as_many_statements_with_many_matches(client):
    def count():
        cache.clear()
        return [statements(client, "get", address) for address in OTHERS]

    make_match(1)
    few = count()
    for number in range(12):
        make_match(2, names=("Ada", "Ben", f"New {number}"))
    over = make_match(2)
    recording.finish(over, entry(over))

    for address, first, later in zip(OTHERS, few, count(), strict=True):
        assert later <= first + 2 <= 10, address


def test_the_draft_of_a_correction_keeps_the_cached_page(client):
    match = make_match(2)
    statements(client, "get", f"/matches/{match.pk}/")

    drafts.keep_draft(match, Place(CORRECT, 1), {"bids-0": "1"}, "")

    assert statements(client, "get", f"/matches/{match.pk}/") == 1
