"""What a thumb meets on a phone of 390×844: nothing hidden, nothing small, nothing that moves, nothing lost."""

from urllib.parse import urlsplit

import pytest

from tests.browser.test_taps import up_to
from tests.browser.thumb import NAMES, Thumb

TARGETS = """() => {
    const entry = document.querySelector("#entry");
    return [...entry.querySelectorAll("fieldset[data-current] .key, .cell, .save, .shortcut")]
        .filter(one => one.checkVisibility({visibilityProperty: true}))
        .map(one => {
            const {x, y, width, height, bottom, right} = one.getBoundingClientRect();
            const top = document.elementFromPoint(x + width / 2, y + height / 2);
            const free = top && (one.contains(top) || top.contains(one));
            return {what: one.textContent.trim(), width, height, bottom, right, covered: !free};
        });
}"""

WATCH_FOR_SHIFTS = """() => {
    const name = ({node}) => node && (node.className || node.nodeName);
    window.shifts = [];
    new PerformanceObserver(list => list.getEntries().forEach(shift => window.shifts.push(...shift.sources.map(name))))
        .observe({type: "layout-shift"});
}"""

GAMES = [
    ("big-little", NAMES),
    ("grosse-kleine", NAMES),
    ("maverick", NAMES),
    ("good-little-tricks", NAMES[:3]),
    ("ten-point-pitch", NAMES),
]


def assert_within_reach(page):
    for target in page.evaluate(TARGETS):
        assert target["bottom"] <= 844, target
        assert target["right"] <= 390, target
        assert min(target["width"], target["height"]) >= 47.5, target
        assert not target["covered"], target


@pytest.mark.parametrize(("game", "names"), GAMES)
def test_everything_to_tap_is_on_the_screen_and_large_enough(phone, game, names):
    thumb = Thumb(phone)
    thumb.start(game, names)
    for question in phone.locator("fieldset[data-name]").evaluate_all("all => all.map(one => one.dataset.name)"):
        cell = phone.locator(f'[data-question="{question}"]')
        if cell.count() and "unasked" not in (cell.first.get_attribute("class") or ""):
            thumb.cell(question)
            assert_within_reach(phone)


def test_thirteen_cards_are_within_reach_too(phone):
    thumb = Thumb(phone)
    thumb.take_in("big-little", up_to(12))
    assert_within_reach(phone)
    thumb.key(3, 4, 3, 3)
    thumb.kept("bids 13 for 13 tricks: just right")
    assert_within_reach(phone)


@pytest.mark.parametrize(("game", "names"), GAMES)
def test_nothing_moves_when_a_key_is_tapped(phone, game, names):
    thumb = Thumb(phone)
    thumb.start(game, names)
    phone.evaluate(WATCH_FOR_SHIFTS)
    where = "() => document.querySelector('#entry .save').getBoundingClientRect().y"
    before = phone.evaluate(where)
    for _ in range(6):
        key = phone.locator(
            "fieldset[data-current] :is(label.key:not(:has(:disabled)), button.key[value]:not(:disabled))"
        ).first
        with phone.expect_response("**/draft/"):
            key.tap()
        phone.wait_for_timeout(50)
        assert phone.evaluate(where) == before
    assert phone.evaluate("window.shifts.filter(Boolean)") == []


@pytest.mark.parametrize("seats", [4, 9])
def test_nothing_moves_when_it_is_said_what_is_at_stake(phone, seats):
    thumb = Thumb(phone)
    first_takes_all = [{**hand, "bids": [0] * seats} for hand in up_to(4)]
    rounds = [hand | {"tricks": [sum(hand["tricks"])] + [0] * (seats - 1)} for hand in first_takes_all]
    thumb.take_in("big-little", rounds, [*NAMES, "Eve", "Finn", "Gus", "Hal", "Ida"][:seats])
    where = """() => [...document.querySelectorAll("#entry :is(.name, .total, .cell, .message-row, .save)")]
        .map(one => one.getBoundingClientRect()).map(({x, y}) => [x, y + scrollY])"""
    before = phone.evaluate(where)
    thumb.key(*[0] * (seats - 1), 3)
    phone.locator(".at-risk", has_text="1 sandbag to −100").wait_for()
    assert phone.locator(".row .status", has_text="+30 / −30").is_visible()
    assert phone.evaluate(where) == before
    assert phone.evaluate(
        "[...document.querySelectorAll('.row-label .at-risk')].every(one => one.scrollWidth <= one.clientWidth)"
    )
    assert_within_reach(phone)


def test_bids_are_there_after_a_reload_and_on_another_phone(phone, open_phone):
    thumb = Thumb(phone)
    thumb.take_in("big-little", up_to(2))
    thumb.key(1, 0, 2)
    thumb.kept("bids 3 so far")
    phone.reload()
    assert thumb.asked == "bids-2"
    other = open_phone()
    other.goto(phone.url)
    assert Thumb(other).asked == "bids-2"
    Thumb(other).key(0)
    Thumb(other).kept("bids 3 for 3 tricks: just right")


def test_a_zero_looks_different_from_nothing(phone):
    thumb = Thumb(phone)
    thumb.start("big-little")
    thumb.key(0)
    thumb.kept("0 so far")
    zero, nothing = phone.locator('[data-question="bids-1"]'), phone.locator('[data-question="bids-2"]')
    assert "0" in zero.inner_text()
    assert "unset" not in zero.get_attribute("class").split()
    assert "0" not in nothing.inner_text()
    assert "unset" in nothing.get_attribute("class").split()


def test_the_last_tricks_follow_and_can_be_overridden(phone):
    thumb = Thumb(phone)
    thumb.take_in("big-little", up_to(2))
    thumb.key(1, 0, 2, 0)
    thumb.key(1, 0, 2)
    last = phone.locator('[data-question="tricks-2"]')
    phone.locator('[data-question="tricks-2"].derived', has_text="0").wait_for()
    thumb.cell("tricks-3")
    thumb.key(0)
    phone.locator('[data-question="tricks-2"].derived', has_text="1").wait_for()
    thumb.cell("tricks-2")
    thumb.key(0)
    thumb.kept("tricks add up to 2, but 3 cards were dealt")
    assert "derived" not in last.get_attribute("class").split()


def test_what_is_impossible_is_said_and_what_was_typed_stays(phone):
    thumb = Thumb(phone)
    thumb.take_in("big-little", up_to(2))
    thumb.key(1, 0, 2, 0, 1, 1, 1)
    thumb.cell("tricks-2")
    thumb.key(2)
    thumb.kept("tricks add up to 5, but 3 cards were dealt: 2 too many")
    phone.locator("#entry .save").tap()
    phone.locator("#page .wrong", has_text="2 too many").wait_for()
    assert phone.locator('[data-question="tricks-2"]').inner_text().strip().endswith("2")


def test_the_reason_for_a_number_opens_over_the_pad(phone):
    thumb = Thumb(phone)
    thumb.take_in("big-little", up_to(2))
    address = phone.url
    thumb.tap(".scoreboard tbody tr:nth-child(2) .why-link")
    phone.locator("#why", has_text="bid 2, took 2: 10 × 2").wait_for()
    assert phone.url == address
    rule = phone.locator("#why a", has_text="rule").first
    assert rule.get_attribute("href") == f"{urlsplit(address).path}rules/#bid-met"


def test_without_a_script_a_round_is_entered_kept_and_saved(open_phone):
    page = open_phone(java_script_enabled=False)
    Thumb(page).start("big-little")
    for seat, bid in enumerate((1, 0, 0, 0)):
        page.locator(f'label:has(input[name="bids-{seat}"][value="{bid}"])').tap()
    with page.expect_navigation():
        page.locator("text=Keep for now").tap()
    assert page.locator('input[name="bids-0"][value="1"]').is_checked()
    for seat, tricks in enumerate((1, 0, 0)):
        page.locator(f'label:has(input[name="tricks-{seat}"][value="{tricks}"])').tap()
    with page.expect_navigation():
        page.locator("#entry .save").tap()
    assert Thumb(page).totals == ["10", "0", "0", "0"]
