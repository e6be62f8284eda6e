"""The live board: nothing while nothing changed, and the page as soon as something did."""

import re

import pytest

from scorekeeper.table.models.drafts import PLAY, Place
from scorekeeper.table.state import sight
from tests.devices import device_token
from tests.matches.factory import a_hand, a_match, entry, said, sent

pytestmark = pytest.mark.django_db


@pytest.fixture
def look(client):
    """Look at a match's board, as somebody who has seen a state of it."""
    return lambda match, seen: client.get(f"/matches/{match.pk}/board/", {"seen": seen})


def seen_on(html):
    return re.search(r'<live-board.*?\sseen="([^"]+)"', html, re.DOTALL)[1]


def seen_by_taps(html):
    return re.search(r'data-seen="([^"]+)"', html)[1]


def tap(match):
    match.keep_draft(Place(PLAY, 3), {"bids-0": "1"}, "")


def save(match):
    match.play(a_hand(match), entry(match))


def correct(match):
    match.correct(1, a_hand(match, bids=[1, 0, 0, 0], number=1), entry(match))


def end(match):
    match.finish(entry(match))


def test_nothing_new_takes_one_statement_and_no_words(client, look, django_assert_num_queries):
    match = a_match(2)
    seen = seen_on(client.get(f"/matches/{match.pk}/").content.decode())
    with django_assert_num_queries(1):
        response = look(match, seen)
    assert (response.status_code, response.content) == (204, b"")


@pytest.mark.parametrize("change", [tap, save, correct, end])
def test_whatever_changed_is_shown_once(client, look, change):
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


def test_a_tap_of_ones_own_is_not_news(client, look):
    match = a_match(2)
    headers = {"hx-request": "true", "hx-target": "ledger"}
    kept = client.post(f"/matches/{match.pk}/draft/", {"number": 3, "bids-0": "1"}, headers=headers).content.decode()
    assert look(match, seen_by_taps(kept)).status_code == 204


@pytest.mark.parametrize("seen", ["", "0", "2.", "x" * 5000, "2.\0", "٢."])
def test_who_has_seen_something_else_is_shown_what_is_there(look, seen):
    match = a_match(1)
    assert look(match, seen).status_code == 200


def test_a_match_that_is_not_there_has_no_board(client):
    assert client.get("/matches/77/board/").status_code == 404


@pytest.mark.parametrize("answers", [{}, {"bids-0": "9"}])
def test_a_page_with_something_not_kept_yet_stays_as_it_is_and_is_told_of_the_others(client, look, answers):
    match = a_match(2)
    response = client.post(f"/matches/{match.pk}/rounds/", sent(match, said(match) | {"tricks-0": "9"} | answers))
    assert response.status_code == 422
    html = response.content.decode()
    assert re.search(r"<live-board\s+still\s", html)
    assert look(match, seen_on(html)).status_code == 204


@pytest.mark.parametrize("address", ["rounds/1/", "rounds/1/before/"])
def test_who_corrects_hears_of_the_others_too(client, look, address):
    match = a_match(2)
    html = client.get(f"/matches/{match.pk}/{address}").content.decode()
    assert re.search(r"<live-board\s+still\s", html)
    assert look(match, seen_on(html)).status_code == 204
    save(match)
    assert look(match, seen_on(html)).status_code == 200
