"""Numbers of any size are typed on keys that lie as on a telephone."""

from tests.browser import words
from tests.browser.score_page import ANSWERS, ScorePage

KEYS = "fieldset[data-current] .key"
ROWS = f"""() => {{
    const rows = Map.groupBy(document.querySelectorAll("{KEYS}"), (key) => Math.round(key.getBoundingClientRect().y));
    return [...rows].sort(([one], [other]) => one - other).map(([, keys]) => keys.map((key) => key.textContent.trim()));
}}"""


def points(phone):
    return [answer for name, answer in phone.evaluate(ANSWERS).items() if name.startswith("points")]


def test_a_number_of_full_length_goes_on_to_the_next_player(phone):
    score_page = ScorePage(phone)
    score_page.open("any-game")
    rows = phone.evaluate(ROWS)
    assert [[key for key in row if key != "Done"] for row in rows] == [
        ["1", "2", "3"], ["4", "5", "6"], ["7", "8", "9"], ["±", "0", "⌫"],
    ]  # fmt: skip
    done = phone.locator("fieldset[data-current] [data-done]")
    assert done.is_disabled()
    phone.keyboard.press("Enter")
    assert score_page.question == "points-0"
    score_page.enter("−")
    assert done.is_disabled()
    score_page.enter(4, 5, "−", "−")
    score_page.done()
    assert score_page.question == "points-1"
    score_page.enter(0)
    assert score_page.question == "points-2"
    score_page.enter(1, 2, 3, 4, 5)
    assert score_page.question == "points-3"
    assert points(phone) == ["−45", "0", "12345", ""]
    score_page.select("points-1")
    score_page.enter("−", 7)
    assert points(phone)[1] == "−7"


def test_the_rest_has_nothing_by_one_tap(phone):
    score_page = ScorePage(phone)
    score_page.open("any-game")
    score_page.enter(4, 5)
    phone.locator(f"{words.LEDGER} .shortcut", has_text="45 again").wait_for()
    phone.locator(f"{words.LEDGER} .shortcut", has_text="The rest: 0").tap()
    phone.locator(words.COMPLETE, has_text="Round 1 is complete").wait_for()
    assert points(phone) == ["45", "0", "0", "0"]
