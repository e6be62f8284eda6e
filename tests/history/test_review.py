"""The review of a match: standings after each round, who led, turning points, corrections."""

import re

import pytest

from games.core.schema import read
from scorekeeper.history.review import MatchReview
from scorekeeper.matches import recording
from tests.html_browser import Browser
from tests.matches.factory import entry, make_match, reload, six_rounds, suits

pytestmark = pytest.mark.django_db


def review(match, after=""):
    return MatchReview(reload(match), after)


def page(match, query=""):
    return Browser().open(f"/matches/{match.pk}/review/{query}")


def heads(html):
    """The totals at the head of the pad."""
    return re.findall(r'<strong\s+class="total"\s*>(.*?)</strong>', html)


def rows(html):
    return re.findall(r'<tr id="round-(\d+)">', html)


def test_the_review_shows_the_match_after_any_round_with_every_reason():
    match = six_rounds(6)
    titles = ["Before the first round", *(f"After round {after} of 6" for after in range(1, 6)), "At the end"]
    for after, title in enumerate(titles):
        shown = page(match, f"?after={after}")

        assert title in shown.text
        assert rows(shown.html) == [str(number) for number in range(1, after + 1)]
        assert heads(shown.html) == [str(total) for total in reload(match).state_before(after + 1).totals]
        why = [
            f"/matches/{match.pk}/rounds/{number}/sides/{side}/" for number in range(1, after + 1) for side in range(3)
        ]
        assert [link for link in shown.links if "/sides/" in link] == why
        assert ("</span><b>won</b>" in re.sub(r"\s", "", shown.html)) == (after == 6)


def test_an_open_match_and_one_without_rounds_can_be_reviewed():
    assert "So far, after hand 2" in page(make_match(2)).text
    assert "hand 2," not in page(make_match(2)).text
    assert "Nothing was played in this match." in page(make_match()).text


def test_the_review_names_the_leads_and_the_turning_point():
    match = six_rounds()
    for number in (0, 1, 1, 1, 1, 2):
        recording.play(match, read(suits(*[number] * 5, (number + 1) % 3), match.game.facts), entry(match))
    progress = review(match).progress

    shown = page(match)

    assert [lead.sides for lead in progress.leads] == [(2,), (0,)]
    since = progress.leads[-1].first
    bars = [(int(x), int(width)) for x, width in re.findall(r"M(\d+) 0h(\d+)v12", shown.html)]
    assert bars == [(0, since - 1), (since - 1, len(progress.points) - since + 1)]
    sentence = f"Ada took the lead for good in round {since} , from {-progress.swings(0)[since - 1].before} behind."
    assert sentence in shown.text
    assert sentence in Browser().open(f"/matches/{match.pk}/").text
    swing = progress.swing(0)
    assert f"The biggest swing of Ada was round {swing.number} , {swing.in_words}." in shown.text
    assert f"#round-{since}" in shown.links
    # At an earlier round the page does not contain that one.
    assert f"/matches/{match.pk}/review/?round={since}#round-{since}" in page(match, "?after=1").links


def test_the_line_of_scores_is_the_scoreboard():
    match = six_rounds(4)

    chart = review(match, "2").chart

    totals = [(0, 0, 0), *(scored.totals for scored in reload(match).state.rounds)]
    assert [series.values for series in chart.series] == list(zip(*totals, strict=True))
    assert chart.x_labels == ["Start", "1", "2", "3", "4"]
    assert chart.selected == 2


def changes(match):
    return [(change.number_now, label) for change, label, _ in review(match).changes]


def test_corrected_inserted_and_deleted_rounds_are_marked():
    match = six_rounds(4)
    recording.correct(match, 4, read(suits(*[2] * 6), match.game.facts), entry(match))
    recording.insert(match, 1, read(suits(*[1] * 6), match.game.facts), entry(match))
    recording.delete_round(match, 3, entry(match))

    shown = page(match)

    assert changes(match) == [(None, "deleted"), (1, "inserted later"), (4, "corrected")]
    marked = re.findall(r'<tr id="round-(\d+)">(.*?)</th>', shown.html, re.DOTALL)
    assert [number for number, head in marked if "changed" in head] == ["1", "4"]
    recording.undo(match, match.entries.get(action="correct"), entry(match))
    assert changes(match) == [(None, "deleted"), (1, "inserted later")]


def test_the_review_of_a_finished_match_is_linked_and_leads_back_to_its_night():
    running, ended = six_rounds(3), six_rounds(6)
    back = r'class="bar-back"\s+href="([^"]+)"'

    home = Browser().open("/").links

    assert f"/matches/{ended.pk}/review/" in Browser().open(f"/matches/{ended.pk}/").links
    assert f"/matches/{running.pk}/" in home
    assert f"/matches/{running.pk}/review/" not in home
    assert re.findall(back, page(running).html) == [f"/matches/{running.pk}/"]
    assert re.findall(back, page(ended).html) == [f"/nights/{ended.night_date}/"]
    assert f"/matches/{ended.pk}/" in page(ended).links
