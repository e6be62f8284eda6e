"""The live board: nothing while nothing changed, and the page as soon as something did."""

import re

import pytest

from scorekeeper.matches import drafts, recording
from scorekeeper.matches.drafts import PLAY, Place
from scorekeeper.matches.polling import sight
from tests.cases import cases
from tests.devices import device_token
from tests.matches.factory import a_hand, a_match, entry, said, sent

pytestmark = pytest.mark.django_db


@pytest.fixture
def look(client):
    """Poll the board of a match as a page that shows a state of it."""
    return lambda match, seen: client.get(f"/matches/{match.pk}/board/", {"seen": seen})


def seen_on(html):
    return re.search(r'<live-board.*?\sseen="([^"]+)"', html, re.DOTALL)[1]


def seen_by_taps(html):
    return re.search(r'data-seen="([^"]+)"', html)[1]


def tap(match):
    drafts.keep_draft(match, Place(PLAY, 3), {"bids-0": "1"}, "")


def save(match):
    recording.play(match, a_hand(match), entry(match))


def correct(match):
    recording.correct(match, 1, a_hand(match, bids=[1, 0, 0, 0], number=1), entry(match))


def end(match):
    recording.finish(match, entry(match))


def test_a_poll_without_news_is_one_statement_and_204(client, look, django_assert_num_queries):
    match = a_match(2)
    seen = seen_on(client.get(f"/matches/{match.pk}/").content.decode())
    with django_assert_num_queries(1):
        response = look(match, seen)
    assert (response.status_code, response.content) == (204, b"")


@cases("change", [tap, save, correct, end])
def test_every_change_is_shown_once(client, look, change):
    match = a_match(2)
    seen = seen_on(client.get(f"/matches/{match.pk}/").content.decode())
    change(match)
    changed = look(match, seen)
    assert changed.status_code == 200
    assert look(match, seen_on(changed.content.decode())).status_code == 204


def test_the_form_names_the_same_state_as_the_page(client):
    match = a_match(2)
    tap(match)
    html = client.get(f"/matches/{match.pk}/").content.decode()
    version, draft = (re.search(rf'name="{name}"\s+value="([^"]*)"', html)[1] for name in ("seen", "draft"))
    assert f"{version}.{draft}." == seen_on(html) == seen_by_taps(html) == sight(match.pk, device_token()).state.seen


def test_a_devices_own_tap_is_not_news(client, look):
    match = a_match(2)
    headers = {"hx-request": "true", "hx-target": "ledger"}
    kept = client.post(f"/matches/{match.pk}/draft/", {"number": 3, "bids-0": "1"}, headers=headers).content.decode()
    assert look(match, seen_by_taps(kept)).status_code == 204


@cases("seen", ["", "0", "2.", "x" * 5000, "2.\0", "٢."])
def test_a_poll_that_names_no_known_state_is_answered_with_the_page(look, seen):
    match = a_match(1)
    assert look(match, seen).status_code == 200


@cases("answers", [{}, {"bids-0": "9"}])
def test_a_refused_page_is_not_replaced_but_told_of_changes(client, look, answers):
    match = a_match(2)
    response = client.post(f"/matches/{match.pk}/rounds/", sent(match, said(match) | {"tricks-0": "9"} | answers))
    assert response.status_code == 422
    html = response.content.decode()
    assert re.search(r"<live-board\s+still\s", html)
    assert look(match, seen_on(html)).status_code == 204


@cases("address", ["rounds/1/", "rounds/1/before/"])
def test_the_page_of_a_correction_is_told_of_changes(client, look, address):
    match = a_match(2)
    html = client.get(f"/matches/{match.pk}/{address}").content.decode()
    assert re.search(r"<live-board\s+still\s", html)
    assert look(match, seen_on(html)).status_code == 204
    save(match)
    assert look(match, seen_on(html)).status_code == 200
