"""The page of a match: drawn once for each change, handed out to each visitor with a token and a key of their own."""

import gzip
import re

import brotli
import pytest
from django.test import Client

from scorekeeper.table import pages
from scorekeeper.table.kept import KEY, TOKEN
from scorekeeper.table.models.drafts import PLAY, Place
from tests.matches.factory import a_hand, a_match, entry, said

pytestmark = pytest.mark.django_db
READ = {"br": brotli.decompress, "gzip": gzip.decompress, "": bytes}


@pytest.fixture(autouse=True)
def _nothing_kept():
    pages.drawn.cache_clear()


def page_of(match):
    return f"/matches/{match.pk}/"


def key_in(html):
    return re.search(r'name="key"\s+value="([0-9a-f-]{36})"', html)[1]


def without_own(html):
    return re.sub(r'(name="(?:key|csrfmiddlewaretoken)"\s+value=")[^"]*', r"\1", html)


def change_by_a_tap(match):
    match.keep_draft(Place(PLAY, 3), {"bids-0": "1"}, "")


def change_by_a_hand(match):
    match.play(a_hand(match), entry(match))


def change_by_ending(match):
    match.finish(entry(match))


@pytest.mark.parametrize("coding", READ)
def test_it_is_the_same_page_whatever_the_browser_takes(client, coding):
    match = a_match(2)
    plain = client.get(page_of(match)).content.decode()
    response = client.get(page_of(match), headers={"accept-encoding": coding})
    assert response.get("Content-Encoding", "") == coding
    assert int(response["Content-Length"]) == len(response.content)
    assert without_own(READ[coding](response.content).decode()) == without_own(plain)


def test_it_takes_one_statement_once_it_was_drawn(client, django_assert_num_queries):
    match = a_match(2)
    client.get(page_of(match))
    with django_assert_num_queries(1):
        client.get(page_of(match))


def test_each_visit_gets_a_key_of_its_own(client):
    match = a_match(1)
    first, second = (client.get(page_of(match)).content.decode() for _ in range(2))
    assert key_in(first) != key_in(second)
    assert without_own(first) == without_own(second)


def test_no_blank_is_left_open(client):
    html = client.get(page_of(a_match(1))).content.decode()
    assert TOKEN not in html
    assert KEY not in html


def test_each_visitor_gets_a_token_that_their_own_cookie_proves():
    match = a_match(1)
    phones = [Client(enforce_csrf_checks=True) for _ in range(2)]
    tokens = [
        re.search(r'csrfmiddlewaretoken"\s+value="(\w+)"', phone.get(page_of(match)).content.decode())
        for phone in phones
    ]
    assert tokens[0][1] != tokens[1][1]
    answers = {"number": 2, "csrfmiddlewaretoken": tokens[0][1]}
    assert [phone.post(f"{page_of(match)}draft/", answers).status_code for phone in phones] == [302, 403]


@pytest.mark.parametrize("change", [change_by_a_tap, change_by_a_hand, change_by_ending])
def test_every_change_is_seen_at_once(client, change):
    match = a_match(2)
    before = client.get(page_of(match))
    change(match)
    after = client.get(page_of(match), headers={"if-none-match": before["ETag"]})
    assert after.status_code == 200
    assert without_own(after.content.decode()) != without_own(before.content.decode())


def test_a_browser_that_shows_it_already_is_told_so(client):
    match = a_match(2)
    first = client.get(page_of(match))
    again = client.get(page_of(match), headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert "no-cache" in again["Cache-Control"]


def test_another_browser_never_gets_the_first_ones_page(client):
    match = a_match(2)
    first = client.get(page_of(match))
    other = Client().get(page_of(match), headers={"if-none-match": first["ETag"]})
    assert other.status_code == 200


def test_a_page_shown_again_can_still_be_saved_from(client):
    match = a_match(2)
    first = client.get(page_of(match))
    key = key_in(first.content.decode())
    refused = client.post(f"{page_of(match)}rounds/", {"key": key, "seen": match.version, "number": 3})
    again = client.get(page_of(match), headers={"if-none-match": first["ETag"]})
    saved = client.post(f"{page_of(match)}rounds/", said(match) | {"key": key, "seen": match.version, "number": 3})
    assert (refused.status_code, again.status_code, saved.status_code) == (422, 304, 302)


def test_a_match_that_is_over_gives_a_new_key_at_each_visit(client):
    match = a_match(1)
    match.finish(entry(match))
    response = client.get(page_of(match))
    assert "ETag" not in response
    assert 'form="again"' in response.content.decode()


@pytest.mark.parametrize("pk", [0, 77, 2**63, 2**80])
def test_a_match_that_is_not_there_is_not_found(client, pk):
    assert client.get(f"/matches/{pk}/").status_code == 404
