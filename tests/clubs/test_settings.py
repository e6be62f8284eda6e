"""Settings: what a device likes stands in its cookie and on its pages; the club's clock regroups its evenings."""

import re
from datetime import UTC, date, datetime

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from games.core.scoresheet import load
from scorekeeper.clubs.models import Club, Device
from scorekeeper.clubs.preferences import BARS, COOKIE, Preferences
from scorekeeper.history.game_nights import change_zone
from scorekeeper.history.models import NightNotes
from scorekeeper.matches import recording
from scorekeeper.matches.models import Match
from scorekeeper.statistics.models import PairTotal, PlayerBest, PlayerTotal, Rating
from scorekeeper.statistics.monthly_totals import recount, update_totals
from scorekeeper.transfer import scoresheets
from tests.cases import cases
from tests.devices import Stranger, member
from tests.matches.factory import a_match, six_rounds

pytestmark = pytest.mark.django_db

ALL = {"theme": "dark", "digits": "large", "hand": "left", "sound": "tick", "touch": "buzz"}
ON_HTML = b'data-theme="dark" data-digits="large" data-hand="left" data-sound="tick" data-touch="buzz"'
PLAIN = b'<html lang="en" >'
SHEET = '{"scoresheet": 1, "game": "big-little", "players": ["Ada", "Ben", "Cleo"], "first_dealer": 0, "rounds": [],'


def test_nothing_is_chosen_until_somebody_chooses(client):
    page = client.get("/settings/").content

    assert PLAIN in page
    assert b'content="dark light"' in page


@cases("browser", [Stranger, lambda: member(role=1), member])
def test_whoever_chooses_a_look_sees_it_on_every_page_and_nothing_is_written_down(browser):
    phone = browser()
    devices = Device.objects.count()

    answer = phone.post("/settings/preferences/", ALL)

    assert answer.url == "/settings/"
    for page in ("/settings/", "/", "/rules/", "/nowhere/"):
        html = phone.get(page).content
        assert ON_HTML in html, page
        assert b'name="color-scheme" content="dark"' in html, page
    assert Device.objects.count() == devices
    assert phone.get("/settings/").content.count(b"checked") == 5


def test_the_page_of_a_match_is_drawn_for_each_look_and_each_gets_its_own():
    match = a_match(1)
    dark, plain = member(), member()
    dark.post("/settings/preferences/", ALL)

    for _ in range(2):
        assert ON_HTML in dark.get(f"/matches/{match.pk}/").content
        assert PLAIN in plain.get(f"/matches/{match.pk}/").content


def test_a_browser_that_has_a_page_in_another_look_is_given_it_anew(client):
    match = a_match(1)
    tag = client.get(f"/matches/{match.pk}/")["ETag"]
    assert client.get(f"/matches/{match.pk}/", headers={"If-None-Match": tag}).status_code == 304

    client.post("/settings/preferences/", {"theme": "light"})

    assert client.get(f"/matches/{match.pk}/", headers={"If-None-Match": tag}).status_code == 200


def test_the_cookie_is_for_the_server_alone_and_goes_when_nothing_is_chosen(client):
    kept = client.post("/settings/preferences/", ALL).cookies[COOKIE]
    assert (kept["httponly"], kept["samesite"], kept["max-age"]) == (True, "Lax", 365 * 24 * 3600)

    assert client.post("/settings/preferences/", {}).cookies[COOKIE]["max-age"] == 0


@cases("cookie", ['"><script>', "x" * 5000, "dark.dark.light", "", "\x7f", "\x01", "DARK"])
def test_made_up_preferences_say_nothing_harmful(client, cookie):
    # Not by client.cookies: Python's newer http.cookies refuses to send control characters.
    page = client.get("/settings/", headers={"Cookie": f"{COOKIE}={cookie}"}).content

    assert b"<script>" not in page
    assert page.split(b"<html", 1)[1].split(b">", 1)[0].strip(b" ") in (
        b'lang="en"',
        b'lang="en" data-theme="dark"',
    )


def test_a_form_that_says_what_was_never_offered_is_not_believed(client):
    answer = client.post("/settings/preferences/", {"theme": "pink", "digits": "1", "hand": "left"})

    assert answer.cookies[COOKIE].value == "left"


def test_a_look_says_its_colours_before_the_style_sheet_does():
    assert Preferences(**ALL).attributes == ON_HTML.decode()
    assert '<meta name="color-scheme" content="light">' in Preferences("light").metas
    assert '<meta name="color-scheme" content="dark light">' in Preferences().metas


@cases("theme", ["light", "dark", ""])
def test_the_bar_above_a_page_has_the_colour_of_the_theme_that_was_chosen(client, theme):
    match = a_match()
    client.post("/settings/preferences/", {"theme": theme})

    for address in ("/", f"/matches/{match.pk}/", "/nowhere/"):
        page = client.get(address).content.decode()
        assert re.findall('<meta name="theme-color" content="(.*?)"', page) == (
            [BARS[theme]] if theme else [*BARS.values()]
        )


def test_the_bar_above_a_page_is_as_the_style_sheet_has_the_page():
    tokens = (settings.ROOT / "static/css/_tokens.css").read_text()

    assert f"--cream: light-dark({BARS['light']}, {BARS['dark']})" in tokens


def test_an_owner_renames_the_club(client):
    answer = client.post("/settings/club/", {"name": "  The   Thursday table ", "zone": "UTC"})

    assert answer.url == "/settings/"
    assert Club.here().name == "The Thursday table"


@cases(
    "said", [{"name": ""}, {"name": "x" * 41}, {"name": "A\0"}, {"name": "   "}, {"zone": "Mars/Base"}, {"zone": ""}]
)
def test_a_name_that_is_none_or_a_zone_that_is_nowhere_is_refused(client, said):
    before = Club.objects.filter(pk=Club.here().pk).values().get()

    answer = client.post("/settings/club/", {"name": "Us", "zone": "UTC"} | said)

    assert answer.status_code == 422
    assert b"alert" in answer.content
    assert Club.objects.filter(pk=Club.here().pk).values().get() == before


@cases("role", [1, 2])
def test_who_is_no_owner_sees_the_clubs_settings_and_changes_none(role):
    phone = member(role=role)

    assert b"by the clock of UTC" in phone.get("/settings/").content
    assert phone.post("/settings/club/", {"name": "Mine", "zone": "UTC"}).status_code == 403
    assert Club.here().name != "Mine"


def played(started, rounds=6):
    match = six_rounds(rounds)
    Match.objects.filter(pk=match.pk).update(started=started, night_date=match.club.night_date_of(started))
    return match


def books(club):
    """All that is written in the books, but for ids."""
    rows = []
    for kind in (PlayerTotal, PairTotal, PlayerBest, Rating):
        names = [field.attname for field in kind._meta.fields if field.attname != "id"]
        rows += [(kind.__name__, *row) for row in kind.objects.filter(club=club).values_list(*names)]
    return sorted(rows, key=repr)


def test_another_clock_puts_each_match_into_its_evening_and_counts_the_months_anew():
    club = Club.here()
    played(datetime(2026, 1, 1, 1, 0, tzinfo=UTC))  # by this clock still New Year's Eve
    deleted = played(datetime(2026, 3, 5, 3, 0, tzinfo=UTC))
    recording.delete_match(deleted, deleted.version)
    update_totals(club)
    assert PlayerTotal.objects.filter(period=202512).exists()

    change_zone(club, "Asia/Tokyo")

    evenings = Match.everything.order_by("pk").values_list("night_date", flat=True)
    assert list(evenings) == [date(2026, 1, 1), date(2026, 3, 5)]
    update_totals(Club.here())
    assert not PlayerTotal.objects.filter(period__in=[202512, 2025]).exists()
    assert {tally.n for tally in PlayerTotal.objects.filter(period=202601, stat="won")} == {1}
    balanced = books(club)
    recount(club)
    assert books(club) == balanced


def test_a_clock_by_which_every_match_stays_where_it_is_leaves_the_books_alone():
    club = Club.here()
    played(datetime(2026, 3, 5, 20, 0, tzinfo=UTC))
    update_totals(club)

    change_zone(club, "Europe/Vienna")

    assert not Match.objects.filter(needs_recount=True).exists()
    assert PlayerTotal.objects.exists()
    assert Club.here().zone == "Europe/Vienna"


def test_what_was_written_down_about_an_evening_goes_with_its_matches():
    club = Club.here()
    for day in (4, 5):
        played(datetime(2026, 3, day, 3, 0, tzinfo=UTC), 1)
        NightNotes.objects.create(club=club, night_date=date(2026, 3, day - 1), name=f"the {day}th")
    NightNotes.objects.create(club=club, night_date=date(2026, 1, 1), name="nobody played")

    change_zone(club, "Asia/Tokyo")

    assert set(NightNotes.objects.values_list("night_date", "name")) == {
        (date(2026, 3, 4), "the 4th"), (date(2026, 3, 5), "the 5th"), (date(2026, 1, 1), "nobody played"),
    }  # fmt: skip


def test_times_on_pages_are_by_the_clubs_clock(client):
    scoresheets.import_sheet(Club.here(), load(SHEET + '"started": "2026-07-01T18:30:00+00:00"}'))
    assert b"18:30" in client.get("/").content

    client.post("/settings/club/", {"name": "Us", "zone": "Asia/Kolkata"})

    page = client.get("/").content.decode()
    assert "2 Jul 2026, 00:00" in page
    assert 'datetime="2026-07-02T00:00:00+05:30"' in page


def test_one_clubs_clock_is_not_the_next_visitors(client):
    client.post("/settings/club/", {"name": "Us", "zone": "Asia/Kolkata"})
    client.get("/")
    assert timezone.get_current_timezone_name() == "UTC"
    them = Club.objects.create(name="Them", zone="UTC")
    scoresheets.import_sheet(them, load(SHEET + '"started": "2026-07-01T18:30:00+00:00"}'))

    assert b"18:30" in member(them).get("/").content


def test_settings_are_one_tap_from_the_start(client):
    assert f'href="{reverse("settings")}"' in client.get("/").content.decode()
