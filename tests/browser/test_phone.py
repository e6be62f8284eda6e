"""The phone the other browser tests hold: what it is, and that it notices trouble."""


def test_it_is_a_phone_with_a_touch_screen(phone):
    assert phone.evaluate("[screen.width, screen.height, navigator.maxTouchPoints > 0]") == [390, 844, True]


def test_an_error_in_the_console_is_noticed(phone, troubles):
    with phone.expect_console_message():
        phone.evaluate("console.error('the cards fell off the table')")
    assert troubles.pop().startswith("the cards fell off the table")


def test_an_error_in_a_script_is_noticed(phone, troubles):
    with phone.expect_event("pageerror"):
        phone.evaluate("setTimeout(() => { throw new Error('out of cards') })")
    assert "out of cards" in troubles.pop()


def test_an_inline_script_is_refused_and_noticed(phone, troubles):
    phone.goto("/")
    with phone.expect_console_message(lambda message: message.text.startswith("policy script-src")):
        phone.evaluate("document.body.setAttribute('onclick', 'alert(1)')")
    assert any(trouble.startswith("policy script-src") for trouble in troubles)
    troubles.clear()
