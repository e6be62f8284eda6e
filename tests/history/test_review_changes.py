"""A match looked back at: what was changed, the ways in, and what it costs."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.core.schema import read
from scorekeeper.matches import recording
from tests.history.test_review import page, review
from tests.html_browser import Browser
from tests.matches.factory import a_hand, a_match, entry, six_rounds, suits

pytestmark = pytest.mark.django_db


def changes(match):
    return [(change.number, change.done) for change in review(match).changes]


def test_rounds_that_were_corrected_put_in_or_deleted_are_marked():
    match = six_rounds(4)
    recording.correct(match, 4, read(suits(*[2] * 6), match.game.facts), entry(match))
    recording.insert(match, 1, read(suits(*[1] * 6), match.game.facts), entry(match))
    recording.delete_round(match, 3, entry(match))

    shown = page(match)

    assert changes(match) == [(None, "deleted"), (1, "put in later"), (4, "corrected")]
    marked = re.findall(r'<tr id="round-(\d+)">(.*?)</th>', shown.html, re.DOTALL)
    assert [number for number, head in marked if "changed" in head] == ["1", "4"]


def test_a_correction_that_was_taken_back_is_not_marked_until_it_is_redone():
    match = a_match(3)
    corrected = recording.correct(match, 2, a_hand(match, bids=[1, 0, 0, 0], number=2), entry(match))
    assert changes(match) == [(2, "corrected")]

    undone = recording.undo(match, corrected, entry(match))
    assert changes(match) == []

    recording.undo(match, undone, entry(match))
    assert changes(match) == [(2, "corrected")]


def test_the_answers_that_were_changed_are_told():
    match = a_match(3)
    recording.correct(match, 2, a_hand(match, bids=[1, 0, 0, 0], number=2), entry(match))

    assert "Ada bids: 0 → 1" in page(match).text


def test_the_score_page_marks_no_changes():
    match = a_match(3)
    recording.correct(match, 2, a_hand(match, bids=[1, 0, 0, 0], number=2), entry(match))

    assert 'class="changed"' not in Browser().open(f"/matches/{match.pk}/").html


def test_a_match_that_is_over_leads_here_from_its_page_and_from_the_list():
    match = six_rounds(6)
    here = f"/matches/{match.pk}/review/"

    assert here in Browser().open(f"/matches/{match.pk}/").links
    assert here in Browser().open("/").links


def test_the_way_back_of_a_match_that_is_over_is_its_evening_and_of_another_one_the_match():
    running, ended = six_rounds(3), six_rounds(6)
    back = r'class="bar-back"\s+href="([^"]+)"'

    assert re.findall(back, page(running).html) == [f"/matches/{running.pk}/"]
    assert re.findall(back, page(ended).html) == [f"/nights/{ended.evening}/"]
    assert f"/matches/{ended.pk}/" in page(ended).links


def test_one_that_goes_on_leads_to_its_score_page():
    match = six_rounds(3)

    links = Browser().open("/").links

    assert f"/matches/{match.pk}/" in links
    assert f"/matches/{match.pk}/review/" not in links


def test_names_are_shown_as_they_are_written():
    match = a_match(2, names=("<script>alert(1)</script>", "W" * 40, "אברהם", "Ö"))

    html = page(match).html

    assert "<script>alert" not in html
    assert "style=" not in html


def statements(match, query=""):
    with CaptureQueriesContext(connection) as asked:
        assert Client(headers={"host": "localhost"}).get(f"/matches/{match.pk}/review/{query}").status_code == 200
    return len(asked)


def test_a_long_match_takes_as_many_statements_as_a_short_one():
    short, long = a_match(2, names=("Ada", "Ben")), a_match(40, names=("Ada", "Ben"))
    for match in (short, long):
        recording.correct(match, 1, a_hand(match, number=1), entry(match))

    assert statements(short) == statements(long) == statements(long, "?after=20") <= 8
