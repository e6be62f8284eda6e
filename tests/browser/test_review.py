"""A past match on a phone: replayed, asked for its reasons; its chart readable, and told to a screen reader."""

import pytest

from tests.browser.test_taps import up_to
from tests.browser.thumb import Thumb

LONG = ["W" * 40, "Cleopatra the Great of the Nile, the 7th", "אברהם בן־דוד מירושלים", "🃏🂡🃏🃏🃏🃏🃏"]

OUTSIDE = """() => [...document.querySelectorAll('.chart svg')].flatMap(picture => {
    const { width, height } = picture.viewBox.baseVal;
    return [...picture.querySelectorAll('text')].filter(text => {
        const box = text.getBBox();
        return box.x < 0 || box.y < 0 || box.x + box.width > width || box.y + box.height > height;
    }).map(text => text.textContent);
})"""

COVERED = """() => {
    const boxes = [...document.querySelectorAll('.chart svg :is(.series-label, .tick)')].map(text => text.getBBox());
    return boxes.some((one, place) => boxes.slice(place + 1).some(other =>
        one.x < other.x + other.width - 1 && other.x < one.x + one.width - 1 &&
        one.y < other.y + other.height - 2 && other.y < one.y + one.height - 2));
}"""

SMALLEST = """() => Math.min(...[...document.querySelectorAll('.chart svg text')].map(text =>
    parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"""


@pytest.fixture
def looked_back(phone):
    """Opens the review of a match with so many hands."""

    def look(hands, names=("Ada", "Ben", "Cleo", "Dan")):
        Thumb(phone).take_in("big-little", up_to(hands), names)
        phone.goto(f"{phone.url}review/")
        return phone

    return look


def test_it_is_replayed_without_leaving_the_page(looked_back):
    page = looked_back(4)
    page.evaluate("() => { window.stayed = true }")

    page.locator("#whole").tap()
    page.get_by_role("heading", name="Before the first hand").wait_for()
    page.locator("#later").tap()
    page.get_by_role("heading", name="After hand 1 of 4").wait_for()

    assert page.url.endswith("?after=1")
    assert page.evaluate("window.stayed")
    assert page.locator(".scoreboard tbody tr").count() == 1
    page.go_back()
    page.get_by_role("heading", name="Before the first hand").wait_for()


def test_one_tap_on_a_number_says_why(looked_back):
    page = looked_back(3)

    page.locator("#round-2 .why-link").first.tap()

    page.locator("#why:popover-open h1", has_text="hand 2").wait_for()
    assert page.url.endswith("/review/")


def test_a_link_to_a_round_marks_it(looked_back):
    page = looked_back(9)

    page.goto(f"{page.url}#round-7")

    there, other = (page.locator(f"#round-{number} td").first for number in (7, 6))
    colour = "cell => getComputedStyle(cell).backgroundColor"
    assert there.evaluate(colour) != other.evaluate(colour)
    assert there.is_visible()


@pytest.mark.parametrize("names", [("Ada", "Ben", "Cleo", "Dan"), LONG, ["A", "B", "C", "D"]])
def test_the_chart_can_be_read_and_nothing_in_it_covers_anything(looked_back, names):
    page = looked_back(12, names)

    assert page.evaluate(OUTSIDE) == []
    assert not page.evaluate(COVERED)
    assert page.evaluate(SMALLEST) >= 12
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_the_chart_is_told_to_who_cannot_see_it(looked_back):
    page = looked_back(4)

    chart = page.get_by_role("img", name="The line of scores")
    assert "Where they end: Ada" in chart.locator("desc").text_content()
    page.get_by_text("The same as a table").tap()
    assert page.locator(".chart tbody tr").count() == 5
