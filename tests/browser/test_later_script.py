"""Scripts that are loaded at the first touch or key: what is tapped until they are there counts."""

from playwright.sync_api import expect

from tests.browser.network import ignore_network_errors, wait_until
from tests.browser.score_page import ANSWERS, IS_ANSWERED, ScorePage, won_rounds
from tests.matches.factory import reload


def open_setup(page):
    page.goto("/games/big-little/matches/new/")
    page.evaluate("() => { window.stayed = true }")


def add(page, name):
    page.locator("#names").fill(name)
    page.locator(".add button", has_text="Add").tap()
    expect(page.locator(".seats .name")).to_have_text(name)


def asked_for(page, scripts):
    """The script that the page asks for, and a test holds back."""
    wait_until(page, lambda: scripts)
    return scripts.pop()


def test_htmx_is_loaded_at_the_first_touch_and_the_tap_waits_for_it(phone):
    urls = []
    phone.on("request", lambda request: urls.append(request.url))
    open_setup(phone)
    assert not any("htmx" in url for url in urls)

    add(phone, "Ada")

    assert any("htmx" in url for url in urls)
    assert phone.evaluate("window.stayed"), "the page was not loaded again"


def test_without_the_later_script_a_tap_sends_the_form(phone, page_errors):
    phone.route("**/htmx*.js", lambda route: route.abort())
    open_setup(phone)

    add(phone, "Ada")

    assert not phone.evaluate("window.stayed")
    page_errors.clear()


def test_answers_tapped_before_htmx_is_there_are_sent_with_it(phone):
    page, scripts, asked = ScorePage(phone), [], []
    phone.goto("/rules/big-little/calculator/")
    phone.on("request", lambda request: "?" in request.url and asked.append(request.url))
    phone.route("**/match-later*.js", lambda route, _request: scripts.append(route))
    page.enter(1, 0, 0)
    assert not asked
    asked_for(phone, scripts).continue_()

    phone.wait_for_url("**bids-0=1&bids-1=0&bids-2=0")
    assert len(asked) == 1, "all at once, and no page"


def test_answers_tapped_while_htmx_cannot_come_are_kept_and_sent_once(phone, page_errors):
    page, scripts, sent = ScorePage(phone), [], []
    match = page.open()
    phone.evaluate("() => { window.stayed = true }")
    phone.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    phone.route("**/match-later*.js", lambda route, _request: scripts.append(route))

    page.enter(1, 0, 0)
    bids = {"bids-1": "1", "bids-2": "0", "bids-3": "0"}
    assert bids.items() <= phone.evaluate(ANSWERS).items()
    asked_for(phone, scripts).abort()
    phone.locator("round-draft", has_text="Not sent yet: kept on this phone").wait_for()
    phone.evaluate("dispatchEvent(new Event('online'))")
    script = asked_for(phone, scripts)
    with phone.expect_response("**/draft/"):
        script.continue_()
    phone.wait_for_function(IS_ANSWERED)

    assert bids.items() <= phone.evaluate(ANSWERS).items()
    assert (reload(match).draft, len(sent)) == (bids, 1)
    assert phone.locator("round-draft").inner_text() == ""
    assert phone.evaluate("window.stayed")
    ignore_network_errors(page_errors)


def test_the_first_key_of_a_keyboard_counts(phone):
    page = ScorePage(phone)
    page.open()
    phone.keyboard.press("1")

    page.wait_for_ledger("bids 1 so far")


# All of them before the script can be there.
PRESS = """keys => {
    for (const key of keys)
        document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}"""


def test_keys_pressed_before_their_script_is_there_follow_the_focus(phone):
    page = ScorePage(phone)
    page.open()
    phone.locator("key-pad fieldset[data-current] [type=radio]").first.focus()
    phone.evaluate(PRESS, [" ", " "])
    for question in ("bids-1", "bids-2"):
        phone.locator(f'[name="{question}"][value="0"]:checked').wait_for(state="attached")
    assert page.question == "bids-3"

    page.open()
    phone.locator(page.cell("bids-2")).focus()
    phone.evaluate(PRESS, ["Enter"])
    expect(phone.locator('[name="bids-2"]').first).to_be_focused()


def test_taps_wait_for_the_keys_pressed_before_them(phone):
    page, scripts = ScorePage(phone), []
    page.open("any-game")
    phone.route("**/match-later*.js", lambda route, _request: scripts.append(route))
    phone.keyboard.press("Enter")
    page.enter("−", 4, 5)
    asked_for(phone, scripts).continue_()

    phone.wait_for_function("() => window.htmx")
    page.enter(6)
    assert phone.evaluate(ANSWERS)["points-0"] == "−456"
    assert page.question == "points-0", "Enter with nothing to finish"


def test_the_first_tap_on_points_opens_the_sheet(phone):
    ScorePage(phone).open(rounds=won_rounds(2))
    phone.evaluate("() => { window.stayed = true }")

    phone.locator(".why-link").first.tap()

    expect(phone.locator("why-sheet h1")).to_be_visible()
    assert phone.evaluate("window.stayed")
