"""The first page: what is on the table now, and what was played."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from scorekeeper.clubs.models import Club, Player
from scorekeeper.matches import recording
from scorekeeper.matches.cleanup import purge_deleted
from scorekeeper.matches.models import Match
from tests.cases import cases
from tests.devices import Stranger, device_token, member
from tests.html_browser import Browser
from tests.matches.factory import entry, keep_draft, make_match, six_rounds

pytestmark = pytest.mark.django_db


def test_before_the_first_match_names_and_a_game_lead_to_its_set_up():
    page = Browser().open("/")
    assert "Invite the others" in page.text
    assert 'class="qr"' in page.html

    page = page.press("Big Little 2 to 13 players", players="Ada, Ben, Cleo")

    assert [value for name, value in page.fields("setup") if name == "player"] == ["Ada", "Ben", "Cleo"]
    assert page.press("Start: Ada deals").status == 200
    assert Match.objects.get().game_key == "big-little"


def test_a_stranger_is_referred_to_the_terminal_until_the_club_has_an_owner(settings):
    def sent_to_the_terminal():
        return "in the terminal" in Stranger().get("/").text

    assert sent_to_the_terminal()
    assert not Club.objects.exists()
    settings.FOUNDING = True
    assert not sent_to_the_terminal()
    settings.FOUNDING = False
    device_token(Club.get_default())
    assert not sent_to_the_terminal()


def test_a_match_at_the_table_is_shown_with_players_and_totals():
    match = make_match(3)

    page = Browser().open("/")

    assert "At the table now · Big Little, hand 4" in page.text
    assert "Ada 6" in page.text
    assert "Tonight" not in page.text
    assert f"/matches/{match.pk}/" in page.links


def test_times_are_in_the_time_zone_of_the_club():
    match = make_match(3)
    Match.objects.update(started=datetime(2026, 7, 1, 23, 30, tzinfo=UTC), night_date=date(2026, 7, 2))
    Club.objects.update(zone="Asia/Tokyo")

    assert "2 Jul 2026, 08:30" in Browser().open("/").text
    assert "Thu, 2 Jul 2026, 08:30" in Browser().open(f"/matches/{match.pk}/review/").text
    assert "08:30" in Browser().open("/nights/2026-07-02/").text


@cases("way", ["to its last round", "called over"])
def test_a_finished_match_is_listed_under_tonight(way):
    match = six_rounds(6 if way == "to its last round" else 3)
    if way == "called over":
        recording.finish(match, entry(match))

    page = Browser().open("/")

    assert "Tonight" in page.text
    assert "At the table now" not in page.text
    assert f"/nights/{match.night_date}/" in page.links


def test_the_newest_open_matches_and_the_last_nights_are_shown():
    matches = [make_match(names=("Ada", "Ben")) for _ in range(40)]
    for days, match in enumerate(matches[:10], 1):
        recording.finish(match, entry(match))
        Match.objects.filter(pk=match.pk).update(night_date=match.night_date - timedelta(days=days))

    links = Browser().open("/").links

    shown = [link for link in links if link.startswith("/matches/")]
    assert shown == [f"/matches/{match.pk}/" for match in reversed(matches[10:])]
    assert len([link for link in links if link.startswith("/nights/2")]) == 4


def test_the_query_count_does_not_grow_with_the_matches(django_assert_max_num_queries):
    for number in range(12):
        make_match(1, names=("Ada", f"New {number}"))
        over = six_rounds(1)
        recording.finish(over, entry(over))

    browser = member()
    with django_assert_max_num_queries(10):
        assert browser.get("/").status_code == 200


def test_an_unplayed_match_is_deleted_after_an_hour_or_from_its_menu():
    mistake = make_match()
    page = Browser().open("/")
    assert f"/matches/{mistake.pk}/" in page.links

    hour_ago = timezone.now() - timedelta(hours=1, seconds=1)
    Match.objects.update(started=hour_ago)
    assert f"/matches/{mistake.pk}/" in Browser().open("/").links, "its players sat down just now"
    Player.objects.update(last_played=hour_ago)
    assert f"/matches/{mistake.pk}/" not in Browser().open("/").links
    purge_deleted()
    assert not Match.objects.exists()

    other = make_match()
    home = Browser().open("/")
    assert home.buttons() == ["Ask"], "nothing is deleted beside the match that is tapped all evening"
    menu = home.browser.open(f"/matches/{other.pk}/")
    [address] = [link for link, shown in menu.links.items() if shown[0].label == "Delete: nothing was played"]
    home.browser.open(address).press("Delete it")
    assert set(Match.everything.restorable()) == {mistake, other}


def test_an_old_match_with_a_tap_a_hidden_bid_or_a_round_is_kept():
    tapped, hidden, played = make_match(), make_match(), make_match(1)
    keep_draft(tapped, {"bids-0": "1"})
    hidden.answers.create(mode="play", number=1, question="bids-0", text="1", is_hidden=True)
    Match.objects.update(started=timezone.now() - timedelta(days=3))
    Player.objects.update(last_played=timezone.now() - timedelta(days=3))

    purge_deleted()

    assert set(Match.objects.active()) == {tapped, hidden, played}
