"""The pages of what was played, on a phone and on a screen: within its width, under a thumb, with nothing axe finds."""

from datetime import date

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from games.core import scoresheet
from scorekeeper.clubs.models import Club, Player
from scorekeeper.demo.fill import fill
from scorekeeper.matches.models import Match
from scorekeeper.transfer import scoresheets

LONG = ["W" * 40, "Cleopatra the Great of the Nile, the 7th", "אברהם בן־דוד מירושלים", "<script>alert(1)</script>", "I"]
SCREEN = {"viewport": {"width": 1280, "height": 800}, "is_mobile": False, "has_touch": False}

WIDER = "document.documentElement.scrollWidth > {}"
SMALL = """() => [...document.querySelectorAll('a, button, summary, select, input:not([type=hidden]), textarea')]
    .filter(one => one.checkVisibility({ checkOpacity: true }) && !one.closest('.scoreboard'))
    .map(one => [one, (one.matches('[type=checkbox]') && one.closest('label') || one).getBoundingClientRect()])
    .filter(([, { width, height }]) => width && height && (width < 43.5 || height < 43.5))
    .map(([one]) => one.outerHTML.slice(0, 120))"""


@pytest.fixture
def club(live_server):
    """A small made-up club, and one evening of the longest names."""
    club = Club.here()
    fill(club, 30, date(2026, 11, 14), seed=1)
    facts = {"bids": [0, 1, 0, 0, 0], "tricks": [1, 0, 0, 0, 0]}
    for begun in ("20:00", "21:00"):
        sheet = scoresheet.Scoresheet(
            scoresheet=1, game="big-little", players=LONG, rounds=[facts],
            started=f"2026-11-16T{begun}:00+00:00", ended=f"2026-11-16T{begun}:30+00:00",
        )  # fmt: skip
        scoresheets.import_sheet(club, sheet)
    return club


def addresses(club):
    """Every page of what was played: the fullest one of its kind, and the one with the longest names."""
    often, widest = club.players.get(name="Ada").pk, club.players.get(name=LONG[0]).pk
    long, last = (Match.objects.filter(evening=date(2026, 11, day)).last().pk for day in (16, 14))
    yield from (
        "/",
        "/nights/",
        "/nights/2026-11-16/",
        "/nights/2026-11-14/",
        "/players/",
        "/leaderboard/",
        "/transfer/",
    )
    for game in ("big-little", "maverick"):
        yield from (f"/players/{often}/?game={game}", f"/leaderboard/?game={game}")
    yield from (f"/players/{often}/", f"/players/{widest}/", "/leaderboard/?period=soon", "/players/?seats=9")
    yield from (f"/players/{often}/cases/?stat={stat}" for stat in ("won", "rounds&period=2026-11"))
    yield from (f"/players/{widest}/details/", f"/players/{often}/merge/?other={widest}")
    yield from (f"/matches/{last}/review/", f"/matches/{last}/review/?after=1", f"/matches/{long}/review/")


def wrong(page, *rules):
    """What axe finds."""
    options = {"runOnly": {"type": "rule", "values": rules}} if rules else None
    return [
        (one["id"], one["nodes"][0]["html"][:160]) for one in Axe().run(page, options=options).response["violations"]
    ]


@pytest.mark.parametrize("part", [0, 1])
def test_every_page_fits_a_phone_and_a_thumb_and_axe_finds_nothing_in_the_light_or_in_the_dark(phone, club, part):
    for address in list(addresses(club))[part::2]:
        phone.emulate_media(color_scheme="light")
        assert phone.goto(address).status == 200, address
        assert not phone.evaluate(WIDER.format(390)), address
        assert phone.locator("h1").count() == 1, address
        assert phone.evaluate(SMALL) == [], address
        assert wrong(phone) == [], address
        phone.emulate_media(color_scheme="dark")
        assert wrong(phone, "color-contrast") == [], address


def test_every_page_fits_a_screen(open_phone, club):
    page = open_phone(**SCREEN)
    for address in addresses(club):
        page.goto(address)
        assert not page.evaluate(WIDER.format(1280)), address


def test_letters_twice_as_large_fit_too(open_phone, club):
    page = open_phone(bypass_csp=True)
    for address in addresses(club):
        page.goto(address)
        page.add_style_tag(content="html { font-size: 200% }")
        assert not page.evaluate(WIDER.format(390)), address


def test_what_is_chosen_stands_in_the_address_and_keeps_the_keyboard_where_it_was(phone, club):
    phone.goto("/players/")

    phone.locator("#game").focus()
    phone.select_option("#game", "big-little")
    phone.wait_for_url("**game=big-little**")

    expect(phone.locator("caption")).to_contain_text("Big Little")
    expect(phone.locator("#game")).to_be_focused()


def test_the_way_back_leads_to_where_one_came_from_as_it_was_left(phone, club):
    back = phone.locator(".bar-back")
    phone.goto("/leaderboard/?game=big-little")
    phone.get_by_role("link", name="Ada").first.tap()
    phone.wait_for_url("**/players/**")
    phone.select_option("#period", "2026")
    phone.wait_for_url("**period=2026**")
    phone.locator(".figure-cards a").first.tap()
    phone.wait_for_url("**/cases/**")
    phone.locator(".figures a").first.tap()
    phone.wait_for_url("**period=2026-**")

    back.tap()
    phone.wait_for_url("**/players/*/?*period=2026&game=big-little**")
    back.tap()
    phone.wait_for_url("**/leaderboard/?game=big-little")


def test_without_a_script_a_button_shows_what_was_chosen(open_phone, club):
    page = open_phone(java_script_enabled=False)
    ada = Player.objects.get(name="Ada")
    page.goto(f"/players/{ada.pk}/")

    page.select_option("#game", "big-little")
    page.get_by_role("button", name="Show").tap()

    page.wait_for_url("**game=big-little**")
    page.get_by_role("link", name="Back").tap()
    page.wait_for_url("**/players/?*game=big-little**")


def test_without_a_script_nothing_is_offered_that_needs_one(open_phone, club):
    page = open_phone(java_script_enabled=False)

    page.goto("/nights/2026-11-14/")

    assert [button.inner_text() for button in page.locator("button:visible, share-text a").all()] == [
        "As text",
        "As a picture",
    ]
