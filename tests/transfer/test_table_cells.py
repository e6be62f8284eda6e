"""Numbers and dates as spreadsheets of many countries show them."""

from datetime import date

import pytest

from games.core.errors import Impossible
from scorekeeper.transfer.table_cells import read_date, whole_points
from tests.cases import cases

NUMBERS = {
    "12": 12, "+5": 5, "-7": -7, "−7": -7, "–7": -7, "- 7": -7, "(12)": -12, "12,0": 12, "12.00": 12,
    "1.234": 1234, "1,234": 1234, "1 234": 1234, "1\u202f234": 1234, "1’234": 1234, "1.234.567": 1_234_567,
    "1,234.00": 1234, "1.234,0": 1234, "-1.234": -1234, "٣": 3,
    "": None, "-": None, "–": None, "/": None,
}  # fmt: skip
NO_NUMBERS = {
    "12,5": "not a whole number", "0.125": "not a whole number", "abc": "not a number", "1.23.4": "not a number",
    "5²": "not a number", "12 34": "not a number", "9" * 5000: "not a number", "=SUM(B2:B9)": "a formula",
    "+B2": "a formula", "#REF!": "an error of the spreadsheet", "#N/A": "an error", "#WERT!": "an error",
}  # fmt: skip


@cases("cell, points", NUMBERS.items())
def test_a_number_of_any_country_is_read(cell, points):
    assert whole_points(cell) == points


@cases("cell, reason", NO_NUMBERS.items())
def test_what_is_no_number_is_refused_with_its_reason(cell, reason):
    with pytest.raises(Impossible) as refused:
        whole_points(cell)
    assert refused.value.message.startswith(reason)


THIRD_OF_APRIL = [
    "2026-04-03", "2026/4/3", "2026-04-03 19:30:00", "2026-04-03T19:30Z", "3.4.2026", "03.04.26", "3. 4. 2026",
    "Fr. 3.4.2026", "Fri, 3 Apr 2026", "3-Apr-26", "April 3, 2026", "Apr 3rd 2026", "3. April 2026", "3/4/2026",
    "3/4/26 7:30 PM", "3-4-2026",
]  # fmt: skip


@cases("cell", THIRD_OF_APRIL)
def test_a_date_of_any_form_is_read(cell):
    assert read_date(cell).moment(day_first=True).date() == date(2026, 4, 3)


def test_only_numbers_between_slashes_may_have_the_month_first():
    two_readings = {cell for cell in THIRD_OF_APRIL if read_date(cell).moment(day_first=False).month == 3}
    assert two_readings == {"3/4/2026", "3/4/26 7:30 PM", "3-4-2026"}


@cases("cell, reason", {"31.2.2026": "no such day", "3.4.": "no year", "4/3": "no year"}.items())
def test_a_day_that_never_was_is_refused(cell, reason):
    with pytest.raises(Impossible, match=reason):
        read_date(cell).moment(day_first=True)


@cases("cell", ["12", "3.4", "Ada", "Mayor", "", "25:00", "1.2.3.4"])
def test_what_is_no_date_is_none(cell):
    assert read_date(cell) is None
