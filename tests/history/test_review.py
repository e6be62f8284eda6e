"""A past match looked back at: as it stood after any round, who was in front, where it turned, what was changed."""

import re
from itertools import count

import pytest

from games.core.schema import read
from scorekeeper.history.review import MatchReview
from scorekeeper.matches import recording
from tests.cases import cases
from tests.html_browser import Browser
from tests.matches.factory import a_match, again, entry, six_rounds, suits

pytestmark = pytest.mark.django_db


def review(match, after=""):
    return MatchReview.of(again(match), after)


def page(match, query=""):
    return Browser().open(f"/matches/{match.pk}/review/{query}")


def heads(html):
    """The totals at the head of the pad."""
    return re.findall(r'<strong\s+class="total"\s*>(.*?)</strong>', html)


def rows(html):
    return re.findall(r'<tr id="round-(\d+)">', html)


# --- Round by round ---


def test_the_whole_match_is_shown_with_a_reason_for_every_number():
    match = six_rounds(6)

    shown = page(match)

    assert "At the end, after round 6" in shown.text
    assert rows(shown.html) == ["1", "2", "3", "4", "5", "6"]
    assert heads(shown.html) == [str(total) for total in again(match).scorecard.totals]
    why = [f"/matches/{match.pk}/rounds/{number}/sides/{side}/" for number in range(1, 7) for side in range(3)]
    assert [link for link in shown.links if "/sides/" in link] == why


@cases("after", range(6))
def test_the_match_is_shown_as_it_stood_after_any_round(after):
    match = six_rounds(6)

    shown = page(match, f"?after={after}")

    then = again(match).before(after + 1)
    assert rows(shown.html) == [str(number) for number in range(1, after + 1)]
    assert heads(shown.html) == [str(total) for total in then.totals]
    assert f"After round {after} of 6" in shown.text if after else "Before the first round" in shown.text
    assert " won " not in shown.text.partition("The line of scores")[0]


def test_links_lead_round_by_round_from_the_start_to_the_end_and_back():
    match, browser = six_rounds(6), Browser()
    here = browser.open(f"/matches/{match.pk}/review/?after=0")
    titles = []

    for _ in count():
        titles.append(re.search(r'id="standing">\s*(.*?)\s*<', here.html)[1])
        if "later" not in here.ids:
            break
        here = browser.open(f"/matches/{match.pk}/review/{here.ids['later']['href']}")

    assert titles[0] == "Before the first round"
    assert titles[1:-1] == [f"After round {number} of 6" for number in range(1, 6)]
    assert titles[-1] == "At the end, after round 6"
    assert here.ids["earlier"]["href"] == "?after=5"


@cases("after", ["6", "7", "9" * 20, "9" * 5000, "x", "-1", "²", ""])
def test_what_is_no_earlier_round_is_the_end(after):
    assert "At the end, after round 6" in page(six_rounds(6), f"?after={after}").text


def test_a_match_that_goes_on_and_one_without_rounds_can_be_looked_at_too():
    assert "So far, after hand 2" in page(a_match(2)).text
    assert "The turning point" not in page(a_match(2)).text
    assert "Nothing was played in this match." in page(a_match()).text


# --- The story ---


def test_who_was_in_front_is_told_and_since_when_for_good():
    match = six_rounds()
    for number in (0, 1, 1, 1, 2, 2):
        recording.play(match, read(suits(*[number] * 5, (number + 1) % 3), match.game.facts), entry(match))
    course = review(match).course

    shown = page(match)

    assert [lead.sides for lead in course.leads] == [(2,), (0,)]
    since = course.leads[-1].first
    assert f"Round {since} put Ada in front for good, {-course.ahead(0)[since - 1]} behind before it." in shown.text
    assert course.swing(0).said in shown.text
    assert "from which on the later winner was in front" in shown.text


def test_a_winner_who_led_from_the_first_round_needed_no_turn():
    match = six_rounds()
    for number in (1, 2, 1, 2, 1, 2):
        recording.play(match, read(suits(*[number] * 5, 3 - number), match.game.facts), entry(match))

    assert review(match).turn.since == 1
    assert "Ada was in front from the first round on." in page(match).text


def test_a_shared_win_has_no_turning_point():
    match = a_match(2, names=("Ada", "Ben", "Cleo"))
    recording.finish(match, entry(match))
    match.seats.update(won=True)

    assert review(match).turn is None


def test_the_line_of_scores_is_what_the_pad_says():
    match = six_rounds(4)

    chart = review(match).chart

    totals = [(0, 0, 0), *(scored.totals for scored in again(match).state.rounds)]
    assert [one.values for one in chart.series] == list(zip(*totals, strict=True))
    assert chart.across == ["Start", "1", "2", "3", "4"]
    assert (chart.at, review(match, "2").chart.at) == (None, 2)
