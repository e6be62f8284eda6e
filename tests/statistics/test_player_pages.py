"""Players' pages: everybody, one with all that is told of them, and their details."""

import re
from datetime import date

import pytest
from django.test import Client

from scorekeeper.club.models import Club, Player
from scorekeeper.nights.models import Merge
from scorekeeper.table.models import Match, Seat
from tests.cases import cases
from tests.html_browser import Browser
from tests.matches.factory import a_match, entry, six_rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def client():
    return Client(headers={"host": "localhost"})


def named(name):
    return Player.objects.get(name=name)


def text(where):
    return " ".join(Browser().open(where).text.split())


def over(match):
    match.finished or match.finish(entry(match))
    return match


def test_before_anything_was_played_there_is_nobody(client):
    assert "Nobody has played yet" in text("/players/")
    assert client.get("/players/1/").status_code == 404


def test_everybody_is_named_with_what_they_won_and_who_no_longer_comes_stands_last():
    over(six_rounds(6))
    Player.objects.filter(name="Ada").update(archived=True)

    page = text("/players/")

    assert "Ben 1 1 100 % 1.00" in page
    assert page.index("Ben") < page.index("Cleo") < page.index("Ada")


def test_a_player_who_never_finished_a_match_is_there_too():
    a_match(2)

    assert "Ada 0 0 – –" in text("/players/")


def test_a_players_page_tells_what_the_game_declares_with_definition_and_sample():
    a_match(4)
    Match.objects.update(finished=True)

    page = text(f"/players/{named('Ada').pk}/?game=big-little")

    assert "Won" in page
    assert "Matches won, of those played to their end" in page
    assert "0 of 1" in page
    assert "few: says little yet" in page
    assert "Bids by the size of the hand" in page


def test_head_to_head_and_partners_are_told():
    match = a_match(game="maverick")
    Match.objects.filter(pk=match.pk).update(called_over=True, finished=True)
    for seat, (place, won) in enumerate([(1, True), (2, False), (1, True), (2, False)]):
        Seat.objects.filter(match=match, number=seat).update(place=place, won=won)

    page = text(f"/players/{named('Ada').pk}/")

    assert "As partners With Won Matches Share Cleo 1 1 100 %" in page
    assert "Head to head Against Met Ahead Level Behind Ben 1 1 0 0 Dan 1 1 0 0" in page


@cases("other, how, count", [("Cleo", "with", 1), ("Cleo", "against", 2), ("Ben", "against", 3)])
def test_how_often_two_met_leads_to_the_matches_they_did(client, other, how, count):
    over(a_match(game="maverick"))
    for _ in range(2):
        over(six_rounds(6))
    gone = six_rounds(6)
    over(gone)
    gone.delete_whole(gone.version)
    at = f"/players/{named('Ada').pk}/meetings/?{'together=1&amp;' if how == 'with' else ''}other={named(other).pk}"

    page = client.get(f"/players/{named('Ada').pk}/").content.decode()
    assert re.search(rf'href="{re.escape(at)}"\s*>{count}</a>', page)

    told = text(at.replace("&amp;", "&"))
    assert f"Ada {how} {other} All time: {count} match{'es' if count > 1 else ''} played to the end." in told
    assert client.get(at.replace("&amp;", "&")).content.count(b"/review/") == count


def test_nobody_met_themselves_or_somebody_of_another_club(client):
    over(six_rounds(6))
    [them] = Club.objects.create(name="Them").players_named(["Ben"])
    at = f"/players/{named('Ada').pk}/"

    assert client.get(f"{at}meetings/").url == client.get(f"{at}meetings/?other={named('Ada').pk}").url == at
    assert client.get(f"{at}meetings/?other={them.pk}").status_code == 404


@cases(
    "asked",
    ["period=soon", "period=2026-13", "game=chess", "from=x", "from=2026-05&to=2026-01", "seats=many", "period=%00"],
)
def test_what_cannot_be_chosen_is_said_and_everything_is_shown(client, asked):
    over(six_rounds(6))

    answer = client.get(f"/players/{named('Ada').pk}/?{asked}")

    assert answer.status_code == 200
    assert ("Everything is shown" in answer.content.decode()) == ("seats" not in asked)


def test_a_run_of_months_can_be_chosen(client):
    over(six_rounds(6))

    assert "March 1990 to April 1990" in text("/players/?from=1990-03&to=1990-04")
    assert "Nobody has played what you chose" in text("/players/?from=1990-03&to=1990-04")


def test_a_player_gets_another_name_and_mark_and_is_archived(client):
    a_match()
    ada = named("Ada")

    answer = client.post(f"/players/{ada.pk}/details/", {"name": "Adelheid", "mark": "3", "archived": "on"})

    assert answer.url == f"/players/{ada.pk}/"
    ada.refresh_from_db()
    assert (ada.name, ada.mark, ada.archived) == ("Adelheid", 3, True)


@cases("said", [{"name": ""}, {"name": "x" * 41}, {"name": "Ada", "mark": "99"}, {"name": "Ben"}])
def test_details_that_cannot_be_are_refused_and_nothing_changes(client, said):
    a_match()
    ada = named("Ada")

    answer = client.post(f"/players/{ada.pk}/details/", said)

    assert answer.status_code == 422
    assert named("Ada") == ada


def test_a_name_that_is_taken_leads_to_merging(client):
    a_match()
    ben = named("Ben")

    answer = client.post(f"/players/{named('Ada').pk}/details/", {"name": "Ben"})

    assert f"/merging/?other={ben.pk}" in answer.content.decode()


def test_two_who_are_one_are_shown_before_and_taken_back_after(client):
    a_match(1, names=("Ada", "Cleo"))
    a_match(1, names=("Adda", "Cleo"))
    ada, adda = named("Ada"), named("Adda")
    where = f"/players/{ada.pk}/merging/"

    preview = client.get(where, {"other": adda.pk}).content.decode()
    assert "1 match" in preview
    assert not Merge.objects.exists()
    assert client.post(where, {"other": adda.pk}).url == f"/players/{ada.pk}/"
    assert ada.seats.count() == 2
    assert client.get(f"/players/{adda.pk}/").url == f"/players/{ada.pk}/"
    client.post(f"/merges/{Merge.objects.get().pk}/undoing/")

    assert (ada.seats.count(), adda.seats.count()) == (1, 1)


def test_two_who_sat_together_are_not_merged(client):
    a_match()

    answer = client.post(f"/players/{named('Ada').pk}/merging/", {"other": named("Ben").pk})

    assert answer.status_code == 422
    assert "sat at one table" in answer.content.decode()


def test_a_page_takes_as_many_statements_however_much_was_played(client, django_assert_max_num_queries):
    for _ in range(3):
        over(six_rounds(6))
    client.get("/players/")

    with django_assert_max_num_queries(8):
        client.get("/players/")
    with django_assert_max_num_queries(18):
        client.get(f"/players/{named('Ada').pk}/?game=good-little-tricks")


def test_a_figure_leads_to_the_rounds_it_comes_from(client):
    match = a_match(4)
    Match.objects.update(finished=True)
    where = f"/players/{named('Ada').pk}/behind/?stat=bids-made&part=2&game=big-little"

    page = text(where)

    assert "Ada : Made, cards: 2 Big Little" in page
    assert "hand 2 yes" in page
    assert "hand 3" not in page
    assert f"/matches/{match.pk}/review/#round-2" in client.get(where).content.decode()


def test_a_figure_of_many_months_leads_there_by_years_and_months():
    for evening in (date(2024, 3, 1), date(2024, 5, 1), date(2025, 5, 1)):
        match = over(six_rounds(6))
        Match.objects.filter(pk=match.pk).update(evening=evening, uncounted=True)
    where = f"/players/{named('Ada').pk}/behind/?stat=won"

    assert "2025 100 % 1 2024 100 % 2" in text(where)
    assert "May 2024 100 % 1 March 2024 100 % 1" in text(f"{where}&period=2024")
    for narrowed, day in (("2024-03", "1 Mar"), ("2025", "1 May")):
        assert re.search(rf"{day}, \d\d:\d\d, Good Little Tricks yes", text(f"{where}&period={narrowed}"))


@cases("asked", ["", "stat=x", "stat=won&part=%00", "stat=won&page=x", "stat=won&page=99999999999999999999"])
def test_an_address_nobody_would_write_shows_something_all_the_same(client, asked):
    over(six_rounds(6))

    assert client.get(f"/players/{named('Ada').pk}/behind/?{asked}").status_code in (200, 302)
