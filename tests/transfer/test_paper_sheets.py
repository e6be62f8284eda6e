"""Paper in and out: blank sheets to print, and a sheet that was kept on one, typed in and saved whole."""

import re
from datetime import UTC, datetime, timedelta
from itertools import cycle
from urllib.parse import urlencode

import pytest
from django.utils import timezone

from games.registry import games
from games.typed import plain, read
from scorekeeper.table.models import Entry, Match, Round
from tests.html_browser import Browser
from tests.matches.factory import NAMES, a_match, entry, record_of

pytestmark = pytest.mark.django_db
CHECK, SAVE, MORE = "Work it out", "Save the whole match", "More lines"


def opened(game="big-little", names=NAMES, **rules):
    said = [("seated", "1"), *(("player", name) for name in names), ("dealer", names[0])]
    said += [(f"rule-{name.replace('__', '-')}", value) for name, value in rules.items()]
    return Browser().open(f"/games/{game}/matches/paper/?{urlencode(said)}")


def hand(number, bids, tricks):
    """A line of Big Little."""
    return {
        f"{number}-{name}-{seat}": str(n)
        for name, row in (("bids", bids), ("tricks", tricks))
        for seat, n in enumerate(row)
    }


TWO = hand(1, [1, 0, 0, 0], [1, 0, 0, 0]) | hand(2, [0, 2, 0, 1], [0, 1, 0, 1])


def values(page):
    return {name: value for name, value in page.said("paper") if re.match(r"\d+-", name) and value}


def totals(page):
    found = re.findall(r'id="sum-\d+" class="sums">(.*?)</td>', page.html, re.DOTALL)
    return [[text.strip() for text in re.findall(r"</i>([^<]+)</span>", line)] for line in found]


def the_match():
    return Match.at(Match.objects.get().pk)


def test_every_round_of_the_game_has_its_line_with_cards_and_dealer():
    page = opened()

    assert page.status == 200
    assert page.html.count('<th scope="row">') == 25
    assert re.findall(r"<bdi>(\w+)</bdi>", page.html)[:5] == ["Ada", "Ben", "Cleo", "Dan", "Ada"]
    assert page.ids["c-25-tricks-3"]["inputmode"] == "numeric"


def test_a_sheet_without_a_table_leads_to_the_set_up():
    page = Browser().open("/games/big-little/matches/paper/")

    assert page.status == 200
    assert "Who sits where" in page.text


def test_the_set_up_leads_to_the_sheet_with_its_table():
    page = Browser().open("/games/big-little/matches/new/")
    for name in ("Ada", "Ben"):
        page = page.press("Add", player=[*(v for k, v in page.said("setup") if k == "player" and v), name])
    page = page.press("Type in a sheet kept on paper")

    assert page.status == 200
    assert page.html.count('<th scope="row">') == 51
    assert not Match.objects.exists()


def test_what_it_comes_to_is_there_before_it_is_saved():
    page = opened().press(CHECK, TWO)

    assert page.status == 200
    assert totals(page)[:3] == [["10", "0", "0", "0"], ["10", "−20", "0", "10"], []]
    assert values(page) == TWO
    assert not Match.objects.exists()


def test_the_last_number_that_adds_up_need_not_be_written():
    page = opened().press(CHECK, {**TWO, "1-tricks-0": "", "2-tricks-3": ""})

    assert page.ids["c-1-tricks-0"]["placeholder"] == "1"
    assert totals(page)[1] == ["10", "−20", "0", "10"]


def test_a_sheet_is_saved_whole_as_if_it_had_been_played_here():
    page = opened().press(SAVE, TWO)
    typed, played = the_match(), a_match()
    for bids, tricks in [([1, 0, 0, 0], [1, 0, 0, 0]), ([0, 2, 0, 1], [0, 1, 0, 1])]:
        played.play(read({"bids": bids, "tricks": tricks}, played.game.record), entry(played))

    assert page.status == 200
    assert record_of(typed) == record_of(played)


def test_a_match_that_is_not_over_goes_on_at_the_table_unless_it_ended_there():
    opened().press(SAVE, TWO)
    assert the_match().is_open
    Match.objects.all().delete()

    opened().press(SAVE, TWO, over="1")

    assert the_match().called_over
    assert not the_match().finished


def test_the_evening_may_be_a_past_one():
    opened().press(SAVE, TWO, date="2024-02-29")

    match = the_match()
    assert str(match.evening) == "2024-02-29"
    assert match.started == datetime(2024, 2, 29, 20, tzinfo=UTC)


@pytest.mark.parametrize(
    ("date", "told"),
    [
        ("2024-02-30", "“2024-02-30” is not a date"),
        ("yesterday", "“yesterday” is not a date"),
        ("1066-10-14", "1066 is too long ago: look at the date"),
        ("0001-01-01", "1 is too long ago: look at the date"),
        ((timezone.now() + timedelta(days=3)).date().isoformat(), "is still to come"),
        ("9999-12-31", "31 December 9999 is still to come"),
    ],
)
def test_a_date_that_cannot_be_is_refused_and_nothing_typed_is_lost(date, told):
    page = opened().press(SAVE, TWO, date=date)

    assert page.status == 422
    assert told in page.text
    assert values(page) == TWO
    assert dict(page.said("paper"))["date"] == date
    assert not Match.objects.exists()


def test_every_wrong_line_says_why_at_once_and_nothing_typed_is_lost():
    wrong = (
        TWO
        | {"1-tricks-1": "1", "2-bids-0": "7"}
        | hand(3, ["x", 1, 1, 0], [1, 1, 1, 0])
        | hand(4, [0] * 4, [4, 0, 0, 0])
    )
    page = opened().press(SAVE, wrong)

    assert page.status == 422
    assert "look at hands 1. " not in page.text
    assert "tricks add up to 2, but 1 card was dealt: 1 too many, count the piles again" in page.text
    assert values(page) == wrong
    assert not Match.objects.exists()

    page = page.press(SAVE, {"1-tricks-1": "0"})

    assert "Nothing was saved yet: look at hands 2, 3." in page.text
    assert "Ada bids: “7”, but it can only be 0 to 2" in page.text
    assert "Ada bids: “x”, but it can only be 0 to 3" in page.text
    assert page.ids["c-2-bids-0"]["aria-describedby"] == "sum-2"
    assert "aria-invalid" not in page.ids["c-2-bids-1"]
    assert totals(page)[0] == ["10", "0", "0", "0"]
    assert [line for line in totals(page)[1:] if line] == []


def test_a_gap_counts_only_when_the_sheet_is_saved():
    begun = {name: value for name, value in TWO.items() if not name.startswith("2-tricks")}
    page = opened().press(CHECK, begun)
    assert 'class="wrong"' not in page.html

    page = page.press(SAVE)

    assert page.status == 422
    assert "took: not entered yet" in page.text


def test_a_line_left_out_between_others_is_told():
    page = opened().press(SAVE, TWO | hand(4, [0] * 4, [4, 0, 0, 0]))

    assert "this hand is not entered, but later ones are" in page.text
    assert not Match.objects.exists()


def test_an_empty_sheet_is_not_saved():
    page = opened().press(SAVE)

    assert (page.status, "No hand is entered yet." in page.text) == (422, True)
    assert not Match.objects.exists()


def test_the_same_sheet_sent_twice_is_one_match():
    page = opened()

    assert page.press(SAVE, TWO).status == page.press(SAVE, TWO).status == 200
    page.press(SAVE, {**TWO, "2-trump": "H"})

    assert Match.objects.count() == 2
    assert Round.objects.count() == 4
    assert not Entry.objects.exists()


def test_rounds_after_the_end_are_refused():
    page = opened("good-little-tricks", NAMES[:3], rounds="1")
    line = {f"1-suits-{suit}": "0" for suit in ("orange", "purple", "green", "pink", "blue")} | {"1-suits-red": "1"}
    more = {f"2-{name[2:]}": value for name, value in line.items()}
    response = page.browser.post(
        "/games/good-little-tricks/matches/paper/", [*page.said("paper"), *line.items(), *more.items(), ("save", "1")]
    )

    assert response.status == 422
    assert "the game was over after round 1: this line is too many" in response.text
    assert {**line, **more}.items() <= values(response).items()
    assert not Match.objects.exists()


def test_where_the_points_decide_there_are_more_lines_on_demand():
    page = opened("ten-point-pitch")
    assert page.html.count('<th scope="row">') == 8

    page = page.press(MORE, {"1-bid": "5"})

    assert page.html.count('<th scope="row">') == 16
    assert values(page) == {"1-bid": "5"}
    for _ in range(20):
        if MORE in page.buttons():
            page = page.press(MORE)
    assert MORE not in page.buttons()
    assert len(page.said("paper")) < 1000


def test_an_answer_that_does_not_count_beside_the_others_is_told_and_kept():
    page = opened("grosse-kleine", NAMES[:3])
    line = {"1-left-0": "out", "1-left-1": "4 9", "1-points-1": "20", "1-points-2": "7", "1-pile-seat": "nobody"}
    page = page.press(SAVE, line)

    assert page.status == 422
    assert "one of them has to go" in page.text
    assert values(page) == line


def test_points_alone_say_how_they_were_counted():
    page = opened("maverick").press(
        SAVE, {"1-points-0": "3", "1-points-1": "−2", "1-turned-0": "KH", "1-turned-1": "9C"}
    )

    assert page.status == 200
    assert [plain(record) for record in the_match().records] == [{"turned": ["KH", "9C"], "points": [3, -2]}]


HOSTILE = ["1e999", "٣", "9" * 300, "<script>", "\0", "-1", "A" * 5000]


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_no_answer_however_odd_breaks_the_sheet(game):
    page = opened(game.key, NAMES[:3] if 3 in game.seats else NAMES)
    answers = [pair for pair in page.said("paper") if not pair[0].startswith("1-")]
    cells = [name for name, _ in page.said("paper") if name.startswith("1-")]
    odd = list(zip([*cells, "99-x"], cycle(HOSTILE)))

    response = page.browser.post(f"/games/{game.key}/matches/paper/", [*answers, *odd, ("0-x", "1"), ("save", "1")])

    assert response.status == 422
    assert not Match.objects.exists()
