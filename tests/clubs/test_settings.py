"""Settings: the preferences of a device in its cookie, and the name and time zone of the club."""

import re
from datetime import UTC, date, datetime

import pytest
from django.utils import timezone

from games.core.scoresheet import load
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.preferences import PREFERENCES_COOKIE
from scorekeeper.history.game_nights import change_zone
from scorekeeper.history.models import NightNotes
from scorekeeper.matches import recording
from scorekeeper.matches.models import Match
from tests.cases import cases
from tests.devices import Stranger, member
from tests.matches.factory import import_sheet, make_match, six_rounds

pytestmark = pytest.mark.django_db

ALL = {"theme": "dark", "digits": "large", "hand": "left", "cells": "semicolons"}
ON_HTML = b'data-theme="dark" data-digits="large" data-hand="left" data-cells="semicolons"'
PLAIN = b'<html lang="en" >'
SHEET = '{"scoresheet": 1, "game": "big-little", "players": ["Ada", "Ben", "Cleo"], "first_dealer": 0, "rounds": [],'


@cases("browser", [Stranger, member])
def test_preferences_are_on_every_page_and_only_in_a_cookie(browser):
    phone = browser()

    answer = phone.post("/settings/preferences/", ALL)

    cookie = answer.cookies[PREFERENCES_COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 365 * 24 * 3600)
    for page in ("/settings/", "/", "/nowhere/"):
        assert ON_HTML in phone.get(page).content, page
    assert phone.get("/settings/").content.count(b"checked") == 4
    assert phone.post("/settings/preferences/", {}).cookies[PREFERENCES_COOKIE]["max-age"] == 0


def test_other_preferences_change_the_etag(client):
    match = make_match(1)
    tag = client.get(f"/matches/{match.pk}/")["ETag"]

    client.post("/settings/preferences/", {"theme": "light"})

    assert client.get(f"/matches/{match.pk}/", headers={"If-None-Match": tag}).status_code == 200


@cases("cookie", ['"><script>', "x" * 5000, "dark.dark.light", "", "\x7f", "\x01", "DARK"])
def test_forged_preferences_are_harmless(client, cookie):
    # Not by client.cookies: Python's newer http.cookies refuses to send control characters.
    page = client.get("/settings/", headers={"Cookie": f"{PREFERENCES_COOKIE}={cookie}"}).content

    assert b"<script>" not in page
    assert page.split(b"<html", 1)[1].split(b">", 1)[0].split() in (
        [b'lang="en"'],
        [b'lang="en"', b'data-theme="dark"'],
    )


@cases("theme, scheme", [("light", "light"), ("dark", "dark"), ("", "dark light")])
def test_the_browser_bar_has_the_colour_of_the_theme(client, theme, scheme):
    client.post("/settings/preferences/", {"theme": theme})

    page = client.get("/").text
    bars = {"light": "#f2e8d2", "dark": "#0c261c"}
    colours = [bars[theme]] if theme else [*bars.values()]
    assert re.findall(r'name="theme-color"\s+content="(.*?)"', page) == colours
    assert f'<meta name="color-scheme" content="{scheme}">' in page.partition("<link")[0], "before the style sheet"


@cases("invalid", [{"name": ""}, {"name": "x" * 41}, {"name": "\u200b\0"}, {"zone": "Mars/Base"}])
def test_an_owner_renames_the_club_but_not_to_a_wrong_name_or_zone(client, invalid):
    assert client.post("/settings/club/", {"name": "  The   Thursday table ", "zone": "UTC"}).url == "/settings/"

    answer = client.post("/settings/club/", {"name": "Us", "zone": "Europe/Rome"} | invalid)

    assert (answer.status_code, b"alert" in answer.content) == (422, True)
    assert Club.objects.values_list("name", "zone").get() == ("The Thursday table", "UTC")


def played(started, rounds=6):
    match = six_rounds(rounds)
    Match.objects.filter(pk=match.pk).update(started=started, night_date=match.club.night_date_of(started))
    return match


def test_another_time_zone_moves_matches_to_their_night():
    club = Club.get_default()
    played(datetime(2026, 1, 1, 1, 0, tzinfo=UTC))  # by this clock still New Year's Eve
    deleted = played(datetime(2026, 3, 5, 3, 0, tzinfo=UTC))
    recording.delete_match(deleted, deleted.token)

    change_zone(club, "Asia/Tokyo")

    nights = Match.everything.order_by("pk").values_list("night_date", flat=True)
    assert list(nights) == [date(2026, 1, 1), date(2026, 3, 5)]


def test_notes_of_a_night_move_with_its_matches():
    club = Club.get_default()
    for day in (4, 5):
        played(datetime(2026, 3, day, 3, 0, tzinfo=UTC), 1)
        NightNotes.objects.create(club=club, night_date=date(2026, 3, day - 1), name=f"the {day}th")
    NightNotes.objects.create(club=club, night_date=date(2026, 1, 1), name="nobody played")

    change_zone(club, "Asia/Tokyo")

    assert set(NightNotes.objects.values_list("night_date", "name")) == {
        (date(2026, 3, 4), "the 4th"), (date(2026, 3, 5), "the 5th"), (date(2026, 1, 1), "nobody played"),
    }  # fmt: skip


def test_the_time_zone_of_a_club_does_not_stay_for_the_next_request(client):
    client.post("/settings/club/", {"name": "Us", "zone": "Asia/Kolkata"})
    client.get("/")
    assert timezone.get_current_timezone_name() == "UTC"
    them = Club.objects.create(name="Them", zone="UTC")
    import_sheet(them, load(SHEET + '"started": "2026-07-01T18:30:00+00:00"}'))

    assert b"18:30" in member(them).get("/").content


def test_more_names_the_release(client, settings):
    assert f"Scorekeeper {settings.VERSION}" in client.get("/more/").content.decode()
