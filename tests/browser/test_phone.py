"""The phone the other browser tests use: what it is, that it notices trouble, and that it forgets."""

from tests.browser.conftest import clean
from tests.browser.layout import too_faint, violations


def test_it_is_a_phone_with_a_touch_screen(phone):
    assert phone.evaluate("[screen.width, screen.height, navigator.maxTouchPoints > 0]") == [390, 844, True]


def test_errors_of_the_console_scripts_and_content_policy_are_noticed(phone, page_errors):
    with phone.expect_console_message():
        phone.evaluate("console.error('the cards fell off the table')")
    assert page_errors.pop().startswith("the cards fell off the table")

    with phone.context.expect_event("weberror"):
        phone.evaluate("setTimeout(() => { throw new Error('out of cards') })")
    assert "out of cards" in page_errors.pop()

    phone.goto("/")
    with phone.expect_console_message(lambda message: message.text.startswith("policy script-src")):
        phone.evaluate("document.body.setAttribute('onclick', 'alert(1)')")
    assert any(error.startswith("policy script-src") for error in page_errors)
    page_errors.clear()


def test_it_forgets_what_a_test_left_on_it(phone, live_server):
    phone.goto("/")
    phone.evaluate("localStorage.left = 'something'")
    phone.emulate_media(color_scheme="dark")

    clean(phone.context, live_server.url)

    phone.goto("/trust/")
    assert phone.evaluate("[localStorage.length, matchMedia('(prefers-color-scheme: dark)').matches]") == [0, False]
    assert phone.context.cookies() == []


def test_axe_is_asked_and_finds_a_text_that_is_too_faint_in_one_light(phone):
    phone.goto("/trust/")
    assert violations(phone) == []
    phone.evaluate("document.querySelector('main p').style.color = 'light-dark(#333, #777)'")
    assert too_faint(phone).keys() == {"dark"}
    phone.evaluate("document.querySelector('h1').insertAdjacentHTML('afterend', '<img src=/static/icons/icon.svg>')")
    assert [rule for rule, _ in violations(phone)] == ["image-alt"]
