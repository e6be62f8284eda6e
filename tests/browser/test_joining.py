"""Joining with a phone as the pages draw it: by link and by code, as somebody, and from another club."""

import pytest

from scorekeeper.clubs.invitations import Invitation
from scorekeeper.clubs.models import Club, Device, InviteCode, Role
from tests.browser import words
from tests.browser.conftest import log_in
from tests.browser.score_page import ScorePage, won_rounds
from tests.matches.factory import make_match

pytestmark = pytest.mark.django_db(transaction=True)

UNDERLINE = "name => getComputedStyle(name).textDecorationLine"


def link(role=Role.SCORER, club=None):
    return f"/join/{Invitation(club or Club.get_default(), role).token}/"


def tap_and_wait(page, text):
    with page.expect_navigation():
        page.get_by_role("button", name=text, exact=True).tap()


def newest():
    device = Device.objects.select_related("player").latest("pk")
    return device.label, device.player and device.player.name


@pytest.fixture(params=[True, False], ids=["script", "no script"])
def stranger(request, open_phone):
    return open_phone(stranger=True, java_script_enabled=request.param)


def test_joining_by_link_with_a_name_underlines_it(stranger):
    match = make_match(2)
    stranger.goto(link())

    tap_and_wait(stranger, "Ben")

    assert newest() == ("Ben’s Linux PC", "Ben")
    stranger.goto(f"/matches/{match.pk}/")
    lines = {one.inner_text(): one.evaluate(UNDERLINE) for one in stranger.locator(".scoreboard thead .name").all()}
    assert lines == {"Ada": "none", "Ben": "underline", "Cleo": "none", "Dan": "none"}
    stranger.goto(f"/devices/{Device.objects.get().pk}/")
    assert stranger.locator("#player option:checked").inner_text().strip() == "Ben"


def test_joining_by_code_asks_for_a_name(stranger):
    make_match(1)
    InviteCode.make(Club.get_default(), Role.VIEWER)
    stranger.goto("/")
    stranger.locator("text=I have a code").tap()
    stranger.fill("#code", InviteCode.objects.get().spoken.lower())
    tap_and_wait(stranger, "Go on")
    assert not Device.objects.exists()

    tap_and_wait(stranger, "Cleo")

    assert newest() == ("Cleo’s Linux PC", "Cleo")
    stranger.locator(words.MEMBER_LINKS).wait_for()


def test_a_typed_name_is_sent_by_enter_too(stranger):
    make_match(1)
    stranger.goto(link())
    stranger.fill("#holder", "Zoë")

    with stranger.expect_navigation():
        stranger.locator("#holder").press("Enter")

    assert newest() == ("Zoë’s Linux PC", "Zoë")


def test_the_question_for_the_phones_player_moves_no_key(phone):
    score_page = ScorePage(phone)
    score_page.open(rounds=won_rounds(2))
    keys = "() => [...document.querySelectorAll('.key')].map(key => JSON.stringify(key.getBoundingClientRect()))"
    question, before = phone.locator(".holder"), phone.evaluate(keys)
    assert question.bounding_box()["y"] > phone.locator(".scoreboard").bounding_box()["y"]
    score_page.enter("1")

    tap_and_wait(phone, "Dan")

    assert newest()[1] == "Dan"
    assert question.count() == 0
    assert phone.locator("[name^=bids-]:checked").input_value() == "1", "what was entered stays"
    score_page.open(rounds=won_rounds(2))
    assert phone.evaluate(keys) == before


def switch(page, name):
    """Lead from club to club by the name at the top of Home."""
    page.locator(".club-switch summary").tap()
    with page.expect_navigation():
        page.locator(".club-switch").get_by_text(name, exact=True).tap()
    assert page.locator("h1").inner_text() == name


def test_a_phone_joins_a_second_club_switches_and_leaves_it(stranger, live_server):
    them, ours = Club.objects.create(name="Them"), Club.get_default()
    log_in(stranger.context, live_server.url, club=them, role=Role.OWNER)
    stranger.goto(link(club=ours))
    stranger.get_by_text("This phone stays in Them").wait_for()
    tap_and_wait(stranger, "Join as scorer")

    assert stranger.locator("h1").inner_text() == "Our club"
    switch(stranger, "Them")
    switch(stranger, "Our club")
    stranger.locator(words.MEMBER_LINKS).tap()
    stranger.locator("text=This phone is in 2").tap()
    stranger.locator("text=Leave Our club").tap()
    tap_and_wait(stranger, "Leave")
    stranger.locator("main").get_by_text("Them", exact=True).tap()
    stranger.locator(words.MEMBER_LINKS).wait_for()
    assert stranger.locator("h1").inner_text() == "Them"
    assert stranger.locator(".club-switch").count() == 0
    assert [device.club for device in Device.objects.filter(revoked=None)] == [them]
