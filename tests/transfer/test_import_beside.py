"""A club's file brought to a club that has a record already."""

import json

import pytest

from games import scoresheet
from scorekeeper.club.models import Club, Player
from scorekeeper.nights.models import Night
from scorekeeper.table.models import Match
from tests.cases import cases
from tests.matches.factory import six_rounds
from tests.transfer.club_files import a_file, a_sheet, brought, out, taken_in, wipe

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def test_matches_of_the_same_people_start_and_facts_are_skipped_whatever_else_changed():
    taken_in(a_file(a_sheet(), a_sheet(started="2026-11-20T20:00:00+00:00")))
    Match.objects.update(notes="a note since")

    page = taken_in(
        a_file(
            a_sheet(ended="2026-11-20T21:00:00+00:00", night="x"),
            a_sheet(started="2026-11-20T21:15:00+02:00"),
            a_sheet(started="2026-11-20T20:00:01+00:00"),
        )
    )

    # The second one is the first one by another clock: it is there once, and was brought twice.
    assert "2 new matches" in page.text
    assert Match.objects.count() == 4


@cases(
    "other",
    [
        {"players": ("Ben", "Ada", "Cleo")},
        {"started": "2026-11-20T19:15:01+00:00"},
        {"rounds": 2},
        {"rounds": 0},
        {"first_dealer": 1},
        {"house_rules": {"rounds": 7}},
    ],
)
def test_another_seat_start_round_dealer_or_house_rule_makes_another_match(other):
    taken_in(a_file(a_sheet()))

    taken_in(a_file(a_sheet(**other)))

    assert Match.objects.count() == 2


def test_a_match_that_is_here_with_other_rounds_is_pointed_out():
    taken_in(a_file(a_sheet()))

    page = brought(a_file(a_sheet(rounds=2)))

    assert "1 of the new ones is here with other rounds or house rules: both stay." in page.text


def test_a_sheet_that_says_no_start_is_not_doubled_either():
    for _ in range(2):
        taken_in(a_sheet(started=None))
        taken_in(a_file(a_sheet(started=None)))

    assert Match.objects.count() == 1


def test_a_club_that_holds_a_match_twice_is_carried_as_it_is():
    for _ in range(2):
        Match.from_sheet(Club.here(), scoresheet.load(json.dumps(a_sheet())))
    before = out()

    taken_in(before)
    assert out() == before
    wipe()
    taken_in(before)

    assert out() == before
    assert Match.objects.count() == 2


def test_who_is_here_stays_as_they_are_and_gets_the_matches_of_that_name():
    six_rounds(1)
    Player.objects.filter(name="Ada").update(mark=1)
    Night.objects.create(club=Club.here(), evening="2026-11-20", note="ours")
    zone = Club.here().zone

    page = taken_in(
        a_file(
            a_sheet(players=(" Ada", "Zoe\u0308", "Cleo")),
            players=[{"name": "Ada", "mark": 2, "archived": True}],
            nights=[{"evening": "2026-11-20", "note": "theirs"}, {"evening": "2026-11-19", "note": "new"}],
        )
    )

    ada = Player.objects.get(name="Ada")
    assert (ada.mark, ada.archived, ada.seats.count()) == (1, False, 2)
    assert Player.objects.count() == 4
    assert [night.note for night in Night.objects.order_by("evening")] == ["new", "ours"]
    assert Club.here().zone == zone
    assert "1 new player" in page.text
    assert "Zo\u00eb" in page.text
    assert "1 new night with a note" in page.text


def test_a_match_of_somebodys_other_name_is_theirs():
    six_rounds(1)
    Player.objects.create(club=Club.here(), name="Addie", same_as=Player.objects.get(name="Ada"))

    taken_in(a_file(a_sheet(players=("Addie", "Ben", "Cleo"))))
    taken_in(a_file(a_sheet(players=("Ada", "Ben", "Cleo"))))

    assert Player.objects.get(name="Ada").seats.count() == 2
    assert Player.objects.get(name="Addie").seats.count() == 0


def test_one_person_under_two_names_does_not_sit_at_two_places():
    six_rounds(1)
    Player.objects.create(club=Club.here(), name="Addie", same_as=Player.objects.get(name="Ada"))

    page = brought(a_file(a_sheet(), a_sheet(players=("Ada", "Addie", "Cleo"))))

    assert page.status == 422
    assert "match 2: Ada sits at two places" in page.text


def test_who_last_played_is_known_by_the_latest_of_their_matches():
    taken_in(a_file(a_sheet(started="2026-01-02T20:00:00+00:00"), a_sheet(started="2026-01-01T20:00:00+00:00")))

    assert {str(player.last_played.date()) for player in Player.objects.all()} == {"2026-01-02"}
