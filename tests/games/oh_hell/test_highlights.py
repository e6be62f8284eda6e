import pytest

from tests.cases import cases
from tests.matches.factory import called_out_after

pytestmark = pytest.mark.django_db


@cases("rules", [{"trick_points": 0}, {"missed": "tricks", "exact_points": 5}, {"missed_points": 5}])
def test_the_scoring_of_a_table_changes_nothing_of_what_is_called_out(rules):
    facts = {"bids": [5, 3, 0, 2], "tricks": [5, 4, 0, 0]}

    assert called_out_after("oh-hell", facts, hands="same", largest=9, **rules) == [
        "Ada made a bid of 5 with 9 cards",
        "Cleo made a bid of zero with 9 cards",
    ]
