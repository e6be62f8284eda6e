"""The club and its players."""

import pytest

from games.core.errors import Impossible
from games.core.keypad import MARKS
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.player import tidy_name
from tests.cases import cases
from tests.matches.factory import make_match

pytestmark = pytest.mark.django_db


def test_players_are_found_by_name_or_created_in_order(django_assert_num_queries):
    club, other = Club.here(), Club.objects.create(name="The others")
    ada = Player.objects.create(club=club, name="Ada")
    [theirs] = other.players.get_or_create_named(["Ada"])

    players = club.players.get_or_create_named(["Cleo", "Ada", "Ben", "ada"])

    assert [player.name for player in players] == ["Cleo", "Ada", "Ben", "ada"]
    assert players[1] == ada != theirs
    assert club.players.count() == 4
    for count in (2, 13):
        names = [f"Player {number} of {count}" for number in range(count)]
        for queries in (4, 1):
            with django_assert_num_queries(queries):
                club.players.get_or_create_named(names)


@cases("typed, kept", [
        ("Ada", "Ada"), ("  Ada \t", "Ada"), ("Ada\u00a0\u2003Lovelace", "Ada Lovelace"), ("   ", ""),
        ("Zoe\u0308", "Zo\u00eb"),
        ("👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"),
    ])  # fmt: skip
def test_a_name_is_normalized(typed, kept):
    assert tidy_name(typed) == kept


def test_one_player_cannot_sit_at_two_seats_under_two_names():
    club = Club.here()
    Player.objects.create(club=club, name="Adda", same_as=club.players.get_or_create_named(["Ada"])[0])

    with pytest.raises(Impossible, match="Ada and Adda are the same player"):
        make_match(names=("Ada", "Ben", "Adda"))


def test_an_archived_player_who_plays_again_is_archived_no_longer():
    Player.objects.create(club=Club.here(), name="Ada", archived=True)

    make_match()

    assert not Player.objects.get(name="Ada").archived


def test_the_people_of_a_club_get_different_marks():
    club = Club.here()
    players = club.players.get_or_create_named([f"Player {number}" for number in range(len(MARKS))])
    assert sorted(player.mark for player in players) == list(range(len(MARKS)))

    Player.objects.filter(pk=players[5].pk).update(mark=0)

    assert [player.mark for player in club.players.get_or_create_named(["Ada", "Ben"])] == [5, 1]
    assert club.players.marks_of(["Ben", "Cleo", "Dan"]) == [1, 2, 3], "those of new people as they would be"


def test_a_player_keeps_their_mark_in_every_match():
    ada, ben, cleo = Club.here().players.get_or_create_named(["Ada", "Ben", "Cleo"])

    first, second = make_match(names=("Ada", "Ben", "Cleo")), make_match(names=("Cleo", "Ada"))

    assert first.side_marks == first.state.marks == (ada.mark, ben.mark, cleo.mark)
    assert second.side_marks == second.state.marks == (cleo.mark, ada.mark)
