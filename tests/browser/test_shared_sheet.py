"""A sheet goes from the phone of one club to that of another, by its link or its QR code, and is played there."""

import re

import pytest

from scorekeeper.clubs.models import Club, Role
from tests.browser import words
from tests.browser.layout import assert_fits
from tests.browser.score_page import ScorePage
from tests.devices import COOKIE, device_token


def join_other_club(page, address):
    token = device_token(Club.objects.create(name="The others"), Role.SCORER)
    page.context.add_cookies([{"name": COOKIE, "value": token, "url": address}])


@pytest.mark.parametrize("script", [True, False])
def test_a_sheet_is_shared_opened_taken_and_played(phone, open_phone, live_server, script):
    ours = phone if script else open_phone(java_script_enabled=False)
    ours.goto("/games/any-game:Zwicker/matches/new/?rule-wins=fewest&rule-ends=rounds&rule-ends-number=1")
    ours.get_by_text("Share this sheet").click()
    ours.locator(".qr-code svg").wait_for()
    link = ours.locator(".invite-link").inner_text()

    theirs = open_phone(stranger=True, java_script_enabled=script)
    path = re.search(r"/sheets/[\w-]+/", link)[0]
    theirs.goto(path)
    assert theirs.locator("text=the fewest points").count() == 1
    assert theirs.locator("main button").count() == 0
    join_other_club(theirs, live_server.url)
    theirs.goto("/games/")
    theirs.locator("text=Open a sheet").click()
    theirs.fill("#link", link)
    theirs.locator("button", has_text="Open").click()
    theirs.fill("#name", "As in Kiel")
    assert_fits(theirs, path)
    theirs.locator("button", has_text="Take it").click()
    theirs.locator("[aria-pressed=true]", has_text="As in Kiel").wait_for()
    theirs.fill("#names", "Ada, Ben")
    theirs.locator("#start").click()
    theirs.wait_for_url(re.compile(r"/matches/\d+/$"))
    score_page = ScorePage(theirs)
    if script:
        score_page.enter(4, 5)
        score_page.done()
        score_page.enter(7)
        score_page.done()
        score_page.press_save()
    else:
        for question, points in (("points-0", "45"), ("points-1", "7")):
            theirs.fill(f"[name={question}]", points)
        theirs.locator(words.SAVE).click()
    assert score_page.winners == ["Ben"]
