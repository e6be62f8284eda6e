"""Players over the years: renamed, archived, and two who are merged because they are one person."""

import pytest

from games.core.errors import Impossible
from scorekeeper.clubs.models import Club, Device, Player
from scorekeeper.matches import recording
from scorekeeper.matches.models import Match, PlayerMerge, Seat
from scorekeeper.matches.players import merge_players, unmerge_players
from tests.devices import member
from tests.matches.factory import make_match

pytestmark = pytest.mark.django_db


def named(name):
    return Player.objects.get(name=name)


def seats_players_and_devices():
    players = Player.objects.order_by("pk").values_list("name", "mark", "archived", "same_as", "last_played")
    devices = list(Device.objects.exclude(player=None).order_by("pk").values_list("label", "player__name"))
    return list(Seat.objects.order_by("pk").values_list("pk", "player", "total", "place")), list(players), devices


def test_the_form_renames_marks_and_archives_or_refuses():
    match, browser = make_match(2), member()
    ada = named("Ada")
    url = f"/players/{ada.pk}/details/"

    for form in ({"name": ""}, {"name": "Ada", "mark": "99"}, {"name": "Ben"}):
        answer = browser.post(url, form)
        assert answer.status_code == 422, form
    assert f"/merge/?other={named('Ben').pk}" in answer.text
    answer = browser.post(url, {"name": "  Adelheid ", "mark": "3", "archived": "on"})

    assert answer.url == f"/players/{ada.pk}/"
    ada.refresh_from_db()
    assert (ada.name, ada.mark, ada.archived) == ("Adelheid", 3, True)
    assert "Adelheid" in browser.get(f"/matches/{match.pk}/").text


def test_a_merge_has_a_preview_and_can_be_undone():
    make_match(1, names=("Ada", "Cleo"))
    make_match(1, names=("Adda", "Cleo"))
    for deleted in (make_match(1, names=("Ada", "Cleo")), make_match(1, names=("Adda", "Cleo"))):
        recording.delete_match(deleted, deleted.token)
    ada, adda, browser = named("Ada"), named("Adda"), member()
    url = f"/players/{ada.pk}/merge/"

    preview = " ".join(browser.get(url, {"other": adda.pk}).text.split())
    assert "1 match and then has 2." in preview  # Deleted matches do not count.
    assert not PlayerMerge.objects.exists()
    assert browser.post(url, {"other": adda.pk}).url == f"/players/{ada.pk}/"
    assert browser.get(f"/players/{adda.pk}/").url == f"/players/{ada.pk}/"
    assert Seat.objects.filter(player=ada, match__deleted=None).count() == 2
    browser.post(f"/merges/{PlayerMerge.objects.get().pk}/undo/")

    assert {Seat.objects.filter(player=player, match__deleted=None).count() for player in (ada, adda)} == {1}


@pytest.mark.postgresql
def test_a_merge_is_undone_to_the_last_seat_the_newest_first():
    for name in ("Ada", "Adda", "Addi"):
        make_match(1, names=(name, "Ben"))
        Device.join(Club.get_default(), name, player=named(name))
    older = merge_players(named("Adda"), named("Addi"))
    before = seats_players_and_devices()

    merged = merge_players(named("Ada"), named("Adda"))
    assert Device.objects.filter(player=named("Ada")).count() == 3
    assert named("Addi").same_as == named("Ada")
    with pytest.raises(Impossible, match="Adda became Ada since"):
        unmerge_players(older)
    for _ in range(2):
        unmerge_players(merged)
        assert seats_players_and_devices() == before


def test_matches_played_after_a_merge_stay_where_they_are():
    make_match(1, names=("Ada", "Ben"))
    make_match(1, names=("Adda", "Ben"))
    merged = merge_players(named("Ada"), named("Adda"))
    since = make_match(1, names=("Adda", "Ben"))
    assert named("Ada").seats.count() == 3

    unmerge_players(merged)

    assert Match.objects.get(pk=since.pk).names == ["Ada", "Ben"]
    assert named("Adda").seats.count() == 1


def test_players_of_one_table_are_not_merged():
    make_match()
    before = seats_players_and_devices()

    answer = member().post(f"/players/{named('Ada').pk}/merge/", {"other": named("Ben").pk})

    assert answer.status_code == 422
    assert "Ada and Ben played at the same table on" in answer.text
    assert seats_players_and_devices() == before


def test_nobody_is_merged_with_themselves_or_twice():
    make_match(names=("Ada", "Ben"))
    make_match(names=("Adda", "Cleo"))
    merge_players(named("Ada"), named("Adda"))

    for name, duplicate in (("Ada", "Ada"), ("Ben", "Adda"), ("Adda", "Ben")):
        with pytest.raises(Impossible):
            merge_players(named(name), named(duplicate))
