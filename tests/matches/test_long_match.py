"""A match of hundreds of rounds: its pages show the last fifty, the others when asked."""

import json
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.core import scoresheet
from scorekeeper.clubs.models import Club
from scorekeeper.matches.scoreboard import ROUNDS_SHOWN
from tests.devices import Stranger, member
from tests.matches.factory import NAMES, import_sheet

pytestmark = pytest.mark.django_db
LONG, SHORT = 500, ROUNDS_SHOWN + 10


@pytest.fixture(scope="module")
def matches(lasting):
    """A match of many rounds and one of few more than are shown, in which the lead changes in every round."""
    return [import_match(rounds) for rounds in (LONG, SHORT)]


def import_match(rounds):
    points = [[40 if seat == number % 4 else 0 for seat in range(4)] for number in range(rounds)]
    sheet = {"scoresheet": 1, "game": "any-game", "players": NAMES, "rounds": [{"points": each} for each in points]}
    return import_sheet(Club.get_default(), scoresheet.load(json.dumps(sheet).encode()))


def rows(html):
    return [int(number) for number in re.findall(r'<tr id="round-(\d+)">', html)]


@pytest.mark.parametrize("address", ["/matches/{}/", "/matches/{}/review/", "/matches/{}/review/?after=450"])
def test_pages_of_a_long_match_show_fifty_rounds_at_the_price_of_a_short_one(matches, address):
    browser, pages, queries = member(), [], []
    for match in matches:
        browser.get(address.format(match.pk))
        with CaptureQueriesContext(connection) as captured:
            pages.append(browser.get(address.format(match.pk)).text)
        queries.append(len(captured))

    last = 450 if "after" in address else LONG
    assert rows(pages[0]) == [*range(last - ROUNDS_SHOWN + 1, last + 1)]
    assert queries[0] == queries[1]
    # The remaining difference is the chart of the scores.
    assert len(pages[0]) < 1.7 * len(pages[1]) < 250_000


@pytest.mark.parametrize("part", ["", "review/"])
def test_earlier_rounds_of_a_long_match_are_shown_when_asked(matches, part):
    browser, address = member(), f"/matches/{matches[0].pk}/{part}"
    html = browser.get(address).text
    link = re.search(r'href="(\?[^"]*)"\s*>Rounds\s+1–450</a>', html)[1]

    assert rows(browser.get(address + link.replace("&amp;", "&")).text) == [*range(1, LONG + 1)]
    assert rows(browser.get(f"{address}?round=440").text) == [*range(440, LONG + 1)]
    assert re.search(r">Round\s+1</a>", browser.get(f"{address}?round=2").text)
    for nonsense in ("x", "0", "-3", "490", "9999"):
        assert len(rows(browser.get(f"{address}?round={nonsense}").text)) == ROUNDS_SHOWN


def test_news_from_other_phones_leave_the_rounds_that_were_asked_for(matches):
    match = matches[0]

    assert len(rows(member().get(f"/matches/{match.pk}/board/?seen=earlier&round=1").text)) == LONG


def test_links_to_a_round_that_is_not_shown_ask_for_it(matches):
    match = matches[0]
    browser = member()
    lines = browser.get(f"/matches/{match.pk}/rounds/3/sides/1/").text

    address = re.search(r'href="(/matches/\d+/\?round=3#round-3)"', lines)[1]
    assert rows(browser.get(address.partition("#")[0]).text)[0] == 3


def test_visitors_see_fifty_rounds_of_a_long_match_and_may_ask_for_more(matches):
    scorer, page = member(), f"/matches/{matches[0].pk}/sharing/"
    scorer.post(page)
    address = re.search(r"/shared/[\w-]+/", scorer.get(page).text)[0]

    assert len(rows(Stranger().get(address).text)) == ROUNDS_SHOWN
    assert len(rows(Stranger().get(f"{address}?round=1").text)) == LONG
