"""A round that correct play cannot bring: asked about, taken when the table insists, and marked wherever it shows."""

import json

import pytest

from games.core.errors import Impossible
from games.core.scoresheet import dump, load
from scorekeeper.clubs.models import Club
from scorekeeper.transfer import scoresheets
from tests.html_browser import Page
from tests.matches.factory import make_match, match_form, reload

pytestmark = pytest.mark.django_db

# There is a pile, but nobody holds the Big A.
HANDS = {"left-0": "out", "left-1": "4 9", "left-2": "2 J", "pile-seat": "1", "pile-cards": "12 7"}
QUESTION = "who holds it?"
INSIST = "We played it that way"


@pytest.fixture
def match():
    return make_match(names=["Ada", "Ben", "Cleo"], game="grosse-kleine")


def post(client, match, address="rounds/", **more):
    answer = client.post(f"/matches/{match.pk}/{address}", match_form(match, HANDS, number="1", **more))
    return Page(None, answer) if answer.status_code != 302 else None


def insisted(client, match):
    assert post(client, match, irregular="yes") is None
    return reload(match)


def test_the_table_is_asked_and_nothing_is_saved(client, match):
    page = post(client, match)

    assert page.status == 422
    assert QUESTION in page.text
    assert INSIST in page.buttons()
    assert dict(page.fields()) | HANDS == dict(page.fields())
    assert reload(match).round_facts == []


def test_the_round_is_scored_when_the_table_insists_and_marked_everywhere(client, match):
    now = insisted(client, match)

    assert now.round_facts[0].irregular
    assert now.state.rounds[-1].totals == (0, 13 + 19, 16)
    for address in ("", "review/", "history/"):
        assert "irregular" in Page(None, client.get(f"/matches/{match.pk}/{address}")).text, address
    [row] = [row for row in client.get("/transfer/rounds.csv").getvalue().decode().splitlines() if ",Ben," in row]
    assert row.endswith(",yes")


def test_a_correction_asks_again_and_is_regular_once_the_card_is_there(client, match):
    insisted(client, match)

    assert QUESTION in post(client, reload(match), "rounds/1/").text
    whole = HANDS | {"left-2": "2 J A"}
    client.post(f"/matches/{match.pk}/rounds/1/", match_form(reload(match), whole, number="1", irregular="yes"))
    assert not reload(match).round_facts[0].irregular


def test_a_scoresheet_carries_the_mark_and_is_refused_without_it(client, match):
    sheet = dump(scoresheets.sheet_of(insisted(client, match)))

    assert json.loads(sheet)["rounds"][0]["irregular"] is True
    again = scoresheets.import_sheet(Club.here(), load(sheet))
    assert dump(scoresheets.sheet_of(again)) == sheet
    with pytest.raises(Impossible, match="who holds it"):
        scoresheets.import_sheet(Club.here(), load(sheet.replace(', "irregular": true', "")))
