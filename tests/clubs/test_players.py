"""The club and its players."""

import pytest

from games.core.errors import Impossible
from scorekeeper.clubs.models import Club, Player, folded
from tests.cases import cases
from tests.matches.factory import a_match

pytestmark = pytest.mark.django_db


def test_an_installation_has_a_club_of_its_own_whoever_else_founded_one_before():
    theirs = Club.objects.create(name="Theirs")

    club = Club.here()

    assert Club.here() == club != theirs
    assert str(club) == "Our club"


def test_players_come_in_the_order_they_were_named_and_new_ones_are_written_down():
    club = Club.here()
    ada = Player.objects.create(club=club, name="Ada")

    players = club.players_named(["Cleo", "Ada", "Ben"])

    assert [player.name for player in players] == ["Cleo", "Ada", "Ben"]
    assert players[1] == ada
    assert club.players.count() == 3


@cases("count", [2, 13])
def test_naming_players_takes_two_statements_however_many_there_are(count, django_assert_num_queries):
    club = Club.here()

    with django_assert_num_queries(2):
        club.players_named([f"Player {number}" for number in range(count)])


def test_upper_and_lower_case_are_different_names():
    assert len({player.pk for player in Club.here().players_named(["Ada", "ada", "ADA"])}) == 3


def test_a_player_of_another_club_is_somebody_else():
    other = Club.objects.create(name="The others")
    [ada] = other.players_named(["Ada"])

    assert Club.here().players_named(["Ada"]) != [ada]
    assert ada.club == other


def test_who_played_last_is_known():
    first = a_match(names=("Ada", "Ben"))
    second = a_match(names=("Ben", "Cleo"))

    played = dict(Player.objects.values_list("name", "last_played"))

    assert played["Ada"] < played["Ben"] == played["Cleo"]
    assert first.started < second.started


@cases("typed, kept", [
        ("Ada", "Ada"), ("  Ada \t", "Ada"), ("Ada\u00a0\u2003Lovelace", "Ada Lovelace"), ("   ", ""),
        ("Zoe\u0308", "Zo\u00eb"),
        ("👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"),
    ])  # fmt: skip
def test_a_name_is_kept_in_one_way_of_writing_it(typed, kept):
    assert folded(typed) == kept


def test_who_has_another_name_answers_to_it():
    club = Club.here()
    [ada] = club.players_named(["Ada"])
    Player.objects.create(club=club, name="Adda", same_as=ada)

    assert club.players_named(["Adda", "Ben"])[0] == ada


def test_one_player_cannot_sit_at_two_places_under_two_names():
    club = Club.here()
    Player.objects.create(club=club, name="Adda", same_as=club.players_named(["Ada"])[0])

    with pytest.raises(Impossible, match="Ada and Adda are the same player"):
        a_match(names=("Ada", "Ben", "Adda"))


def test_whoever_sits_down_again_is_archived_no_longer():
    club = Club.here()
    Player.objects.create(club=club, name="Ada", archived=True)

    a_match()

    assert not Player.objects.get(name="Ada").archived
