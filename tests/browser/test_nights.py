"""The page of a night: its table scrolls in its own box, however many matches were played."""

from tests.browser.layout import PHONE, WIDTH, resize
from tests.matches.factory import six_rounds

HIDDEN_COLUMNS = "(box => box.scrollWidth - box.clientWidth)(document.querySelector('.who-came .scroll'))"


def test_a_long_night_scrolls_in_its_table_and_does_not_widen_the_page(phone):
    for _ in range(12):
        match = six_rounds(6)
    phone.goto(f"/nights/{match.night_date}/")
    for letters in ("100%", "200%"):
        resize(phone, PHONE, letters)
        assert phone.evaluate(WIDTH) <= PHONE["width"], letters
        assert phone.evaluate(HIDDEN_COLUMNS) > 0, letters
