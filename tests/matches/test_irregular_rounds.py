"""A round that correct play cannot bring: asked about, taken when the table insists, and marked wherever it shows."""

import json

import pytest

from games.core.errors import Impossible
from games.core.scoresheet import dump, load
from scorekeeper.clubs.models import Club
from scorekeeper.transfer import scoresheets
from tests.html_browser import Page
from tests.matches.factory import import_sheet, make_match, match_form, reload

pytestmark = pytest.mark.django_db

# There is a pile, but nobody holds the Big A.
HANDS = {"left-0": "out", "left-1": "4 9", "left-2": "2 J", "pile-seat": "1", "pile-cards": "12 7"}
QUESTION = "There is a little-a pile, so somebody took the Big A: who holds it?"
INSIST = "We played it that way"


@pytest.fixture
def match():
    return make_match(names=["Ada", "Ben", "Cleo"], game="grosse-kleine")


def post(client, match, answers=HANDS, address="rounds/", **more):
    return client.post(f"/matches/{match.pk}/{address}", match_form(match, answers, number="1", **more))


def test_an_irregular_round_is_asked_about_and_marked_everywhere(client, match):
    page = Page(None, post(client, match))
    assert (page.status, reload(match).round_facts) == (422, [])
    assert QUESTION in page.text
    assert INSIST in page.buttons()
    assert dict(page.fields()) | HANDS == dict(page.fields())

    assert post(client, match, irregular=QUESTION).status_code == 302

    now = reload(match)
    assert now.round_facts[0].irregular
    assert now.state.rounds[-1].totals == (0, 13 + 19, 16)
    for address in ("", "review/", "history/"):
        assert "irregular" in Page(None, client.get(f"/matches/{match.pk}/{address}")).text, address
    [row] = [row for row in client.get("/transfer/rounds.csv").getvalue().decode().splitlines() if ",Ben," in row]
    assert ",yes,," in row

    assert QUESTION in Page(None, post(client, now, address="rounds/1/")).text
    post(client, now, HANDS | {"left-2": "2 J A"}, "rounds/1/", irregular=QUESTION)
    assert not reload(match).round_facts[0].irregular


def test_one_key_confirms_an_irregular_round(client, match):
    draft = match_form(match, HANDS, number="1", shortcut="irregular")
    assert client.post(f"/matches/{match.pk}/draft/", draft).status_code == 302

    page = Page(None, client.get(f"/matches/{match.pk}/"))
    assert "Round 1 is complete" in page.text
    assert INSIST not in page.buttons()
    assert dict(page.fields())["irregular"] == QUESTION
    other = HANDS | {"left-2": "J A a"}
    assert post(client, reload(match), other, irregular=QUESTION).status_code == 422


def test_a_scoresheet_of_an_irregular_round_is_refused_without_its_mark(client, match):
    post(client, match, irregular=QUESTION)
    sheet = dump(scoresheets.sheet_of(reload(match)))

    assert json.loads(sheet)["rounds"][0]["irregular"] is True
    again = import_sheet(Club.objects.create(name="Other"), load(sheet))
    assert dump(scoresheets.sheet_of(again)) == sheet
    with pytest.raises(Impossible, match="who holds it"):
        import_sheet(Club.get_default(), load(sheet.replace(', "irregular": true', "")))
