"""The page of a night, and the leaderboard: whole with long names, and however many matches were played."""

from tests.browser.layout import LOW_SCREENS, PHONE, WIDTH, resize
from tests.browser.test_rows import LONG
from tests.matches.factory import six_rounds

HIDDEN_COLUMNS = "(box => box.scrollWidth - box.clientWidth)(document.querySelector('.who-came .scroll'))"

# Words of names that stand on two lines, or leave their step or their cell.
BROKEN = """() => {
    const found = [], range = new Range();
    const names = document.querySelectorAll(".podium bdi, :is(.night-results, .matrix tbody) th bdi");
    for (const { firstChild: text } of names) {
        const box = text.parentElement.closest("li, th").getBoundingClientRect();
        for (const { 0: word, index } of text.data.matchAll(/[\\p{L}\\d]+/gu)) {
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const { left, right } = range.getBoundingClientRect();
            if (range.getClientRects().length > 1 || left < box.left - 1 || right > box.right + 1) found.push(word);
        }
    }
    return found;
}"""


def test_long_names_are_whole_on_the_podium_and_in_the_tables(phone):
    match = six_rounds(6, LONG[:3])
    pages = {
        "/leaderboard/": ".podium bdi",
        "/leaderboard/?part=pairs": ".matrix tbody th bdi",
        f"/nights/{match.night_date}/": ".night-results th bdi",
    }
    for path, parts in pages.items():
        for size in (PHONE, *LOW_SCREENS):
            phone.set_viewport_size(size)
            phone.goto(path)
            assert phone.locator(parts).count() == 3
            assert phone.evaluate(BROKEN) == [], (path, size)
            assert phone.evaluate(WIDTH) <= size["width"], size


def test_the_three_steps_of_the_leaderboard_are_equally_wide(phone):
    six_rounds(6, ("Ada", "Benjamin", "Cy"))
    phone.goto("/leaderboard/")

    widths = phone.locator(".podium li").evaluate_all("steps => steps.map(step => Math.round(step.clientWidth))")

    assert (len(widths), len({*widths})) == (3, 1), widths


def test_a_long_night_scrolls_in_its_table_and_does_not_widen_the_page(phone):
    for _ in range(12):
        match = six_rounds(6)
    phone.goto(f"/nights/{match.night_date}/")
    for letters in ("100%", "200%"):
        resize(phone, PHONE, letters)
        assert phone.evaluate(WIDTH) <= PHONE["width"], letters
        assert phone.evaluate(HIDDEN_COLUMNS) > 0, letters
