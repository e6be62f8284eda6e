"""The pages of what was played, in a club with months of it: statistics, and a match reviewed."""

from playwright.sync_api import expect

from scorekeeper.matches import recording
from tests.browser import words
from tests.browser.score_page import NAMES, ScorePage, won_rounds
from tests.matches.factory import entry, make_hand, make_match

LONG = ["W" * 40, "Cleopatra the Great of the Nile, the 7th", "אברהם בן־דוד מירושלים", "🃏🂡🃏🃏🃏🃏🃏", "I"]

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


# --- A match shared by a link ---


def test_a_visitor_sees_what_is_played_and_nothing_once_the_link_has_ended(open_phone, page_errors):
    match = make_match(1)
    link = match.club.shared_links.create(match=match)
    page = open_phone(stranger=True)
    page.goto(f"/shared/{link.token}/")
    expect(page.locator(".hero")).to_contain_text("Hand 2 is being played")

    recording.play(match, make_hand(match), entry(match))

    expect(page.locator(".hero")).to_contain_text("Hand 3 is being played")
    assert page.context.cookies() == []
    link.delete()
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    page_errors[:] = [error for error in page_errors if "status of 404" not in error]


# --- A match reviewed ---


def open_review(page, hands, names=NAMES):
    ScorePage(page).open(rounds=won_rounds(hands), names=names)
    page.goto(f"{page.url}review/")


def test_a_match_is_replayed_without_leaving_the_page_and_says_why(phone):
    open_review(phone, 4)
    phone.evaluate("() => { window.stayed = true }")
    phone.locator("#whole").tap()
    phone.get_by_role("heading", name="Before the first hand").wait_for()
    phone.locator("#later").tap()
    phone.get_by_role("heading", name="After hand 1 of 4").wait_for()
    assert phone.url.endswith("?after=1")
    assert phone.evaluate("window.stayed")
    assert phone.locator(words.ROUNDS).count() == 1
    phone.go_back()
    phone.get_by_role("heading", name="Before the first hand").wait_for()

    address = phone.url.split("?")[0]
    phone.goto(f"{address}#round-2")
    marked, other = (phone.locator(f"#round-{number} td").first for number in (2, 1))
    colour = "cell => getComputedStyle(cell).backgroundColor"
    assert marked.evaluate(colour) != other.evaluate(colour)
    assert marked.is_visible()


def test_the_chart_can_be_read_covers_nothing_and_is_told_to_who_cannot_see_it(phone):
    for names in (LONG[:4], ["A", "B", "C", "D"]):
        open_review(phone, 12, names)
        assert phone.evaluate(OUTSIDE) == [], names
        assert not phone.evaluate(COVERED), names
        assert phone.evaluate(SMALLEST) >= 12, names
    chart = phone.get_by_role("img", name=words.SCORE_CHART)
    assert "Where they end: A" in chart.locator("desc").text_content()
    phone.get_by_text(words.AS_TABLE).tap()
    assert phone.locator(".chart tbody tr").count() == 13
