"""Joining with a phone as the pages draw it: by link and by code, as somebody, and from another club."""

import re

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


def test_joining_a_second_club_names_the_club_that_is_left(stranger, live_server):
    them, ours = Club.objects.create(name="Them"), Club.get_default()
    log_in(stranger.context, live_server.url, club=them, role=Role.OWNER)
    where = link(club=ours)
    stranger.goto(where)
    assert "This phone is the only owner of Them" in stranger.locator(words.NOTICE).inner_text()
    assert stranger.locator("form").count() == 0

    stranger.locator("text=Invite another owner").tap()
    stranger.wait_for_url(re.compile("/invite/$"))
    Device.join(them, "another owner", Role.OWNER)
    stranger.goto(where)
    assert "This phone leaves Them, which keeps its other owners" in stranger.locator(words.NOTICE).inner_text()
    tap_and_wait(stranger, "Join as scorer")

    assert [device.label for device in them.devices.filter(revoked=None)] == ["another owner"]
    assert "Our club" in stranger.locator("h1").inner_text()
