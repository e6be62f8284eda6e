"""The row of a side: whole on every screen, however many there are, however long and in whatever script their names."""

import random

import pytest

from games.core.registry import find
from games.core.round_form import form_class
from tests.browser import words
from tests.browser.layout import LOW_SCREENS, PHONE, SCREEN, TARGETS, resize
from tests.browser.score_page import NAMES, ScorePage
from tests.games.every_game import next_round
from tests.matches.factory import keep_draft, reload

LONG = [
    "Bartholomew Featherstonehaugh", "Maximiliana Konstantinowa", "Jo", "Alexandrina-Josephine",
    "Anna-Katharina von Hohenstein", "Wilhelmina", "Christopherson", "Ursula-Magdalena", "Friedrich Wilhelm",
]  # fmt: skip
SCRIPTS = [
    "יונתן בן אברהם", "عبد الرحمن المنصوري", "प्रियंका श्रीवास्तव", "司马相如先生", "Ада Константиновна", "Ada Lovelace",
]  # fmt: skip
WITH_LARGE_LETTERS = PHONE, LOW_SCREENS[1]
# A page is loaded at each size once, and its letters grow after that.
SIZES = [
    (size, letters)
    for size in (PHONE, *LOW_SCREENS, SCREEN)
    for letters in ("", *(["200%"] if size in WITH_LARGE_LETTERS else []))
]

# Words on two lines, texts that are cut or leave their row, names that do not stand beside their marks.
FAULTS = """() => {
    const faults = [], range = new Range();
    // A word longer than a line has to be broken.
    const room = one => one.closest(".row, p, li, th").getBoundingClientRect().width;
    const isShown = one => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1;
    const parts = ".entry :is(.name, .reasons, .status, .total):not(.keypad *, .recent .long *), .scoreboard .name";
    for (const one of [...document.querySelectorAll(parts)].filter(isShown)) {
        const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
            for (const { 0: word, index } of texts.currentNode.data.matchAll(/[\\p{L}\\p{M}\\d]+/gu)) {
                range.setStart(texts.currentNode, index);
                range.setEnd(texts.currentNode, index + word.length);
                const boxes = [...range.getClientRects()], lines = new Set(boxes.map(({ top }) => Math.round(top / 4)));
                const hasRoom = boxes.reduce((sum, { width }) => sum + width, 0) < room(one);
                if (lines.size > 1 && hasRoom && !/\\p{Script=Han}/u.test(word)) faults.push(`broken: ${word}`);
            }
        }
        range.selectNodeContents(one);
        const text = range.getBoundingClientRect();
        const row = one.closest(".row, p, li, th").getBoundingClientRect();
        const { overflow, lineHeight } = getComputedStyle(one);
        // Some fonts are taller than a line of theirs: their letters then begin and end inside what is measured.
        const beyondLine = Math.max(0, range.getClientRects()[0].height - parseFloat(lineHeight)) / 2;
        const isBelow = text.bottom - beyondLine > row.bottom + 1;
        const isOutside = isBelow || text.left < row.left - 1 || text.right > row.right + 1;
        const isCut = overflow !== "visible" && one.scrollWidth > one.clientWidth + 1;
        if (isOutside || isCut) faults.push(`cut: ${one.textContent.trim()}`);
    }
    const answers = document.querySelectorAll(".entry-rows .cell:is(:not([data-tone^=side]), .long) > span");
    for (const answer of [...answers].filter(isShown)) {
        const cell = answer.getBoundingClientRect(), row = answer.closest(".row").getBoundingClientRect();
        const isOutside = cell.left < row.left - 1 || cell.right > row.right + 1;
        const isCut = answer.scrollWidth > answer.clientWidth + 1;
        if (isOutside || isCut) faults.push(`cut: ${answer.textContent.trim()}`);
    }
    for (const mark of [...document.querySelectorAll(".entry-rows .side .mark")].filter(isShown)) {
        range.selectNodeContents(mark.nextElementSibling);
        const text = range.getBoundingClientRect(), { right, top, bottom } = mark.getBoundingClientRect();
        const isBeside = text.left - right < 12 && Math.abs(text.top + text.bottom - top - bottom) < 8;
        const isBelow = text.top >= bottom - 4;
        if (!isBeside && !isBelow) faults.push(`apart: ${mark.nextElementSibling.textContent}`);
    }
    return faults;
}"""
TOTALS = "[...document.querySelectorAll('.entry .row .cell')].map(one => one.getBoundingClientRect().x)"


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("big-little", LONG),
        ("skull-king", LONG[:6]),
        ("maverick", LONG[:4]),
        ("hearts", SCRIPTS),
        ("spades", SCRIPTS),
        ("ten-point-pitch", NAMES),
    ],
)
def test_no_name_no_reason_and_no_stake_is_cut_and_no_page_opens_scrolled(phone, game, names):
    score_page = ScorePage(phone)
    match = score_page.open(game, names)
    facts = next_round(match.state, random.Random(0))
    complete = form_class(find(game)).answers_of(facts, match.state)
    bids = {name: answer for name, answer in complete.items() if name.startswith("bids")}
    for answers in ({}, bids, complete):
        keep_draft(reload(match), answers)
        for size, letters in SIZES:
            if not letters:
                phone.set_viewport_size(size)
                phone.reload()
                phone.wait_for_function("() => customElements.get('key-pad') && document.readyState === 'complete'")
                assert phone.evaluate("scrollY") == 0, (size, answers)
            resize(phone, size, letters)
            assert phone.evaluate(FAULTS) == [], (size, letters, answers)
    assert phone.locator("#entry-rows .reasons").count()


def test_totals_of_five_digits_move_nothing(phone):
    score_page = ScorePage(phone)
    score_page.open("any-game", LONG[:4])
    before = phone.evaluate(TOTALS)
    rounds = [{"points": [12000, -3450, 99999, 7]}]
    score_page.open("any-game", LONG[:4], rounds)
    shown = phone.evaluate(TOTALS)
    assert len(set(shown)) == 1 == len(set(before))


def test_a_new_total_of_four_figures_stays_in_its_row_among_large_letters(phone):
    score_page = ScorePage(phone)
    answers = {"bids": (6, 1, 6, 1), "tricks": (0, 7, 0, 6)}
    typed = {f"{name}-{seat}": str(n) for name, counts in answers.items() for seat, n in enumerate(counts)}
    score_page.open("spades", LONG[:4], typed=typed)
    phone.locator(".row .total", has_text="−120").first.wait_for()
    for size, letters in SIZES:
        resize(phone, size, letters)
        assert phone.evaluate(FAULTS) == [], (size, letters)


@pytest.mark.parametrize(("players", "size"), [(9, PHONE), (7, LOW_SCREENS[1]), (5, LOW_SCREENS[1])], ids=str)
def test_many_players_of_a_complete_round_stand_above_save(phone, players, size):
    phone.set_viewport_size(size)
    answers = {f"{name}-{seat}": "0" for name in ("bids", "tricks") for seat in range(players)} | {"tricks-1": "1"}
    names = [f"Player {number}" for number in range(1, players + 1)]
    ScorePage(phone).open(names=names, typed=answers | {"trump": "S"})
    phone.locator(words.COMPLETE, has_text="Hand 1 is complete").wait_for()
    assert phone.evaluate("scrollY") == 0
    parts = phone.evaluate(TARGETS, f".entry .cell, {words.SAVE}")
    assert len(parts) == 2 * players + 2
    assert not any(one["covered"] or one["bottom"] > size["height"] for one in parts)


def test_the_mark_stands_for_a_long_name_in_the_tile_of_a_low_screen(phone):
    phone.set_viewport_size(LOW_SCREENS[1])
    keep_draft(ScorePage(phone).open("hearts", SCRIPTS[:5]), {"queen": str(SCRIPTS.index("Ада Константиновна"))})
    phone.reload()
    phone.locator(".entry-rows .single .cell.long").wait_for()
    assert phone.evaluate(FAULTS) == []
