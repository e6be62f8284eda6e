"""Saving from the page: what is wrong is said beside what was typed; what moved on is shown beside it."""

import pytest
from django.test import Client

from tests.html_browser import Browser, Page
from tests.matches.factory import NAMES, a_match, again, said, sent

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@pytest.fixture
def phone():
    return Client(headers={"host": "localhost"})


def post(phone, match, address, form):
    return Page(None, phone.post(f"/matches/{match.pk}/{address}", form))


@pytest.mark.parametrize(("address", "number"), [("rounds/", 3), ("rounds/2/", 2), ("rounds/2/before/", 2)])
def test_an_impossible_round_comes_back_with_the_reason_and_all_that_was_typed(phone, address, number):
    match = a_match(2)
    typed = said(match, [1, 2, 0, 1], number=number) | {"tricks-1": "1", "trump": "H"}

    page = post(phone, match, address, sent(match, typed, number=number))

    assert page.status == 422
    cards = "3 cards" if number == 3 else "2 cards"
    assert f"tricks add up to {number + 1}, but {cards} were dealt: 1 too many, count the piles again" in page.text
    assert dict(page.said()) | typed == dict(page.said())
    assert again(match).version == 2


def test_what_is_wrong_is_linked_to_the_question_it_is_about(phone):
    match = a_match(2)

    page = post(phone, match, "rounds/", sent(match, said(match) | {"bids-2": "44"}))

    assert page.status == 422
    [link] = [link for link in page.links["#q-bids-2"] if "not on the keys" in link.text]
    assert "“44”" in link.text
    assert page.ids["q-bids-2"]["aria-invalid"] == "true"
    assert page.ids["q-bids-2"]["aria-describedby"] == "said"
    assert "said" in page.ids
    assert "aria-invalid" not in page.ids["q-bids-1"]


def test_a_question_answered_with_several_keys_is_marked_too(phone):
    match = a_match(names=NAMES[:3], game="grosse-kleine")
    typed = {"left-0": "4 Q", "left-1": "out", "left-2": "7", "pile-seat": "nobody"}

    page = post(phone, match, "rounds/", sent(match, typed))

    assert page.status == 422
    marked = [control.name for control in page.controls if control.attributes.get("aria-invalid")]
    assert marked == ["left-0"]


def test_what_was_forgotten_is_named(phone):
    match = a_match(2)
    typed = said(match)
    del typed["bids-3"]

    page = post(phone, match, "rounds/", sent(match, typed))

    assert page.status == 422
    assert "Dan bids: not entered yet" in page.text
    assert page.ids["q-bids-3"]["aria-invalid"] == "true"


def test_nothing_is_wrong_yet_while_somebody_is_still_typing(phone):
    match = a_match(2)

    page = Browser().open(f"/matches/{match.pk}/").press("Keep for now", {"bids-0": "1"})

    assert page.status == 200
    assert "not entered yet" not in page.text
    assert "aria-invalid" not in page.html


@pytest.mark.parametrize(
    "envelope",
    [{"key": "44"}, {"key": ""}, {"seen": ""}, {"seen": "-1"}, {"seen": "two"}, {"seen": "9" * 30}, {"key": "\0"}],
)
def test_a_damaged_form_is_refused_and_what_was_typed_stays(phone, envelope):
    match = a_match(2)
    typed = said(match, [1, 1, 0, 0])

    page = post(phone, match, "rounds/", sent(match, typed) | envelope)

    assert page.status == 422
    assert "this form is damaged: open the match again" in page.text
    assert dict(page.said()) | typed == dict(page.said())
    assert again(match).version == 2


def test_a_page_that_was_refused_can_be_put_right_and_saved():
    match = a_match(2)
    page = Browser().open(f"/matches/{match.pk}/").press("Save hand 3", said(match) | {"tricks-1": "3"})
    assert page.status == 422

    page = page.press("Save hand 3", {"tricks-1": "0"})

    assert page.status == 200
    assert len(again(match).records) == 3
