"""Sent twice, lost, raced: an entry counts once, one of two writers wins, and nothing is ever overwritten."""

import uuid

import pytest
from django.test import Client

from scorekeeper.club.models import Club, Device
from scorekeeper.table.models import Entry, Match
from scorekeeper.table.models.entered import OtherEntry
from tests.concurrency import finish_all, start_thread
from tests.html_browser import Page
from tests.matches.factory import a_hand, a_match, again, entry, said, sent

pytestmark = pytest.mark.postgresql


def client(known=True):
    asking = Client(headers={"host": "localhost"})
    if known:
        asking.cookies["device"] = Device.join(Club.here(), "a phone")[1]
    return asking


def save(match, form, asking=None):
    return (asking or client()).post(f"/matches/{match.pk}/rounds/", form)


# --- The same entry again ---


@pytest.mark.django_db
def test_the_same_entry_twice_counts_once():
    match = a_match()
    hand, how = a_hand(match, [1, 0, 0, 0]), entry(match)

    first = match.play(hand, how)
    second = match.play(hand, how)

    assert first == second
    assert (match.version, len(again(match).records)) == (1, 1)


@pytest.mark.django_db
def test_another_entry_under_the_same_key_is_refused():
    match = a_match()
    key = uuid.uuid4()
    match.play(a_hand(match), entry(match, key=key, digest="one"))

    for seen in (0, 1):
        with pytest.raises(OtherEntry):
            match.play(a_hand(match), entry(match, key=key, digest="two", seen=seen))

    assert (again(match).version, len(again(match).records)) == (1, 1)


@pytest.mark.django_db
def test_the_same_key_in_another_match_is_another_entry():
    one, other = a_match(), a_match()
    key = uuid.uuid4()

    one.play(a_hand(one), entry(one, key=key))
    other.play(a_hand(other), entry(other, key=key))

    assert Entry.objects.filter(key=key).count() == 2


@pytest.mark.django_db
def test_a_retry_whose_answer_was_lost_is_answered_as_the_first_one_was():
    match = a_match(1)
    form, asking = sent(match, said(match)), client()

    first, second = save(match, form, asking), save(match, form, asking)

    assert (first.status_code, first.url) == (second.status_code, second.url) == (302, f"/matches/{match.pk}/")
    assert len(again(match).records) == 2


@pytest.mark.django_db
@pytest.mark.parametrize("what", ["deletion/", "", "before/"])
def test_a_retry_is_answered_even_where_the_round_is_gone(what):
    match = a_match(1)
    form, asking = sent(match, said(match, number=1)), client()
    address = f"/matches/{match.pk}/rounds/1/{what}"
    first = asking.post(address, form)
    assert first.status_code == (422 if what == "before/" else 302)
    now = again(match)
    while now.records:
        now.delete_round(len(now.records), entry(now))

    second = asking.post(address, form)

    assert second.status_code == (409 if what == "before/" else 302)
    assert again(match).records == []


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["rounds/", "rounds/2/", "rounds/2/deletion/", "end/"])
def test_a_retry_that_read_half_of_the_match_before_the_first_one_was_written_counts_once(monkeypatch, address):
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


@pytest.mark.django_db
def test_something_else_under_a_key_that_counted_is_refused_and_stays_on_the_page():
    match = a_match()
    form, asking = sent(match, said(match, [1, 0, 0, 0]), number=1), client()
    save(match, form, asking)

    response = save(match, {**form, "bids-3": "1"}, asking)

    page = Page(None, response)
    assert page.status == 422
    assert "so this was not" in page.text
    assert "There now" in page.text
    assert dict(page.said())["bids-3"] == "1"
    assert [record.bids for record in again(match).records] == [(1, 0, 0, 0)]


# --- Beginning a match ---


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("how", ["start", "again"])
def test_a_form_that_begins_a_match_begins_it_once_even_eight_times_at_once(how, at_once):
    last, key, clients, answers = a_match(1), str(uuid.uuid4()), [client() for _ in range(8)], []
    set_up = {"seated": "1", "player": ["Eve", "Finn"], "dealer": "Eve"}
    address, form = {
        "start": ("/games/big-little/matches/", set_up),
        "again": (f"/matches/{last.pk}/again/", {}),
    }[how]

    finish_all(
        [start_thread(lambda one=one: answers.append(one.post(address, {**form, "key": key}))) for one in clients]
    )

    assert {answer.status_code for answer in answers} == {302}
    assert len({answer.url for answer in answers}) == 1
    assert Match.objects.count() == 2


@pytest.mark.django_db
def test_another_table_under_the_key_of_a_match_that_began_is_another_match():
    key, asking = str(uuid.uuid4()), client()
    set_up = {"seated": "1", "player": ["Eve", "Finn"], "dealer": "Eve", "key": key}

    one = asking.post("/games/big-little/matches/", set_up)
    other = asking.post("/games/big-little/matches/", {**set_up, "dealer": "Finn"})

    assert one.url != other.url
    assert [match.first_dealer for match in Match.objects.order_by("pk")] == [0, 1]


@pytest.mark.django_db(transaction=True)
def test_two_tables_that_bring_the_same_new_player_at_once_both_begin(at_once):
    clients, answers = [client(), client()], []

    def begin(one, *names):
        set_up = {"seated": "1", "player": names, "dealer": names[0]}
        answers.append(one.post("/games/big-little/matches/", set_up).status_code)

    for number in range(20):
        finish_all([
            start_thread(lambda number=number: begin(clients[0], f"New {number}", "Ada")),
            start_thread(lambda number=number: begin(clients[1], "Ben", f"New {number}")),
        ])  # fmt: skip

    assert answers == [302] * 40
    assert Club.here().players.filter(name__startswith="New").count() == 20


@pytest.mark.django_db(transaction=True)
def test_the_first_who_write_found_one_club_together():
    finish_all([start_thread(Club.here) for _ in range(8)])

    assert Club.objects.count() == 1
