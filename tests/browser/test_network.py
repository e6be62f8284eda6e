"""A network that comes and goes: what was entered is there exactly once, in order; nothing is lost, nothing double."""

import pytest

from scorekeeper.matches.models import Match
from tests.browser.cut_off import (
    HASTE,
    SOON,
    ahead_is_kept,
    forgive,
    match_of,
    offline,
    overtake,
    press_save,
    says,
    says_nothing,
)
from tests.browser.thumb import Thumb

WAITING = "kept on this phone and sent once the network is back"


@pytest.fixture(autouse=True)
def no_other_troubles(open_phone, troubles):
    yield
    forgive(troubles)


@pytest.fixture
def plain(open_phone):
    """A phone without a worker, as over plain HTTP: all depends on the page that is open."""
    thumb = Thumb(open_phone())
    thumb.page.add_init_script(HASTE)
    thumb.start("big-little")
    return thumb


def test_taps_that_cannot_be_sent_are_there_again_after_a_reload(plain):
    plain.key(1)
    plain.kept("bids 1 so far")
    plain.page.route("**/draft/", lambda route: route.abort())
    plain.key(0, 1)
    plain.page.locator("round-draft", has_text="Not sent yet: kept on this phone").wait_for()
    plain.page.unroute("**/draft/")
    plain.page.goto("/rules/")
    plain.page.goto(f"/matches/{Match.objects.get().pk}/")
    plain.kept("bids 2 so far")
    assert plain.asked == "bids-0"
    assert Match.objects.get().draft == {"bids-1": "1", "bids-2": "0", "bids-3": "1"}


def test_taps_are_sent_when_the_network_is_back(plain):
    offline(plain)
    plain.key(1, 0)
    plain.page.locator("round-draft", has_text="Not sent yet").wait_for()
    offline(plain, off=False)
    plain.kept("bids 1 so far")
    plain.page.locator("round-draft:empty").wait_for(state="attached")
    assert not plain.page.evaluate("Object.keys(localStorage).some(name => name.startsWith('draft'))")


def test_a_hand_saved_without_a_network_says_so_and_is_sent_once_it_is_back(plain):
    plain.key(0, 0, 0, 1, 1, 0, 0)
    offline(plain)
    press_save(plain)
    says(plain, f"Hand 1 is {WAITING}")
    assert match_of(plain).records == []
    offline(plain, off=False)
    plain.page.locator(".scoreboard tbody tr").wait_for(timeout=SOON)
    says_nothing(plain)
    assert len(match_of(plain).records) == 1
    assert match_of(plain).version == 1


def test_an_answer_that_is_lost_counts_once(plain):
    """The server has it, the phone does not know."""
    plain.page.route("**/rounds/", lambda route: (route.fetch(max_redirects=0), route.abort()), times=2)
    plain.key(0, 0, 0, 1, 1, 0, 0)
    press_save(plain)
    plain.page.locator(".scoreboard tbody tr").wait_for(timeout=SOON)
    says_nothing(plain)
    assert match_of(plain).version == 1


@pytest.mark.parametrize("status", [502, 503, 504])
def test_a_server_that_is_away_behind_its_proxy_is_no_answer(plain, status):
    plain.page.route("**/rounds/", lambda route: route.fulfill(status=status), times=1)
    plain.key(0, 0, 0, 1, 1, 0, 0)
    press_save(plain)
    plain.page.locator(".scoreboard tbody tr").wait_for(timeout=SOON)
    assert match_of(plain).version == 1


def test_another_page_in_the_place_of_the_match_is_no_answer(plain):
    """What a hotel's network sends until somebody agrees to its terms."""
    plain.page.route("**/rounds/", lambda route: route.fulfill(status=200, body="Agree!"), times=2)
    plain.key(0, 0, 0, 1, 1, 0, 0)
    press_save(plain)
    plain.page.locator(".scoreboard tbody tr").wait_for(timeout=SOON)
    assert match_of(plain).version == 1


def test_three_hands_entered_without_a_network_arrive_in_order(plain):
    plain.key(1)
    ahead_is_kept(plain)
    offline(plain)
    plain.key(0, 0, 0, 1, 0, 0)
    press_save(plain)
    says(plain, f"Hand 1 is {WAITING}")
    plain.page.locator(".deal", has_text="Hand 2").wait_for()
    plain.key(2, 0, 0, 0, 2, 0, 0)
    press_save(plain)
    says(plain, f"Hand 1, Hand 2 are {WAITING}")
    plain.page.locator(".deal", has_text="Hand 3").wait_for()
    plain.key(3, 0, 0, 0, 3, 0, 0)
    press_save(plain)
    says(plain, "Hand 1 and 2 more are kept on this phone")
    offline(plain, off=False)
    plain.page.locator(".scoreboard tbody tr").nth(2).wait_for(timeout=SOON)
    says_nothing(plain)
    match = match_of(plain)
    assert [sum(facts.bids) for facts in match.records] == [1, 2, 3]
    assert match.version == 3


def test_it_is_sent_from_whatever_page_is_opened_next_also_after_the_app_was_closed(plain):
    page, where = plain.page, plain.page.url
    plain.key(0, 0, 0, 1, 1, 0, 0)
    offline(plain)
    press_save(plain)
    says(plain, "Hand 1 is")
    context = page.context
    page.close()
    context.set_offline(False)
    plain.page = context.new_page()
    plain.page.add_init_script(HASTE)
    plain.page.goto("/rules/")
    says_nothing(plain)
    plain.page.wait_for_function("() => !document.querySelector('round-outbox').items.length")
    plain.page.goto(where)
    assert match_of(plain).version == 1


def test_the_page_closed_in_the_middle_of_a_save_sends_it_again(plain):
    page, where = plain.page, plain.page.url
    page.route("**/rounds/", lambda _: None)
    plain.key(0, 0, 0, 1, 1, 0, 0)
    with page.expect_request("**/rounds/"):
        press_save(plain)
    context = page.context
    page.close()
    plain.page = context.new_page()
    plain.page.add_init_script(HASTE)
    plain.page.goto(where)
    plain.page.locator(".scoreboard tbody tr").wait_for(timeout=SOON)
    assert match_of(plain).version == 1


def test_a_hand_somebody_else_saved_meanwhile_asks_for_attention_and_is_not_dropped(plain):
    plain.key(0, 0, 0, 1, 1, 0, 0)
    plain.kept("bids 1 for 1 trick")
    offline(plain)
    press_save(plain)
    says(plain, "Hand 1 is")
    overtake(plain)
    offline(plain, off=False)
    says(plain, "Hand 1 was not taken: Somebody changed this match meanwhile.")
    plain.page.reload()
    says(plain, "Hand 1 was not taken")
    assert match_of(plain).version == 1
    plain.page.locator("round-outbox button", has_text="Look at it").tap()
    plain.page.locator(".conflict").wait_for()
    assert plain.page.input_value("input[name=bids-0]:checked") == "1"
    plain.page.locator("round-outbox:empty").wait_for(state="attached")
    plain.page.reload()
    says(plain, "Hand 1 was not taken")
    plain.page.locator("round-outbox button", has_text="Look at it").tap()
    plain.page.locator(".conflict").wait_for()
    press_save(plain)
    says_nothing(plain)
    match = match_of(plain)
    assert match.version == 2
    assert len(match.records) == 1


def test_what_was_refused_goes_only_when_somebody_says_so(plain):
    plain.key(0, 0, 0, 1, 1, 0, 0)
    offline(plain)
    press_save(plain)
    says(plain, "Hand 1 is")
    overtake(plain)
    offline(plain, off=False)
    says(plain, "Hand 1 was not taken")
    sent = []
    plain.page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    plain.page.evaluate("dispatchEvent(new Event('online'))")
    plain.page.wait_for_timeout(500)
    assert sent == []
    plain.page.once("dialog", lambda dialog: dialog.dismiss())
    plain.page.locator("round-outbox button", has_text="Throw it away").tap()
    says(plain, "Hand 1 was not taken")
    plain.page.once("dialog", lambda dialog: dialog.accept())
    plain.page.locator("round-outbox button", has_text="Throw it away").tap()
    says_nothing(plain)
    assert match_of(plain).version == 1


def test_a_hand_that_cannot_be_holds_the_next_ones_until_it_is_put_right(plain):
    plain.key(1)
    ahead_is_kept(plain)
    offline(plain)
    plain.key(0, 0, 0, 1, 1)
    press_save(plain)
    plain.page.locator(".deal", has_text="Hand 2").wait_for()
    plain.key(2, 0, 0, 0, 2, 0, 0)
    press_save(plain)
    says(plain, "Hand 1, Hand 2 are")
    offline(plain, off=False)
    says(plain, "Hand 1 was not taken: Dan took: not entered yet")
    says(plain, f"Hand 2 is {WAITING}")
    plain.page.locator("round-outbox button", has_text="Look at it").tap()
    plain.page.locator(".deal", has_text="Hand 1").wait_for()
    plain.page.wait_for_timeout(500)
    plain.cell("tricks-1")
    plain.key(0, 0)
    press_save(plain)
    plain.page.locator(".scoreboard tbody tr").nth(1).wait_for(timeout=SOON)
    says_nothing(plain)
    match = match_of(plain)
    assert [sum(facts.bids) for facts in match.records] == [1, 2]
    assert match.version == 2


def test_a_correction_waits_as_well(plain):
    plain.key(0, 0, 0, 1, 1, 0, 0)
    plain.save()
    plain.page.goto(f"{plain.page.url}rounds/1/")
    plain.cell("bids-1")
    plain.key(1)
    offline(plain)
    press_save(plain)
    says(plain, f"The correction of hand 1 is {WAITING}")
    offline(plain, off=False)
    says_nothing(plain)
    plain.page.locator("h1").wait_for()
    assert match_of(plain).version == 2
    assert sum(match_of(plain).records[0].bids) == 2
