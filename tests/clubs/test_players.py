"""The club and its players."""

import pytest

from games.core.errors import Impossible
from games.core.keypad import MARKS
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.player import normalize_name, validate_emoji
from tests.cases import cases
from tests.matches.factory import make_match, reload, six_rounds

pytestmark = pytest.mark.django_db


def test_players_are_found_by_name_or_created_in_order(django_assert_num_queries):
    club, other = Club.get_default(), Club.objects.create(name="The others")
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


@cases("typed, normalized", [
        ("Ada", "Ada"), ("  Ada \t", "Ada"), ("Ada\u00a0\u2003Lovelace", "Ada Lovelace"), ("   ", ""),
        ("Zoe\u0308", "Zo\u00eb"),
        ("👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"),
    ])  # fmt: skip
def test_a_name_is_normalized(typed, normalized):
    assert normalize_name(typed) == normalized


def test_one_player_cannot_sit_at_two_seats_under_two_names():
    club = Club.get_default()
    Player.objects.create(club=club, name="Adda", same_as=club.players.get_or_create_named(["Ada"])[0])

    with pytest.raises(Impossible, match="Ada and Adda are the same player"):
        make_match(names=("Ada", "Ben", "Adda"))


def test_an_archived_player_who_plays_again_is_archived_no_longer():
    Player.objects.create(club=Club.get_default(), name="Ada", archived=True)

    make_match()

    assert not Player.objects.get(name="Ada").archived


def test_the_players_of_a_club_get_different_marks():
    club = Club.get_default()
    players = club.players.get_or_create_named([f"Player {number}" for number in range(len(MARKS))])
    assert sorted(player.mark for player in players) == list(range(len(MARKS)))

    Player.objects.filter(pk=players[5].pk).update(mark=0)

    assert [player.mark for player in club.players.get_or_create_named(["Ada", "Ben"])] == [5, 1]
    assert club.players.marks_of(["Ben", "Cleo", "Dan"]) == [1, 2, 3], "those of new people as they would be"


def test_a_player_keeps_their_mark_in_every_match():
    ada, ben, cleo = Club.get_default().players.get_or_create_named(["Ada", "Ben", "Cleo"])

    first, second = make_match(names=("Ada", "Ben", "Cleo")), make_match(names=("Cleo", "Ada"))

    assert first.side_marks == first.state.marks == (ada.mark, ben.mark, cleo.mark)
    assert second.side_marks == second.state.marks == (cleo.mark, ada.mark)


@cases(
    "emoji",
    [
        "",
        "🦊",
        "♞",
        "❤️",
        "👍🏽",
        "👩🏽‍🚀",
        "👨‍👩‍👧‍👦",
        "🇩🇪",
        "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    ],
)
def test_a_single_emoji_or_none_is_valid(client, emoji):
    player = Club.get_default().players.get_or_create_named(["Ada"])[0]
    client.post(f"/players/{player.pk}/details/", {"name": "Ada", "mark": player.mark, "emoji": emoji})
    assert Player.objects.get(pk=player.pk).emoji == emoji


@cases("words", ["a", "ab", "🦊🐻", "🦊 ", "<", "🇩", "\u200d", "\u202e🦊", "👩‍" * 5 + "👩‍🚀", "é", "1️⃣0"])
def test_anything_but_a_single_emoji_is_refused(words):
    with pytest.raises(Impossible, match="single emoji"):
        validate_emoji(words)


def test_an_emoji_stands_in_the_mark_of_its_player(client):
    match = reload(six_rounds(6))
    winner = next(seat.player for seat in match.seat_list if seat.won)
    url = f"/players/{winner.pk}/"

    refused = client.post(f"{url}details/", {"name": winner.name, "mark": winner.mark, "emoji": "ab"})
    assert (refused.status_code, Player.objects.get(pk=winner.pk).emoji) == (422, "")
    client.post(f"{url}details/", {"name": winner.name, "mark": winner.mark, "emoji": "🦊"})

    mark = f'data-side="{winner.mark}" data-emoji="🦊"'
    for page in (url, "/players/", "/leaderboard/", f"/matches/{match.pk}/", f"/matches/{match.pk}/review/"):
        assert mark in client.get(page).content.decode(), page
