"""Forms worked out by the server; tests/browser/test_form_cases.py has the script work out the same."""

from tests.cases import cases
from tests.matches.form_cases import CASES, open_case, shown_by_server


def part_of(shown, expected):
    """Return the keys of `shown` that `expected` has, at any depth."""
    if not isinstance(expected, dict) or not shown.keys() >= expected.keys():
        return shown
    return {name: part_of(shown[name], value) for name, value in expected.items()}


@cases("case", CASES)
def test_a_form_derives_and_shows_what_follows(case):
    shown = shown_by_server(open_case(case, case["taps"]))

    expected = case["shown"]
    assert {name: part_of(shown[name], value) for name, value in expected.items()} == expected
