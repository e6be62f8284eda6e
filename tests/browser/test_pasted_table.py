"""A table is copied from a spreadsheet, pasted, looked at, and becomes matches of a night."""

import pytest

from scorekeeper.matches.models import Match
from tests.browser.layout import assert_fits

TABLE = "Date\tAda\tBen\tCleo\n4/3/2026\t12\t−7\t\n5/3/2026\t3\t5\t9\nTotal\t15\t−2\t9\n"


@pytest.mark.parametrize("script", [True, False])
def test_a_pasted_table_is_read_otherwise_and_imported(open_phone, script):
    phone = open_phone(java_script_enabled=script)
    phone.goto("/transfer/")
    phone.fill("#table", TABLE)
    phone.locator("text=Show preview").click()
    phone.locator("text=Say which game it is").wait_for()
    phone.fill("#game", "Zwicker")

    phone.locator("button", has_text="the fewest points").click()
    phone.locator("li", has_text="4 March 2026: Ada 12, Ben −7. Ben wins").wait_for()
    phone.locator("button", has_text="3 April 2026").click()
    phone.locator("li", has_text="3 April 2026: Ada 12, Ben −7. Ben wins").wait_for()
    assert phone.locator("li", has_text="Row 4 is left out: “Total”").count() == 1
    assert phone.input_value("#game") == "Zwicker"
    assert_fits(phone, "the preview of a table")

    phone.locator("button", has_text="Import").click()
    phone.locator("h1", has_text="Imported").wait_for()
    phone.locator("a", has_text="All nights").click()
    phone.locator("h1", has_text="nights").wait_for()
    phone.goto("/nights/2026-04-03/")
    assert phone.locator("main", has_text="Zwicker").locator("text=Ben").count()
    assert sorted(len(match.names) for match in Match.objects.with_seats()) == [2, 3]
