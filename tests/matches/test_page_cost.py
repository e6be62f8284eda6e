"""What a page costs, that it is kept while nothing changed, and that every change shows at once."""

import re

import brotli
import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scorekeeper.club.models import Club, Device
from scorekeeper.table.models.drafts import CORRECT, PLAY, Place
from tests.html_browser import Page
from tests.matches.factory import a_hand, a_match, again, entry, said, sent

pytestmark = pytest.mark.postgresql

EARLY, LATE = 1, 20
HAND = {
    f"{name}-{seat}": "1" if name == "bids" or seat == 0 else "0" for name in ("bids", "tricks") for seat in range(4)
}


@pytest.fixture
def phone(db):
    """A phone the table knows."""
    phone = Client(headers={"host": "localhost"})
    phone.cookies["device"] = Device.join(Club.here(), "a phone")[1]
    return phone


def statements(phone, method, address, form=None):
    """Ask, and count the statements, BEGIN and COMMIT among them."""
    with CaptureQueriesContext(connection) as captured:
        response = getattr(phone, method)(address, form)
    assert response.status_code in (200, 302), response.content.decode()
    return len(captured)


# --- Statements ---


def test_a_page_that_was_drawn_before_is_one_statement(phone):
    match = a_match(3)
    address = f"/matches/{match.pk}/"

    assert statements(phone, "get", address) == 3
    assert statements(phone, "get", address) == 1
    assert statements(phone, "head", address) == 1


@pytest.mark.parametrize(
    "address", ["", "history/", "scoresheet/", "rounds/1/", "rounds/1/before/", "rounds/1/sides/0/", "end/"]
)
def test_the_pages_of_a_match_take_as_many_statements_late_as_early(phone, address):
    counts = []
    for rounds in (EARLY, LATE):
        cache.clear()
        counts.append(statements(phone, "get", f"/matches/{a_match(rounds).pk}/{address}"))

    assert counts[0] == counts[1] <= 4


@pytest.mark.django_db(transaction=True)
def test_saving_a_round_takes_twelve_statements_early_and_late(transactional_db):
    phone = Client(headers={"host": "localhost"})
    phone.cookies["device"] = Device.join(Club.here(), "a phone")[1]

    for rounds in (EARLY, LATE):
        match = a_match(rounds)
        assert statements(phone, "post", f"/matches/{match.pk}/rounds/", sent(match, said(match))) == 12


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("address", "answers", "most"),
    [
        ("draft/", {"bids-0": "1"}, 7),
        ("rounds/1/draft/", {"bids-0": "1"}, 9),
        ("rounds/1/", HAND, 17),
        ("end/", {}, 9),
    ],
)  # fmt: skip
def test_other_changes_take_as_many_statements_late_as_early(transactional_db, address, answers, most):
    phone = Client(headers={"host": "localhost"})
    phone.cookies["device"] = Device.join(Club.here(), "a phone")[1]
    counts = []
    for rounds in (EARLY, LATE):
        match = a_match(rounds)
        form = sent(match, answers, number=rounds + 1 if address == "draft/" else 1)
        counts.append(statements(phone, "post", f"/matches/{match.pk}/{address}", form))

    assert counts[0] == counts[1] <= most


@pytest.mark.parametrize("address", ["/", "/games/", "/games/big-little/matches/new/", "/keeping/"])
def test_pages_beside_the_matches_take_as_many_statements_with_many_matches(phone, address):
    a_match(1)
    few = statements(phone, "get", address)
    for number in range(12):
        a_match(2, names=("Ada", "Ben", f"New {number}"))
    over = a_match(2)
    over.finish(entry(over))

    assert statements(phone, "get", address) <= few + 2
    assert few <= 7


# --- What is kept shows every change at once ---

CHANGES = {
    "a round": lambda match: match.play(a_hand(match, [3, 0, 0, 0]), entry(match)),
    "a correction": lambda match: match.correct(1, a_hand(match, [1, 0, 0, 0], number=1), entry(match)),
    "a deletion": lambda match: match.delete_round(2, entry(match)),
    "an undoing": lambda match: match.undo(match.entries.first(), entry(match)),
    "the end": lambda match: match.finish(entry(match)),
    "a tap": lambda match: match.keep_draft(Place(PLAY, 3), {"bids-0": "2"}, ""),
    "starting again": lambda match: match.drop_draft(Place(PLAY, 3)),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_every_change_shows_at_once(phone, change):
    match = a_match(2)
    match.keep_draft(Place(PLAY, 3), {"bids-0": "1"}, "")
    address = f"/matches/{match.pk}/"
    before = Page(None, phone.get(address))
    assert Page(None, phone.get(address)).text == before.text

    change(match)

    after = Page(None, phone.get(address))
    assert (after.text, after.said()) != (before.text, before.said())
    cache.clear()
    assert Page(None, phone.get(address)).text == after.text


def test_what_is_typed_for_a_correction_does_not_draw_the_page_anew(phone):
    match = a_match(2)
    statements(phone, "get", f"/matches/{match.pk}/")

    match.keep_draft(Place(CORRECT, 1), {"bids-0": "1"}, "")

    assert statements(phone, "get", f"/matches/{match.pk}/") == 1


def test_a_kept_page_is_the_same_page_in_fewer_bytes_once_it_is_asked_for_again(phone):
    address, encoding = f"/matches/{a_match(LATE).pk}/", {"accept-encoding": "br"}

    first, *others = [phone.get(address, headers=encoding) for _ in range(3)]

    assert [len(other.content) for other in others] == [len(others[0].content)] * 2
    assert len(others[0].content) < len(first.content)
    assert {without_key(answer) for answer in others} == {without_key(first)}
    assert others[0]["ETag"] == first["ETag"]


def without_key(answer):
    return re.sub(r'(name="key"\s+value=)"[^"]+"', r"\1", brotli.decompress(answer.content).decode())


@pytest.mark.django_db
def test_a_kept_page_has_the_key_and_the_token_of_who_asks():
    match = a_match(2)
    phones = [Client(headers={"host": "localhost"}, enforce_csrf_checks=True) for _ in range(2)]
    pages = [Page(None, phone.get(f"/matches/{match.pk}/")) for phone in phones]

    forms = [dict(page.said()) for page in pages]
    assert forms[0]["key"] != forms[1]["key"]
    assert forms[0]["csrfmiddlewaretoken"] != forms[1]["csrfmiddlewaretoken"]
    for phone, form in zip(phones, forms, strict=True):
        answer = phone.post(f"/matches/{match.pk}/rounds/", form | said(match))
        assert answer.status_code in (302, 409)
    assert len(again(match).records) == 3
