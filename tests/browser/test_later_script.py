"""Scripts that are loaded at the first touch or key: what is tapped until they are there counts."""

from playwright.sync_api import expect

from tests.browser.score_page import ScorePage, won_rounds


def open_setup(page):
    page.goto("/games/big-little/matches/new/")
    page.evaluate("() => { window.stayed = true }")


def add(page, name):
    page.locator("#names").fill(name)
    page.locator(".add button", has_text="Add").tap()
    expect(page.locator(".seats .name")).to_have_text(name)


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


def test_the_first_tap_on_points_opens_the_sheet(phone):
    ScorePage(phone).open(rounds=won_rounds(2))
    phone.evaluate("() => { window.stayed = true }")

    phone.locator(".why-link").first.tap()

    expect(phone.locator("why-sheet h1")).to_be_visible()
    assert phone.evaluate("window.stayed")
