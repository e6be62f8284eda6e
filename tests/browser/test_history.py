"""A match shared by a link, and a match reviewed."""

from playwright.sync_api import expect

from scorekeeper.matches import recording
from tests.browser import words
from tests.browser.conftest import FAST_TIMERS
from tests.browser.layout import NEXT_FRAMES
from tests.browser.score_page import ScorePage, won_rounds
from tests.matches.factory import entry, make_hand, make_match

# --- A match shared by a link ---


def test_a_shared_link_shows_the_match_until_it_is_ended(open_phone, page_errors):
    match = make_match(1)
    link = match.club.shared_links.create(match=match)
    page = open_phone(stranger=True)
    page.add_init_script(FAST_TIMERS)
    page.goto(f"/shared/{link.token}/")
    expect(page.locator(".hero")).to_contain_text("Hand 2 is being played")

    recording.play(match, make_hand(match), entry(match))

    expect(page.locator(".hero")).to_contain_text("Hand 3 is being played")
    assert page.context.cookies() == []
    link.delete()
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    page_errors[:] = [error for error in page_errors if "status of 404" not in error]


# --- A match reviewed ---


def test_a_match_is_replayed_without_leaving_the_page_and_says_why(phone):
    ScorePage(phone).open(rounds=won_rounds(4))
    phone.goto(f"{phone.url}review/")
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


def test_a_round_that_a_link_leads_to_is_not_covered_by_the_names(phone):
    match = ScorePage(phone).open(rounds=won_rounds(13))
    recording.finish(match, entry(match))
    phone.set_viewport_size({"width": 390, "height": 500})
    for page in ("", "review/"):
        phone.goto(f"/matches/{match.pk}/{page}#round-3")
        phone.reload()
        phone.evaluate(NEXT_FRAMES)
        boxes = [phone.locator(one).first.bounding_box() for one in (".scoreboard thead th", "#round-3")]
        assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"] + 1, (page, boxes)
        assert 0 <= boxes[1]["y"] <= 400, (page, boxes)
