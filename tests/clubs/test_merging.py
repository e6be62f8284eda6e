"""Players over the years: another name, another mark, archived, and one person after all."""

import pytest
from django.test import Client

from games.impossible import Impossible
from scorekeeper.club.models import Club, Player
from scorekeeper.nights.books import balance
from scorekeeper.nights.lives import NameTaken, change, merge, unmerge
from scorekeeper.table.models import Match, Seat
from tests.cases import cases
from tests.matches.factory import a_match

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def named(name):
    return Player.objects.get(name=name)


def page(match):
    return Client(headers={"host": "localhost"}).get(f"/matches/{match.pk}/").content.decode()


def everything():
    """Who sits where, and who is whom."""
    players = Player.objects.order_by("pk").values_list("name", "mark", "archived", "same_as", "last_played")
    return list(Seat.objects.order_by("pk").values_list("pk", "player", "total", "place")), list(players)


def test_a_new_name_stands_on_the_pages_of_old_matches_at_once():
    match = a_match(2)
    assert "Adelheid" not in page(match)

    change(named("Ada"), "  Adelheid ", 3, archived=False)

    assert "Adelheid" in page(match)
    assert named("Adelheid").mark == 3


def test_no_figure_is_counted_anew_for_a_name_but_all_are_for_who_turns_out_to_be_one():
    a_match(2, names=("Ada", "Ben")), a_match(2, names=("Adda", "Ben"))
    balance(Club.here())

    change(named("Ada"), "Adelheid", 3, archived=False)
    assert not Match.objects.filter(uncounted=True).exists()

    merged = merge(named("Adelheid"), named("Adda"))
    assert Match.objects.get(uncounted=True).names == ["Adelheid", "Ben"]

    balance(Club.here())
    unmerge(merged)
    assert Match.objects.get(uncounted=True).names == ["Adda", "Ben"]


def test_who_is_to_be_merged_is_not_said_to_sit_at_a_match_that_was_deleted():
    a_match(1, names=("Ada", "Ben")), a_match(1, names=("Adda", "Ben"))
    for gone in (a_match(1, names=("Ada", "Ben")), a_match(1, names=("Adda", "Ben"))):
        gone.delete_whole(gone.version)

    asked = Client(headers={"host": "localhost"}).get(f"/players/{named('Ada').pk}/merging/?other={named('Adda').pk}")

    assert "1 match and then has 2." in " ".join(asked.content.decode().split())


def test_a_name_somebody_else_has_is_refused_and_says_whose_it_is():
    a_match()

    with pytest.raises(NameTaken, match="there is a Ben already") as refused:
        change(named("Ada"), "Ben", None, archived=False)

    assert refused.value.other == named("Ben")


@cases("name", ["", "x" * 41, " \t"])
def test_what_is_no_name_is_refused(name):
    a_match()

    with pytest.raises(Impossible):
        change(named("Ada"), name, None, archived=False)


def test_two_who_are_one_have_all_matches_together_and_the_other_name_is_known():
    first, second = a_match(1, names=("Ada", "Ben")), a_match(2, names=("Adda", "Ben"))

    merge(named("Ada"), named("Adda"))

    assert set(named("Ada").seats.values_list("match", flat=True)) == {first.pk, second.pk}
    assert "Adda" not in page(second)
    third = a_match(names=("Adda", "Cleo"))
    assert third.names == ["Ada", "Cleo"]


def test_merging_is_taken_back_to_the_last_seat():
    a_match(1, names=("Ada", "Ben"))
    a_match(2, names=("Adda", "Ben"))
    a_match(2, names=("Addi", "Ben"))
    merge(named("Adda"), named("Addi"))
    before = everything()

    merged = merge(named("Ada"), named("Adda"))
    assert named("Addi").same_as == named("Ada")
    unmerge(merged)

    assert everything() == before
    unmerge(merged)
    assert everything() == before


def test_what_was_played_after_a_merge_stays_where_it_is():
    a_match(1, names=("Ada", "Ben"))
    a_match(1, names=("Adda", "Ben"))
    merged = merge(named("Ada"), named("Adda"))
    since = a_match(1, names=("Adda", "Ben"))

    unmerge(merged)

    assert Match.objects.get(pk=since.pk).names == ["Ada", "Ben"]
    assert named("Adda").seats.count() == 1


def test_two_who_sat_at_one_table_are_two_people():
    a_match()
    before = everything()

    with pytest.raises(Impossible, match="Ada and Ben sat at one table on"):
        merge(named("Ada"), named("Ben"))

    assert everything() == before


def test_nobody_is_merged_with_themselves_or_twice():
    a_match(names=("Ada", "Ben"))
    a_match(names=("Adda", "Cleo"))
    merge(named("Ada"), named("Adda"))

    for kept, gone in (("Ada", "Ada"), ("Ben", "Adda"), ("Adda", "Ben")):
        with pytest.raises(Impossible):
            merge(named(kept), named(gone))


def test_an_older_merge_is_not_taken_back_from_under_a_newer_one():
    for name in ("Ada", "Adda", "Addi"):
        a_match(1, names=(name, "Ben"))
    older = merge(named("Adda"), named("Addi"))
    newer = merge(named("Ada"), named("Adda"))

    with pytest.raises(Impossible, match="Adda became Ada since"):
        unmerge(older)
    unmerge(newer)
    unmerge(older)

    assert named("Addi").seats.count() == named("Adda").seats.count() == 1


def test_a_club_has_its_own_players():
    a_match(names=("Ada", "Cleo"))
    other = Club.objects.create(name="Them")
    Player.objects.create(club=other, name="Ben")

    change(named("Ada"), "Ben", None, archived=True)

    assert Player.objects.filter(name="Ben").count() == 2
