"""Slow requests wait in turn: the server's threads are for pages and saves."""

import time
from contextlib import ExitStack

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from scorekeeper.history.recap import drawing_turns
from scorekeeper.transfer.views import Download, download_turns, import_turns
from scorekeeper.web.middleware import writer_turns
from scorekeeper.web.turns import Crowded, Turns
from tests.cases import cases
from tests.concurrency import finish_all, start_thread
from tests.devices import member
from tests.matches.factory import make_match


def test_some_wait_for_their_turn_and_the_rest_are_refused_at_once():
    turns, done = Turns(1, waiting=1, seconds=20, sentence="later"), []

    def wait():
        with turns.take():
            done.append("waited")

    with turns.take():
        waiting = start_thread(wait)
        while turns.admitted._value:
            time.sleep(0.01)
        with pytest.raises(Crowded, match="later"), turns.take():
            pytest.fail("a third one")
        assert done == []
    finish_all([waiting])
    assert done == ["waited"]


def test_a_long_wait_is_refused_and_an_error_ends_a_turn():
    turns = Turns(1, waiting=1, seconds=0.01, sentence="later")
    for _ in range(3):
        with pytest.raises(ZeroDivisionError), turns.take():
            raise ZeroDivisionError
        with turns.take(), pytest.raises(Crowded), turns.take():
            pytest.fail("a second turn")


FILE = "/transfer/club.json"


def upload(browser, _):
    return browser.post("/transfer/imports/", {"file": SimpleUploadedFile("club.json", b"{}")})


@pytest.mark.django_db
@cases(
    "turns, ask, says",
    [
        (drawing_turns, lambda browser, pk: browser.get(f"/matches/{pk}/picture.png"), "Many pictures are drawn"),
        (download_turns, lambda browser, _: browser.get(FILE), "Other files are downloaded"),
        (import_turns, upload, "Other files are imported"),
        (writer_turns, lambda browser, _: browser.post("/settings/preferences/"), "Too many are saving at once"),
    ],
)
def test_a_refused_turn_says_when_to_try_again(monkeypatch, turns, ask, says):
    match = make_match(1)
    browser = member(match.club)
    monkeypatch.setattr(turns, "seconds", 0.01)
    with ExitStack() as taken:
        while turns.turns._value:
            taken.enter_context(turns.take())
        refused = ask(browser, match.pk)
        assert (refused.status_code, refused["Retry-After"]) == (503, "5")
        assert says in refused.text
    assert ask(browser, match.pk).status_code < 500


def test_a_download_that_is_closed_before_it_began_ends_its_turn():
    with ExitStack() as turn:
        turn.enter_context(download_turns.take())
        left = download_turns.turns._value
        Download(iter(()), turn).close()
        assert download_turns.turns._value == left + 1


@pytest.mark.django_db
def test_head_of_a_download_takes_no_turn():
    browser = member(make_match(1).club)
    answers = [browser.head(FILE) for _ in range(5)]
    assert {answer.status_code for answer in answers} == {200}


@pytest.mark.django_db
def test_an_import_takes_no_turn_of_a_save():
    browser = member(make_match(1).club)
    with ExitStack() as taken:
        while writer_turns.turns._value:
            taken.enter_context(writer_turns.take())
        assert upload(browser, None).status_code == 422
