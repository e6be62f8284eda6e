"""A request sent again counts once, whether it saves a round or starts a match."""

import uuid

import pytest
from django.test import Client

from scorekeeper.clubs.models import Club, Device
from scorekeeper.matches import recording
from scorekeeper.matches.models import Entry, Match
from scorekeeper.matches.recording import KeyReused
from tests.cases import cases
from tests.concurrency import finish_all, start_thread
from tests.html_browser import Page
from tests.matches.factory import a_hand, a_match, again, entry, said, sent
from tests.thoroughness import many

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def client(known=True):
    asking = Client(headers={"host": "localhost"})
    if known:
        asking.cookies["device"] = Device.join(Club.here(), "a phone")[1]
    return asking


def save(match, form, asking=None):
    return (asking or client()).post(f"/matches/{match.pk}/rounds/", form)


# --- The same entry again ---


def test_the_same_entry_twice_counts_once():
    match = a_match()
    hand, how = a_hand(match, [1, 0, 0, 0]), entry(match)

    first = recording.play(match, hand, how)
    second = recording.play(match, hand, how)

    assert first == second
    assert (match.version, len(again(match).records)) == (1, 1)


def test_another_entry_under_the_same_key_is_refused():
    match = a_match()
    key = uuid.uuid4()
    recording.play(match, a_hand(match), entry(match, key=key, digest="one"))

    for seen in (0, 1):
        with pytest.raises(KeyReused):
            recording.play(match, a_hand(match), entry(match, key=key, digest="two", seen=seen))

    assert (again(match).version, len(again(match).records)) == (1, 1)


def test_the_same_key_in_another_match_is_another_entry():
    one, other = a_match(), a_match()
    key = uuid.uuid4()

    recording.play(one, a_hand(one), entry(one, key=key))
    recording.play(other, a_hand(other), entry(other, key=key))

    assert Entry.objects.filter(key=key).count() == 2


def test_a_retry_is_answered_as_the_first_request_was():
    match = a_match(1)
    form, asking = sent(match, said(match)), client()

    first, second = save(match, form, asking), save(match, form, asking)

    assert (first.status_code, first.url) == (second.status_code, second.url) == (302, f"/matches/{match.pk}/")
    assert len(again(match).records) == 2


@cases("what", ["deletion/", "", "before/"])
def test_a_retry_is_answered_even_where_the_round_is_gone(what):
    match = a_match(1)
    form, asking = sent(match, said(match, number=1)), client()
    address = f"/matches/{match.pk}/rounds/1/{what}"
    first = asking.post(address, form)
    assert first.status_code == (422 if what == "before/" else 302)
    now = again(match)
    while now.records:
        recording.delete_round(now, len(now.records), entry(now))

    second = asking.post(address, form)

    assert second.status_code == (409 if what == "before/" else 302)
    assert again(match).records == []


@cases("address", ["rounds/", "rounds/2/", "rounds/2/deletion/", "end/"])
def test_a_retry_that_read_the_match_before_the_first_write_counts_once(monkeypatch, address):
    match = a_match(2)
    number = 2 if "2" in address else 3
    form, asking = sent(match, said(match, [1, 0, 0, 0], number=number), number=number), client()
    late, read = Match.at(match.pk), Match.at
    assert asking.post(f"/matches/{match.pk}/{address}", form).status_code == 302

    met = iter([late])
    monkeypatch.setattr(Match, "at", lambda pk: next(met, None) or read(pk))
    answer = asking.post(f"/matches/{match.pk}/{address}", form)

    assert answer.status_code == 302
    assert again(match).version == 3


def test_other_answers_under_a_used_key_are_refused_and_stay_on_the_page():
    match = a_match()
    form, asking = sent(match, said(match, [1, 0, 0, 0]), number=1), client()
    save(match, form, asking)

    response = save(match, {**form, "bids-3": "1"}, asking)

    page = Page(None, response)
    assert page.status == 422
    assert "so this was not" in page.text
    assert "There now" in page.text
    assert dict(page.said())["bids-3"] == "1"
    assert [facts.bids for facts in again(match).records] == [(1, 0, 0, 0)]


# --- Starting a match ---


@pytest.mark.django_db(transaction=True)
@cases("is_rematch", [False, True])
def test_eight_equal_forms_at_once_start_one_match(is_rematch):
    last, clients, answers = a_match(1), [client() for _ in range(8)], []
    count, form = Match.objects.count(), {"key": str(uuid.uuid4())}
    setup = {"seated": "1", "player": ["Eve", "Finn"], "dealer": "Eve"}

    def start(one):
        where = f"/matches/{last.pk}/rematch/" if is_rematch else "/games/big-little/matches/"
        answers.append(one.post(where, form if is_rematch else form | setup))

    finish_all([start_thread(lambda one=one: start(one)) for one in clients])

    assert {answer.status_code for answer in answers} == {302}
    assert len({answer.url for answer in answers}) == 1
    assert Match.objects.count() == count + 1


def test_another_dealer_under_the_key_of_a_match_starts_another_match():
    key, asking = str(uuid.uuid4()), client()
    set_up = {"seated": "1", "player": ["Eve", "Finn"], "dealer": "Eve", "key": key}

    one = asking.post("/games/big-little/matches/", set_up)
    other = asking.post("/games/big-little/matches/", {**set_up, "dealer": "Finn"})

    assert one.url != other.url
    assert [match.first_dealer for match in Match.objects.order_by("pk")] == [0, 1]


@pytest.mark.django_db(transaction=True)
def test_two_forms_at_once_with_the_same_new_player_both_start_a_match():
    clients, answers = [client(), client()], []

    def begin(one, *names):
        set_up = {"seated": "1", "player": names, "dealer": names[0]}
        answers.append(one.post("/games/big-little/matches/", set_up).status_code)

    for number in range(many(50)):
        finish_all([
            start_thread(lambda number=number: begin(clients[0], f"New {number}", "Ada")),
            start_thread(lambda number=number: begin(clients[1], "Ben", f"New {number}")),
        ])  # fmt: skip

    assert answers == [302] * 2 * many(50)
    assert Club.here().players.filter(name__startswith="New").count() == many(50)


@pytest.mark.django_db(transaction=True)
def test_the_first_requests_at_once_create_one_club():
    finish_all([start_thread(Club.here) for _ in range(8)])

    assert Club.objects.count() == 1
