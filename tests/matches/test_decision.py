"""A match that is over and level is decided by hand: an action of its log, as the table names who won, and why."""

import json
from uuid import uuid4

import pytest
from django.core.management import call_command

from games.core.errors import Impossible
from games.core.schema import read
from games.core.scoresheet import Decision, dump, load, report
from scorekeeper.clubs.models import Club
from scorekeeper.history.recap import match_result
from scorekeeper.matches import recording
from scorekeeper.matches.models import Match
from scorekeeper.transfer import scoresheets
from scorekeeper.transfer.bg_stats_file import bg_stats_file
from tests.cases import cases
from tests.games.every_game import refusal
from tests.html_browser import Page
from tests.matches.factory import entry, import_sheet, make_match, match_form, reload, snapshot

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    """A match to 100 in which the fewest points win: Ada and Ben are level with 12, Cleo has 100."""
    match = make_match(names=("Ada", "Ben", "Cleo"), game="any-game:Skyjo", wins="fewest", ends={"target": 100})
    recording.play(match, read({"points": [12, 12, 100]}, match.game.facts), entry(match))
    return match


def decide(match, *winners, why="fewer cards left"):
    return recording.decide(match, Decision(winners=winners, why=why), entry(match))


def standing(match):
    return [(seat.place, seat.won) for seat in reload(match).seat_list]


LEVEL, BEN_WON = [(1, True), (1, True), (3, False)], [(2, False), (1, True), (3, False)]


def test_one_tap_names_who_won_and_its_undo_is_that_of_any_entry(client, match):
    page = Page(None, client.get(f"/matches/{match.pk}/"))
    assert "Level: name who won" in page.text
    for unreadable in ({}, {"winner": "abc"}, {"winner": "7"}):
        assert client.post(f"/matches/{match.pk}/decision/", match_form(match) | unreadable).status_code == 422
    assert standing(match) == LEVEL
    fields = {"seen": match.token, "key": str(uuid4()), "winner": "1", "why": " fewer  cards left"}
    for _ in range(2):  # a phone that got no answer sends it again
        assert client.post(f"/matches/{match.pk}/decision/", fields).status_code == 302

    assert standing(match) == BEN_WON
    shown = Page(None, client.get(f"/matches/{match.pk}/")).text
    assert "Ben won Decided by hand: fewer cards left" in shown
    assert "Decided: the winner" in shown
    assert "The winner decided" in (history := Page(None, client.get(f"/matches/{match.pk}/history/")).text)
    assert "Ben won: fewer cards left" in history
    for address in (f"/matches/{match.pk}/review/", f"/nights/{match.night_date}/"):
        assert client.get(address).status_code == 200
    assert "Decided by hand: fewer cards left" in Page(None, client.get(f"/matches/{match.pk}/review/")).text
    assert match_result(reload(match)).endswith("(Ben won: fewer cards left)")

    undo = {"seen": reload(match).token, "key": str(uuid4())}
    assert client.post(f"/matches/{match.pk}/history/2/undo/", undo).status_code == 302
    assert standing(match) == LEVEL
    assert "Undone: the winner" in Page(None, client.get(f"/matches/{match.pk}/")).text


def test_it_says_nothing_at_other_totals_and_counts_again_at_the_same(match):
    decide(match, 1)
    correction = recording.correct(match, 1, read({"points": [11, 12, 100]}, match.game.facts), entry(match))
    assert standing(match) == [(1, True), (2, False), (3, False)]
    assert reload(match).decision is None
    recording.undo(match, correction, entry(match))
    assert standing(match) == BEN_WON

    reopened = recording.correct(match, 1, read({"points": [1, 1, 9]}, match.game.facts), entry(match))
    assert (reload(match).is_open, standing(match)) == (True, [(1, False), (1, False), (3, False)])
    recording.undo(match, reopened, entry(match))
    before = snapshot(match)
    call_command("rebuild", verbosity=0)
    assert (snapshot(match), standing(match)) == (before, BEN_WON)


def test_what_a_change_does_to_it_is_said_and_another_house_rule_with_these_totals_leaves_it(client, match):
    decide(match, 1)
    form = match_form(reload(match), {f"points-{side}": str(points) for side, points in enumerate((13, 13, 100))})
    assert (
        "This changes the result: Ada and Ben share the win."
        in client.post(f"/matches/{match.pk}/rounds/1/", form).text
    )
    asked = {"rule": "ends", "rule-ends": "target", "rule-ends-number": "90"}
    shown = Page(None, client.get(f"/matches/{match.pk}/what-if/", asked)).text
    assert "Ben wins with 12 No round scores differently" in shown


def test_a_stopped_match_is_finished_once_somebody_is_named_and_nobody_may_have_won():
    match = make_match(2, game="big-little")
    assert refusal(decide, match, 0)[0] == "a match that goes on has no winner yet: end it first"
    recording.finish(match, entry(match))
    assert reload(match).is_stopped
    stopped = standing(match)
    decide(match, 2, why="")
    assert (reload(match).is_stopped, reload(match).finished, standing(match)[2]) == (False, True, (1, True))
    ending = recording.ending_of(match)
    recording.undo(match, ending, entry(match))
    assert (reload(match).is_open, reload(match).decision, standing(match)[2][1]) == (True, None, False)
    recording.undo(match, match.entries.get(number=match.version), entry(match))
    decide(match)
    assert standing(match) == stopped


@cases(
    "decided, words",
    [
        ({"winners": [3]}, "who won: there is no such side, choose Ada, Ben or Cleo"),
        ({"winners": [0, 0]}, "a side wins once"),
        ({"winners": "Ada"}, "enter several values in brackets, not a text"),
        ({"winners": [0], "why": "x" * 201}, "enter 200 characters at most"),
        ({"why": "x"}, "enter what was left out"),
    ],
)
def test_a_winner_who_cannot_be_is_refused_in_words(decided, words):
    sheet = {"scoresheet": 1, "game": "any-game:Skyjo", "players": ["Ada", "Ben", "Cleo"], "decided": decided}
    sheet |= {"house_rules": {"ends": {"rounds": 1}}, "rounds": [{"points": [1, 1, 0]}]}
    with pytest.raises(Impossible, match=words):
        report(load(json.dumps(sheet)))


def test_a_decision_stays_in_files_and_can_be_undone_with_the_entry_that_made_it(match):
    decide(match, 1)
    sheet = load(dump(scoresheets.sheet_of(reload(match))))
    assert sheet.decided == Decision(winners=(1,), why="fewer cards left")
    assert (report(sheet)["winners"], report(sheet)["places"]) == ([1], [2, 1, 3])
    play = json.loads(bg_stats_file(reload(match)))["plays"][0]
    assert (play["manualWinner"], play["comments"]) == (True, "Decided by hand: fewer cards left")

    Match.everything.all().delete()
    copy = import_sheet(Club.get_default(), sheet)
    assert standing(copy) == BEN_WON
    recording.note_round(copy, 1, "a long one", entry(copy))
    assert standing(copy) == BEN_WON
    decide(copy, 0)
    recording.undo(copy, copy.entries.get(number=copy.version), entry(copy))
    assert standing(copy) == BEN_WON


def test_only_who_scores_a_match_that_is_over_is_offered_to_name_who_won(match, client):
    form = match_form(match, {"winner": "7"})
    page = Page(None, client.post(f"/matches/{match.pk}/decision/", form))
    assert (page.status, "Who won: there is no such side" in page.text) == (422, True)
    goes_on = make_match(names=("Ada", "Ben"), game="any-game:Skyjo")
    assert "name who won" not in client.get(f"/matches/{goes_on.pk}/").text
