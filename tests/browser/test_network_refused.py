"""What the server would not take stays on the phone, with what was in it; what has no room there says so."""

import pytest
from django.utils import timezone

from scorekeeper.clubs.models import Device, Role
from scorekeeper.matches import recording
from scorekeeper.matches.models import Match
from tests.browser.cut_off import (
    A_HAND,
    HASTE,
    SOON,
    ahead_is_kept,
    forgive,
    match_of,
    offline,
    press_save,
    says,
    says_nothing,
)
from tests.browser.thumb import Thumb
from tests.devices import COOKIE, device_token

FULL = """() => {
    for (let size = 1e6; size > 1; size = Math.floor(size / 2))
        try { for (let at = 0; at < 50; at++) localStorage[`full ${size} ${at}`] = "x".repeat(size); } catch {}
}"""


@pytest.fixture(autouse=True)
def no_other_troubles(open_phone, troubles):
    yield
    forgive(troubles)


@pytest.fixture
def scorer(open_phone, live_server):
    """What the phone is to the club: a scorer's device, as tests find it."""
    device_token(label="the owner’s")
    return lambda: Device.objects.filter(label="a phone")


@pytest.fixture
def plain(open_phone, live_server, scorer):
    page = open_phone()
    page.add_init_script(HASTE)
    token = device_token(label="a phone", role=Role.SCORER)
    page.context.add_cookies([{"name": COOKIE, "value": token, "url": live_server.url}])
    thumb = Thumb(page)
    thumb.start("big-little")
    return thumb


def saved_offline(thumb):
    offline(thumb)
    thumb.key(*A_HAND)
    press_save(thumb)
    says(thumb, "Hand 1 is kept on this phone")


def look(thumb):
    thumb.page.locator("round-outbox button", has_text="Look at it").tap()


def is_there_once(thumb, pk):
    says_nothing(thumb)
    match = Match.at(pk)
    assert (match.version, len(match.records), sum(match.records[0].bids)) == (1, 1, 1)


def test_a_device_that_was_taken_out_keeps_its_hand_until_it_is_let_in_again(plain, scorer):
    match = match_of(plain)
    saved_offline(plain)
    scorer().update(revoked=timezone.now())
    offline(plain, off=False)
    says(plain, "Hand 1 was not taken: There is nothing here")
    says(plain, "Ben took: 1, Cleo bids: 0")
    look(plain)
    plain.page.locator("h1", has_text="There is nothing here").wait_for()
    plain.page.goto("/rules/")
    says(plain, "Hand 1 was not taken: There is nothing here")
    scorer().update(revoked=None)
    look(plain)
    is_there_once(plain, match.pk)


def test_a_match_that_was_deleted_takes_its_hand_when_it_is_brought_back(plain):
    match = match_of(plain)
    saved_offline(plain)
    recording.delete_match(match, 0)
    offline(plain, off=False)
    says(plain, "Hand 1 was not taken: There is nothing here")
    recording.restore_match(match)
    look(plain)
    is_there_once(plain, match.pk)


def test_who_may_only_look_by_now_is_told_so(plain, scorer):
    match = match_of(plain)
    saved_offline(plain)
    scorer().update(role=Role.VIEWER)
    offline(plain, off=False)
    says(plain, "Hand 1 was not taken: This device may look, not write.")
    scorer().update(role=Role.SCORER)
    look(plain)
    is_there_once(plain, match.pk)


def test_what_a_proxy_will_not_let_through_is_not_dropped(plain):
    plain.page.route("**/rounds/", lambda route: route.fulfill(status=413, body="<h1>413</h1>"), times=1)
    plain.key(*A_HAND)
    press_save(plain)
    says(plain, "Hand 1 was not taken: The server said 413.")
    look(plain)
    is_there_once(plain, match_of(plain).pk)


def test_taps_of_a_device_that_was_taken_out_are_there_when_it_is_let_in_again(plain, scorer):
    scorer().update(revoked=timezone.now())
    plain.key(1)
    plain.page.locator("round-draft", has_text="Not sent yet: kept on this phone").wait_for()
    scorer().update(revoked=None)
    plain.page.reload()
    plain.kept("bids 1 so far")


def test_a_wrong_hand_put_right_is_half_entered_until_then_also_after_a_reload(plain):
    plain.page.route("**/draft/", lambda route: route.abort())
    plain.key(*A_HAND[:5])
    press_save(plain)
    plain.page.locator(".message-row", has_text="not entered yet").wait_for()
    plain.page.unroute("**/draft/")
    plain.page.reload()
    plain.kept("1 of 1 tricks accounted for")


def test_two_pages_of_one_phone_send_each_hand_once(plain):
    plain.key(1)
    ahead_is_kept(plain)
    other = plain.page.context.new_page()
    other.goto(plain.page.url)
    plain.page.bring_to_front()
    offline(plain)
    plain.key(0, 0, 0, 1, 0, 0)
    press_save(plain)
    for bid in (2, 3):
        plain.page.locator(".deal", has_text=f"Hand {bid}").wait_for()
        plain.key(bid, 0, 0, 0, bid, 0, 0)
        press_save(plain)
    other.locator("round-outbox", has_text="Hand 1 and 2 more").wait_for(timeout=SOON)
    offline(plain, off=False)
    for page in (other, plain.page):
        page.evaluate("() => { dispatchEvent(new Event('online')); }")
    plain.page.locator(".scoreboard tbody tr").nth(2).wait_for(timeout=SOON)
    says_nothing(plain)
    match = match_of(plain)
    assert [sum(facts.bids) for facts in match.records] == [1, 2, 3]
    assert match.version == 3


def test_a_phone_without_room_says_so_and_loses_nothing_while_its_page_is_open(plain):
    plain.page.evaluate(FULL)
    offline(plain)
    plain.key(*A_HAND)
    plain.page.locator("round-draft", has_text="this phone has no room to keep it").wait_for()
    press_save(plain)
    says(plain, "Hand 1 is not sent yet, and this phone has no room to keep it: leave this page open.")
    offline(plain, off=False)
    is_there_once(plain, match_of(plain).pk)


def test_a_save_that_takes_long_says_that_it_is_on_its_way(plain):
    plain.page.route("**/rounds/", lambda route: (plain.page.wait_for_timeout(2000), route.continue_()), times=1)
    plain.key(*A_HAND)
    press_save(plain)
    says(plain, "Hand 1 is being sent")
    is_there_once(plain, match_of(plain).pk)
