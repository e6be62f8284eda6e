"""A request sent again counts once, whether it saves a round or starts a match."""

import uuid

import pytest

from scorekeeper.matches import recording
from scorekeeper.matches.models import Match
from scorekeeper.matches.views import history, rounds
from tests.cases import cases
from tests.html_browser import Page
from tests.matches.factory import entry, hand_form, make_match, match_form, reload

pytestmark = pytest.mark.django_db


def test_a_retry_is_answered_as_the_first_request_was(client):
    match = make_match(1)
    form, address = match_form(match, hand_form(match)), f"/matches/{match.pk}/rounds/"

    first, second = client.post(address, form), client.post(address, form)

    assert (first.status_code, first.url) == (second.status_code, second.url) == (302, f"/matches/{match.pk}/")
    assert len(reload(match).round_facts) == 2


@cases("what, first, second", [("deletion/", 302, 302), ("", 302, 302), ("before/", 422, 409)])
def test_a_retry_is_answered_even_if_its_round_was_deleted(client, what, first, second):
    match = make_match(1)
    form, address = match_form(match, hand_form(match, number=1)), f"/matches/{match.pk}/rounds/1/{what}"
    assert client.post(address, form).status_code == first
    now = reload(match)
    while now.round_facts:
        recording.delete_round(now, len(now.round_facts), entry(now))

    assert client.post(address, form).status_code == second
    assert reload(match).round_facts == []


@cases("address", ["rounds/", "rounds/2/", "rounds/2/deletion/", "end/"])
def test_a_retry_that_read_the_match_before_the_first_write_counts_once(client, monkeypatch, address):
    match = make_match(2)
    number = 2 if "2" in address else 3
    form = match_form(match, hand_form(match, [1, 0, 0, 0], number=number), number=number)
    late = reload(match)
    late.state  # noqa: B018 -- all of it is read before the first write
    assert client.post(f"/matches/{match.pk}/{address}", form).status_code == 302

    with monkeypatch.context() as patch:
        for views in (rounds, history):
            patch.setattr(views, "find_match", lambda *_: late)
            patch.setattr(views, "read_match", lambda *_: late)
        assert client.post(f"/matches/{match.pk}/{address}", form).status_code == 302
    assert reload(match).version == 3


def test_other_answers_under_a_used_key_are_refused_and_stay_on_the_page(client):
    match = make_match()
    form, address = match_form(match, hand_form(match, [1, 0, 0, 0]), number=1), f"/matches/{match.pk}/rounds/"
    client.post(address, form)

    page = Page(None, client.post(address, {**form, "bids-3": "1"}))

    assert page.status == 422
    assert "so this was not" in page.text
    assert "There now" in page.text
    assert dict(page.fields())["bids-3"] == "1"
    assert [facts.bids for facts in reload(match).round_facts] == [(1, 0, 0, 0)]


def test_another_dealer_under_the_key_of_a_match_starts_another_match(client):
    form = {"seated": "1", "player": ["Eve", "Finn"], "dealer": "Eve", "key": str(uuid.uuid4())}

    one = client.post("/games/big-little/matches/", form)
    other = client.post("/games/big-little/matches/", {**form, "dealer": "Finn"})

    assert one.url != other.url
    assert [match.first_dealer for match in Match.objects.order_by("pk")] == [0, 1]
