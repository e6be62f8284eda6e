"""Setting up a match without a script: who sits where and who deals, the rematch, and its game night."""

import json
from datetime import UTC, date, datetime

import pytest

from games.core.scoresheet import load
from scorekeeper.clubs.models import Club, Player
from scorekeeper.matches import recording, starting
from scorekeeper.matches.models import Match
from scorekeeper.transfer import scoresheets
from tests.cases import cases
from tests.html_browser import Browser
from tests.matches.factory import NAMES, a_match, again, entry, six_rounds

pytestmark = pytest.mark.django_db

NEW = "/games/{}/matches/new/"


def opened(game="big-little"):
    return Browser().open(NEW.format(game))


def seated(page):
    return [value for name, value in page.said("setup") if name == "player" and value]


def dealer(page):
    return dict(page.said("setup")).get("dealer")


def with_players(page, *names):
    for name in names:
        page = page.press("Add", player=[*seated(page), name])
    return page


def the_match():
    return Match.at(Match.objects.get().pk)


# --- Who sits where ---


def test_the_first_players_type_their_names_and_start():
    page = with_players(opened(), "Ada", "Ben")
    assert page.status == 200
    assert (seated(page), dealer(page)) == (["Ada", "Ben"], "Ada")

    page = page.press("Start: Ada deals")

    assert page.status == 200
    assert "Hand 1" in page.text
    assert (the_match().names, the_match().first_dealer) == (["Ada", "Ben"], 0)


def test_a_name_that_was_typed_and_not_added_plays_too():
    page = with_players(opened(), "Ada", "Ben").press("Start: Ada deals", player=["Ada", "Ben", "Cleo"])

    assert the_match().names == ["Ada", "Ben", "Cleo"]
    assert page.status == 200


def test_players_are_moved_and_removed_with_buttons():
    page = with_players(opened(), "Ada", "Ben", "Cleo")

    page = page.press("Move Cleo up")
    assert seated(page) == ["Ada", "Cleo", "Ben"]
    page = page.press("Move Cleo up")
    assert seated(page) == ["Cleo", "Ada", "Ben"]
    assert "Move Cleo up" not in page.buttons()
    page = page.press("Ada does not play")

    assert (seated(page), dealer(page)) == (["Cleo", "Ben"], "Cleo")


def test_who_played_last_is_offered_first():
    a_match(names=("Eve", "Finn"))
    a_match(names=("Gus", "Hal"))
    page = opened("ten-point-pitch")

    chips = [label for label in page.buttons() if label.startswith("+")]
    assert sorted(chips[:2]) == ["+ Gus", "+ Hal"]
    assert sorted(chips[2:]) == ["+ Eve", "+ Finn"]
    page = page.press("+ Gus")

    assert seated(page) == ["Gus"]
    assert "+ Gus" not in page.buttons()


def test_archived_and_merged_players_are_not_offered():
    a_match(names=("Eve", "Finn", "Gus"))
    Player.objects.filter(name="Finn").update(archived=True)
    Player.objects.filter(name="Gus").update(same_as=Player.objects.get(name="Eve"))

    chips = [label for label in opened("ten-point-pitch").buttons() if label.startswith("+")]

    assert chips == ["+ Eve"]


def test_the_last_players_of_a_game_are_seated_with_the_next_dealer():
    match = a_match(5, hook=True)

    page = opened()

    assert (seated(page), dealer(page)) == (list(NAMES), NAMES[match.next_dealer]) == (list(NAMES), "Ben")
    assert dict(page.said("setup"))["rule-hook"] == "true"


def test_the_last_players_of_another_game_are_seated_where_they_fit():
    a_match()

    assert seated(opened("ten-point-pitch")) == list(NAMES)
    a_match(names=("Eve", "Finn"))
    assert seated(opened("maverick")) == []


def test_tonights_players_are_seated_for_the_next_game():
    a_match(names=("Eve", "Finn"))
    Match.objects.update(evening=date(2026, 1, 1))
    six_rounds(2)

    page = opened()

    assert (seated(page), dealer(page)) == (list(NAMES[:3]), "Cleo")


def test_last_weeks_players_of_another_game_are_not_seated():
    a_match(names=("Eve", "Finn"))
    six_rounds(2)
    Match.objects.update(evening=date(2026, 1, 1))

    assert seated(opened()) == ["Eve", "Finn"]


def test_the_first_dealer_is_chosen_or_drawn():
    page = with_players(opened(), "Ada", "Ben", "Cleo")

    assert dealer(page.press("Add", dealer="Cleo")) == "Cleo"
    drawn = (dealer(page.press("Draw the first dealer")) for _ in range(40))
    assert {next(name for name in drawn if name == wanted) for wanted in ("Ada", "Ben", "Cleo")}
    page.press("Start: Ada deals", dealer="Ben")

    assert the_match().first_dealer == 1


def test_partners_are_shown():
    page = with_players(opened("maverick"), *NAMES)

    assert "Ada with Cleo" in page.text
    assert "Ben with Dan" in page.text


def test_too_few_and_too_many_players_cannot_start():
    page = with_players(opened("maverick"), "Ada", "Ben", "Cleo")
    assert "1 more to come" in page.text
    assert not any(label.startswith("Start") for label in page.buttons())

    page = with_players(page, "Dan", "Eve")

    assert "1 too many" in page.text
    page = page.browser.post("/games/maverick/matches/", page.said("setup"))
    assert page.status == 422
    assert "Maverick is for 4 players, not 5" in page.text
    assert seated(page) == ["Ada", "Ben", "Cleo", "Dan", "Eve"]


# --- The rematch ---


def test_a_rematch_is_one_tap_after_the_end():
    match = a_match(5, names=("Ada", "Ben", "Cleo"), dealer=1, hook=True, penalty_at=None)
    recording.finish(match, entry(match))

    page = Browser().open(f"/matches/{match.pk}/").press("Same again")

    new = Match.at(Match.objects.order_by("-pk")[0].pk)
    assert page.status == 200
    assert "Hand 1" in page.text
    assert (new.names, new.house_rules, new.records) == (["Ada", "Ben", "Cleo"], {"hook": True, "penalty_at": None}, [])
    assert (new.first_dealer, match.first_dealer + 5) == (0, 6)
    assert new.pk != match.pk


@cases("rounds", range(7))
def test_the_next_dealer_deals_first_in_the_rematch(rounds):
    match = six_rounds(rounds)
    expected = match.scorecard.next.dealer if match.scorecard.next else (match.first_dealer + 6) % 3

    assert starting.rematch(match).first_dealer == expected == match.next_dealer


def test_deleting_a_round_moves_the_next_dealer():
    match = six_rounds(3)
    recording.delete_round(match, 2, entry(match))

    assert again(match).next_dealer == 2


# --- The game night ---


@cases(
    "zone, moment, evening",
    [
        ("Europe/Vienna", datetime(2026, 11, 21, 20, 0, tzinfo=UTC), date(2026, 11, 21)),
        ("Europe/Vienna", datetime(2026, 11, 22, 4, 59, tzinfo=UTC), date(2026, 11, 21)),
        ("Europe/Vienna", datetime(2026, 11, 22, 5, 0, tzinfo=UTC), date(2026, 11, 22)),
        ("America/New_York", datetime(2026, 11, 22, 5, 0, tzinfo=UTC), date(2026, 11, 21)),
        ("Europe/Vienna", datetime(2026, 3, 29, 3, 59, tzinfo=UTC), date(2026, 3, 28)),  # an hour shorter that night
        ("Pacific/Kiritimati", datetime.max.replace(tzinfo=UTC), date.max),
        ("America/New_York", datetime.min.replace(tzinfo=UTC), date.min),
    ],
)
def test_a_game_night_lasts_until_six_in_the_morning_in_the_clubs_zone(zone, moment, evening):
    assert Club(zone=zone).evening_of(moment) == evening


def test_a_match_belongs_to_the_night_it_was_started(time_machine):
    time_machine.move_to(datetime(2026, 11, 22, 3, 30, tzinfo=UTC), tick=False)
    Club.objects.create(name="Us", zone="UTC")

    assert a_match().evening == date(2026, 11, 21)


def test_a_scoresheet_belongs_to_the_night_of_its_start():
    sheet = {
        "scoresheet": 1, "game": "big-little", "players": ["Ada", "Ben", "Cleo"], "rounds": [],
        "started": "2025-01-02T01:00:00+00:00",
    }  # fmt: skip
    club = Club.objects.create(name="Us", zone="UTC")

    assert scoresheets.import_sheet(club, load(json.dumps(sheet).encode())).evening == date(2025, 1, 1)
