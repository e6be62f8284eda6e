"""Everybody on their own phone: hidden bids that turn over together, own tricks, and phones that are lost."""

import re

import pytest

from scorekeeper.clubs.models import Club, Device, Role
from tests.browser import words
from tests.browser.conftest import FAST_TIMERS
from tests.browser.score_page import ScorePage, let_answers_be_late
from tests.devices import COOKIE

MESSAGE = "#message"
NAMES = ["Ada", "Ben", "Cleo", "Dan"]


@pytest.fixture
def table(live_server, share_phone):
    """The phone in the middle, which is Ada's, at a match that it has begun, and the phones of other players.

    Everybody has a phone; a page is open on those that a test asks for.
    """

    def begin(game, *owners, **rules):
        club, phones = Club.get_default(), []
        for name in NAMES:
            player = club.players.get_or_create_named([name])[0]
            token = Device.join(club, f"{name}’s phone", Role.SCORER, player)[1]
            if name in ("Ada", *owners):
                phones.append(ScorePage(share_phone(f"fast {name}", FAST_TIMERS)))
                cookie = {"name": COOKIE, "value": token, "url": live_server.url}
                phones[-1].page.context.add_cookies([cookie])
        middle, *own = phones
        middle.set_up(game, NAMES, **rules)
        for phone in own:
            phone.page.goto(middle.page.url)
        return middle, own

    return begin


def cell(phone, question):
    return phone.page.locator(phone.cell(question))


def test_bids_on_own_phones_are_hidden_until_all_are_there(table):
    middle, (ben, cleo, dan) = table("skull-king", "Ben", "Cleo", "Dan")
    ben.enter(1)
    ben.page.locator(MESSAGE, has_text="1 of 4 is ready").wait_for()
    cell(middle, "bids-1").get_by_text("✓").wait_for()
    cell(cleo, "bids-2").wait_for()
    cleo.page.locator(".other-seats li", has_text="Ben").get_by_text("✓").wait_for()

    cleo.enter(0)
    middle.page.locator(MESSAGE, has_text="2 of 4 are ready").wait_for()
    # Dan's phone has died: the scorer bids for Dan and for Ada; each bid is hidden at once.
    dan.page.close()
    middle.select("bids-3")
    middle.enter(0)
    cell(middle, "bids-3").get_by_text("✓").wait_for()
    middle.enter(1)
    middle.wait_for_ledger("bids 2 for 1 trick")
    for phone in (ben, cleo):
        phone.page.locator(".other-seats li", has_text="Ada").get_by_text("1", exact=True).wait_for()
    cell(middle, "bids-1").get_by_text("1").wait_for()

    ben.enter(1)
    cell(middle, "tricks-1").get_by_text("1").wait_for()
    middle.page.locator(words.COMPLETE, has_text="Round 1 is complete").wait_for()
    middle.save()
    ben.page.locator(words.DEAL, has_text="Round 2").wait_for()
    middle.wait_for_rounds(1)
    assert middle.totals == ["−10", "20", "10", "10"]


def test_turning_over_early_asks_first_and_says_who_did_it(table):
    middle, (ben, cleo) = table("skull-king", "Ben", "Cleo")
    ben.enter(1)
    ready = cell(middle, "bids-1")
    ready.get_by_text("✓").wait_for()
    assert ready.evaluate("cell => getComputedStyle(cell).backgroundColor") == "rgba(0, 0, 0, 0)", "gold is asked now"
    bottom, top = (cleo.page.locator(place).bounding_box() for place in (".other-seats", ".own-entry .section"))
    assert top["y"] - bottom["y"] - bottom["height"] < 80, "no empty felt between the others and the own row"
    middle.page.get_by_role("link", name="Turn over").click()
    middle.page.get_by_text("1 of 4 is ready. Not yet: Ada, Cleo and Dan.").wait_for()
    middle.page.get_by_role("button", name="Turn over").click()
    cleo.page.locator(MESSAGE, has_text="Ada turned over, 1 of 4 ready").wait_for()
    cell(middle, "bids-1").get_by_text("1").wait_for()


def test_a_cell_chosen_before_the_bids_turn_over_is_still_asked_then(table):
    middle, others = table("skull-king", "Ben", "Cleo", "Dan")
    for phone in others:
        phone.enter(0)
    middle.page.locator(MESSAGE, has_text="3 of 4 are ready").wait_for()
    let_answers_be_late(middle.page)
    held = []
    middle.page.route("**/draft/", lambda route: held.insert(0, route), times=1)
    with middle.page.expect_request("**/draft/"):
        middle.enter(1)
    middle.select("tricks-2")
    held[0].continue_()
    cell(middle, "bids-1").get_by_text("0").wait_for()
    assert middle.question == "tricks-2"


def test_who_has_no_phone_bids_in_the_middle_one_after_the_other(table):
    middle, (ben,) = table("skull-king", "Ben")
    for seat in range(3):
        assert middle.question == f"bids-{seat}"
        middle.enter(0)
        middle.page.locator(MESSAGE, has_text=re.compile(f"{seat + 1} of 4 (is|are) ready")).wait_for()
        middle.page.locator(f"fieldset[data-current][data-name=bids-{seat + 1}]").wait_for()
    middle.enter(0)
    middle.wait_for_ledger("bids 0 for 1 trick")
    ben.page.locator(".other-seats li", has_text="Dan").get_by_text("bid").wait_for()


def test_the_phone_in_the_middle_asks_its_holder_first_wherever_they_sit(table):
    _, (cleo,) = table("skull-king", "Cleo")
    cleo.tap(".whole-table")
    cell(cleo, "bids-0").wait_for()
    assert cleo.question == "bids-2"
    cleo.enter(0)
    cleo.page.locator(MESSAGE, has_text="1 of 4 is ready").wait_for()
    cleo.page.reload()
    cell(cleo, "bids-0").wait_for()
    assert cleo.question == "bids-0"


def test_in_turn_the_own_phone_says_when_the_table_waits_for_it(table):
    middle, (ben, cleo) = table("big-little", "Ben", "Cleo")
    ben.page.locator("own-turn").wait_for(state="attached")
    assert cleo.page.locator("own-turn").count() == 0
    ben.enter(1)
    cleo.page.locator("own-turn").wait_for(state="attached")
    cell(middle, "bids-1").get_by_text("1").wait_for()
    cleo.tap(".whole-table")
    cell(cleo, "bids-0").wait_for()
    cleo.tap(".own-row")
    cleo.page.locator(".other-seats").wait_for()


def test_a_tap_shows_what_the_others_said_before_the_next_poll(table):
    _, (ben, cleo) = table("big-little", "Ben", "Cleo")
    cleo.page.route("**/board/*", lambda route: route.fulfill(status=204))
    cleo.page.locator(".other-seats li", has_text="Ben").wait_for()
    with ben.page.expect_response("**/own-answers/"):
        ben.enter(1)
    cleo.enter(0)
    cleo.page.locator(".other-seats li", has_text="Ben").get_by_text("1", exact=True).wait_for()


def test_an_answer_without_a_network_is_kept_and_sent_later(table, page_errors):
    middle, (ben,) = table("big-little", "Ben")
    ben.page.context.set_offline(True)
    ben.enter(1)
    ben.page.locator("round-draft", has_text="Not sent yet").wait_for()
    ben.page.context.set_offline(False)
    cell(middle, "bids-1").get_by_text("1").wait_for()
    page_errors.clear()  # what Chromium says of a network that is away


@pytest.mark.parametrize("then", ["is loaded anew", "enters for all"])
def test_an_answer_that_came_too_late_is_said_when_the_phone(then, table, page_errors):
    middle, (ben,) = table("big-little", "Ben")
    address = ben.page.url if then == "is loaded anew" else f"{ben.page.url}?table"
    ben.page.context.set_offline(True)
    ben.enter(1)
    ben.page.locator("round-draft", has_text="Not sent yet").wait_for()
    context = ben.page.context
    ben.page.close()
    middle.fill_in(1)
    middle.press_save()
    middle.page.locator(words.DEAL, has_text="Hand 2").wait_for()
    context.set_offline(False)
    ben.page = context.new_page()
    ben.page.goto(address)
    ben.page.get_by_text("This phone said: Ben bids 1").wait_for()
    ben.page.goto(address)
    ben.page.locator(words.DEAL, has_text="Hand 2").wait_for()
    assert not ben.page.evaluate("Object.keys(localStorage).some(name => name.startsWith('draft'))")
    page_errors.clear()  # what Chromium says of a network that is away, and of a refusal


def test_an_answer_that_comes_after_the_save_is_said(table, page_errors):
    middle, (ben,) = table("big-little", "Ben")
    ben.page.context.set_offline(True)
    ben.enter(1)
    ben.page.locator("round-draft", has_text="Not sent yet").wait_for()
    middle.fill_in(1)
    middle.press_save()
    middle.page.locator(words.DEAL, has_text="Hand 2").wait_for()
    ben.page.context.set_offline(False)
    ben.page.get_by_text("This phone said: Ben bids 1").wait_for()
    page_errors.clear()  # what Chromium says of a network that is away
