"""Paper out and in: blank sheets to print, and a sheet kept on paper, typed in and saved whole."""

import json
import re
from datetime import UTC, datetime, timedelta
from itertools import cycle
from urllib.parse import urlencode

import pytest
from django.utils import timezone

from games.core import scoresheet
from games.core.house_rules import HouseRules
from games.core.round_form import form_class
from games.core.schema import plain, read
from scorekeeper.clubs.models import Club
from scorekeeper.matches import recording
from scorekeeper.matches.models import Entry, Match
from scorekeeper.matches.setup import OptionField
from tests.cases import cases
from tests.games.every_game import GAMES, possible_examples, seated
from tests.html_browser import Browser
from tests.matches.factory import NAMES, entry, make_match, snapshot
from tests.thoroughness import share

pytestmark = pytest.mark.django_db
SHEET, FORM = "/games/{}/matches/paper/", "application/x-www-form-urlencoded"
CHECK, SAVE, MORE = "Check", "Save the whole match", "More lines"


def opened(game="big-little", names=NAMES, **rules):
    said = [("seated", "1"), *(("player", name) for name in names), ("dealer", names[0])]
    said += [(f"rule-{name.replace('__', '-')}", value) for name, value in rules.items()]
    return Browser().open(f"{SHEET.format(game)}?{urlencode(said)}")


def hand(number, bids, tricks):
    """A line of Big Little."""
    return {
        f"{number}-{name}-{seat}": str(n)
        for name, row in (("bids", bids), ("tricks", tricks))
        for seat, n in enumerate(row)
    }


TWO = hand(1, [1, 0, 0, 0], [1, 0, 0, 0]) | hand(2, [0, 2, 0, 1], [0, 1, 0, 1])


def values(page):
    return {name: value for name, value in page.fields("paper") if re.match(r"\d+-", name) and value}


def totals(page):
    found = re.findall(r'id="sum-\d+" class="line-totals">(.*?)</td>', page.html, re.DOTALL)
    return [[text.strip() for text in re.findall(r"</i>([^<]+)</span>", line)] for line in found]


def last_match():
    return Match.at(Match.objects.latest("pk").pk)


def test_every_round_of_the_game_has_its_line_with_cards_and_dealer():
    page = opened()

    assert page.status == 200
    assert page.html.count('<th scope="row">') == 25
    assert re.findall(r"<td[^>]*><bdi>(\w+)</bdi>", page.html)[:5] == ["Ada", "Ben", "Cleo", "Dan", "Ada"]
    assert page.ids["c-25-tricks-3"]["inputmode"] == "numeric"


def test_the_set_up_leads_to_the_sheet_with_its_players():
    page = Browser().open(SHEET.format("big-little"))
    assert (page.status, "Who plays?" in page.text) == (200, True)
    page = Browser().open("/games/big-little/matches/new/?seated=1&player=Ada&player=Ben")

    page = page.press("Enter a paper sheet")

    assert page.status == 200
    assert page.html.count('<th scope="row">') == 51
    assert not Match.objects.exists()


def test_checking_a_sheet_shows_its_totals_and_saves_nothing():
    page = opened()
    checked = page.press(CHECK, TWO)
    assert checked.status == 200
    assert totals(checked)[:3] == [["10", "0", "0", "0"], ["10", "−20", "0", "10"], []]
    assert values(checked) == TWO

    checked = page.press(CHECK, {**TWO, "1-tricks-0": "", "2-tricks-3": ""})  # the last number of a sum

    assert checked.ids["c-1-tricks-0"]["placeholder"] == "1"
    assert totals(checked)[1] == ["10", "−20", "0", "10"]
    assert not Match.objects.exists()


def test_a_saved_sheet_is_the_same_as_a_match_played_here_and_saved_once():
    page, played = opened(), make_match()
    for bids, tricks in [([1, 0, 0, 0], [1, 0, 0, 0]), ([0, 2, 0, 1], [0, 1, 0, 1])]:
        recording.play(played, read({"bids": bids, "tricks": tricks}, played.game.facts), entry(played))

    for _ in range(2):
        assert page.press(SAVE, TWO).status == 200

    assert Match.objects.count() == 2
    assert snapshot(last_match()) == snapshot(played)
    assert last_match().is_open
    page.press(SAVE, {**TWO, "2-trump": "H"})
    assert Match.objects.count() == 3
    assert not Entry.objects.exclude(match=played).exists()


def test_a_sheet_may_be_of_a_past_night_and_of_an_ended_match():
    opened().press(SAVE, TWO, date="2024-02-29", over="1")

    match = last_match()
    assert str(match.night_date) == "2024-02-29"
    assert match.started == datetime(2024, 2, 29, 20, tzinfo=UTC)
    assert (match.ended_by_table, match.finished) == (True, False)


def test_an_impossible_date_is_refused_and_nothing_typed_is_lost():
    page, future = opened(), (timezone.now() + timedelta(days=3)).date().isoformat()
    for date, told in (
        ("2024-02-30", "“2024-02-30” is not a date"),
        ("yesterday", "“yesterday” is not a date"),
        ("1066-10-14", "1066 is too long ago: look at the date"),
        ("0001-01-01", "1 is too long ago: look at the date"),
        (future, "is still to come"),
        ("9999-12-31", "31 December 9999 is still to come"),
    ):
        refused = page.press(SAVE, TWO, date=date)

        assert (refused.status, told in refused.text) == (422, True), date
        assert (values(refused), dict(refused.fields("paper"))["date"]) == (TWO, date)
    assert not Match.objects.exists()


def test_every_wrong_line_says_why_and_nothing_typed_is_lost():
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


def test_unfinished_lines_are_wrong_only_when_the_sheet_is_saved():
    sheet = opened()
    begun = {name: value for name, value in TWO.items() if not name.startswith("2-tricks")}
    page = sheet.press(CHECK, begun)
    assert 'class="wrong"' not in page.html

    for typed, told in (
        (begun, "Not entered yet:"),
        (TWO | hand(4, [0] * 4, [4, 0, 0, 0]), "this hand is not entered, but later ones are"),
        ({}, "No hand is entered yet."),
    ):
        page = sheet.press(SAVE, typed)
        assert (page.status, told in page.text) == (422, True), told
    assert not Match.objects.exists()


def test_rounds_after_the_end_are_refused():
    page = opened("good-little-tricks", NAMES[:3], rounds="1")
    line = {f"1-suits-{suit}": "0" for suit in ("orange", "purple", "green", "pink", "blue")} | {"1-suits-red": "1"}
    more = {f"2-{name[2:]}": value for name, value in line.items()}
    response = page.browser.post(
        SHEET.format("good-little-tricks"), [*page.fields("paper"), *line.items(), *more.items(), ("save", "1")]
    )

    assert response.status == 422
    assert "the game was over after round 1: this is one line too many" in response.text
    assert {**line, **more}.items() <= values(response).items()
    assert not Match.objects.exists()


def test_a_game_without_fixed_length_has_more_lines_on_demand():
    page = opened("ten-point-pitch")
    assert page.html.count('<th scope="row">') == 8

    page = page.press(MORE, {"1-bid": "5"})

    assert page.html.count('<th scope="row">') == 16
    assert values(page) == {"1-bid": "5"}
    page = page.press(MORE, lines="300")
    assert MORE not in page.buttons()
    assert len(page.fields("paper")) < 1000


def test_contradicting_answers_are_refused_and_kept():
    page = opened("grosse-kleine", NAMES[:3])
    line = {"1-left-0": "out", "1-left-1": "4 9", "1-points-1": "20", "1-points-2": "7", "1-pile-seat": "nobody"}
    page = page.press(SAVE, line)

    assert page.status == 422
    assert "remove one of them" in page.text
    assert values(page) == line


def test_a_sheet_may_hold_points_alone():
    page = opened("maverick").press(SAVE, {"1-points-0": "3", "1-points-1": "2", "1-turned": "KH 9C"})

    assert page.status == 200
    assert [plain(facts) for facts in last_match().round_facts] == [{"turned": ["KH", "9C"], "points": [3, 2]}]


HOSTILE = ["1e999", "٣", "9" * 300, "<script>", "\0", "-1", "A" * 5000]


@cases("game", GAMES)
def test_no_answer_however_odd_breaks_the_sheet(game):
    page = Browser().open(f"{SHEET.format(game.key)}?{urlencode(fields_of(seated(game)))}")
    cells = [name for name, _ in page.fields("paper") if name.startswith("1-")]
    others = [pair for pair in page.fields("paper") if pair[0] not in cells]
    odd = list(zip([*cells, "99-x"], cycle(HOSTILE)))

    response = page.browser.post(SHEET.format(game.key), [*others, *odd, ("0-x", "1"), ("save", "1")])

    assert response.status == 422
    assert not Match.objects.exists()


# --- Every game ---


@cases(
    "game, key, sheet", [(game, one.id, one.sheet(game)) for game in GAMES for one in share(possible_examples(game))]
)
def test_a_typed_sheet_is_the_match_that_was_played(client, game, key, sheet):
    played = scoresheet.play(sheet)[1].rounds
    if not played[-1].facts.is_complete:
        return
    table = before = game.table(sheet.players, sheet.first_dealer, sheet.house_rules)
    typed = {"lines": len(played), "save": "1"}
    for number, scored in enumerate(played, 1):
        answers = form_class(game).answers_of(scored.facts, before)
        typed |= {
            f"{number}-{name}": answer for name, answer in answers.items() if name not in form_class(game).off_paper
        }
        before = game.play(before, scored.facts)

    response = client.post(SHEET.format(game.key), urlencode([*fields_of(table), *typed.items()]), FORM)

    assert response.status_code == 302
    saved = [plain(facts) for facts in last_match().round_facts]
    assert saved == [plain(scored.facts) for scored in played] or "order" in json.dumps(typed)


def fields_of(table):
    """The fields that say who plays by which house rules."""
    fields = [("seated", "1"), *(("player", name) for name in table.names), ("dealer", table.names[table.first_dealer])]
    options = [
        OptionField(option, table.rules.differing.get(option.name, option.default)) for option in table.game.house_rules
    ]
    return fields + [pair for option in options if option.differs for pair in option.form_fields()]


# --- Blank sheets ---


@cases("game", GAMES)
def test_every_game_has_a_blank_sheet_for_every_number_of_players(game):
    for players in game.seats:
        page = Browser().open(f"/games/{game.key}/blank-sheet/?players={players}")
        rules = HouseRules(game.house_rules, {})
        lines, sides = game.length(players, rules), len(game.teams(players, rules))

        assert page.status == 200
        assert page.html.count('<th scope="row">') in (lines, lines or 20)
        assert page.html.partition("<tbody>")[0].count('class="total"') == sides
    assert not Match.objects.exists()


def test_a_blank_sheet_names_the_players_and_their_house_rules():
    Club.here().players.create(name="Ada", mark=7)
    said = {"seated": "1", "player": ["Ada", "<b>"], "dealer": "<b>", "rule-hook": "true"}
    typed = Browser().open(f"/games/big-little/matches/paper/?{urlencode(said, doseq=True)}")
    page = Browser().open(f"/games/big-little/blank-sheet/?{urlencode(said, doseq=True)}")

    assert [re.findall(r'data-side="(\d+)"', one.html) for one in (page, typed)] == [["7", "0"]] * 2
    assert page.html.count("&lt;b&gt;") > 25
    assert "the dealer may not make the bids add up" in page.text
    assert "players=3" not in page.html


def test_an_impossible_number_of_players_gets_the_usual_blank_sheet():
    for players in ("0", "1", "14", "x", "999999999999", "-3", "٣"):
        page = Browser().open(f"/games/big-little/blank-sheet/?{urlencode({'players': players})}")

        assert page.html.count('<th scope="row">') in (25, 33), players
