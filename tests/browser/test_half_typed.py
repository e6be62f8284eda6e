"""The form of every game and toy on a phone, while an answer is half given: nothing narrow, cut or said too early."""

from random import Random

from games.core.round_form import form_class, open_form
from tests.browser import words
from tests.browser.layout import CUT_TEXTS, LOW_SCREENS, PHONE, WIDTH, resize
from tests.browser.score_page import IS_ANSWERED, ScorePage
from tests.games.every_game import GAMES, next_round, seated
from tests.matches.factory import keep_draft, reload

SCREENS = (PHONE, ""), (LOW_SCREENS[1], ""), (PHONE, "200%")
# Texts on three lines and more in less than half of the room there is, and heads of columns wider than their columns.
NARROW_TEXTS = """() => {
    const found = [], range = new Range();
    const entry = document.querySelector(".entry"), texts = document.createTreeWalker(entry, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const { data, parentElement } = texts.currentNode;
        if (!data.trim() || parentElement.closest(".keypad, .cell, .save-row, .recent") ||
            !parentElement.checkVisibility({ visibilityProperty: true })) continue;
        range.selectNodeContents(texts.currentNode);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 4))).size;
        const { left, right, width } = range.getBoundingClientRect();
        const room = parentElement.closest(".message-row, .row, .section, .table-facts, .entry").clientWidth;
        const column = parentElement.matches(".columns > *") && parentElement.getBoundingClientRect();
        const isCut = column && (left < column.left - 1 || right > column.right + 1);
        if (isCut || (lines > 2 && width < room / 2)) found.push(`${data.trim()}: ${lines} lines of ${width} px`);
    }
    return found;
}"""
# What each cell says but one, and the message if something could follow: else it may count what is typed.
SAID = f"""([but, isOfSum]) => [...document.querySelectorAll("{words.ENTRY} .cell" + (isOfSum ? ", #message" : ""))]
    .filter(one => !one.matches(but)).map(one => one.ariaLabel ?? one.textContent.trim())"""


def test_half_an_answer_is_drawn_whole_and_nothing_follows_from_it_in_any_game(phone):
    score_page, changed = ScorePage(phone), 0
    for game in GAMES:
        table = seated(game)
        complete = form_class(game).answers_of(next_round(table, Random(1)), table)
        match = score_page.open(game.key, table.names, house_rules=table.rules.differing)
        form = open_form(match.state, {})
        numbers = [name for name, question in form.fields.items() if question.no_spaces and is_shown(score_page, name)]
        number = score_page.cell(numbers[0]) if numbers else ""
        if number:
            # All of its sum but two, so that the other follows from it.
            summed = [name for one in form.sums.values() if numbers[0] in one.questions for name in one.questions]
            keep_draft(match, dict.fromkeys([name for name in summed[:-1] if name != numbers[0]], "0"))
            phone.reload()
            assert_nothing_follows_from_a_digit(score_page, number, is_of_sum=bool(summed))
        derived = {fixed_sum.questions[-1] for fixed_sum in form.sums.values()}
        given = {name: answer for name, answer in complete.items() if name not in derived}
        for state, answers in (("half", dict([*given.items()][: len(given) // 2])), ("complete", given)):
            keep_draft(reload(match), answers)
            phone.reload()
            assert_whole(phone, (game.key, state))
        if number and phone.locator(f"{number}:visible").count():
            score_page.tap(number)
            score_page.enter(7)
            with score_page.expect_answer():
                score_page.done()
            assert_whole(phone, (game.key, "changed"))
            changed += bool(phone.locator(f"{words.LEDGER} .message", has_text="was").count())
    assert changed, "a number that followed follows anew, and the message says what it was"


def is_shown(score_page, question):
    return score_page.page.locator(f"{score_page.cell(question)}:visible").count()


def assert_whole(phone, where):
    for size, letters in SCREENS:
        resize(phone, size, letters)
        assert phone.evaluate(WIDTH) <= size["width"], (where, size)
        assert phone.evaluate(NARROW_TEXTS) == [], (where, size)
    assert phone.evaluate(CUT_TEXTS) == [], where
    resize(phone, PHONE)


def assert_nothing_follows_from_a_digit(score_page, cell, *, is_of_sum):
    """Nor if the page is left and comes back; the next digit goes on with it."""
    phone = score_page.page
    score_page.tap(cell)
    before, shown = phone.evaluate(SAID, [cell, is_of_sum]), phone.locator(cell)
    for digit in (6, 1):
        score_page.enter(digit)
        phone.wait_for_function(IS_ANSWERED)
        assert phone.evaluate(SAID, [cell, is_of_sum]) == before, digit
        if is_of_sum and digit == 6:
            phone.reload()
            phone.wait_for_function(IS_ANSWERED)
            assert score_page.question in cell, "the page was left at half a number"
            assert phone.evaluate(SAID, [cell, is_of_sum]) == before
    assert not is_of_sum or shown.inner_text().split()[-1] == "61"
